"""ODE-RNNs: rows with gaps, two ways across a gap, what evolving costs and when it can't help."""

import numpy as np

from classroom.gaps import (
    FOLLOWED,
    MISCOUNTED,
    decay,
    decays,
    decays_and_gradients,
    evolve_and_update,
    followed,
    gaps_to_cross,
    hundredth,
    in_both,
    logs,
    rows_and_states,
    spent,
    through_decay,
    two_rows,
    update,
    with_c,
)
from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error
from unrolled.ode_rnn.slips import DECAY, PARTS, ROW, SLIPS, flows, shrinks, two_parts
from unrolled.page.ask import Slip

TITLE = "ODE-RNNs"
CHAPTER = "ode_rnn"
MINUTES = 60
INTRO = (
    "You turn measurements at irregular times into the rows of a sequence. You take a state across"
    " a gap, once by a decay and once by a differential equation, and update it where something"
    " was observed. Then you write the code of both, and explain when evolving cannot help."
)
MEANS = {
    "times_1": "when the first instrument measured, for question 1",
    "values_1": "what it measured",
    "times_2": "when the second instrument measured",
    "values_2": "what it measured",
    "before": "the time of a row, for questions 2 and 3",
    "now": "the time of the next row",
    "later": "the time of the row after that",
    "h": "the state after the row at the time before",
    "c": "the other part of an LSTM's state after that row, for question 2",
    "rates": "how fast the components of h decay",
    "W": "weights of a field, for question 3",
    "b": "its biases",
    "x": "what was observed at the time now, with a 0 for what is missing",
    "m": "the mask of this observation",
    "W_hx": "weights of the cell, from the observation and its mask to the state",
    "W_hh": "its weights from state to state",
    "b_h": "its biases",
    "gaps": "the gaps of a sequence, for question 4",
    "seen": "1 for each of its rows that observes something",
    "longest": "the longest step that is allowed",
}
BOOK = {
    "times_1": np.array([0.4, 2.3]),
    "values_1": np.array([0.8, -0.5]),
    "times_2": np.array([1.7, 2.3]),
    "values_2": np.array([-0.6, 1.2]),
    "before": np.array(1.2),
    "now": np.array(2.1),
    "later": np.array(2.7),
    "h": np.array([0.8, -0.5]),
    "c": np.array([1.4, -0.9]),
    "rates": np.array([0.4, 1.1]),
    "W": np.array([[0.3, -1.1], [1.2, -0.4]]),
    "b": np.array([0.1, -0.3]),
    "x": np.array([0.7, 0]),
    "m": np.array([1, 0]),
    "W_hx": np.array([[0.6, -0.4, 0.3, 0.5], [-0.7, 0.2, 0.4, -0.6]]),
    "W_hh": np.array([[0.5, -0.3], [0.4, 0.8]]),
    "b_h": np.array([-0.2, 0.3]),
    "gaps": np.array([0.42, 1.65, 0.28, 0.9, 1.31, 0.57]),
    "seen": np.array([1, 1, 0, 1, 1, 0]),
    "longest": np.array(0.25),
}


def draw(rng):
    first, before = hundredth(rng, 20, 90), hundredth(rng, 60, 180)
    second = first + hundredth(rng, 40, 150)
    both, now = second + hundredth(rng, 40, 150), before + hundredth(rng, 50, 150)
    return {
        "times_1": np.round([first, both], 2),
        "values_1": hundredths(rng, 2, most=1.5),
        "times_2": np.round([second, both], 2),
        "values_2": hundredths(rng, 2, most=1.5),
        "before": np.array(before),
        "now": np.round(now, 2),
        "later": np.round(now + hundredth(rng, 40, 120), 2),
        "h": hundredths(rng, 2),
        "c": hundredths(rng, 2, most=1.8),
        "rates": rng.integers(20, 131, 2) / 100,
        "W": hundredths(rng, 2, 2, most=1.5),
        "b": hundredths(rng, 2, most=0.5),
        "x": np.array([hundredths(rng, 1, most=1.5)[0], 0]),
        "m": np.array([1, 0]),
        "W_hx": hundredths(rng, 2, 4),
        "W_hh": hundredths(rng, 2, 2),
        "b_h": hundredths(rng, 2, most=0.5),
        **gaps_to_cross(rng),
    }


