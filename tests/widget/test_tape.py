"""The tape: what Python records, the browser's player repeats, and every number is explained."""

import json

import numpy as np
import pytest

from tests.widget.blocks import BLOCKS, NUMBERS, drawn, shapes
from tests.widget.common import error
from tests.widget.taped import call, check_explanations, gap, held_to, words
from unrolled.backprop import demo as step
from unrolled.backprop.tapes import step_tape
from unrolled.bptt import demo as network
from unrolled.bptt.tapes import network_tape
from unrolled.core import activations, losses
from unrolled.core.activations import log_softmax, logistic, softmax
from unrolled.mlp.network import Layer
from unrolled.rnn.cell import CELL, RNN
from unrolled.rnn.readout import Model, Readout
from unrolled.training import loss_and_gradient
from unrolled.widget.player import replay
from unrolled.widget.tape import record

DEMO = {name: value for part in network.MODEL for name, value in part._asdict().items()}
STEP = {f"{k}{n}": w for n, part in enumerate(step.NETWORK, 1) for k, w in part._asdict().items()}


@pytest.mark.parametrize(("tape", "module"), [(network_tape, network), (step_tape, step)])
def test_every_entry_of_a_worked_example_hangs_on_what_its_formula_names(tape, module):
    """Terms add up, feeding is mutual, and the feeders are the parents that the trace names."""
    trace = module.trace()
    parents = {}
    for found in check_explanations(tape(), {}):
        here = parents.setdefault(found["name"], set())
        here |= {feeder["name"] for feeder in found["feeders"]}
    assert set(parents) == set(trace)
    for name, quantity in trace.items():
        assert parents[name] == set(quantity.parents), name


@pytest.mark.parametrize(
    ("name", "index", "of", "said"),
    [
        ("a_2", [0], "sum", "+ W_hx[0, 0] x_2[0] + W_hx[0, 1] x_2[1] + W_hx[0, 2] x_2[2]"
         " + W_hx[0, 3] x_2[3] + W_hh[0, 0] h_1[0] + W_hh[0, 1] h_1[1] + b_h[0]"),
        ("h_2", [0], "tanh", "+ a_2[0]"),
        ("y_hat_3", [1], "softmax", "+ z_3[0] + z_3[1] + z_3[2] + z_3[3]"),
        ("L_1", [], "sum", "- y_1[0] log(+ y_hat_1[0]) - y_1[1] log(+ y_hat_1[1])"
         " - y_1[2] log(+ y_hat_1[2]) - y_1[3] log(+ y_hat_1[3])"),
        ("dz_1", [2], "sum", "+ y_hat_1[2] - y_1[2]"),
        ("slope_3", [1], "sum", "+ 1 - h_3[1] h_3[1]"),
        ("delta_1", [0], "sum", "+ slope_1[0] dh_1[0]"),
        ("dW_hh_3", [0, 1], "sum", "+ delta_3[0] h_2[1]"),
        ("L", [], "sum", "+ L_1[] 1/3 + L_2[] 1/3 + L_3[] 1/3"),
        ("dW_hx", [1, 2], "sum", "+ sum_dW_hx[1, 2] 1/3"),
        ("b_h", [1], "given", ""),
    ],
)  # fmt: skip
def test_a_number_is_explained_by_the_names_of_the_text(name, index, of, said):
    entries = call("explained", network_tape().data, {})
    (found,) = [e for e in entries if (e["name"], e["index"]) == (name, index)]
    assert (found["of"], words(found)) == (of, said)


def demo_of(W_hx, W_hh, b_h, W_yh, b_y):
    return network.trace(Model(RNN(W_hx, W_hh, b_h), Readout(W_yh, b_y)))


def step_of(W1, b1, W2, b2, x, y):
    return step.trace((Layer(W1, b1), Layer(W2, b2)), x, y)


@pytest.mark.parametrize(
    ("tape", "f", "weights", "letters", "bytes_"),
    [(network_tape, demo_of, DEMO, "", 5000), (step_tape, step_of, STEP, "xy", 1500)],
    ids=["d-e-m-o", "4-2-4"],
)
def test_a_worked_example_on_tape_is_it_in_python_for_a_thousand_weights_and_all_letters(
    tape, f, weights, letters, bytes_, unchecked
):
    picks = NUMBERS.integers(4, size=(1000, len(letters)))
    sets = [drawn(weights) | dict(zip(letters, np.eye(4)[n], strict=True)) for n in picks]
    wanted = [{name: q.value for name, q in f(**each).items()} for each in sets]
    assert gap(tape(), sets, wanted) < 1e-12
    assert len(json.dumps(tape().data, separators=(",", ":"))) < bytes_


