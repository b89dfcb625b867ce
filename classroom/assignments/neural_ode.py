"""Neural ODEs: steps of two solvers, an order, what solvers spend, and two ways back."""

import numpy as np

from classroom.flows import (
    MISCOUNTED,
    MISMEASURED,
    adjoint,
    measured,
    rk4,
    spent,
    states_and_adjoints,
    steps_and_gradients,
    steps_in_time,
    through_euler,
    with_the_calls,
    with_the_order,
)
from classroom.networks import hundredths
from classroom.questions import Code, Explain, Version, by_hand, find_error, rewritten
from unrolled.neural_ode.slips import MEMORY, MIDPOINT, ORDER, SLIPS, STEP, middle, stepped
from unrolled.page.ask import Slip

TITLE = "Neural ODEs"
CHAPTER = "neural_ode"
MINUTES = 60
INTRO = (
    "You follow a vector field of your own, $f(\\mathbf h) = \\tanh(\\mathbf W \\mathbf h +"
    " \\mathbf b)$, by two methods. You measure the order of a solver and count what it spends,"
    " and then you write a step of RK4 and two ways to compute a gradient."
)
MEANS = {
    "W": "weights of the field",
    "b": "its biases",
    "h": "the state from which you start",
    "ds": "the length of a step",
    "steps": "two numbers of steps, for question 3",
    "errors": "the solver's errors with these numbers of steps, in millionths",
    "factor": "how many times shorter its steps become",
    "taken": "steps of RK4, for question 4",
    "every": "how many steps lie between two checkpoints",
}
BOOK = {
    "W": np.array([[0.4, -1.2], [1.1, -0.3]]),
    "b": np.array([0.2, -0.5]),
    "h": np.array([0.7, -0.6]),
    "ds": np.array(0.6),
    "steps": np.array([12, 36]),
    "errors": np.array([486.2, 51.37]),
    "factor": np.array(5),
    "taken": np.array(75),
    "every": np.array(8),
}


def draw(rng):
    fewer, times, order = rng.integers(8, 21), rng.integers(3, 6), rng.integers(2, 5)
    error = rng.integers(50000, 90000) / 100
    return {
        "W": hundredths(rng, 2, 2, most=1.5),
        "b": hundredths(rng, 2),
        "h": hundredths(rng, 2),
        "ds": np.array(rng.integers(40, 81) / 100),
        "steps": np.array([fewer, fewer * times]),
        "errors": np.round([error, error / times ** (order + rng.uniform(-0.2, 0.2))], 2),
        "factor": np.array(rng.integers(3, 8)),
        "taken": np.array(rng.integers(40, 121)),
        "every": np.array(rng.integers(4, 13)),
    }


def start(n):
    """The field, the state and the step."""
    return n["W"], n["b"], n["h"], float(n["ds"])


LISTING = """\
G, hs = 0, [h]
for n in range(L):
    hs.append({forward})
a = hs[-1]
for n in {order}:
    G = G + {weights}
    a = {state}"""