def gap(n):
    """The way of a decaying state, the times of both rows, and the two parts of the state."""
    return shrinks(n["rates"]), float(n["before"]), float(n["now"]), n["h"], n["c"]


def sequence(n):
    """The way of an evolving state, three times, the state, and what the cell makes of it."""
    times = tuple(float(n[name]) for name in ("before", "now", "later"))
    updates = update(n, n["m"]), update(n, 0 * n["m"]), update(n, np.ones(2))
    return flows(n["W"], n["b"]), times, n["h"], updates


LISTING = """\
gaps = {gaps}
h, c = h_0, c_0
for k in range(K):
    for n in range(N):
        {evolve}
    if {seen}:
        h, c = lstm({inputs}, h, c)
    ys.append(readout(h))"""
RIGHT = {
    "gaps": "np.diff(times, prepend=times[0])",
    "evolve": "h = h + gaps[k] / N * f(h)",
    "seen": "m[k].any()",
    "inputs": "np.concatenate([m[k] * x[k], m[k]])",
}
TWO = ("first", "second")
ROW_LABELS = ("gap", "first value", "second value", "first mask", "second mask")
QUESTIONS = (
    by_hand(
        "two_rows",
        2,
        "Two instruments measure at their own times. Put their measurements into one sequence, with"
        " one row for each time at which anything was measured. A row holds the gap since the row"
        " before, the two values, with a 0 for what is missing, and the mask of each value. Write"
        " the second row, and then the third.",
        "ode_rnn.html#tell-the-network-the-time",
        tuple(f"{label} of the {row} row" for row in ("second", "third") for label in ROW_LABELS),
        two_rows,
        logs,
        {name: in_both(name) for name in ROW},
        tuple(ROW),
    ),
    by_hand(
        "decayed",
        2,
        "A model lets its state decay between observations, with the rates `rates`, and updates it"
        " with an LSTM. After the row at the time `before`, the state is"
        " $(\\mathbf h, \\mathbf c)$. What are $\\mathbf h$ and $\\mathbf c$ just before the"
        " observation at the time `now`?",
        "ode_rnn.html#flow-then-jump",
        ("first of h", "second of h", "first of c", "second of c"),
        two_parts,
        gap,
        {name: with_c(name) for name in DECAY} | PARTS,
        (*DECAY, *PARTS),
    ),
    by_hand(
        "followed",
        3,
        "Now the cell is an ODE-RNN without $\\mathbf c$. Between observations, its state follows"
        " $\\mathrm d\\mathbf h/\\mathrm dt = \\tanh(\\mathbf W \\mathbf h + \\mathbf b)$: take one"
        " step of Euler's method across each gap. Where something is observed, the state becomes"
        " $\\tanh(\\mathbf W_{hx} [\\mathbf m \\odot \\mathbf x, \\mathbf m] + \\mathbf W_{hh}"
        " \\mathbf h^- + \\mathbf b_h)$, where $\\mathbf h^-$ is the state after the gap. After the"
        " row at the time `before` the state is `h`. At the time `now`, the cell observes `x` with"
        " the mask `m`. The row at the time `later` is a question: it observes nothing. What"
        " is the state after the row at `now`, and what is it after the row at `later`?",
        "ode_rnn.html#flow-then-jump",
        ("first, at now", "second, at now", "first, at later", "second, at later"),
        followed,
        sequence,
        FOLLOWED,
        tuple(FOLLOWED),
    ),
    by_hand(
        "cost",
        2,
        "An ODE-RNN reads a sequence with the gaps `gaps`, and only the rows with a 1 in `seen`"
        " observe something; the others are questions. It crosses each gap in equal steps of RK4,"
        " as few as possible, but no step may be longer than `longest`. How long are the steps in"
        " the first gap? How many steps does the whole sequence take, and how many evaluations of"
        " the field? And how many times does the cell update the state?",
        "ode_rnn.html#exercises",
        ("length of a step in the first gap", "steps", "evaluations", "updates"),
        spent,
        lambda n: (n["gaps"], n["seen"], float(n["longest"])),
        MISCOUNTED,
        tuple(MISCOUNTED),
    ),
    Code(
        "decay_step",
        1,
        "Write the decay of the state `h` over a gap. The rates are $\\boldsymbol\\lambda ="
        " \\log(1 + e^{\\boldsymbol\\rho})$, which keeps them positive, and `rho` is"
        " $\\boldsymbol\\rho$.",
        "ode_rnn.html#five-ways-across-a-gap",
        """
def decay_step(rho, gap, h):
    return h
""",
        """
def decay_step(rho, gap, h):
    rate = np.log(1 + np.exp(rho))
    return np.exp(-rate * gap) * h
""",
        decays,
        {
            "growing": Slip(SLIPS["growing"].says, decay(sign=1)),
            "gap left out": Slip("λ is a rate. Multiply it by the gap.", decay(gap_counts=False)),
            "ρ for λ": Slip(
                "You used <b>ρ</b> as the rates. The rates are log(1 + e<sup>ρ</sup>).",
                decay(softplus=False),
            ),
            "Euler": Slip(
                "That is one step of Euler's method. The exact solution is an exponential.",
                decay(exact=False),
            ),
        },
    ),
    Code(
        "decay_back",
        2,
        "Write the backward pass of this decay. The gradient `g` arrives at the end of the gap."
        " Return the gradients of `rho`, of `gap` and of `h`, in this order.",
        "ode_rnn.html#the-way-back-through-a-gap",
        """
def decay_back(rho, gap, h, g):
    return 0 * rho, 0 * gap, 0 * h
""",
        """
def decay_back(rho, gap, h, g):
    rate = np.log(1 + np.exp(rho))
    left = np.exp(-rate * gap)
    by_exponent = -g * left * h
    return by_exponent * gap / (1 + np.exp(-rho)), np.sum(by_exponent * rate), g * left
""",
        decays_and_gradients,
        {
            "no minus": Slip(
                "The gradients of <b>ρ</b> and of the gap lack the minus sign of the exponent.",
                through_decay(sign=1),
            ),
            "no slope": Slip(
                "You stopped at the gradient of <b>λ</b>. For that of <b>ρ</b>, multiply it by the"
                " slope of log(1 + e<sup>ρ</sup>).",
                through_decay(sloped=False),
            ),
            "not decayed": Slip(
                "The gradient of <b>h</b> decays, too. It lacks the factor exp(−λ Δt).",
                through_decay(decayed=False),
            ),
            "gap left out": Slip(
                "The gradient of <b>ρ</b> lacks the factor Δt.", through_decay(by_gap=False)
            ),
            "rates left out": Slip(
                "In the gradient of the gap, every component has its rate as a factor.",
                through_decay(by_rate=False),
            ),
        },
    ),
    Code(
        "ode_rnn_step",
        3,
        "Write one step of the ODE-RNN of question 3, with `n` steps of Euler's method for the gap"
        " instead of one. `row` holds the gap, the values, with a 0 for what is missing, and as"
        " many masks. A row may have any number of values, and it may be a question.",
        "ode_rnn.html#flow-then-jump",
        """
def ode_rnn_step(W, b, W_hx, W_hh, b_h, row, h, n):
    def f(h):
        return np.tanh(W @ h + b)

    def update(h):
        return np.tanh(W_hx @ row[1:] + W_hh @ h + b_h)

    return h
""",
        """
def ode_rnn_step(W, b, W_hx, W_hh, b_h, row, h, n):
    def f(h):
        return np.tanh(W @ h + b)

    def update(h):
        return np.tanh(W_hx @ row[1:] + W_hh @ h + b_h)

    for _ in range(n):
        h = h + row[0] / n * f(h)
    mask = row[1 + len(row) // 2 :]
    return update(h) if mask.any() else h
""",
        rows_and_states,
        {
            "update first": Slip(SLIPS["update first"].says, evolve_and_update(update_first=True)),
            "updated unseen": Slip(
                SLIPS["updated unseen"].says, evolve_and_update(updates=lambda mask: True)
            ),
            "all for any": Slip(
                "You updated only where every component was measured. One component is enough.",
                evolve_and_update(updates=np.all),
            ),
            "missing as zero": Slip(
                SLIPS["missing as zero"].says, evolve_and_update(all_measured=True)
            ),
            "whole gap": Slip(
                "Each of your steps is as long as the whole gap. Divide the gap by n.",
                evolve_and_update(length=lambda gap, n: gap),
            ),
            "no gap": Slip(
                "The length of your steps doesn't depend on the gap. It is Δt divided by n.",
                evolve_and_update(length=lambda gap, n: 1 / n),
            ),
            "one step": Slip(
                "You crossed the gap in a single step. Take n steps.",
                evolve_and_update(length=lambda gap, n: gap, steps=lambda n: 1),
            ),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "Here an ODE-RNN whose cell is an LSTM reads `K` rows and gives an output after each of"
        " them. It crosses every gap in `N` steps of Euler's method, and its clock starts at the"
        " first time. `x[k]` are the values of row k and `m[k]` is their mask.",
        "ode_rnn.html#flow-then-jump",
        (
            Version(
                LISTING.format(**RIGHT | {"gaps": "times - times[0]"}),
                1,
                "A gap is the time since the row before, not since the first row.",
            ),
            Version(
                LISTING.format(
                    **RIGHT | {"evolve": "h, c = h + gaps[k] / N * f(h), c + gaps[k] / N * f(c)"}
                ),
                5,
                "Only h crosses the gap; c waits.",
            ),
            Version(
                LISTING.format(**RIGHT | {"seen": "m[k].all()"}),
                6,
                "One measured component is enough for an update.",
            ),
            Version(
                LISTING.format(**RIGHT | {"inputs": "np.concatenate([m[k] * x[k], x[k]])"}),
                7,
                "Without its mask, a missing component looks like a measured 0.",
            ),
        ),
    ),
    Explain(
        "when_it_cannot_help",
        3,
        "In the chapter, one of the worlds is a switch: the truth is 1 or −1, changes its sign at"
        " random times, and is observed with noise at irregular times. There, a cell whose state"
        " decays comes as close to the truth as the best possible answer, and an ODE-RNN does no"
        " better. Explain in four to six sentences why no ODE-RNN can do better in this world."
        " Begin with what the best possible answer does between two observations. What does"
        " evolving cost here, and in what kind of world is it worth its cost?",
        (
            "1 point: between two observations nothing new is known, and the best possible answer"
            " is the mean of the truth given all that was observed; for a switch this mean shrinks"
            " exponentially towards 0, at a rate that doesn't depend on what was observed",
            "1 point: a decay has exactly this form, so it reaches the best possible answer up to"
            " errors of training, and nothing has a smaller mean squared error; a field can at most"
            " learn the same decay, and pays for it with several evaluations in every gap",
            "1 point: evolving pays where the expected value moves during a gap, for example in an"
            " oscillator, where it changes its sign; each component of a decaying state only"
            " shrinks and keeps its sign, however long the gap is",
        ),
        "Between two observations nothing new is learned about the switch, so the best possible"
        " answer is the mean of the truth, given what was observed before. The longer the gap, the"
        " more likely the switch has changed in the meantime, and this mean shrinks exponentially"
        " towards 0, always at the same rate. A decaying state does exactly this once it has"
        " learned the rate, so the cell comes as close as anything can: nobody has a smaller mean"
        " squared error than the best possible answer. An ODE-RNN can at most learn a field that"
        " decays in the same way, and it pays for this with several evaluations of a network in"
        " every gap, forwards and backwards. Evolving is worth its cost where the expected value"
        " moves during a gap, as in the oscillator, which swings to the other sign while nobody"
        " looks. A decaying state can't do that, because each of its components only shrinks and"
        " keeps its sign.",
    ),
)
