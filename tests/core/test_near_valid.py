"""A call that is nearly right is right, or is told what is wrong: never a wrong number."""

import pickle
from functools import partial

import numpy as np
import pytest
import torch

from tests.strategies import problem
from unrolled.bptt.cost import cost_of_a_step
from unrolled.core import activations, losses, optim
from unrolled.core.count import multiply_adds, slope
from unrolled.core.door import Exploded, as_floats, check_array, check_generator
from unrolled.core.gradcheck import check_gradient, finite_difference, largest_gap, relative_gap
from unrolled.core.initial import orthogonal, with_radius
from unrolled.core.shapes import outer
from unrolled.core.text import encode, streams
from unrolled.core.unroll import bptt, unroll
from unrolled.remedies.shortcuts import residual, with_skip
from unrolled.rnn import demo, torch_twin
from unrolled.rnn.cell import CELL, RNN, rnn_step
from unrolled.rnn.readout import Model, Readout, random_model
from unrolled.rnn.writing import write
from unrolled.training import learner, loss_and_gradient, predict, task_gradient, train

pytestmark = pytest.mark.usefixtures("unchecked")
RNG = np.random.default_rng(0)
CELL_P, READ = demo.MODEL


def squares(p):
    return float(np.sum(np.asarray(p) ** 2))


def refused(message, f, *arguments, **named):
    with pytest.raises(ValueError, match=message):
        f(*arguments, **named)


def test_a_masked_entry_is_no_number():
    masked = np.ma.masked_array([1.0, 2.0], [False, True])
    refused(
        "x: got masked_array.* expected an array of real numbers", check_array, "x", masked, "n"
    )
    assert as_floats("x", np.ma.masked_array([1.0, 2.0], [False, False])).tolist() == [1, 2]
    assert check_array("x", [True, False], "n").tolist() == [1, 0]


def test_a_seed_is_not_a_generator():
    for f, rest in (
        (orthogonal, (3,)),
        (with_radius, (3, 1.0)),
        (random_model, (1, 2, 3)),
        (learner, (CELL, 1, 2, 3)),
        (check_generator, ()),
    ):
        for seed in (0, None, np.random):
            arguments = ("rng", seed) if f is check_generator else (seed, *rest)
            refused("rng: got .*, expected a generator, as np.random.default_rng", f, *arguments)


def test_explosions_carry_the_step_they_name():
    p = RNN(np.ones((1, 1)), 1e200 * np.ones((1, 1)), np.zeros(1))
    with pytest.raises(Exploded, match="state: exploded at step 2 of 5") as found:
        unroll(residual(activations.IDENTITY), p, np.ones((5, 1)), np.ones(1))
    assert found.value.step == 2
    assert isinstance(found.value, OverflowError)
    assert pickle.loads(pickle.dumps(found.value)).step == 2


def as_lists(tree):
    return type(tree)(*(leaf.tolist() for leaf in tree))


@pytest.mark.parametrize("form", [np.ndarray.tolist, torch.from_numpy, np.asfortranarray])
def test_weights_of_any_kind_give_the_same_states_and_gradients(form):
    p = RNN(*map(form, CELL_P))
    out = Readout(*map(form, READ))
    states, caches = unroll(CELL, p, form(demo.XS), form(demo.H0))
    wanted, kept = unroll(CELL, CELL_P, demo.XS, demo.H0)
    assert np.array_equal(states, wanted)
    for cell in (CELL, CELL._replace(fast=None)):
        found = bptt(cell, p, caches, form(np.ones((3, 2))))
        assert largest_gap(found, bptt(cell, CELL_P, kept, np.ones((3, 2)))) < 1e-16
        assert isinstance(found[0], RNN)
    found = loss_and_gradient(Model(p, out), form(demo.XS), form(demo.YS), form(demo.H0))
    wanted = loss_and_gradient(demo.MODEL, demo.XS, demo.YS, demo.H0)
    assert found[0] == wanted[0]
    assert largest_gap(found[1], wanted[1]) < 1e-16


