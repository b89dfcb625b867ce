"""What every explorable shares: one module, two hosts, and a default state without either.

A widget is an anywidget: its traits are its only state, and one plain ES module
(`render({model, el})`) draws it. In JupyterLab the kernel hosts the module.
On the static page `host.js` does, with the same model interface; without JavaScript and in print
there stands the default state as a figure and a table.
"""

import json
from html import escape
from pathlib import Path

import anywidget
import traitlets

from unrolled.core.door import flag, one_of, real, short, whole
from unrolled.core.shapes import Array

KIT = Path(__file__).parent / "kit"


def module(widget: str | Path) -> str:
    """The source of the module beside a widget's file, the kit inlined: no bundler, no request."""
    kit = (KIT / "parts.js").read_text(encoding="utf-8").replace("export ", "")
    lines = Path(widget).with_suffix(".js").read_text(encoding="utf-8").splitlines()
    return kit + "\n".join(line for line in lines if not line.startswith("import "))


def style(widget: str | Path) -> str:
    """The style sheet of the kit and, if there is one, the one beside a widget's file."""
    paths = (KIT / "parts.css", Path(widget).with_suffix(".css"))
    return "\n".join(p.read_text(encoding="utf-8") for p in paths if p.exists())


def within(name: str, array: Array, low: float, high: float) -> Array:
    """`array`, if none of its numbers lies outside [low, high]."""
    outside = array[(array < low) | (array > high)]
    if outside.size:
        expected = f"numbers from {low:g} to {high:g}"
        raise ValueError(f"{name}: got {outside.flat[0]}, expected {expected}")
    return array


class Explorable(anywidget.AnyWidget):
    """Base of all widgets: adds the static page's `text/html` to the mime bundle."""

    title = ""  # what the reader sees above it

    def __init__(self, **traits: object):
        super().__init__(**{name: self.entered(name, value) for name, value in traits.items()})

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait of this name holds it, or ValueError; no other name is welcome."""
        trait = self.traits().get(name)
        if trait is None:
            one_of("keyword", name, self._own())
        if isinstance(trait, traitlets.Enum):
            return one_of(name, value, trait.values)
        if isinstance(trait, traitlets.Bool):
            return flag(name, value)
        if isinstance(trait, traitlets.Int):
            return whole(name, value, trait.min, trait.max)
        if isinstance(trait, traitlets.Float):
            return real(name, value, float(trait.min), float(trait.max))
        try:
            return trait._validate(self, value)
        except traitlets.TraitError:
            raise ValueError(f"{name}: got {short(value)}, expected {trait.info()}") from None

    def fallback(self) -> str:
        """HTML of the default state: a figure and its data as a table."""
        raise NotImplementedError

    def state(self) -> dict:
        """The synchronised traits that are the widget's own."""
        return {name: getattr(self, name) for name in self._own()}

    def _own(self) -> list[str]:
        inherited = anywidget.AnyWidget.class_trait_names()
        own = (name for name in self.trait_names(sync=True) if name not in inherited)
        return [name for name in own if not name.startswith("_")]

    def static_html(self) -> str:
        """The widget for a page without a kernel."""
        state = json.dumps(self.state()).replace("</", "<\\/")
        code = str(self._esm).replace("</script", "<\\/script")
        host = (KIT / "host.js").read_text(encoding="utf-8")
        return (
            f'<div class="explorable" role="group" aria-label="{escape(self.title)}">'
            f"<style>{self._css}</style>"
            f'<div class="explorable-still">{self.fallback()}</div>'
            f'<script type="application/json">{state}</script>'
            f'<script type="text/plain">{code}</script>'
            f"<script>{host}</script></div>"
        )

    def _repr_mimebundle_(self, **kwargs: dict) -> tuple[dict, dict]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        return {**data, "text/html": self.static_html(), "text/plain": self.title}, metadata
