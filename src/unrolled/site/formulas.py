"""TeX to HTML: MathJax, out of `sphinx-mathjax-offline`, runs in V8, out of `mini-racer`."""

import atexit
import json
import os
import re
from hashlib import sha256
from pathlib import Path

from unrolled.site import mathjax

START = """
globalThis.global = globalThis;
globalThis.MathJax = %s;
MathJax.loader.load.unshift("adaptors/liteDOM");
MathJax.loader.paths = {mathjax: "."};
MathJax.loader.require = name => (0, eval)(FILES[name.slice(2)]);
MathJax.startup = {typeset: false};
MathJax.tex.formatError = (jax, error) => { throw error; };
Object.assign(MathJax.chtml, {adaptiveCSS: false, fontURL: "mathjax"});
"""
USE = """
function typeset(tex, display) {
  try { return {html: MathJax.startup.adaptor.outerHTML(MathJax.tex2chtml(tex, {display}))}; }
  catch (error) { return {error: error.message}; }
}
const styles = () => MathJax.startup.adaptor.textContent(MathJax.chtmlStylesheet());
"""


def v8() -> bool:
    """Whether V8 can be had: its wheel is installed, and what is in it loads here."""
    try:
        from py_mini_racer import MiniRacer

        MiniRacer().close()
    except Exception:  # whatever stops it, the browser can typeset the page
        return False
    return True


class Formulas:
    """What MathJax makes of TeX, remembered in a file from one build to the next."""

    def __init__(self, file: Path):
        names = ("adaptors/liteDOM.js", *mathjax.PARTS)
        files = {name: (mathjax.SOURCE / name).read_text("utf-8") for name in names}
        self._code = f"const FILES = {json.dumps(files)};" + START % json.dumps(mathjax.CONFIG)
        self._code += (mathjax.SOURCE / "startup.js").read_text("utf-8") + USE
        self._made_by = sha256(self._code.encode()).hexdigest()
        self._file = file
        self._v8 = {}
        known = json.loads(file.read_text("utf-8")) if file.exists() else {}
        self._known = known if known.get("made by") == self._made_by else {}

    def typeset(self, tex: str, display: bool) -> str:
        """The formula as HTML, with MathML for those who listen. Raises ValueError."""
        key = f"{'display' if display else 'inline'} {tex}"
        if key not in self._known:
            made = self._call("typeset", tex, display)
            if "error" in made:
                raise ValueError(made["error"])
            self._known[key] = made["html"]
        return self._known[key]

    def styles(self, html: str) -> str:
        """The rules of MathJax's stylesheet that apply to some element of `html`."""
        if "styles" not in self._known:
            self._known["styles"] = self._call("styles")
        return _used(self._known["styles"], html)

    def close(self) -> None:
        """Write down what is known and stop V8."""
        self._known["made by"] = self._made_by
        new = self._file.with_suffix(".new")
        new.write_text(json.dumps(self._known), "utf-8")
        os.replace(new, self._file)
        if v8 := self._v8.pop(os.getpid(), None):
            v8.close()

    def _call(self, *args):
        from py_mini_racer import MiniRacer

        process = os.getpid()  # a fork, of a parallel build, inherits no running V8
        if process not in self._v8:
            self._v8[process] = v8 = MiniRacer()
            atexit.register(v8.close)  # a V8 left open does not let Python end
            v8.eval(self._code)
        return self._v8[process].call(*args)


def _used(styles: str, html: str) -> str:
    def names(pattern: str, text: str) -> set[str]:
        return {name.replace(" ", ".") for name in re.findall(pattern, text)}

    element, family = r"mjx-c\w+[ .]TEX-\w+|mjx-[\w-]+|TEX-\w+", r"MJX[\w-]+"
    here = names(element, html) | names(r"TEX-\w+", html)  # a character in its font, and its font
    fonts = set()
    kept = []
    for rule in styles.strip().split("\n\n"):  # the fonts come last
        selectors, body = rule.split(" {\n", 1)
        if "@font" not in selectors:
            if any(names(element, selector) <= here for selector in selectors.split(",")):
                kept.append(rule)
                fonts |= names(family, body)
        elif names(family, body) & fonts:
            kept.append(rule)
    return "\n".join(" ".join(rule.split()) for rule in kept)