def test_a_transposed_weight_is_told_by_its_own_name():
    for name in ("W_hx",):
        p = CELL_P._replace(**{name: getattr(CELL_P, name).T})
        refused(r"^W_hx: got shape \(4, 2\)", unroll, CELL, p, demo.XS, demo.H0)
    p = CELL_P._replace(W_hh=np.ones((3, 3)))
    refused(r"^W_hh: got shape \(3, 3\)", unroll, CELL, p, demo.XS, demo.H0)
    p = CELL_P._replace(b_h=np.ones(3))
    refused(r"^b_h: got shape \(3,\)", unroll, CELL, p, demo.XS, demo.H0)


def test_a_model_a_tuple_or_a_dict_is_not_a_cells_weights():
    for p in (demo.MODEL, tuple(CELL_P), CELL_P._asdict(), READ, None):
        refused(r"p: got .*, expected RNN\(W_hx, W_hh, b_h\)", unroll, CELL, p, demo.XS, demo.H0)
        model = Model(p, READ)
        refused(
            "cell: got none for .*, expected one, or weights of .*RNN",
            predict,
            model,
            demo.XS,
            demo.H0,
        )
        refused("p: got .*, expected RNN", write, model, "demo", "d", 2)
        refused("p: got .*, expected RNN", torch_twin.states, p, demo.XS, demo.H0)
    for model in (CELL_P, tuple(demo.MODEL), None):
        for f, more in ((predict, (demo.XS, demo.H0)), (write, ("demo", "d", 2))):
            refused(r"model: got .*, expected Model\(cell, readout\)", f, model, *more)
        for f in (loss_and_gradient, torch_twin.loss_and_gradient):
            refused("model: got .*, expected Model", f, model, demo.XS, demo.YS, demo.H0)
    refused("model.cell", unroll, CELL, demo.MODEL, demo.XS, demo.H0)


def test_codes_are_not_targets():
    codes = demo.YS.argmax(axis=1)
    for f in (loss_and_gradient, torch_twin.loss_and_gradient):
        refused(r"ys: got shape \(3,\).*np.eye\(4\)\[ys\]", f, demo.MODEL, demo.XS, codes, demo.H0)
    refused("loss: got 'ce'", loss_and_gradient, demo.MODEL, demo.XS, demo.YS, demo.H0, "ce")


@pytest.mark.parametrize("p", [[1, 2], np.array([1, 2]), np.array([1, 2], np.float32)])
def test_differences_are_taken_in_float64(p):
    assert np.abs(finite_difference(squares, p) - [2, 4]).max() < 1e-9
    assert check_gradient(squares, p, [2, 4]) < 1e-9


def test_a_step_that_is_lost_gives_no_difference():
    refused("eps: got 0", finite_difference, squares, np.ones(2), 0)
    refused("eps: got 1e-05.*not lost", finite_difference, squares, np.array([1.0, 1e13]))
    refused(r"f: got shape \(2,\)", finite_difference, lambda p: p, np.ones(2))
    refused(r"gradient: got shape \(3,\)", check_gradient, squares, np.ones(2), np.ones(3))


def test_trees_are_compared_shape_by_shape():
    for f in (largest_gap, relative_gap):
        refused("trees: got leaves of shapes", f, np.ones(2), np.ones((2, 2)))
        refused("trees: got leaves of shapes", f, (np.ones(2),), (np.ones(2), np.ones(2)))
        refused("expected numbers to compare", f, [], [])
    assert relative_gap([1e200, 0.0], [2e200, 0.0]) == 0.5
    refused("wanted: got zeros", relative_gap, [1.0], [0.0])


@pytest.mark.parametrize("size", [1e-300, 1e200, 1e308])
def test_clipping_survives_what_squaring_does_not(size):
    g = np.full(4, size)
    assert np.allclose(optim.clip_by_norm(g, size) / size, 0.5, rtol=1e-14)
    assert optim.global_norm(g[:1]) == pytest.approx(size, rel=1e-14)
    assert optim.clip_by_norm([3, 4], 1).tolist() == pytest.approx([0.6, 0.8])


