// The theme would find out once the page is read, and everything would be styled a second time.
if (document.documentElement.dataset.theme === "auto") {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

// Keyboard access to whatever scrolls sideways: wide equations, tables, code and outputs.
(() => {
  const WIDE =
    "div.math, .figure-inline, .cell_output .output, .cell_output pre, .highlight, " +
    ".highlight pre, .bd-article table, .pst-scrollable-table-container";
  function reach(root) {
    for (const node of root.querySelectorAll(WIDE)) {
      const wide =
        node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX !== "visible";
      if (wide) node.setAttribute("tabindex", "0");
      else if (node.tagName !== "PRE") node.removeAttribute("tabindex");
    }
  }
  const all = () => reach(document);
  document.addEventListener("DOMContentLoaded", () => {
    all();
    window.MathJax?.startup?.promise?.then(all);
    document.fonts.ready.then(all);
    addEventListener("resize", all, { passive: true });
  });
})();

// A table of many columns becomes blocks on a narrow screen, each cell with the name of its column.
document.addEventListener("DOMContentLoaded", () => {
  const narrow = matchMedia("(max-width: 760px)");
  const roles = {
    table: "table",
    "thead, tbody": "rowgroup",
    tr: "row",
    th: "columnheader",
    td: "cell",
  };
  for (const table of document.querySelectorAll(".bd-article table.table:has(th:nth-child(6))")) {
    const names = [...table.querySelectorAll("thead th")].map((head) => head.textContent);
    for (const [kind, role] of Object.entries(roles))
      for (const node of [table, ...table.querySelectorAll("*")].filter((n) => n.matches(kind)))
        node.setAttribute("role", role);
    for (const cell of table.querySelectorAll("td")) cell.dataset.label = names[cell.cellIndex];
    const fold = () => table.classList.toggle("blocks", narrow.matches);
    narrow.addEventListener("change", fold);
    fold();
  }
});

// A formula is copied as its TeX, alone or within a text, and shows that it is chosen.
document.addEventListener("selectionchange", () => {
  const chosen = getSelection();
  for (const node of document.querySelectorAll("mjx-container:has(annotation)"))
    node.classList.toggle("is-chosen", chosen.containsNode(node, true));
});
document.addEventListener("copy", (event) => {
  const chosen = getSelection();
  if (!chosen.rangeCount) return;
  const range = chosen.getRangeAt(0).cloneRange();
  const formula = (node) => (node.closest ? node : node.parentElement)?.closest("mjx-container");
  const first = formula(range.startContainer),
    last = formula(range.endContainer);
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const copy = document.createElement("div");
  copy.append(range.cloneContents());
  for (const each of copy.querySelectorAll("mjx-container:has(annotation)")) {
    const sign = each.hasAttribute("display") ? "$$" : "$";
    const tex = each.querySelector("annotation").textContent.replace(/\\textcolor\{[^}]*\}/g, "");
    each.replaceWith(sign + tex + sign);
    event.preventDefault();
  }
  if (!event.defaultPrevented) return;
  document.body.append(copy);
  event.clipboardData.setData("text/plain", copy.innerText);
  event.clipboardData.setData("text/html", copy.innerHTML);
  copy.remove();
});
