// What is asked of any widget while it is open; the tests of the contract say when. What is asked
// of its look alone stands in contract_look.js.

const all = (selector, n = 0) => {
  const widget = document.querySelectorAll(".explorable-live")[n];
  return [...widget.querySelectorAll(selector)];
};
const isVisible = (node) => node.checkVisibility({ visibilityProperty: true });
const box = (node) => node.getBoundingClientRect();
const isOff = (node) => node.disabled || node.ariaDisabled === "true";

const labelOf = (node) => {
  const own = node.getAttribute("aria-label");
  return (own ?? (node.closest("label") ?? node).textContent).trim().slice(0, 60);
};

// A node as text, its attributes in order.
const writeNode = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  const own = [...node.attributes].filter(({ name }) => !name.startsWith("data-lm"));
  const attributes = own.map(({ name, value }) => `${name}="${value}"`).sort();
  const isYours = (child) => child.classList?.contains("yours"); // marks the reader's own guess
  const inner = [...node.childNodes].filter((child) => !isYours(child)).map(writeNode);
  return `<${node.localName} ${attributes.join(" ")}>${inner.join("")}`;
};

const SHOWN =
  ".kit-main, .kit-linked, .kit-says, .kit-further, .kit-task, .kit-more svg, .kit-numbers table";
const seen = (n) => all(SHOWN, n).map(writeNode).join("\n");

const APART = ".kit-tools, .kit-numbers, .kit-question";
const CONTROLS = "input, select, button, [role=button]";
const isGuess = (node) => labelOf(node).startsWith("Guess: "); // gone once it is answered
const isControl = (node) => isVisible(node) && !node.closest(APART) && !isGuess(node);
const controls = (n) => all(CONTROLS, n).filter(isControl);

const valuesOf = (node) => [
  node.value,
  node.checked,
  isOff(node),
  node.ariaPressed,
  node.getAttribute("aria-valuetext"),
];
const state = (n) => [seen(n), ...controls(n).map(valuesOf)].join("\n");

const toolNamed = (name) => all(".kit-tools button").find((node) => labelOf(node) === name);
const useTool = (name) => {
  toolNamed(name).focus({ preventScroll: true }); // as a mouse does that clicks
  toolNamed(name).click();
};

// The key that makes a control ask for something else than it shows.
const keyOf = (node) => {
  if (isOff(node)) return null;
  if (node.type === "text" && !node.form) return node.value ? "Backspace" : null;
  if (node.type === "range") return node.value === node.max ? "ArrowLeft" : "ArrowRight";
  if (node.type === "radio") return node.checked ? "ArrowRight" : " ";
  if (node.localName === "select") return node.selectedIndex ? "ArrowUp" : "ArrowDown";
  return node.ariaPressed === "true" ? null : "Enter";
};

const groupOf = (node) => {
  if (node.type !== "radio") return "";
  return `${node.closest("fieldset").querySelector("legend").textContent}: `;
};

// Each stop of the Tab key; of radio buttons the one that is checked.
const isStop = (node) => {
  if (!isVisible(node) || node.tabIndex < 0 || node.disabled) return false;
  return node.type !== "radio" || node.checked;
};

const placeOf = (node) => {
  const { x, y, width, height } = box(node);
  return [x + scrollX, y + scrollY, width, height].map((v) => Math.round(10 * v) / 10);
};
const places = () => {
  const outside = all(CONTROLS).filter((node) => isVisible(node) && !node.closest("svg"));
  return outside.map((node) => [labelOf(node), placeOf(node)]);
};

// What of the controls is elsewhere, or of another size, than it was.
const moved = (before) => {
  const after = places();
  if (after.length !== before.length) return [`${before.length} controls, now ${after.length}`];
  const lines = after.map(([name, at], i) => [name, before[i][1], at]);
  return lines.filter(([, was, is]) => String(was) !== String(is)).map((line) => line.join(" | "));
};

const setSlider = (slider, value) => {
  slider.value = value;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
};

// From end to end: what moves meanwhile.
const dragSlider = (slider) => {
  const before = places();
  const first = slider.value;
  const low = Number(slider.min);
  const high = Number(slider.max);
  const found = [0, 0.5, 1].flatMap((share) => {
    setSlider(slider, low + share * (high - low));
    return moved(before).map((one) => `${labelOf(slider)} at ${share}: ${one}`);
  });
  setSlider(slider, first);
  return [...found, ...moved(before)];
};

// Timers that wait for a reader are caught: a pause is over at once, a clock ticks by hand.
const timeout = window.setTimeout;
const interval = window.setInterval;
const caught = { pauses: [], ticks: [] };
const hurry = () => {
  Object.assign(caught, { pauses: [], ticks: [] });
  window.setTimeout = (f, wait, ...rest) => {
    caught.pauses.push(wait);
    return timeout(f, 0, ...rest);
  };
  window.setInterval = (f) => caught.ticks.push(f);
};
const calm = () => Object.assign(window, { setTimeout: timeout, setInterval: interval });