def test_clipping_refuses_what_has_no_direction():
    g = CELL_P._replace(b_h=np.array([0.0, np.nan]))
    for f in (optim.clip_by_norm, optim.clip_by_value):
        refused("g.b_h: got nan, expected finite numbers", f, g, 1)
    refused("g: got inf", optim.clip_by_norm, np.array([np.inf, 1.0]), 1)
    assert optim.clip_by_value(np.array([-np.inf, 3]), 2).tolist() == [-2, 2]


def test_optimisers_take_gradients_of_the_shape_of_the_weights():
    assert optim.sgd(np.float32(0.5)).step((np.ones(1),), (np.ones(1),), ())[0][0] == 0.5
    for make in (optim.sgd, optim.momentum, optim.adam):
        rule = make(0.1)
        p = (np.ones(3),)
        refused(r"g.0: got shape \(3, 3\)", rule.step, p, (np.ones((3, 3)),), rule.start(p))
        refused("rate: got True", make, True)
    refused("optimiser: got 3", optim.descend, 3, squares, np.ones(2), 1)


def test_optimisers_take_a_memory_of_their_own():
    rule = optim.momentum(0.1)
    p = (np.ones(3),)
    refused(r"memory: got an array of shape \(3,\)", rule.step, p, p, np.ones(3))
    rule = optim.adam(0.1)
    refused(r"memory: got a tuple of 0, expected AdamMemory", rule.step, p, p, ())
    memory = rule.start(p)
    refused("memory.m.0: got shape", rule.step, p, p, memory._replace(m=(np.ones((3, 3)),)))
    refused("memory.s: got", rule.step, p, p, memory._replace(s=np.ones(3)))
    refused("memory.k: got 0.5", rule.step, p, p, memory._replace(k=0.5))


def test_a_gradient_that_writes_into_its_argument_leaves_the_path():
    def gradient(p):
        p *= 2
        return p

    step = optim.Optimiser(lambda p: (), lambda p, g, _: (np.subtract(p, 0.1 * g, out=p), ()))
    for rule in (optim.sgd(0.1), step):
        path = np.array(optim.descend(rule, gradient, np.ones(2), 3))
        assert np.allclose(path, 0.8 ** np.arange(4)[:, None], rtol=1e-15)


def test_descending_says_at_which_update_it_exploded():
    for gradient, update in ((lambda p: np.nan * p, 1), (lambda p: -1e99 * p, 4)):
        with pytest.raises(OverflowError, match=f"p: exploded at update {update} of 9") as told:
            optim.descend(optim.sgd(1.0), gradient, np.ones(2), 9)
        assert told.value.step == update


def test_batch_axes_of_a_product_are_the_same():
    refused(r"x: got batch axes \(3, 2\)", outer, np.ones((2, 3, 4)), np.ones((3, 2, 5)))


def test_a_product_that_is_not_counted_is_told():
    A = np.ones((3, 3))
    for f in (lambda a: a @ a, lambda a: np.dot(a, a, out=np.empty((3, 3))), lambda a: a.dot(a)):
        assert multiply_adds(f, A) == 27
    uncounted = (
        lambda a: np.einsum("ij,jk", a, a),
        lambda a: np.dot(a[None], a),
        lambda a: np.vdot(a, a),
    )
    for f in uncounted:
        refused(r"f: got np\.", multiply_adds, f, A)


def test_the_fast_way_back_costs_what_the_book_says(unchecked):
    """2 n_h (n_h + n_x) a step, by eq-bptt-cost, whichever way it is taken."""
    for cell in (CELL, CELL._replace(fast=None)):
        p, xs, h0, _ = problem(7, (), 3, 5, 0)
        states, caches = unroll(cell, p, xs, h0)
        count = multiply_adds(partial(bptt, cell), p, caches, states)
        assert count == 7 * 2 * 5 * (5 + 3)


