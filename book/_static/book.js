// The theme would find out once the page is read, and everything would be styled a second time.
if (document.documentElement.dataset.theme === "auto") {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

// Sections far away are laid out once the page is ready, one at a time, or all before a jump. Then
// the keyboard gets access to whatever scrolls sideways: equations, tables, code and outputs. Asked
// for its width a block is laid out, so it is not asked before.
(() => {
  const SECTION = ".bd-article > section > section";
  const WIDE =
    "div.math, .figure-inline, .cell_output .output, .cell_output pre, .highlight, " +
    ".highlight pre, .bd-article table, .pst-scrollable-table-container";
  const wait = window.requestIdleCallback ?? ((does) => setTimeout(does, 50));
  let waiting = [];

  function scrollsSideways(node) {
    if (node.scrollWidth <= node.clientWidth + 1) return false;
    return getComputedStyle(node).overflowX !== "visible";
  }

  function letKeysReach(node, doesScroll) {
    if (doesScroll) node.setAttribute("tabindex", "0");
    else node.removeAttribute("tabindex");
  }

  /** All are asked before one is changed: they are laid out once. */
  function letKeysReachIn(nodes) {
    const scroll = nodes.map(scrollsSideways);
    for (const [i, node] of nodes.entries()) letKeysReach(node, scroll[i]);
  }

  const layOut = (section) => section.classList.add("is-laid-out");

  function layOutNext() {
    const section = waiting.shift();
    if (!section) return letKeysReachAll();
    layOut(section);
    letKeysReachIn([...section.querySelectorAll(WIDE)]);
    return wait(layOutNext);
  }

  /** And says for which width of the window: the tests wait for it. */
  function letKeysReachAll() {
    if (waiting.length) return;
    letKeysReachIn([...document.querySelectorAll(WIDE)]);
    document.documentElement.dataset.reachedAt = innerWidth;
  }

  /** Once the text has found its width: beside it a column glides in or out. */
  let settled;
  function letKeysReachSoon() {
    delete document.documentElement.dataset.reachedAt;
    clearTimeout(settled);
    settled = setTimeout(letKeysReachAll, 200);
  }

  /** The width of the text, which changes with that of the window and for a while after it. */
  function watchWidth(text) {
    let width = text.clientWidth;
    new ResizeObserver(() => {
      if (text.clientWidth === width) return;
      width = text.clientWidth;
      letKeysReachSoon();
    }).observe(text);
  }

  document.addEventListener("DOMContentLoaded", () => {
    waiting = [...document.querySelectorAll(SECTION)];
    window.MathJax?.startup?.promise?.then(letKeysReachAll);
    document.fonts.ready.then(letKeysReachAll);
    addEventListener("resize", letKeysReachSoon, { passive: true });
    const text = document.querySelector(".bd-article");
    if (text) addEventListener("load", () => watchWidth(text));
  });
  /** First what stands above all sections. */
  function begin() {
    letKeysReachIn([...document.querySelectorAll(WIDE)].filter((node) => !node.closest(SECTION)));
    layOutNext();
  }

  addEventListener("load", () => wait(begin));
  const opened = ({ target }) => target.open && letKeysReachIn([...target.querySelectorAll(WIDE)]);
  document.addEventListener("toggle", opened, true);
  document.addEventListener(
    "click",
    ({ target }) => {
      if (target.closest("a[href*='#']")) document.querySelectorAll(SECTION).forEach(layOut);
    },
    true,
  );
})();

// A table of many columns becomes blocks on a narrow screen, each cell with the name of its column.
(() => {
  const MANY = ".bd-article table.table:has(th:nth-child(6))";
  const ROLES = {
    table: "table",
    "thead, tbody": "rowgroup",
    tr: "row",
    th: "columnheader",
    td: "cell",
  };

  /** Blocks are no table to a screen reader, unless each part says what it is. */
  function setRoles(table) {
    const nodes = [table, ...table.querySelectorAll("*")];
    for (const [kind, role] of Object.entries(ROLES)) {
      const some = nodes.filter((node) => node.matches(kind));
      for (const node of some) node.setAttribute("role", role);
    }
  }

  function nameCells(table) {
    const names = [...table.querySelectorAll("thead :is(th, td)")].map((head) => head.textContent);
    for (const cell of table.querySelectorAll("td")) cell.dataset.label = names[cell.cellIndex];
  }

  document.addEventListener("DOMContentLoaded", () => {
    const narrow = matchMedia("(max-width: 760px)");
    for (const table of document.querySelectorAll(MANY)) {
      setRoles(table);
      nameCells(table);
      const fold = () => table.classList.toggle("blocks", narrow.matches);
      narrow.addEventListener("change", fold);
      fold();
    }
  });
})();

// A phrase of the text tells an explorable of the page one of its stories, in view of the reader.
(() => {
  const FREE = 60; // px at the upper edge that the header takes

  function isInView(root) {
    const { top, bottom, height } = root.getBoundingClientRect();
    const seen = Math.min(bottom, innerHeight) - Math.max(top, FREE);
    return seen > Math.min(height, innerHeight - FREE) / 2;
  }

  /** An explorable starts when it comes near; until then there is nobody to tell. */
  async function waitForLife(root) {
    while (!root.classList.contains("is-live")) await new Promise(requestAnimationFrame);
    return root.querySelector(".explorable-live");
  }

  async function tell(link) {
    const root = document.querySelector(`[data-place="${link.hash.slice(1)}"]`);
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    if (!isInView(root)) root.scrollIntoView({ behavior, block: "start" });
    const live = await waitForLife(root);
    live.dispatchEvent(new CustomEvent("kit:tell", { detail: link.dataset.story }));
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.story");
    if (!link) return;
    event.preventDefault();
    tell(link);
  });
})();

