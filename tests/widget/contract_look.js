// What is asked of the look of any widget while it is open, beside contract.js.

const { all, box, isVisible, labelOf, placeOf, controls, state } = window.contract.read;

const isIndex = (node) => node.closest("sub, sup, tspan[font-size]") != null;

// The size of a text in pixels of the screen.
const sizeOf = (node) => {
  const scale = node.closest("svg")?.getScreenCTM().a ?? 1;
  return scale * parseFloat(getComputedStyle(node).fontSize);
};

// What holds text of its own.
const leaves = () =>
  all("*").filter((node) => {
    if (!isVisible(node) || node.closest(".kit-spoken, .kit-name")) return false;
    return [...node.childNodes].some((child) => child.data?.trim());
  });

const isOutside = (inner, outer) =>
  inner.left < outer.left - 1 ||
  inner.right > outer.right + 1 ||
  inner.top < outer.top - 1 ||
  inner.bottom > outer.bottom + 1;

const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;

// Labels of pictures that are cut, or lie on each other.
const coveredLabels = (svg) => {
  const frame = box(svg);
  const nodes = [...svg.querySelectorAll("text")].filter((node) => node.textContent.trim());
  const texts = nodes.map((node) => [node.textContent, box(node)]);
  const cut = texts.filter(([, place]) => isOutside(place, frame));
  const over = texts.flatMap(([upper, a], n) => {
    const others = texts.slice(n + 1).filter(([, b]) => overlap(a, b));
    return others.map(([lower]) => `${upper} on ${lower}`);
  });
  return [...cut.map(([text]) => `${text} is cut`), ...over];
};

const STROKES = "path, line, polyline, circle, rect, ellipse";
const FAINT = 0.25; // an opacity below which a line strikes nothing out

const opacityOf = (node) => {
  let all = 1;
  for (let one = node; one?.closest("svg"); one = one.parentElement) {
    all *= parseFloat(getComputedStyle(one).opacity);
  }
  return all;
};

const isStroked = (node) => {
  const { stroke, strokeOpacity, strokeWidth } = getComputedStyle(node);
  if (stroke === "none" || stroke === "rgba(0, 0, 0, 0)" || parseFloat(strokeWidth) < 0.3)
    return false;
  return isVisible(node) && opacityOf(node) * parseFloat(strokeOpacity) > FAINT;
};

/** Places along what is drawn of a line, a few pixels apart, on the screen. */
const placesAlong = (node) => {
  const matrix = node.getScreenCTM();
  const length = node.getTotalLength();
  if (!length) return [];
  const count = Math.min(400, Math.ceil((length * matrix.a) / 3));
  return Array.from({ length: count + 1 }, (_, n) =>
    node.getPointAtLength((n * length) / count).matrixTransform(matrix),
  );
};

// Of a text the band in which its letters are: a line that goes through it strikes them out.
const letters = (node) => {
  const { left, right, top, height } = box(node);
  return {
    left: left + 1,
    right: right - 1,
    top: top + 0.3 * height,
    bottom: top + 0.72 * height,
  };
};

const isIn = ({ x, y }, { left, right, top, bottom }) =>
  x > left && x < right && y > top && y < bottom;

const isBetween = (node, first, last) =>
  first.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING &&
  last.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING;

const isSolid = (node) => {
  const { fill, fillOpacity } = getComputedStyle(node);
  return fill !== "none" && opacityOf(node) * parseFloat(fillOpacity) > 0.9 && isVisible(node);
};

const isInside = (node, place) =>
  node.isPointInFill(place.matrixTransform(node.getScreenCTM().inverse()));

// Whether what was drawn between a line and a text hides the line there.
const isHidden = (place, line, text, solids) =>
  solids.some((node) => isBetween(node, line, text) && isInside(node, place));

// Names that a line, an axis or a frame goes through.
const struckLabels = (svg, besides) => {
  const texts = [...svg.querySelectorAll("text")].filter(
    (node) => node.textContent.trim() && isVisible(node) && !(besides && node.matches(besides)),
  );
  const bands = texts.map((node) => [node, letters(node)]);
  const shapes = [...svg.querySelectorAll(STROKES)];
  const solids = shapes.filter(isSolid);
  return shapes.filter(isStroked).flatMap((line) => {
    const places = placesAlong(line);
    const isStruck = ([text, band]) =>
      places.some((place) => isIn(place, band) && !isHidden(place, line, text, solids));
    const look = line.getAttribute("class");
    return bands.filter(isStruck).map(([text]) => `${text.textContent}: struck by ${look}`);
  });
};

const isTooWide = (node, { left, right }) => {
  if (box(node).left < left - 1 || box(node).right > right + 1) return true;
  if (node.matches(".kit-scroll") || !node.clientWidth) return false;
  return node.scrollWidth > node.clientWidth + 1;
};

