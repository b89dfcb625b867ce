// Lines that lie close together or cross: a tap chooses the nearest, wherever it falls.

const APART = 5; // px between the places of a line that are looked at

/** How far the pointer is from a line. */
function distanceFrom(path, { clientX, clientY }) {
  const toScreen = path.getScreenCTM();
  const length = path.getTotalLength();
  const count = Math.max(1, Math.ceil(length / APART));
  let least = Infinity;
  for (let n = 0; n <= count; n++) {
    const { x, y } = path.getPointAtLength((n * length) / count).matrixTransform(toScreen);
    least = Math.min(least, Math.hypot(x - clientX, y - clientY));
  }
  return least;
}

/** Chooses what has the nearest line: as a key does, for a click of no pointer is for itself. */
export function tapNearest(event) {
  const { ownerSVGElement: svg } = event.currentTarget;
  let nearest = null;
  let least = Infinity;
  for (const node of svg.querySelectorAll("[data-near]")) {
    const far = distanceFrom(node.querySelector(".reach"), event);
    if (far >= least) continue;
    least = far;
    nearest = node;
  }
  nearest?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}
