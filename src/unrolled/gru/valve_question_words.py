"""What the valves ask: where the gradient is down to half; past one way back, or past two."""

from unrolled.gru.gates_as_valves_words import WHAT
from unrolled.page.numbers import percent, short
from unrolled.widget.words import rules

SEVEN = 7  # valves at 0.9 that leave less than half
NEAR = 3  # steps that a flag may be off where two ways add up
SHORTEST = 20  # steps of a GRU with open reset valves on which half of a gradient is lost


def asks_two_ways(cell: str, T: int) -> bool:
    """Whether the question is about the second way back, which only a GRU has by hand."""
    return cell == "GRU" and T >= SHORTEST


def half_way(T: int) -> int:
    """The step, counted back from T, at which valves at 0.9 have left half of a gradient."""
    return T - SEVEN


def asked(cell: str, T: int) -> dict:
    """The valves that the question is about: nine tenths kept; a GRU's resets open."""
    reset = 1.0 if asks_two_ways(cell, T) else 0.0
    return {
        "keep": [0.9] * T,
        "write": [1.0] + [0.1] * (T - 1),
        "show": [1.0] * T,
        "reset": [reset] * T,
    }


def question(T: int, cell: str, both: int, left: float) -> dict:
    """Where the gradient is down to half.

    `both` is where it is so along both ways of a GRU, and `left` what is left there along the
    state alone.
    """
    usual = {
        "text": f"{_valves_of(cell)} The gradient comes back from the loss, past the same valves."
        " Where is only half of it left? Drag the flag.",
        "place": {
            "label": "down to half at step",
            "min": 1,
            "max": T,
            "step": 1,
            "start": T // 2,
            "unit": f"of {T} steps",
        },
        "answer": f"Step {half_way(T)}. Half is gone after seven valves, since 0.9⁷ ="
        f" {short(0.9**SEVEN)}. The {WHAT[cell]} of step 1 fades just as fast, from the other"
        " end.",
        "show": {"mode": "hand", "cell": cell, "step": half_way(T), **asked(cell, T)},
    }
    if not asks_two_ways(cell, T):
        return usual
    return usual | {
        "text": f"Along the state, half of the gradient is left at step {half_way(T)}. But the"
        " reset valves are open, too. Where is the <i>whole</i> gradient down to half?",
        "place": usual["place"] | {"start": half_way(T)},
        "answer": _two_ways(T, both, left),
        "show": usual["show"] | {"step": both},
    }


def replies(T: int, cell: str, both: int, left: float) -> list:
    """By where the flag is."""
    return [_of_two(T, both, left) if asks_two_ways(cell, T) else _of_one(T, cell)]


def task(T: int, alone: float) -> dict:
    """Keep one bit to the end; `alone` is what the unit shows of it."""
    return {
        "text": f"Carry the bit past the noise to the end: step {T} must show {short(alone)}, to"
        " within 5\u00a0%, and 90\u00a0% of the gradient must come back.",
        "done": "What the bit needs, the gradient needs too: the same valves, open. So the unit"
        " can learn what to keep.",
    }


def _valves_of(cell: str) -> str:
    if cell == "LSTM":
        return "Every forget valve lets 0.9 of the memory pass."
    return "Every update valve is open by 0.1, so 0.9 of the state is kept."


def _two_ways(T: int, both: int, left: float) -> str:
    return (
        f"Step {both}. The candidate is a second way back, and what returns through it adds up."
        f" What returns along the state alone would be {percent(left)} here."
    )


def _of_one(T: int, cell: str) -> list:
    """Near enough, at the memory's half, five steps back, early or late."""
    truth = f"Half is gone after seven valves, at step {half_way(T)}: 0.9⁷ = {short(0.9**SEVEN)}."
    return rules(
        ["right", f"{truth} The {WHAT[cell]} of step 1 fades just as fast, from the other end."],
        ["memory", f"{truth} The gradient starts at the loss, at the right end. Where you set the"
         f" flag, half of the <i>{WHAT[cell]}</i> is left."],
        ["counted", f"{truth} Every valve takes a tenth of what arrives, not of the whole."],
        ["late", f"{truth} At step {{guess}} there is still {{left}}."],
        ["", f"{truth} At step {{guess}} only {{left}} is left."],
    )  # fmt: skip


def _of_two(T: int, both: int, left: float) -> list:
    """Near enough, where the state alone is down to half, nearer to the loss, early or late."""
    truth = f"It is down to half at step {both}."
    return rules(
        ["right", f"Half is left at step {both}. What returns through the candidates adds up. What"
         f" returns along the state alone would be {percent(left)} here."],
        ["memory", f"{truth} Along the <i>state</i> alone it would be at your flag. What returns"
         " through the candidates adds to it."],
        ["nearer", f"{truth} For that, the second way back would have to take something"
         " away. Here it adds."],
        ["late", f"{truth} The second way adds more than that: at step {{guess}} there is still"
         " {left}."],
        ["", f"{truth} The second way does add, but at step {{guess}} only {{left}} is left."],
    )  # fmt: skip
