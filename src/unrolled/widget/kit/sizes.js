// What follows from sizes on the screen: the form of a picture, and room for words. While a hand
// moves something no size is asked for: that would lay out the page. The browser tells of new ones.
import { fitReply } from "./question.js";

const NARROW = 620; // px: a box below it is a phone's

/** Whether a box of this width has the form for a phone; one that is not seen yet has none. */
export const isNarrow = (width) => width > 0 && width < NARROW;

/** Fits what is said in the bar into its place, where it or its place has changed. */
export function fitStrip(it, held = false) {
  const { answered, tasked, reply, inCase, isWhole } = it.scene;
  const seen = [answered, tasked, reply, inCase, isWhole, it.width].join();
  if (held || !answered || !it.width || seen === it.fitted) return;
  it.fitted = seen;
  fitReply(it.node);
}

/** A sentence that once took more room on a phone keeps it: what is below moves no second time. */
function keepRoom(it, height) {
  if (it.local.narrow && height) it.sentence.style.minHeight = `${height}px`;
}

/** The room of a sentence as it is now, at another width or in another font. */
function measureRoom(it) {
  if (!it.sentence) return;
  it.sentence.style.removeProperty("min-height");
  keepRoom(it, it.sentence.getBoundingClientRect().height);
}

/** Draws another form where the box becomes wide or narrow. */
function takeWidth(it, width) {
  it.width = width;
  const narrow = isNarrow(width);
  if (narrow !== it.local.narrow) it.show({ narrow }, { lasts: 0 });
  else fitStrip(it);
  measureRoom(it);
}

/** Follows the sizes of the box and of what is said. Returns how to stop that. */
export function followSizes(it) {
  it.sentence = it.node.querySelector(".kit-side > .kit-stack");
  it.sizes = new ResizeObserver((sizes) => {
    const box = sizes.find(({ target }) => target === it.el)?.contentRect;
    if (box && box.width !== it.width) return takeWidth(it, box.width);
    const sentence = sizes.find(({ target }) => target === it.sentence)?.contentRect;
    if (sentence) keepRoom(it, sentence.height);
  });
  for (const node of [it.el, it.sentence]) if (node) it.sizes.observe(node);
  document.fonts.ready.then(() => measureRoom(it));
  return () => it.sizes.disconnect();
}
