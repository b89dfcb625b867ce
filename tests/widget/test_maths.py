"""The kit's mathematics is the package's, and NumPy's."""

import json

import numpy as np
import pytest

from tests.truncation.reference import uniform
from tests.widget.kit import engine, exported, run
from unrolled.core.activations import ACTIVATIONS
from unrolled.core.gradcheck import relative_gap

NAMES = ["range", "oneHot", "sum", "dot", "norm", "matvec", "vecmat", "matmul", "scale", "at"]
NAMES += ["replaced", "ACTIVATIONS", "singular2", "schur2", "relativeGap", "uniform", "products"]


def each(name, cases):
    """The kit's answer for each case of arrays and numbers."""
    plain = [[np.asarray(x).tolist() for x in case] for case in cases]
    return run("maths", name, plain)


def gap(found, wanted, scale=1.0):
    """The largest difference, relative to `scale`; an infinity must be the same one."""
    found = np.array(found, dtype=float)
    wanted = np.asarray(wanted, dtype=float)
    assert found.shape == wanted.shape
    same = (found == wanted) | (np.isnan(found) & np.isnan(wanted))
    with np.errstate(invalid="ignore"):
        return np.max(np.where(same, 0.0, np.abs(found - wanted)) / scale, initial=0)


def drawn(rng, *shape):
    return rng.normal(size=shape) * 10.0 ** rng.uniform(-6, 6)


def test_nothing_else_is_handed_out():
    assert exported("maths") == set(NAMES)


