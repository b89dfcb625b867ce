"""Break the package, and the chapter must refuse to run: its witnesses are no decoration."""

import re
import shutil

import pytest

from tests.conftest import ROOT

ERRORS = {
    ("bptt", "sign"): ("rnn/cell.py", "1 - cache.h * cache.h", "1 + cache.h * cache.h"),
    ("bptt", "transpose"): ("rnn/fast.py", "np.dot(deltas[t], W_hh,", "np.dot(deltas[t], W_hh.T,"),
    ("bptt", "index"): ("rnn/cell.py", "outer(deltas, cache.h_prev)", "outer(deltas, cache.h)"),
    ("bptt", "1/T"): ("core/losses.py", " / np.prod(zs.shape[:-1])", ""),
    ("mlp", "slope"): ("core/activations.py", "lambda a, h: h * (1 - h)",
                       "lambda a, h: a * (1 - a)"),
    ("mlp", "fan-in"): ("mlp/network.py", "n * (m + 1)", "m * (n + 1)"),
    ("mlp", "memory"): ("core/optim.py", "beta * v + dw", "beta * v - dw"),
    ("mlp", "softmax"): ("core/activations.py", "z.max(axis=-1, keepdims=True))\n    return e / e",
                         "z.max(axis=-1, keepdims=True))\n    return e / 2 / e"),
    ("mlp", "surprise"): ("core/losses.py", "* log_softmax(z)).sum(axis=-1)",
                          "* log_softmax(z)).sum(axis=-1) / 2"),
    ("mlp", "start"): ("mlp/network.py", "scale * n_from**-0.5", "scale * n_to**-0.5"),
    ("derivations", "mask"): ("core/losses.py", "return mean_loss(loss, zs[",
                              "return 2 * mean_loss(loss, zs["),
    ("backprop", "BP1"): ("backprop/backward.py", "return dy * _like(", "return dy + 0 * _like("),
    ("backprop", "BP2"): ("backprop/backward.py", "return back * _like(",
                          "return back + 0 * _like("),
    ("backprop", "BP3"): ("backprop/backward.py", "total(delta))", "0 * total(delta))"),
    ("backprop", "BP4"): ("backprop/backward.py", "outer(delta, h_before)",
                          "outer(delta, h_before) + 1"),
    ("gradients", "order"): ("gradients/products.py", "product = factor @ product",
                             "product = product @ factor"),
    ("gradients", "radius"): ("gradients/norms.py", "return np.linalg.norm(",
                              "return abs(np.linalg.eigvals(W)).max(-1) + 0 * np.linalg.norm("),
    ("remedies", "slope"): ("remedies/shortcuts.py", "activation.slope(a, written))",
                             "1 + 0 * activation.slope(a, written))"),
    ("remedies", "leak"): ("remedies/shortcuts.py", "1.0 - alpha, activation", "1.0, activation"),
    ("remedies", "norm"): ("core/optim.py", "float(np.sqrt(sum(np.vdot", "float((sum(np.vdot"),
    ("rnn", "recurrent"): ("rnn/cell.py", "+ np.matvec(p.W_hh, h_prev) + p.b_h", "+ p.b_h"),
    ("language_models", "counts"): ("language_models/counting.py",
                                    "(counts, (codes[:-1], codes[1:])",
                                    "(counts, (codes[1:], codes[:-1])"),
    ("truncation", "window"): ("truncation/weights.py", "(i > end - k2)", "(i >= end - k2)"),
    ("truncation", "losses"): ("truncation/weights.py", "(t > T - k)", "(t >= T - k)"),
    ("truncation", "weight"): ("truncation/weights.py", "opened / (keep if reweighted else 1.0)",
                               "opened / (1.0 if reweighted else 1.0)"),
    ("truncation", "state"): ("truncation/walks.py", "h, most = tree_at(states, -1)",
                              "h, most = h0"),
    ("derivations", "BP2"): ("backprop/on_paper.py", "(W.T * delta)", "(2 * W.T * delta)"),
    ("derivations", "sum"): ("derivations/symbolic.py", "found.function.expand()",
                             "-found.function.expand()"),
    ("errata", "entry"): ("errata/output_layer.py", "-y + y_hat * y.sum()",
                          "-y - y_hat * y.sum()"),
    ("errata", "order"): ("errata/displayed.py", "row = row @ J[i]", "row = J[i] @ row"),
    ("errata", "row"): ("errata/group8.json", "0.1294/3 = 0.0431", "0.1294/3 = 0.0432"),
}  # fmt: skip


@pytest.fixture
def copy(tmp_path):
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src/unrolled", tmp_path / "unrolled", ignore=ignored)
    return tmp_path


@pytest.mark.parametrize(("chapter", "error"), ERRORS, ids=map("-".join, ERRORS))
def test_the_chapter_stops_at_a_planted_error(run, copy, chapter, error):
    """As the package is, it runs to its end: `test_notebooks` holds that."""
    name, right, wrong = ERRORS[chapter, error]
    path = copy / "unrolled" / name
    text = path.read_text("utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    said = run("ended", chapter, copy)
    label = f"eq-{chapter.replace('_', '-')}"
    stopped = rf"AssertionError: ({label}|[A-E]\d+: )"  # an equation, or an entry of errata
    assert re.search(stopped, said), said or "it ran to its end"
