// A table as text, for a spreadsheet or a notebook.
import { stripTags } from "./text.js";

/** A cell without marks, in signs that a program reads; quoted where it must be. */
function writeCell(html) {
  const text = stripTags(html).replaceAll("−", "-").replaceAll("\u00a0", " ");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The table { head, rows } with commas between the cells. */
export function spreadsheet({ head, rows }) {
  const lines = [head, ...rows].map((cells) => cells.map(writeCell).join(","));
  return lines.join("\n");
}