PRODUCTS = {
    "dot": (lambda a, b: a @ b, "n", "n"),
    "matvec": (lambda W, x: W @ x, "mn", "n"),
    "vecmat": (lambda d, W: d @ W, "m", "mn"),
    "matmul": (lambda A, B: A @ B, "mn", "nk"),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_products_are_numpys(name, rng):
    of, *shapes = PRODUCTS[name]
    cases = []
    for _ in range(300):
        sizes = dict(zip("mnk", rng.permutation([1, 2, 3, 4, 5])[:3].tolist(), strict=True))
        cases.append([drawn(rng, *(sizes[axis] for axis in shape)) for shape in shapes])
    for case, found in zip(cases, each(name, cases), strict=True):
        most = of(*map(np.abs, case)).max()
        assert gap(found, of(*case), most) < 1e-12


def test_products_of_what_comes_later_are_numpys(rng):
    cases = [[rng.normal(size=rng.integers(0, 9))] for _ in range(300)]
    for (v,), found in zip(cases, each("products", cases), strict=True):
        assert gap(found, [v[k:].prod() for k in range(len(v) + 1)]) < 1e-12


def test_scale_sum_and_norm_are_numpys(rng):
    vectors = [drawn(rng, n) for n in rng.integers(1, 9, 300)]
    factors = rng.normal(size=300)
    scaled = each("scale", list(zip(factors, vectors, strict=True)))
    lengths, totals = ([[v] for v in vectors],) * 2
    for v, c, a, length, total in zip(
        vectors, factors, scaled, each("norm", lengths), each("sum", totals), strict=True
    ):
        assert gap(a, c * v, np.abs(v).max()) < 1e-12
        assert gap(length, np.linalg.norm(v), np.linalg.norm(v)) < 1e-12
        assert gap(total, v.sum(), np.abs(v).sum()) < 1e-12
    extreme = each("norm", [[[3e200, 4e200]], [[3e-200, 4e-200]], [[0, 0]]])
    assert gap(extreme, [5e200, 5e-200, 0], np.array([5e200, 5e-200, 1])) < 1e-12
    assert each("scale", [[-2, [[1, 2], [3, 4]]]]) == [[[-2, -4], [-6, -8]]]
    assert each("sum", [[[]]]) == [0]


def test_relative_gaps_are_the_packages(rng):
    pairs = [[drawn(rng, n), drawn(rng, n)] for n in rng.integers(1, 40, 1000)]
    wanted = np.array([relative_gap(*pair) for pair in pairs])
    assert gap(each("relativeGap", pairs), wanted, wanted) < 1e-12
    same = [[pairs[0][0], pairs[0][0]], [[3e200, 0], [0, 4e200]]]
    assert gap(each("relativeGap", same), [0, 1.25]) < 1e-12


def test_the_generator_has_the_numbers_of_mulberry32(rng):
    asked = [rng.integers(0, [2**31, 6000]).tolist() for _ in range(1000)]
    assert run("maths", "uniform", asked) == [uniform(*one) for one in asked]
    first = run("maths", "uniform", [[1, n] for n in range(2000)])
    assert first[:2] == [0.6270739405881613, 0.002735721180215478]
    assert 0 <= min(first) < 0.01 < 0.99 < max(first) < 1
    assert abs(np.mean(first) - 0.5) < 0.02


def test_ranges_and_one_hot_vectors():
    assert run("maths", "range", [[0], [3]]) == [[], [0, 1, 2]]
    assert run("maths", "oneHot", [[0, 1], [2, 4]]) == [[1], [0, 0, 1, 0]]


EXTREME = [0.0, -0.0, 1e-300, -1e-300, 1e-8, -1e-8, 2.999, 3.0, 3.001, -4.2426, 4.2427, 8.3, -8.3]
EXTREME += [20.0, -20.0, 37.0, -38.0, 354.0, -354.0, 709.0, -709.0, 746.0, -746.0, 1e5, -1e5]
EXTREME += [1e150, -1e150, 1e200, -1e200, 1.7e308, -1.7e308]


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_and_their_slopes_are_the_packages(name, rng):
    parts = [EXTREME, rng.normal(size=1000), rng.uniform(-40, 40, 1000), rng.normal(size=99) * 1e-9]
    a = np.concatenate(parts)
    with np.errstate(over="ignore"):
        h = ACTIVATIONS[name].of(a)
        slopes = ACTIVATIONS[name].slope(a, h)
    size = np.maximum(1, np.abs(h))
    assert gap(each(f"ACTIVATIONS.{name}.f", a[:, None]), h, size) < 1e-12
    pairs = np.stack([a, h], axis=1)
    assert gap(each(f"ACTIVATIONS.{name}.slope", pairs), slopes) < 1e-12
    assert np.isfinite(slopes).all()


def test_the_activations_are_those_of_the_package():
    found = run("maths", "at", [[[name], [0]] for name in ACTIVATIONS])
    assert found == list(ACTIVATIONS)
    with pytest.raises(Exception, match="undefined"):
        run("maths", "ACTIVATIONS.softplus.f", [[0]])


TREE = {"W_hh": [[1, 2], [3, 4]], "b_h": [5, 6]}


def test_a_path_leads_to_a_part_and_another_value_there_leaves_the_rest():
    assert run("maths", "at", [[TREE, ["W_hh", 1, 0]], [TREE, ["b_h"]], [7, []]]) == [3, [5, 6], 7]
    (found,) = run("maths", "replaced", [[TREE, ["W_hh", 1, 0], 9]])
    assert found == {"W_hh": [[1, 2], [9, 4]], "b_h": [5, 6]}
    assert run("maths", "replaced", [[[1, 2, 3], [2], 0]]) == [[1, 2, 0]]


def test_what_is_replaced_is_a_copy_and_the_rest_is_not():
    seen = engine("maths").eval("""(() => {
        const before = { W_hh: [[1, 2], [3, 4]], b_h: [5, 6] };
        const after = module.replaced(before, ["W_hh", 1, 0], 9);
        const shared = [after.b_h === before.b_h, after.W_hh[0] === before.W_hh[0]];
        return JSON.stringify([before.W_hh, after.W_hh, ...shared]);
    })()""")
    assert json.loads(seen) == [[[1, 2], [3, 4]], [[1, 2], [9, 4]], True, True]


def two_by_two(rng):
    """Matrices of every size: drawn, symmetric, normal, triangular, singular, and the corners."""
    kept = [drawn(rng, 2, 2) for _ in range(400)]
    turns = [a * np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) for a in range(1, 50)]
    first = [M for M in kept[:100]]
    kept += [M + M.T for M in first] + [np.triu(M) for M in first] + [np.tril(M) for M in first]
    kept += [np.outer(M[0], M[1]) for M in first] + turns
    corners = [np.zeros((2, 2)), np.eye(2), [[0, 1], [0, 0]], [[0, 1], [1, 0]], [[0, -1], [1, 0]]]
    corners += [[[1e8, 0], [0, 1e-8]], [[1e-8, 5], [0, 1e8]], [[1e200, 1e200], [0, -1e200]]]
    corners += [[[1e-200, 2e-200], [3e-200, 4e-200]], [[1e308, 1e308], [-1e308, 1e308]]]
    return kept + [np.array(M, dtype=float) for M in corners]


def test_singular_values_are_numpys(rng):
    matrices = [M for M in two_by_two(rng) if np.abs(M).max() < 1e300]
    cases = [[M] for M in matrices]
    for M, both in zip(matrices, each("singular2", cases), strict=True):
        wanted = np.linalg.svd(M, compute_uv=False)
        assert gap(both, wanted, max(wanted[0], 1e-300)) < 1e-12
