"""A table for a notebook to show: as HTML on the page, as text without one."""

from html import escape


class Grid:
    """Rows under a head; cells may hold HTML. With `fold`, a summary that opens to the table."""

    def __init__(self, head: list[str], rows: list[list[str]], fold: str = "", label: str = ""):
        for i, row in enumerate(rows):
            if len(row) != len(head):
                raise ValueError(f"rows: got {len(row)} cells in row {i}, expected {len(head)}")
        if not all(head):
            raise ValueError(f"head: got {head}, expected a name for every column")
        self.head, self.rows, self.fold = head, rows, fold
        self.label = label or fold or "Table"

    def __repr__(self) -> str:
        return self.fold or f"{self.label}: {len(self.rows)} rows"

    def _repr_html_(self) -> str:
        head = "".join(f'<th scope="col">{cell}</th>' for cell in self.head)
        body = "".join(
            f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{c}</td>" for c in rest) + "</tr>"
            for first, *rest in self.rows
        )
        table = (
            f'<div class="scroll-x" tabindex="0" role="region" aria-label="{escape(self.label)}">'
            f'<table class="sums"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        )
        if not self.fold:
            return table
        return f'<details class="fold"><summary>{escape(self.fold)}</summary>{table}</details>'