// Played to the end, or so many steps: what moves meanwhile.
const plays = (most) => {
  const [button] = all(".is-play");
  if (!button) return [];
  hurry();
  const before = places();
  button.click();
  const found = moved(before);
  for (let n = 0; n < most && all(".is-play")[0].ariaLabel === "Pause"; n++) {
    caught.ticks[0]();
    found.push(...moved(before).map((one) => `after ${n + 1} steps: ${one}`));
  }
  calm();
  return found;
};

// Matrices of buttons, and what is to be chosen in a picture.
const grids = () => {
  const parts = all(".kit-grid, svg").filter(isVisible);
  const cells = parts.map((part) => [...part.querySelectorAll(".kit-cell, .choice")]);
  return cells.filter((some) => some.length > 1);
};
// Whether the Tab key enters them at one place, as data-at says.
const hasOneStop = (cells) =>
  cells.every((node) => node.dataset.at) &&
  cells.filter((node) => node.tabIndex === 0).length === 1;

// In the middle of the window, where it can be touched: its left, top, width and height.
const bringToMiddle = (node) => {
  node.scrollIntoView({ block: "center", behavior: "instant" });
  return box(node);
};

// A place in the picture where there is nothing to pull or to choose.
const freePlace = () => {
  const { x, y, width, height } = box(all(".kit-main svg")[0]);
  const shares = [0.5, 0.8, 0.3, 0.1, 0.9];
  const spots = shares.flatMap((a) => shares.map((b) => [x + a * width, y + b * height]));
  const grips = all(".grip").map(box); // a browser takes a finger beside one for a finger on it
  const isNear =
    (a, b) =>
    ({ left, right, top, bottom }) =>
      a > left - 40 && a < right + 40 && b > top - 40 && b < bottom + 40;
  const isFree = ([a, b]) =>
    !document.elementFromPoint(a, b)?.closest(".grip, .choice, .pad") && !grips.some(isNear(a, b));
  return spots.find(isFree) ?? spots[0];
};

const was = {}; // before a key

window.contract ??= {
  read: { all, box, isVisible, labelOf, placeOf, controls, state }, // for contract_look.js
  seen,
  state,
  hurry,
  calm,
  caught,
  moved,
  places,
  plays,
  tool: useTool,
  unfold() {
    for (const fold of all("details")) fold.open = true;
  },
  controls: () =>
    controls().map((node, i) => ({
      i,
      name: groupOf(node) + labelOf(node),
      key: keyOf(node),
      kind: node.role ?? node.type,
    })),
  // Before a key: nothing has been said yet, and what is shown is remembered.
  focus(i) {
    all(".kit-spoken")[0].textContent = "";
    was.node = controls()[i];
    Object.assign(was, { state: state(), controls: controls().length });
    was.node.focus(); // which may already show what is pointed at
    was.seen = seen();
  },
  // After it: whether anything changed that one sees, what was said, and if that is undone.
  async pressed() {
    const changed = seen() !== was.seen;
    const radio = was.node.type === "radio"; // the focus goes on with the choice
    const kept = radio || document.activeElement === was.node;
    await new Promise((done) => timeout(done, 4));
    const said = all(".kit-spoken")[0].textContent;
    useTool("Undo");
    return { changed, kept, said, undone: state() === was.state };
  },
  stops: () => all(`${CONTROLS}, summary, [tabindex]`).filter(isStop).map(labelOf),
  focused: () => labelOf(document.activeElement),
  inside: () => document.activeElement.closest(".explorable-live") != null,
  spoken: () => all(".kit-spoken")[0].textContent,
  // Where the box and its pictures are, and how large: no answer may change that.
  frames: () =>
    [document.querySelector(".explorable"), ...all(".kit-main, .kit-linked")].map(placeOf),
  // Groups that the Tab key does not enter at one place.
  grids: () =>
    grids()
      .filter((cells) => !hasOneStop(cells))
      .map(([first]) => labelOf(first)),
  cells: () => grids().map((_, n) => n),
  at(n) {
    const stop = grids()[n].find((node) => node.tabIndex === 0);
    stop.focus();
  },
  // Where to touch a grip, once it is in the middle of the window.
  grip(n) {
    const { x, y, width, height } = bringToMiddle(all(".grip .knob")[n]);
    return [x + width / 2, y + height / 2, scrollY];
  },
  grips: () => all(".grip").filter(isVisible).length,
  stand() {
    all(".kit-stage")[0].focus();
    return scrollY;
  },
  slider() {
    const slider = all("input[type=range]:enabled").find(isVisible);
    if (!slider) return undefined;
    const { x, y, width, height } = bringToMiddle(slider);
    return [x + 0.9 * width, y + height / 2, scrollY];
  },
  // Undone, as far as there is anything to undo.
  back() {
    const undo = toolNamed("Undo");
    while (!isOff(undo)) undo.click();
  },
  elsewhere() {
    scrollTo(0, 0);
    return [...freePlace(), scrollY];
  },
  values: () =>
    all("input[type=range]").map((node) => [
      labelOf(node),
      node.value,
      node.getAttribute("aria-valuetext") ?? "",
    ]),
  drags: () => all("input[type=range]:enabled").filter(isVisible).flatMap(dragSlider),
};
