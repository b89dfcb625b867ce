// What the pointer or the focus is on is shown; but what lies under a tap that has just answered
// the question waits until the pointer has left it, so that the answer is seen first.

/** The answer was tapped: what the pointer is on now is not what the reader asks about. */
export const waitForLeave = (it) => {
  it.waits = true;
};

/** Shows what is pointed at. */
export function followPointer(it) {
  const { el } = it;
  el.addEventListener("kit:point", ({ detail }) => {
    if (detail === null) it.waits = false;
    else if (it.waits) return;
    if (detail !== it.local.pointed) it.show({ pointed: detail });
  });
  const wakeUp = () => {
    it.waits = false;
  };
  el.addEventListener("keydown", wakeUp, true);
  el.addEventListener("pointermove", ({ target }) => {
    if (!target.closest(".choice")) wakeUp();
  });
}