@pytest.mark.parametrize(("f", "inputs"), BLOCKS, ids=lambda case: getattr(case, "__name__", ""))
def test_a_block_on_tape_is_the_block_in_numpy(f, inputs, unchecked):
    held_to(f, **inputs)


def test_bptt_of_the_package_runs_on_a_tape():
    """loss_and_gradient itself, over a batch, cell and readout as trees."""
    model = Model(
        RNN(*(shapes(a=(3, 2), b=(3, 3), c=3).values())), Readout(*shapes(a=(4, 3), b=4).values())
    )
    xs = NUMBERS.normal(size=(5, 6, 2))
    ys = np.eye(4)[NUMBERS.integers(4, size=(5, 6))]
    h0 = shapes(h=(6, 3))["h"]

    def f(model, xs, ys, h0):
        cell = CELL._replace(fast=None)
        _, gradient, last = loss_and_gradient(model, xs, ys, h0, cell=cell)
        return {"dW_hh": gradient.cell.W_hh, "db_y": gradient.readout.b_y, "last": last}

    tape = record(f, model=model, xs=xs, ys=ys, h0=h0)
    assert list(tape.data["inputs"])[:2] == ["model.cell.W_hx", "model.cell.W_hh"]
    other = {"model": Model(*model)._replace(cell=RNN(*(1.5 * w for w in model.cell))), "h0": -h0}
    found = replay(tape.data, **other)
    wanted = f(xs=xs, ys=ys, **other)
    assert max(error(found[name], wanted[name]) for name in wanted) < 1e-12


def steps_of(f, **inputs):
    return [line[0] for line in record(f, **inputs).data["steps"]]


@pytest.mark.parametrize(
    ("f", "steps"),
    [
        (lambda a, b: {"p": 1 - a * a, "q": 1 - a**2, "r": 1 - np.square(a)}, ["mul", "sub"]),
        (lambda a, b: {"p": a + b, "q": b + a}, ["add"]),
        (lambda a, b: {"p": np.outer(a, b).T, "q": b[:, None] @ a[None]}, ["mul"]),
        (lambda a, b: {"p": a.reshape(3, 1).T[0], "q": a[None].sum(axis=0)}, []),
        (lambda a, b: {"p": np.stack([a, b])[0, ::-1], "q": a.astype(float).copy()}, []),
        (lambda a, b: {"p": sum([a, b]), "q": (a + 0) * 1 + np.zeros(3) + b}, ["add"]),
        (lambda a, b: {"p": a @ b, "q": np.dot(b, a), "r": np.matvec(a[None], b)}, ["dot"]),
        (lambda a, b: {"p": a + np.exp(2) * 3 + 1, "unused": a}, ["add", "add"]),
        (lambda a, b: {"p": a, "rest": np.tanh(b)[:0].size + a}, []),
        (lambda a, b: {"p": softmax(a), "q": log_softmax(a)}, ["softmax", "logsoftmax"]),
        (lambda a, b: {"p": logistic(a)}, ["logistic"]),
        (lambda a, b: {"p": a / a.sum()}, ["sum", "div"]),
    ],
)
def test_equal_steps_are_one_and_a_view_is_none(f, steps):
    assert steps_of(f, **shapes(a=3, b=3)) == steps


def test_two_names_of_one_number_are_told_as_such():
    entries = call("explained", step_tape().data, {})
    (found,) = [e for e in entries if (e["name"], e["index"]) == ("db2", [3])]
    assert words(found) == "+ delta2[3]"
    assert found["feeds"] == []


def test_chances_add_up_to_one_and_a_player_holds_them_to_it():
    def f(z, y):
        return {"dz": losses.cross_entropy_back(z, y)}

    z = NUMBERS.normal(size=4)
    y = np.eye(4)[2]
    assert steps_of(f, z=z, y=y).count("mul") == 1
    tape = record(f, chances=("y",), z=z, y=y)
    assert "mul" not in [line[0] for line in tape.data["steps"]]
    for other in (np.eye(4)[0], np.array([0.7, 0.1, 0.1, 0.1])):  # these add up to 1 - 1.1e-16
        assert gap(tape, [{"y": other}], [f(z, other)]) < 1e-12
    more = [0.75, 0.25, 2.0**-20, 0]
    with pytest.raises(ValueError, match=r"inputs: got 1\.00000095\d* where 1\.0 was recorded"):
        replay(tape.data, y=np.array(more))
    with pytest.raises(Exception, match=r"got 1\.00000095\d* where 1 was recorded"):
        call("played", tape.data, [{"y": more}])


