"""Accept what widgets draw: `python -m tests.widget.accept [name ...]`, then look at the sheet.

Rewrites the accepted stills of these widgets, or of all, and says which have changed. All stills
stand side by side in _build/stills.html, those that have changed first.
"""

import sys
from html import escape
from pathlib import Path

from tests.widget.conftest import ROOT, explorables
from tests.widget.stage import book_style
from tests.widget.stills import accepted_file, draw_still, make_widget, states_of, write_stills

SHEET = ROOT / "_build/stills.html"
STYLE = """
body { max-width: none; margin: 1rem; }
.stills { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
figure { width: 44rem; margin: 0; border: 1px solid silver; padding: 0.5rem; }
.kit > :not(.kit-stage), .kit-side, .kit-foot { display: none !important; }
"""


def accept_stills(name: str) -> bool:
    """Write the accepted stills of this widget; whether they have changed."""
    path = accepted_file(name)
    before = path.read_text("utf-8") if path.exists() else ""
    after = write_stills(name)
    path.write_text(after, encoding="utf-8")
    return before != after


def _show_still(name: str, state: str, values: dict) -> str:
    return (
        f"<figure><figcaption>{escape(state)}</figcaption>"
        '<div class="explorable"><div class="explorable-still">'
        f"{draw_still(name, values)}</div></div></figure>"
    )


def write_sheet(changed: dict[str, bool], path: Path = SHEET) -> None:
    """All stills of these widgets on one page, those that have changed first."""
    body = ""
    styles = {book_style(): None}  # each once, in order
    for name in sorted(changed, key=lambda name: not changed[name]):
        styles[str(make_widget(name)._css)] = None
        stills = [_show_still(name, *state) for state in states_of(name).items()]
        heading = f"{name}{' (changed)' if changed[name] else ''}"
        body += f'<h2>{heading}</h2><div class="stills">{"".join(stills)}</div>'
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        '<!doctype html><html lang="en" data-theme="light"><meta charset="utf-8">'
        f"<title>Stills</title><style>{''.join(styles)}{STYLE}</style><body>{body}</body></html>",
        encoding="utf-8",
    )


def main(names: list[str]) -> None:
    """Accept the stills of these widgets, or of all."""
    if unknown := {*names} - {*explorables()}:
        raise SystemExit(f"names: got {sorted(unknown)}, expected some of {sorted(explorables())}")
    changed = {name: accept_stills(name) for name in names or explorables()}
    for name, differs in changed.items():
        print(f"{name}: {'changed' if differs else 'as accepted before'}")
    write_sheet(changed)
    print(f"Look at {SHEET.relative_to(ROOT)} before you commit.")


if __name__ == "__main__":
    main(sys.argv[1:])