// A formula is copied as its TeX, alone or within a text, and shows that it is chosen.
(() => {
  const FORMULA = "mjx-container:has(annotation)";

  document.addEventListener("selectionchange", () => {
    const selection = getSelection();
    for (const node of document.querySelectorAll(FORMULA)) {
      node.classList.toggle("is-chosen", selection.containsNode(node, true));
    }
  });

  const formulaAround = (node) => {
    const element = node.closest ? node : node.parentElement;
    return element?.closest("mjx-container");
  };

  /** What is chosen, with whole formulas at both ends. */
  function wholeRange(selection) {
    const range = selection.getRangeAt(0).cloneRange();
    const first = formulaAround(range.startContainer);
    const last = formulaAround(range.endContainer);
    if (first) range.setStartBefore(first);
    if (last) range.setEndAfter(last);
    return range;
  }

  function texOf(formula) {
    const sign = formula.hasAttribute("display") ? "$$" : "$";
    const tex = formula.querySelector("annotation").textContent;
    return sign + tex.replace(/\\textcolor\{[^}]*\}/g, "") + sign;
  }

  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (!selection.rangeCount) return;
    const copy = document.createElement("div");
    copy.append(wholeRange(selection).cloneContents());
    const formulas = copy.querySelectorAll(FORMULA);
    if (!formulas.length) return;
    for (const formula of formulas) formula.replaceWith(texOf(formula));
    event.preventDefault();
    document.body.append(copy);
    event.clipboardData.setData("text/plain", copy.innerText);
    event.clipboardData.setData("text/html", copy.innerHTML);
    copy.remove();
  });
})();

// A reference to an equation shows it when it is pointed at or has the focus.
(() => {
  const box = document.createElement("div");
  box.className = "equation-preview";
  box.hidden = true;

  /** The equation of a link: on this page, or brought along from the page that it leads to. */
  function equationOf(link) {
    const id = link.hash.slice(1);
    const places = [id, id.replace("equation-", "preview-")];
    const found = places.map((place) => document.getElementById(place)).find(Boolean);
    return found?.querySelector("mjx-container");
  }

  function show(link) {
    const equation = equationOf(link);
    if (!equation) return;
    box.replaceChildren(equation.cloneNode(true));
    box.hidden = false;
    const { left, top, bottom } = link.getClientRects()[0];
    const below = bottom + box.offsetHeight + 8 < innerHeight;
    const across = Math.min(left, document.documentElement.clientWidth - box.offsetWidth - 12);
    box.style.left = `${scrollX + Math.max(across, 12)}px`;
    // It touches the link: a pointer on its way from one to the other never leaves both.
    box.style.top = `${scrollY + (below ? bottom - 1 : top - box.offsetHeight + 1)}px`;
  }

  function hide() {
    box.hidden = true;
  }

  /** Gone when neither the link nor the equation is pointed at any more. */
  function hideUnlessOver(event) {
    if (event.relatedTarget !== box && !box.contains(event.relatedTarget)) hide();
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.body.append(box);
    for (const link of document.querySelectorAll('.bd-article a[href*="#equation-"]')) {
      if (link.classList.contains("headerlink")) continue;
      link.addEventListener("mouseenter", () => show(link));
      link.addEventListener("mouseleave", hideUnlessOver);
      link.addEventListener("focus", () => link.matches(":focus-visible") && show(link));
      link.addEventListener("blur", hide);
    }
    box.addEventListener("mouseleave", hide);
    document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  });
})();
