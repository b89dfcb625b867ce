"""What is asked of every chapter's slips."""

import numpy as np

from unrolled.page.ask import RIGHT, TOLERANCE, judge, slipped

EXACT = 1e-12  # no two results of a random network are this near by chance
NETWORKS = 1000


def families(slips, names):
    """The slips of each family of questions; every slip is in one."""
    names = list(names)
    assert sorted(sum(map(tuple, names), ())) == sorted(slips)
    assert all(slip.says.endswith(".") for slip in slips.values())
    return [{name: slips[name] for name in family} for family in names]


def recognised(families, draw, alike=0.0):
    """On random networks every slip is known for what it is, exact and as a reader writes it.

    `draw(rng)` gives arguments and right answer of each family in turn. Where two answers are one
    to the page's tolerance, no question can be asked; exact ones may be one in a share `alike`.
    """
    rng = np.random.default_rng(0)
    one = 0
    cases = 0
    met = {EXACT: set(), TOLERANCE: set()}
    for _ in range(NETWORKS):
        for slips, (args, right) in zip(families, draw(rng), strict=True):
            known = slipped(slips, *args)
            values = np.array([np.ravel(v) for v in (right, *(v for v, _ in known))], float)
            apart = distances(values)
            cases, one = cases + len(known), one + np.sum(apart[1:] <= 2 * EXACT)
            for near, written in ((EXACT, values), (TOLERANCE, three_decimals(values))):
                assert judge(right, written[0], known, near) == RIGHT
                for n, (_, says) in enumerate(known, 1):
                    if apart[n] > 2 * near:
                        assert judge(right, written[n], known, near) == says
                        met[near].add(says)
    says = {slip.says for slips in families for slip in slips.values()}
    assert met == {EXACT: says, TOLERANCE: says}
    assert one <= alike * cases, f"{one} of {cases} slips are the right answer or another slip"


def three_decimals(values):
    return np.array([[round(x, 3) for x in row] for row in values.tolist()])


def distances(values):
    """How far each answer is from the nearest other one, in its largest number."""
    with np.errstate(invalid="ignore"):
        gaps = np.abs(values[:, None] - values[None]).max(-1)
    np.fill_diagonal(gaps, np.inf)
    return np.nan_to_num(gaps, nan=np.inf).min(1)
