// A table as text, for a spreadsheet or a notebook.

const bare = (html) =>
  String(html)
    .replace(/<[^>]+>/g, "")
    .replaceAll("−", "-")
    .replaceAll("\u00a0", " ");
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The table { head, rows } with commas between the cells. */
export const spreadsheet = ({ head, rows }) =>
  [head, ...rows].map((cells) => cells.map((cell) => quoted(bare(cell))).join(",")).join("\n");
