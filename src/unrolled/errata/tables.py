"""The entries as tables: a fold for each section, on a narrow screen a block for each row."""

import re
from html import escape

from unrolled.core.door import short_repr
from unrolled.errata.rows import DOCUMENTS, REASONS, VERDICTS, Document, Row, document
from unrolled.page.numbers import plural

HEAD = ("Place", "Printed", "True", "Verdict and proof")


class Tables:
    """What a document prints and what is true, section by section, with every check run."""

    def __init__(self, name: str):
        if name not in DOCUMENTS:
            raise ValueError(
                f"name: got {short_repr(name)}, expected one of {', '.join(DOCUMENTS)}"
            )
        self.document: Document = document(name)
        self.found = {row.no: row.judge() for row in self.document.rows}

    def __repr__(self) -> str:
        return f"{self.document.title}: {self._count(self.document.rows)}"

    def _repr_html_(self) -> str:
        return "".join(self._fold(title, rows) for title, rows in self.document.sections.items())

    def _fold(self, title: str, rows: list[Row]) -> str:
        name = f"{title}: {self._count(rows)}"
        return (
            f'<details class="fold"><summary>{markup(name)}</summary>'
            f"{table(title, HEAD, [self._cells(row) for row in rows])}</details>"
        )

    def _count(self, rows: list[Row]) -> str:
        checked = sum(bool(row.check) for row in rows)
        entries = "1 entry" if len(rows) == 1 else f"{len(rows)} entries"
        return f"{entries}, {checked or 'none'} checked"

    def _cells(self, row: Row) -> list[str]:
        found = self.found[row.no]
        proof = f"✓ {markup(found.words())}" if found else f"Not computed: {REASONS[row.why]}"
        verdict = f'<span class="verdict {row.verdict}">{row.verdict}</span>'
        place = f"<b>{row.no}</b> {markup(row.place)}"
        return [place, markup(row.printed), markup(row.true), f"{verdict}. {proof}."]


def table(label: str, head: tuple[str, ...], rows: list[list[str]], kind: str = "") -> str:
    """An HTML table whose rows can become blocks; the roles keep it a table for who listens."""
    top = "".join(f'<th role="columnheader" scope="col">{name}</th>' for name in head)
    body = "".join(f'<tr role="row">{_cells(head, cells)}</tr>' for cells in rows)
    name = f"blocks {kind}".rstrip()
    return (
        f'<table class="{name}" role="table" aria-label="{escape(plain(label))}">'
        f'<thead role="rowgroup"><tr role="row">{top}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table>'
    )


def _cells(head: tuple[str, ...], cells: list[str]) -> str:
    first, *rest = cells
    return f'<th role="rowheader" scope="row">{first}</th>' + "".join(
        f'<td role="cell" data-label="{name}">{cell}</td>'
        for name, cell in zip(head[1:], rest, strict=True)
    )


def markup(text: str) -> str:
    """HTML of a text with h_t, W_{hh} and x^{T−1} in it."""
    text = escape(text, quote=False)
    for _ in range(2):  # an index may have an index
        text = re.sub(r"\^(?:\{([^{}]*)\}|(.))", r"<sup>\1\2</sup>", text)
        text = re.sub(r"_(?:\{([^{}]*)\}|(\d+|\w))", r"<sub>\1\2</sub>", text)
    return text


def plain(text: str) -> str:
    """The same without marks, for what is heard."""
    return re.sub(r"[_^{}]", "", text)


def summary() -> dict[str, dict[str, int]]:
    """How many entries of each document got which verdict, and how many have a check."""
    found = {}
    for name in DOCUMENTS:
        rows = document(name).rows
        counts = {verdict: sum(row.verdict == verdict for row in rows) for verdict in VERDICTS}
        found[name] = counts | {"checked": sum(bool(row.check) for row in rows), "all": len(rows)}
    return found


def _named(count: int, verdict: str) -> str:
    return plural(count, verdict) if verdict == "slip" else f"{count} {verdict}"


class Summary:
    """The same as a table."""

    def __repr__(self) -> str:
        every = sum(counts["all"] for counts in summary().values())
        checked = sum(counts["checked"] for counts in summary().values())
        return f"{plural(every, 'row')}, {checked} with a check"

    def _repr_html_(self) -> str:
        head = ("Document", "Entries", "Checked", "What they are")
        rows = []
        for name, counts in summary().items():
            kinds = ", ".join(_named(counts[v], v) for v in VERDICTS if counts[v])
            source = document(name)
            title = f"{escape(source.author)}, <i>{escape(source.title)}</i>"
            rows.append([title, str(counts["all"]), str(counts["checked"]), kinds])
        return table("The five documents", head, rows)