// How far apart a control and the picture are, where it is used, if that is too far.
const farFromPicture = (node, most) => {
  const [main] = all(".kit-main");
  scrollTo(0, 0);
  scrollTo(0, Math.max(0, box(node).bottom - most));
  const picture = box(main);
  const control = box(node);
  if (control.bottom <= picture.top) {
    const span = picture.bottom - control.top;
    return span <= most + 1 ? [] : [`${labelOf(node)}: ${span.toFixed(0)} px above`];
  }
  const top = Math.max(0, picture.top);
  const span = control.bottom - top;
  const free = control.top >= picture.bottom - 1 || control.left >= picture.right - 1;
  const whole = picture.bottom - top >= 0.9 * picture.height;
  if (span <= most + 1 && free && whole) return [];
  return [`${labelOf(node)}: ${span.toFixed(0)} px, picture ${whole ? "seen" : "gone"}`];
};

const isPressed = (node) => node.ariaPressed === "true" || !!node.querySelector(":checked");

const lookOf = (node) => {
  const { outlineStyle, backgroundColor, borderTopStyle } = getComputedStyle(node);
  return [outlineStyle, backgroundColor, borderTopStyle].join(" ");
};

const TARGETS = "button, select, summary, input[type=range], fieldset label, .grip .reach";

Object.assign(window.contract, {
  // Whether what has the focus shows it: by a ring, or by the thick edge of its shapes.
  ring() {
    const node = document.activeElement.closest("fieldset label, :focus");
    const own = getComputedStyle(node);
    if (own.outlineStyle !== "none" && parseFloat(own.outlineWidth) >= 2) return true;
    if (!node.closest("svg")) return false;
    return [...node.children].some((one) => getComputedStyle(one).strokeWidth === "3px");
  },
  sticksOut() {
    const frame = box(all(".kit")[0].closest(".explorable"));
    const nodes = all("*").filter(
      (node) => isVisible(node) && !node.closest("svg *, .kit-spoken, .kit-name, .kit-scroll *"),
    );
    const wide = nodes.filter((node) => isTooWide(node, frame));
    const page = document.documentElement.scrollWidth > innerWidth ? ["the page"] : [];
    return [
      ...page,
      ...wide.map((node) => `${node.localName} ${labelOf(node)}`),
      ...all("svg").filter(isVisible).flatMap(coveredLabels),
    ];
  },
  struck: (besides) =>
    all("svg")
      .filter(isVisible)
      .flatMap((svg) => struckLabels(svg, besides)),
  // In full screen: whether the question is seen, and how much of the screen the picture is.
  whole() {
    const question = all(".kit-question")[0];
    const main = all(".kit-main")[0];
    const svg = main.querySelector("svg");
    const place = box(svg);
    const frame = box(main);
    const { width, height } = svg.viewBox.baseVal;
    const scale = Math.min(place.width / width, place.height / height);
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return {
      asked: !question || (isVisible(question) && !isOutside(box(question), screen)),
      uncut: !isOutside(place, frame) && !isOutside(frame, screen),
      share: (scale * scale * width * height) / (innerWidth * innerHeight),
    };
  },
  small() {
    const targets = all(TARGETS).filter(isVisible);
    const sizes = targets.map((node) => [labelOf(node) || "a grip", box(node)]);
    return sizes
      .filter(([, { width, height }]) => Math.min(width, height) < 43.9)
      .map(([name, { width, height }]) => `${name}: ${width.toFixed(1)} x ${height.toFixed(1)}`);
  },
  tiny: () =>
    leaves()
      .filter((node) => sizeOf(node) < (isIndex(node) ? 10.99 : 11.99))
      .map((node) => `${node.textContent}: ${sizeOf(node).toFixed(1)} px`),
  far(most) {
    const used = controls().filter((node) => !node.closest(".kit-more, .kit-main"));
    return used.flatMap((node) => farFromPicture(node, most));
  },
  // Marks that nobody sees in forced colours.
  vanished() {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.background = "Canvas";
    const canvas = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const isGone = (colour) => ["none", "rgba(0, 0, 0, 0)", canvas].includes(colour);
    const marks = all("svg .mark:not(g, .pick, .reach, .paper)").filter(isVisible);
    const gone = marks.filter((node) => {
      const { fill, stroke } = getComputedStyle(node);
      return isGone(fill) && isGone(stroke);
    });
    const ramps = all(".ramp").filter((node) => getComputedStyle(node).backgroundImage === "none");
    return [...gone, ...ramps].map((node) => node.outerHTML.slice(0, 120));
  },
  // Looks that what is pressed has in common with what is not.
  alike() {
    const nodes = all("button[aria-pressed], fieldset label").filter(isVisible);
    const others = nodes.filter((node) => !isPressed(node)).map(lookOf);
    return nodes
      .filter(isPressed)
      .map(lookOf)
      .filter((look) => others.includes(look));
  },
  laid: () => [state(), ...all(".kit, .kit *").filter(isVisible).map(placeOf)].join("\n"),
});