def test_a_target_is_not_mistaken_for_an_output():
    z, y = np.array([2.0, -1.0, 0.5]), np.array([0.0, 1.0, 0.0])
    for f in (losses.cross_entropy, losses.cross_entropy_back):
        refused("y: got -1.0, expected chances or counts; the order is z, y", f, y, z)
    for f in (losses.mean_loss, losses.mean_loss_back):
        refused("y: got -1.0", f, losses.CROSS_ENTROPY, y[None], z[None])
    refused("mean_cross_entropy: got -1.0, expected a number from 0", losses.perplexity, -1)


def test_a_loss_of_ones_own_has_a_number_for_every_step():
    zs, ys = RNG.normal(size=(2, 3, 2))
    mean = losses.Loss(lambda z, y: ((z - y) ** 2).mean(), lambda z, y: (z - y).sum(axis=-1))
    refused(r"loss.of: got shape \(\), expected \(3,\)", losses.mean_loss, mean, zs, ys)
    refused(r"loss.back: got shape \(3,\), expected \(3, 2\)", losses.mean_loss_back, mean, zs, ys)
    kept = zs.copy()
    losses.mean_loss_back(losses.Loss(mean.of, lambda z, y: np.subtract(z, y, out=z)), zs, ys)
    assert np.array_equal(zs, kept)


PAIRS = (
    losses.cross_entropy,
    losses.cross_entropy_back,
    losses.squared_error,
    losses.squared_error_back,
)


@pytest.mark.parametrize("f", PAIRS)
def test_a_loss_does_not_broadcast(f):
    assert np.array_equal(f([1.0, 2.0], [0, 1]), f(np.array([1.0, 2]), np.array([0.0, 1])))
    refused(r"y: got shape \(3,\), expected \(3, 1\)", f, np.ones((3, 1)), np.ones(3))
    refused(r"y: got shape \(2,\), expected \(3, 2\)", f, np.ones((3, 2)), np.ones(2))


@pytest.mark.parametrize("name", ["softmax", "log_softmax", "logistic", "gelu", "silu"])
def test_activations_take_lists_and_refuse_words(name):
    f = getattr(activations, name)
    assert np.array_equal(f([1, 2]), f(np.array([1.0, 2.0])))
    for bad in ("a", [[1], [2, 3]], [1j], None):
        refused(": got .*, expected an array of real numbers", f, bad)


def test_a_softmax_has_a_largest_number_in_every_row():
    assert activations.softmax([-np.inf, 0]).tolist() == [0, 1]
    for bad in ([np.nan, 0], [np.inf, 0], [-np.inf, -np.inf]):
        refused("z: got (nan|inf|-inf) as the largest", activations.softmax, [[1.0, 2], bad])
    for bad in ([], 3.0):
        refused(r"z: got shape .*, expected \(\*B, n_y\)", activations.softmax, bad)
    refused(r"dy: got shape \(1,\)", activations.softmax_back, [0.5, 0.5], [1.0])


def test_codes_lie_in_the_alphabet():
    refused("alphabet: got 3", encode, "a", 3)
    assert streams([1, 2, 3, 4], 2).tolist() == [[1, 3], [2, 4]]
    refused(r"codes: got shape \(2, 2\)", streams, np.ones((2, 2)), 1)
    refused("count: got 1.5", streams, [1, 2], 1.5)


def test_sizes_are_whole_and_above_zero():
    refused("n_h: got 0", random_model, RNG, 4, 0, 4)
    refused("n_y: got 0", random_model, RNG, 4, 2, 0)
    refused("n: got 0", orthogonal, RNG, 0)
    refused("gain: got nan", orthogonal, RNG, 2, np.nan)
    refused("radius: got -1", with_radius, RNG, 2, -1)
    refused("n_x: got 0", cost_of_a_step, 0, 2)
    assert slope([1, 2], [1, 4]) == 2
    refused("expected two above 0", slope, [1, 2], [1, 0])
    refused("expected two above 0", slope, [1], [1])


