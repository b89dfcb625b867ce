// What is asked of a page of the site while it is open; look.py says when.

window.look = {
  overflow() {
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  },

  height: () => document.querySelector(".bd-article")?.getBoundingClientRect().height,

  // Numbers that lie on their equation.
  covered() {
    const lies = (number) => {
      const [a, b] = [number, number.parentElement.querySelector("mjx-math")].map((node) =>
        node.getBoundingClientRect(),
      );
      const text = document.createRange();
      text.selectNodeContents(number);
      const own = text.getBoundingClientRect();
      const clear = getComputedStyle(number).backgroundColor === "rgba(0, 0, 0, 0)";
      const across = (clear ? own.left : a.left) < b.right - 1 && a.right > b.left;
      return across && a.top < b.bottom - 1 && a.bottom > b.top + 1;
    };
    return [...document.querySelectorAll("div.math .eqno")]
      .filter(lies)
      .map((number) => number.textContent);
  },

  // Formulas that go on beyond their box; on a phone long equations scroll.
  cutOff() {
    return [...document.querySelectorAll(".bd-article mjx-math")].flatMap((math) => {
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
    return [...document.querySelectorAll(".bd-article *")]
      .filter(
        (node) =>
          node.scrollWidth > node.clientWidth + 2 &&
          node.clientWidth > 0 &&
          node.tabIndex < 0 &&
          ["auto", "scroll"].includes(getComputedStyle(node).overflowX) &&
          !node.querySelector("a, button, input, select, summary, [tabindex='0']"),
      )
      .map((node) => node.outerHTML.slice(0, 120));
  },

  // What but code scrolls sideways, outside of widgets.
  sideways() {
    return [...document.querySelectorAll(".bd-article *")]
      .filter(
        (node) =>
          node.scrollWidth > node.clientWidth + 2 &&
          node.clientWidth > 0 &&
          ["auto", "scroll"].includes(getComputedStyle(node).overflowX) &&
          !node.closest(".explorable, .highlight"),
      )
      .filter((node, _, all) => !all.some((one) => one !== node && one.contains(node)))
      .map(
        (node) =>
          `${node.scrollWidth - node.clientWidth} px of ${node.localName}.` +
          `${node.className}: ${node.textContent.trim().slice(0, 80)}`,
      );
  },

  // Contrast of the coloured parts of equations with the page.
  ratios() {
    const light = (colour) => {
      const [r, g, b] = colour
        .match(/\d+(\.\d+)?/g)
        .map((v) => v / 255)
        .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const page = light(getComputedStyle(document.body).backgroundColor);
    return [...document.querySelectorAll("mjx-container [style*=color]")].map((node) => {
      const own = light(getComputedStyle(node).color);
      return (Math.max(own, page) + 0.05) / (Math.min(own, page) + 0.05);
    });
  },

  // The words a screen reader is given for the formulas of each fold.
  folds() {
    return [...document.querySelectorAll("summary")]
      .filter((n) => n.querySelector(".math"))
      .map((n) => [...n.querySelectorAll(".visually-hidden")].map((w) => w.innerText));
  },

  open() {
    look.shut = [...document.querySelectorAll("details:not([open])")];
    look.shut.forEach((fold) => (fold.open = true));
  },

  shutAgain() {
    look.shut.forEach((fold) => (fold.open = false));
  },

  // What is wider than the paper, or hides a part of itself.
  wide() {
    const article = document.querySelector(".bd-article") ?? document.body;
    const edge = article.getBoundingClientRect().right + 1;
    const name = (n) => `${n.localName}.${n.classList}: ${n.textContent.trim().slice(0, 60)}`;
    const seen = [...article.querySelectorAll("*")].filter(
      (n) => n.checkVisibility() && !n.closest("svg *, mjx-container *, .visually-hidden"),
    );
    return seen
      .filter(
        (n) =>
          n.getBoundingClientRect().right > edge ||
          (n.clientWidth &&
            n.scrollWidth > n.clientWidth + 1 &&
            getComputedStyle(n).overflowX !== "visible" &&
            !n.matches("span.math")),
      )
      .map(name);
  },

  // Folds that stay closed on paper, by kind; one of no kind by its text.
  closed() {
    return [...document.querySelectorAll(".bd-article details:not(.explorable *)")]
      .filter((d) => !d.lastElementChild.checkVisibility({ contentVisibilityAuto: true }))
      .map(
        (d) =>
          ["witness", "solution"].find((kind) => d.classList.contains(kind)) ??
          d.textContent.slice(0, 80),
      );
  },

  // Solutions that the reader opened and paper leaves out.
  unseen() {
    return [...document.querySelectorAll("details.solution")].filter((solution) => {
      solution.open = true;
      const seen = solution.querySelector(".sd-summary-content").checkVisibility();
      solution.open = false;
      return !seen;
    }).length;
  },

  // What paper may not break.
  whole() {
    return [...document.querySelectorAll("div.cell_input, div.cell_input *")]
      .filter((n) => getComputedStyle(n).breakInside === "avoid")
      .map((n) => n.className.split(" ")[0]);
  },

  // One of a kind is enough for axe-core: five formulas and those of other colours, five buttons
  // to copy code, what a picture says of itself, of the words of code one of each colour, of
  // plain text one of each make and place. Widgets have tests of their own.
  // Contrast in formulas is what `ratios` holds.
  lighten() {
    const gone = (nodes) => nodes.forEach((node) => node.remove());
    const seen = new Set();
    gone(
      [...document.querySelectorAll("mjx-container")].filter((formula, n) => {
        const parts = [...formula.querySelectorAll("[style*=color]")];
        const fresh = parts.map((part) => part.style.color).filter((c) => !seen.has(c));
        fresh.forEach((colour) => seen.add(colour));
        return n >= 5 && !fresh.length && !formula.closest("th");
      }),
    );
    gone(document.querySelectorAll(".explorable"));
    gone([...document.querySelectorAll("button.copybtn")].slice(5));
    gone(document.querySelectorAll("svg[role=img] > :not(title, desc)"));
    gone(document.querySelectorAll(":is(button, summary) svg > :not(title)"));
    for (const word of document.querySelectorAll(".highlight pre span")) {
      const where = word.closest(".cell_input, .cell_output");
      const kind = `${where && where.className} ${word.className}`;
      if (seen.has(kind)) word.replaceWith(...word.childNodes);
      seen.add(kind);
    }
    const tag = (node) => `${node.localName}.${node.className}`;
    const place = (node) => (node ? `${place(node.parentElement)} ${tag(node)}` : "");
    const make = (node) => [...node.children].map((n) => `${tag(n)}(${make(n)})`);
    const spoken =
      "a, button, input, select, summary, img, svg, " + "[id]:not(pre), [role], [aria-label]";
    for (const text of document.querySelectorAll(".bd-article :is(p, li, tr, .highlight)")) {
      const kind = `${place(text)} ${make(text)}`;
      if (!text.closest("summary, th") && !text.querySelector(spoken) && seen.has(kind))
        text.remove();
      seen.add(kind);
    }
    document.body.normalize();
  },
};