def written_into(a, b):
    plain = np.zeros(3)
    plain[:] = a
    return {"p": plain * b}


def changed(a):
    a[0] = 1
    return {"p": a}


def added_to(a, b):
    a += b
    return {"p": a}


@pytest.mark.parametrize(
    ("f", "named"),
    [
        (lambda a, b: {"p": np.einsum("i,i->", a, b)}, r"np\.einsum"),
        (lambda a, b: {"p": np.linalg.norm(a)}, r"np\.norm"),
        (lambda a, b: {"p": np.cumsum(a)}, r"np\.cumsum"),
        (lambda a, b: {"p": a.cumsum()}, r"np\.add\.accumulate|an array that lost|a\.cumsum"),
        (lambda a, b: {"p": np.prod(a)}, r"np\.prod|np\.multiply\.reduce"),
        (lambda a, b: {"p": np.arctan(a)}, r"np\.arctan"),
        (lambda a, b: {"p": np.add(a, b, out=np.zeros(3))}, r"np\.add into an array"),
        (lambda a, b: {"p": np.add(a, b, where=[True, False, True])}, r"np\.add with where"),
        (lambda a, b: added_to(a, b), r"np\.add into an array"),
        (lambda a, b: changed(a), r"a\[\.\.\.\] = b"),
        (lambda a, b: {"p": a[a > 0]}, "an index that depends on recorded numbers"),
        (lambda a, b: {"p": b[int(a.argmax())]}, r"a\.argmax\(\)"),
        (lambda a, b: {"p": np.argsort(a)}, r"np\.argsort"),
        (lambda a, b: {"p": activations.gelu(a)}, "an array that lost its steps"),
        (lambda a, b: {"p": a.astype(int)}, r"astype\(int64\)"),
        (written_into, "p, whose steps were lost"),
        (lambda a, b: {"p": b * float(a[0])}, "p, whose steps were lost"),
        (lambda a, b: {"p": np.array([a[0], b[0]])}, "p, whose steps were lost"),
        (lambda a, b: a, "expected a dict of named arrays"),
        (lambda a, b: {"0": a}, "expected a dict of named arrays"),
    ],
)
def test_what_a_tape_cannot_hold_is_refused_by_name(f, named):
    with pytest.raises(ValueError, match=rf"^f: got .*({named})"):
        record(f, **shapes(a=3, b=3))


def test_checks_at_a_door_leave_nothing_and_a_branch_leaves_a_promise():
    def checked(a):
        assert np.isfinite(a).all()
        assert len(a) == 3
        return {"p": -a}

    assert record(checked, **shapes(a=3)).data["promises"] == []

    def branched(a):
        return {"p": a if a[1] > 0 else -a}

    tape = record(branched, a=np.array([1.0, 2.0, 3.0]))
    assert replay(tape.data, a=[4.0, 5.0, 6.0])["p"].tolist() == [4, 5, 6]
    with pytest.raises(ValueError, match=r"inputs: got 0\.0 where 1\.0 was recorded"):
        replay(tape.data, a=[4.0, -5.0, 6.0])
    with pytest.raises(Exception, match="got 0 where 1 was recorded"):
        call("played", tape.data, [{"a": [4, -5, 6]}])


def test_a_player_refuses_inputs_that_do_not_fit():
    data = network_tape().data
    with pytest.raises(ValueError, match=r"W_hh: got shape \(4,\), expected \(2, 2\)"):
        replay(data, W_hh=np.zeros(4))
    with pytest.raises(ValueError, match="inputs: got W, expected some of W_hx, "):
        replay(data, W=np.zeros(4))
    with pytest.raises(Exception, match="W_hh: got 3, expected 4"):
        call("played", data, [{"W_hh": [0, 0, 0]}])


def test_infinity_travels_as_text():
    mask = np.where(np.tri(3) > 0, 0.0, -np.inf)
    tape = held_to(lambda S: {"A": softmax(S + mask)}, S=shapes(S=(3, 3))["S"])
    assert "-Infinity" in tape.data["constants"]
    json.loads(json.dumps(tape.data, allow_nan=False))