def test_writing_asks_for_the_alphabet_of_the_model():
    refused("alphabet: got 5 characters, expected 4 to read", write, demo.MODEL, "demos", "d", 2)
    refused("length: got 2.5", write, demo.MODEL, "demo", "d", 2.5)
    refused("rng: got 0", write, demo.MODEL, "demo", "d", 2, 0)


def test_training_tells_its_arguments_apart():
    who = learner(RNG, CELL, 2, 3, 1)
    rule = optim.sgd(0.1)
    loss = losses.SQUARED_ERROR
    refused("draw: got 3", train, who, 3, loss, rule, 1)
    refused("who: got Model", train, who.p, lambda: 3, loss, rule, 1)
    refused("optimiser: got 0.1", train, who, lambda: 3, loss, 0.1, 1)
    refused("loss: got 'mse'", train, who, lambda: 3, "mse", rule, 1)
    refused("task: got 3, expected Task", task_gradient, who, 3, loss)
    refused("W_hh: got shape", learner, RNG, CELL, 2, 4, 1, np.eye(3))
    refused("cell: got RNN", learner, RNG, CELL_P, 2, 4, 1)
    refused("scale: got 'a'", with_skip, RNG, who, 2, "a")


def test_the_way_to_torch_and_back_is_the_identity():
    there_and_back = torch_twin.from_torch(torch_twin.rnn(CELL_P))
    assert largest_gap(there_and_back, CELL_P) == 0
    net = torch.nn.RNN(4, 2)
    p = torch_twin.from_torch(net)
    h0 = np.zeros(2)
    with torch.no_grad():
        theirs = net(torch.from_numpy(demo.XS.astype(np.float32)))[0].numpy()
    assert np.abs(unroll(CELL, p, demo.XS, h0)[0] - theirs).max() < 1e-6
    assert torch_twin.from_torch(torch.nn.RNN(4, 2, bias=False)).b_h.tolist() == [0, 0]
    for bad in (torch.nn.RNN(2, 3, 2), torch.nn.RNN(2, 3, nonlinearity="relu"), CELL_P):
        refused("net: got .*, expected", torch_twin.from_torch, bad)
    single = (demo.XS.astype(np.float32), demo.H0.astype(np.float32))
    assert np.array_equal(
        torch_twin.states(CELL_P, *single), torch_twin.states(CELL_P, demo.XS, demo.H0)
    )
    refused("for PyTorch", torch_twin.states, CELL_P, np.ones((3, 2, 2, 4)), np.ones((2, 2, 2)))


def test_a_record_of_functions_holds_functions():
    refused("cell.step: got 3, expected a function", unroll, CELL._replace(step=3), CELL_P, 0, 0)
    loss = losses.SQUARED_ERROR._replace(of=None)
    refused("loss.of: got None, expected a function", losses.mean_loss, loss, [[1.0]], [[1.0]])


def test_logits_are_not_chances():
    for f, more in ((activations.softmax_jacobian, ()), (activations.softmax_back, ([1.0, 2.0],))):
        for bad in ([2.0, 1.0], [-0.5, 1.5]):
            refused("y_hat: got .*, expected chances", f, bad, *more)


def test_a_bare_step_is_arithmetic():
    """Its arguments were checked at an entrance; what does not fit is told in NumPy's words."""
    x, h = demo.XS[0], demo.H0
    with pytest.raises(ValueError, match="matvec"):
        rnn_step(CELL_P, x[1:], h)


def test_what_overflows_is_told_and_trains_no_further():
    with pytest.raises(OverflowError, match="loss: exploded at step 1 of 1"):
        losses.squared_error([1e300], [0.0])
    rule = optim.adam(0.1)
    p = np.ones(1)
    with pytest.raises(OverflowError, match="s: exploded in row 1 of 1"):
        rule.step(p, np.array([1e200]), rule.start(p))
