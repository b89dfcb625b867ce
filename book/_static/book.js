// Keyboard access to whatever scrolls sideways: wide equations, tables, code and outputs.
(() => {
  const WIDE = "div.math, .figure-inline, .cell_output .output, .cell_output pre, .highlight, .highlight pre, .bd-article table, .pst-scrollable-table-container";
  function reach(root) {
    for (const node of root.querySelectorAll(WIDE)) {
      const wide = node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX !== "visible";
      if (wide) node.setAttribute("tabindex", "0");
      else if (node.tagName !== "PRE") node.removeAttribute("tabindex");
    }
  }
  const all = () => reach(document);
  document.addEventListener("DOMContentLoaded", () => {
    all();
    window.MathJax?.startup?.promise?.then(all);
    addEventListener("resize", all, { passive: true });
  });
})();