RIGHT = {
    "forward": "hs[n] + ds * f(hs[n])",
    "order": "reversed(range(L))",
    "weights": "ds * weights_back(hs[n], a)",
    "state": "a + ds * state_back(hs[n], a)",
}
TWO = ("first", "second")
QUESTIONS = (
    by_hand(
        "euler",
        2,
        "Take one step of Euler's method, of length `ds`, from the state `h`. Where does it end?",
        "neural_ode.html#from-blocks-to-a-flow",
        TWO,
        stepped,
        start,
        SLIPS,
        tuple(STEP),
    ),
    by_hand(
        "midpoint",
        2,
        "Start from `h` again, and take one step of the midpoint method with the same length."
        " Where does it end?",
        "neural_ode.html#better-steps",
        TWO,
        middle,
        start,
        SLIPS,
        tuple(MIDPOINT),
    ),
    by_hand(
        "order",
        2,
        "Somebody tests a solver on an equation whose solution is known. With `steps[0]` steps it"
        " makes an error of `errors[0]` millionths, and with `steps[1]` steps an error of"
        " `errors[1]` millionths. What order do you measure from these two errors? Now round the"
        " order to a whole number. How many times smaller will an error become if the steps"
        " become `factor` times shorter?",
        "neural_ode.html#better-steps",
        ("measured order", "how many times smaller"),
        measured,
        lambda n: (n["steps"], n["errors"], int(n["factor"])),
        rewritten(ORDER, tuple(ORDER), with_the_order) | MISMEASURED,
        (*ORDER, *MISMEASURED),
    ),
    by_hand(
        "calls",
        2,
        "RK4 takes `taken` steps, and gradient checkpointing keeps the first state and every"
        " `every`-th state after it. How many calls of $f_\\theta$ does the forward pass take? How"
        " many calls does it take to compute the other states again, once each? And how many"
        " states are held at most at any one time? Leave out the calls that backpropagation"
        " itself makes, and the state at the very end.",
        "neural_ode.html#the-gradient-three-ways",
        ("calls of the forward pass", "calls to compute states again", "states held at most"),
        spent,
        lambda n: (int(n["taken"]), int(n["every"])),
        rewritten(MEMORY, tuple(MEMORY), with_the_calls) | MISCOUNTED,
        (*MEMORY, *MISCOUNTED),
    ),
    Code(
        "rk4_step",
        2,
        "Write one step of RK4, of length `ds`, from the state `h` at depth `s`. The field depends"
        " on the depth, too: it is $\\tanh(\\mathbf W \\mathbf h + \\mathbf w s + \\mathbf b)$.",
        "neural_ode.html#better-steps",
        """
def rk4_step(W, w, b, h, s, ds):
    def f(h, s):
        return np.tanh(W @ h + w * s + b)

    return h
""",
        """
def rk4_step(W, w, b, h, s, ds):
    def f(h, s):
        return np.tanh(W @ h + w * s + b)

    k1 = f(h, s)
    k2 = f(h + ds / 2 * k1, s + ds / 2)
    k3 = f(h + ds / 2 * k2, s + ds / 2)
    k4 = f(h + ds * k3, s + ds)
    return h + ds / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
""",
        steps_in_time,
        {
            "Euler": Slip(
                "That is a step of Euler's method, with a single call of f.", rk4((1, 0, 0, 0))
            ),
            "midpoint": Slip(
                "That is a step of the midpoint method, with two calls of f.", rk4((0, 1, 0, 0))
            ),
            "equal weights": Slip(
                "You weighted all four slopes equally. The two slopes half-way count double.",
                rk4((1 / 4,) * 4),
            ),
            "third as second": Slip(
                "Your third slope starts from the first slope, like your second. It must start"
                " from the second.",
                rk4(third_after_second=False),
            ),
            "last half-way": Slip(
                "You took the fourth slope half a step ahead. It belongs at the end of the step.",
                rk4(last=1 / 2),
            ),
            "same depth": Slip(
                "You took all four slopes at the depth s. The depth moves on within a step, as the"
                " state does.",
                rk4(timed=False),
            ),
        },
    ),
    Code(
        "euler_back",
        3,
        "Write the backward pass of one step of Euler's method, of length `ds`, from the state"
        " `h` in the field $\\tanh(\\mathbf W \\mathbf h + \\mathbf b)$. The gradient `g` arrives"
        " at the end of the step. Return the gradients of `h`, `W` and `b`, in this order.",
        "neural_ode.html#the-gradient-three-ways",
        """
def euler_back(W, b, h, ds, g):
    return 0 * h, 0 * W, 0 * b
""",
        """
def euler_back(W, b, h, ds, g):
    slope = 1 - np.tanh(W @ h + b) ** 2
    delta = ds * slope * g
    return g + W.T @ delta, np.outer(delta, h), delta
""",
        steps_and_gradients,
        {
            "step left out": Slip(
                SLIPS["step left out on the way back"].says, through_euler(stepped=False)
            ),
            "not transposed": Slip(SLIPS["not transposed"].says, through_euler(turned=True)),
            "sign of the adjoint": Slip(SLIPS["sign of the adjoint"].says, through_euler(sign=-1)),
            "step left out of the weights": Slip(
                "The gradient of <b>h</b> is right, but those of <b>W</b> and <b>b</b> lack the"
                " factor Δs.",
                through_euler(weights_stepped=False),
            ),
            "branch alone": Slip(
                "You left out the skip connection. It passes the gradient back unchanged.",
                through_euler(skip=False),
            ),
            "no slope": Slip(
                "You left out the slope of tanh, 1 − f².", through_euler(sloped=False)
            ),
        },
    ),
    Code(
        "adjoint_slopes",
        2,
        "The adjoint method carries three things from $S$ back to 0: the state `h`, the adjoint"
        " $\\boldsymbol\\alpha$, which is `a` in the code, and an array $\\mathbf G$, which starts"
        " from zero and ends as the gradient of $\\mathbf W$. Each of the three follows a"
        " differential equation. Write their right-hand sides: return the derivatives of the"
        " state, of the adjoint and of $\\mathbf G$ with respect to $s$, in this order. The field"
        " is $\\tanh(\\mathbf W \\mathbf h + \\mathbf b)$ again.",
        "neural_ode.html#the-gradient-three-ways",
        """
def adjoint_slopes(W, b, h, a):
    return 0 * h, 0 * a, 0 * W
""",
        """
def adjoint_slopes(W, b, h, a):
    f = np.tanh(W @ h + b)
    delta = (1 - f**2) * a
    return f, -W.T @ delta, -np.outer(delta, h)
""",
        states_and_adjoints,
        {
            "no minus": Slip(
                "The derivatives of <b>α</b> and <b>G</b> with respect to s both have a minus"
                " sign.",
                adjoint(sign=1, weights_sign=1),
            ),
            "no minus on the adjoint": Slip(
                "The derivative of <b>α</b> lacks its minus sign.", adjoint(sign=1)
            ),
            "no minus on the weights": Slip(
                "The derivative of <b>G</b> needs a minus sign, too: <b>G</b> adds up its parts"
                " while s falls.",
                adjoint(weights_sign=1),
            ),
            "not transposed": Slip(SLIPS["not transposed"].says, adjoint(turned=True)),
            "no slope": Slip("You left out the slope of tanh, 1 − f².", adjoint(sloped=False)),
        },
    ),
    find_error(
        "wrong_line",
        2,
        "Here `L` steps of Euler's method lead to the loss $\\tfrac12 \\lVert \\mathbf h_L"
        " \\rVert^2$, and its gradient comes back through the steps. `G` is to be the gradient of"
        " the weights. `state_back(h, a)` is $(\\partial f/\\partial \\mathbf h)^\\top \\mathbf a$"
        " at the state `h`, and `weights_back(h, a)` is $(\\partial f/\\partial \\theta)^\\top"
        " \\mathbf a$ there.",
        "neural_ode.html#the-gradient-three-ways",
        (
            Version(
                LISTING.format(**RIGHT | {"forward": "hs[n] + f(hs[n])"}),
                3,
                "A step adds the slope times ds.",
            ),
            Version(
                LISTING.format(**RIGHT | {"order": "range(L)"}),
                5,
                "The gradient arrives at the last step first.",
            ),
            Version(
                LISTING.format(**RIGHT | {"weights": "ds * weights_back(hs[n + 1], a)"}),
                6,
                "Euler's method takes the slope at the start of a step, hs[n].",
            ),
            Version(
                LISTING.format(**RIGHT | {"state": "a - ds * state_back(hs[n], a)"}),
                7,
                "The minus sign belongs to the adjoint equation in forward time.",
            ),
        ),
    ),
    Explain(
        "why_they_differ",
        3,
        "A colleague trains a neural ODE with 20 steps of Euler's method. To save memory, she"
        " computes the gradient by the adjoint method, also with 20 steps of Euler's method."
        " Explain in four to six sentences why her gradient differs from that of backpropagation"
        " through the solver, and why this can matter in training. What would gradient"
        " checkpointing give her, and at what price?",
        (
            "1 point: backpropagation differentiates the steps that were computed; the adjoint"
            " method solves another equation with steps of its own, at states that it computes"
            " anew and that differ from those of the forward pass, so the two agree only in the"
            " limit of short steps",
            "1 point: the gradient through the solver is the exact gradient of the loss that is"
            " computed, while the coarse adjoint is the gradient of no computed loss, so a step"
            " against it need not lower the loss",
            "1 point: checkpointing gives the exact gradient of backpropagation with fewer states"
            " in memory, and pays by computing most steps of the forward pass a second time",
        ),
        "Backpropagation through the solver differentiates the 20 steps themselves, so it gives"
        " the exact gradient of the loss that the program computes. The adjoint method instead"
        " takes 20 steps along a second differential equation, and these steps have errors of"
        " their own. It also computes the states anew on the way back, and backward steps of"
        " Euler's method do not return to the states of the forward pass. Both gradients have the"
        " same limit for short steps, but with coarse ones the adjoint is the gradient of no loss"
        " that was computed, and the optimiser may go uphill. Gradient checkpointing keeps every"
        " k-th state and computes the others again from these, so the gradient is the same as"
        " without it. It needs about L/k + k states instead of L, for at most one more forward"
        " pass.",
    ),
)
