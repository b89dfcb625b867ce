"""What every explorable shares: one module, two hosts, and its first view without either.

A widget is an anywidget: its traits are its only state, and one plain ES module on the kit draws
it. In JupyterLab the kernel hosts the module. On the static page `host.js` does, with the same
model interface; until then, without JavaScript and in print there stands what the same module
draws of the first state in V8.
"""

import inspect
import json
import math
import re
from hashlib import sha256
from html import escape

import anywidget
import traitlets

from unrolled.core.door import check_choice, check_flag, check_real, check_whole, short_repr
from unrolled.widget.inline import KIT, engine, pieces, sources, styles


class Explorable(anywidget.AnyWidget):
    """Base of all widgets: declared doors, and the static page's `text/html`."""

    title = ""  # what the reader sees above it
    answered = traitlets.Bool(False, help="whether the question has been answered").tag(sync=True)
    _names = traitlets.List().tag(sync=True)  # of the traits that are its state
    _start = traitlets.Dict().tag(sync=True)  # the state as it was made: what "Reset" goes to
    _constants = traitlets.Dict().tag(
        sync=True
    )  # what never changes: question, stories, task, numbers

    def __init_subclass__(cls, **options: object):
        if not hasattr(cls, "_sources"):  # traitlets makes subclasses of its own, which have them
            file = inspect.getfile(cls)
            cls._sources = sources(file)
            cls._esm = "\n".join(cls._sources)
            cls._styles = styles(file)
            cls._css = "\n".join(cls._styles)
        super().__init_subclass__(**options)

    def __init__(self, **traits: object):
        for name, value in traits.items():
            traits[name] = self.entered(name, value)
        super().__init__(**traits)
        self._names = self.own()
        self._start = self.state()
        self._constants = {"doors": self._doors(), "heading": self.title, **self.constants()}

    def __setattr__(self, name: str, value: object) -> None:
        if self.has_trait(name) and name in self.own():
            value = self.entered(name, value)
        super().__setattr__(name, value)

    def constants(self) -> dict:
        """What the module needs to know and the reader cannot change."""
        return {}

    def entered(self, name: str, value: object) -> object:
        """`value` as the trait of this name holds it, or ValueError; no other name is welcome."""
        check_choice("keyword", name, self.own())
        trait = self.traits()[name]
        if isinstance(trait, traitlets.Enum):
            return check_choice(name, value, trait.values)
        if isinstance(trait, traitlets.Bool):
            return check_flag(name, value)
        if isinstance(trait, traitlets.Int):
            return check_whole(name, value, trait.min, trait.max)
        if isinstance(trait, traitlets.Float):
            return check_real(name, value, float(trait.min), float(trait.max))
        try:
            return trait._validate(self, value)
        except traitlets.TraitError:
            raise ValueError(f"{name}: got {short_repr(value)}, expected {trait.info()}") from None

    @classmethod
    def own(cls) -> list[str]:
        """The names of the traits that are the widget's state."""
        inherited = anywidget.AnyWidget.class_trait_names()
        names = (name for name in cls.class_trait_names(sync=True) if name not in inherited)
        return sorted(name for name in names if not name.startswith("_"))

    def state(self) -> dict:
        """The widget's state."""
        return {name: getattr(self, name) for name in self.own()}

    def values(self) -> dict:
        """Everything that the module reads."""
        return self.state() | {
            name: getattr(self, name) for name in ("_names", "_start", "_constants")
        }

    def place(self) -> str:
        """What its links and what is kept of it are known by on a page."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower()

    def _doors(self) -> dict:
        """What a link may set: numbers within bounds, one of a few names."""
        doors = {}
        for name in self.own():
            trait = self.traits()[name]
            if "door" in trait.metadata:  # of what holds numbers
                doors[name] = trait.metadata["door"]
            elif isinstance(trait, traitlets.Enum):
                doors[name] = {"names": list(trait.values)}
            elif isinstance(trait, traitlets.Int | traitlets.Float):
                bounds = {"low": trait.min, "high": trait.max}
                held = (item for item in bounds.items() if item[1] is not None)
                known = {side: x for side, x in held if math.isfinite(x)}
                doors[name] = known | {"whole": isinstance(trait, traitlets.Int)}
        return doors

    def still(self, **local: object) -> str:
        """The first view as HTML, drawn by the module itself.

        `narrow=True` is its form for a phone, `paper=True` that with the question answered.
        """
        runs = engine(str(self._esm))
        if runs is None:
            return f"<p>{escape(self.title)}: this picture needs JavaScript.</p>"
        return runs.call("still", json.dumps([self.state(), self._constants, local]))

    def stills(self) -> str:
        """What stands there until the module runs, where it never does, and on paper.

        Browsers that run scripts read `noscript` as text, which costs a page nothing.
        """
        wide = f'<div class="explorable-still">{_lightened(self.still())}</div>'
        if self._declares("forms"):
            narrow = _lightened(self.still(narrow=True))
            wide = wide.replace("explorable-still", "explorable-still is-wide", 1)
            wide += f'<div class="explorable-still is-narrow">{narrow}</div>'
        if self._declares("page"):  # a page of its own is all there is
            return wide.replace("explorable-still", "explorable-still is-own", 1)
        paper = _lightened(self.still(paper=True))
        return f'{wide}<noscript class="explorable-paper">{paper}</noscript>'

    def _declares(self, name: str) -> bool:
        runs = engine(str(self._esm))
        return runs is not None and bool(runs.eval(f"!!module.widget.{name}"))

    def static_html(self) -> str:
        """The widget for a page without a kernel."""
        held = json.dumps(self.values()).replace("</", "<\\/")
        kit_text, own_text = self._sources
        code = {_name(text): text for text in (*pieces(kit_text), own_text)}
        names = " ".join(code)
        inert = "".join(_inert(name, text) for name, text in code.items())
        sheets = "".join(
            f'<style data-source="{_name(text)}">{text}</style>' for text in self._styles if text
        )
        host = (KIT / "host.js").read_text(encoding="utf-8")
        return (
            f'<div class="explorable" role="group" aria-label="{escape(self.title)}"'
            f' data-place="{self.place()}" data-sources="{names}">'
            f"{sheets}{self.stills()}"
            f'<script type="application/json">{held}</script>'
            f'{inert}<script data-source="{_name(host)}">{host}</script>'
            f"<script>unrolled(document.currentScript.parentElement)</script></div>"
        )

    def _repr_mimebundle_(self, **kwargs: dict) -> tuple[dict, dict]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        return {**data, "text/html": self.static_html(), "text/plain": self.title}, metadata


UNSEEN = re.compile(
    r'<(path|circle|rect)\b[^>]*(?: opacity="0"|class="[^"]*\b(?:line reach|pick)\b)[^>]*></\1>'
)
TOUCHED = re.compile(
    r' (?:role="button"|aria-pressed="\w+"|tabindex="-1"|data-at="[\d,]+"|data-near="")'
)
FINE = re.compile(r"(\.\d\d)\d{3,}")  # digits below a hundredth of a pixel


def _lightened(still: str) -> str:
    """A still without what nobody sees, and without what only a finger or a key could use."""
    return FINE.sub(r"\1", TOUCHED.sub("", UNSEEN.sub("", still)))


def _name(text: str) -> str:
    return "s" + sha256(text.encode()).hexdigest()[:10]


def _inert(name: str, text: str) -> str:
    """Code that the host reads and the browser does not run."""
    code = text.replace("</script", "<\\/script")
    return f'<script type="text/plain" data-source="{name}">{code}</script>'
