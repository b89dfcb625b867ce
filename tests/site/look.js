// What is asked of a page of the site while it is open; look.py says when.

const elements = (selector, root = document) => [...root.querySelectorAll(selector)];

const removeAll = (nodes) => {
  for (const node of nodes) node.remove();
};

/** What has a room of its own, or is for screen readers alone. */
const APART = "svg *, mjx-container *, .visually-hidden, .blocks thead";

/** What is wider than itself and may be scrolled for it. */
const scrolls = (node) => {
  if (node.clientWidth === 0 || node.scrollWidth <= node.clientWidth + 2) return false;
  return ["auto", "scroll"].includes(getComputedStyle(node).overflowX);
};

/** How light a colour is, from 0 to 1, as WCAG defines it. */
const lightness = (colour) => {
  const channels = colour.match(/\d+(\.\d+)?/g).map((text) => {
    const v = text / 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  const [r, g, b] = channels;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Whether a number lies on its equation; one with a background may lie where that is empty. */
const liesOnEquation = (number) => {
  const frame = number.getBoundingClientRect();
  const math = number.parentElement.querySelector("mjx-math").getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(number);
  const own = text.getBoundingClientRect();
  const clear = getComputedStyle(number).backgroundColor === "rgba(0, 0, 0, 0)";
  const left = clear ? own.left : frame.left;
  const across = left < math.right - 1 && frame.right > math.left;
  return across && frame.top < math.bottom - 1 && frame.bottom > math.top + 1;
};

/** Formulas of which axe-core need see no more: five, and those of other colours, stay. */
const repeatedFormulas = () => {
  const seen = new Set();
  return elements("mjx-container").filter((formula, n) => {
    const colours = elements("[style*=color]", formula).map((part) => part.style.color);
    const fresh = colours.filter((colour) => !seen.has(colour));
    for (const colour of fresh) seen.add(colour);
    return n >= 5 && !fresh.length && !formula.closest("th");
  });
};

/** Of the words of code one of each colour stays a word. */
const dissolveWords = () => {
  const seen = new Set();
  for (const word of elements(".highlight pre span")) {
    const place = word.closest(".cell_input, .cell_output")?.className;
    const kind = `${place} ${word.className}`;
    if (seen.has(kind)) word.replaceWith(...word.childNodes);
    seen.add(kind);
  }
};

const SPOKEN = "a, button, input, select, summary, img, svg, [id]:not(pre), [role], [aria-label]";
const tagOf = (node) => `${node.localName}.${node.className}`;
const placeOf = (node) => (node ? `${placeOf(node.parentElement)} ${tagOf(node)}` : "");
const makeOf = (node) => [...node.children].map((child) => `${tagOf(child)}(${makeOf(child)})`);

/** Of plain text one of each make and place stays. */
const removeTexts = () => {
  const seen = new Set();
  for (const text of elements(".bd-article :is(p, li, tr, .highlight)")) {
    const kind = `${placeOf(text)} ${makeOf(text)}`;
    const plain = !text.closest("summary, th") && !text.querySelector(SPOKEN);
    if (plain && seen.has(kind)) text.remove();
    seen.add(kind);
  }
};

window.look = {
  overflow() {
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  },

  height: () => document.querySelector(".bd-article")?.getBoundingClientRect().height,

  // Numbers that lie on their equation.
  covered() {
    const numbers = elements("div.math .eqno").filter(liesOnEquation);
    return numbers.map((number) => number.textContent);
  },

  // Formulas that go on beyond their box; on a phone long equations scroll.
  cutOff() {
    return elements(".bd-article mjx-math").flatMap((math) => {
      const inline = math.closest("span.math");
      const box = inline ?? math.closest("div.math");
      if (!box || !math.checkVisibility()) return [];
      const over = math.getBoundingClientRect().right - box.getBoundingClientRect().right;
      if (over <= 1 || (!inline && innerWidth < 768)) return [];
      return [`${Math.round(over)} px of ${box.parentElement.innerText.slice(0, 80)}`];
    });
  },

  // What scrolls sideways and takes no focus.
  unreachable() {
    const FOCUSED = "a, button, input, select, summary, [tabindex='0']";
    const nodes = elements(".bd-article *").filter((node) => scrolls(node) && node.tabIndex < 0);
    const lost = nodes.filter((node) => !node.querySelector(FOCUSED));
    return lost.map((node) => node.outerHTML.slice(0, 120));
  },

  // What but code scrolls sideways, outside of widgets.
  sideways() {
    const isOther = (node) => !node.closest(".explorable, .highlight");
    const all = elements(".bd-article *").filter((node) => scrolls(node) && isOther(node));
    const outer = all.filter((node) => !all.some((one) => one !== node && one.contains(node)));
    return outer.map((node) => {
      const over = node.scrollWidth - node.clientWidth;
      return `${over} px of ${tagOf(node)}: ${node.textContent.trim().slice(0, 80)}`;
    });
  },

  // Contrast of the coloured parts of equations with the page.
  ratios() {
    const page = lightness(getComputedStyle(document.body).backgroundColor);
    return elements("mjx-container [style*=color]").map((node) => {
      const own = lightness(getComputedStyle(node).color);
      return (Math.max(own, page) + 0.05) / (Math.min(own, page) + 0.05);
    });
  },

  // The words a screen reader is given for the formulas of each fold.
  folds() {
    const summaries = elements("summary").filter((node) => node.querySelector(".math"));
    return summaries.map((node) =>
      elements(".visually-hidden", node).map((words) => words.innerText),
    );
  },

  open() {
    window.look.shut = elements("details:not([open])");
    for (const fold of window.look.shut) fold.open = true;
  },

  shutAgain() {
    for (const fold of window.look.shut) fold.open = false;
  },

  // What is wider than the paper, or hides a part of itself.
  wide() {
    const article = document.querySelector(".bd-article") ?? document.body;
    const edge = article.getBoundingClientRect().right + 1;
    const hides = (node) => {
      if (!node.clientWidth || node.scrollWidth <= node.clientWidth + 1) return false;
      return getComputedStyle(node).overflowX !== "visible" && !node.matches("span.math");
    };
    const seen = elements("*", article).filter(
      (node) => node.checkVisibility() && !node.closest(APART),
    );
    return seen
      .filter((node) => node.getBoundingClientRect().right > edge || hides(node))
      .map((n) => `${n.localName}.${n.classList}: ${n.textContent.trim().slice(0, 60)}`);
  },

  // Folds that stay closed on paper, by kind; one of no kind by its text.
  closed() {
    const isClosed = (fold) =>
      !fold.lastElementChild.checkVisibility({ contentVisibilityAuto: true });
    const kindOf = (fold) =>
      ["witness", "solution"].find((kind) => fold.classList.contains(kind)) ??
      fold.textContent.slice(0, 80);
    return elements(".bd-article details:not(.explorable *)").filter(isClosed).map(kindOf);
  },

  // Solutions that the reader opened and paper leaves out.
  unseen() {
    return elements("details.solution").filter((solution) => {
      solution.open = true;
      const seen = solution.querySelector(".sd-summary-content").checkVisibility();
      solution.open = false;
      return !seen;
    }).length;
  },

  // What paper may not break.
  whole() {
    return elements("div.cell_input, div.cell_input *")
      .filter((n) => getComputedStyle(n).breakInside === "avoid")
      .map((n) => n.className.split(" ")[0]);
  },

  // One of a kind is enough for axe-core: five formulas and those of other colours, five buttons
  // to copy code, what a picture says of itself, of the words of code one of each colour, of
  // plain text one of each make and place. Widgets have tests of their own.
  // Contrast in formulas is what `ratios` holds.
  lighten() {
    removeAll(repeatedFormulas());
    removeAll(elements(".explorable"));
    removeAll(elements("button.copybtn").slice(5));
    removeAll(elements("svg[role=img] > :not(title, desc)"));
    removeAll(elements(":is(button, summary) svg > :not(title)"));
    dissolveWords();
    removeTexts();
    document.body.normalize();
  },
};
