"""Stories of the valves, of the cell that one starts with: leak, forget, spoil, other ways."""

from collections.abc import Callable

from unrolled.page.numbers import percent, short


def stories(start: dict, ran: Callable[[dict], object]) -> list[dict]:
    """Those of the cell that `start` has, each told with what `ran` finds in it."""
    T = len(start["keep"])
    usual = {name: value for name, value in start.items() if name != "answered"}
    usual |= {
        "mode": "hand",
        "step": 1,
        "show": [1.0] * T,
        "reset": [0.0] * T,
        "keep": [1.0] * T,
        "write": [1.0] + [0.0] * (T - 1),
    }
    usual |= {
        "b_keep": 2.0,
        "b_write": -4.0,
        "b_show": 1.0,
        "b_reset": 0.0,
        "w_gates": 2.0,
        "w_candidate": 0.5,
    }
    told = _of_lstm if start["cell"] == "LSTM" else _of_gru
    found = told(T, lambda given: ran(usual | given))
    return [{"name": name, "says": says, "set": usual | given} for name, says, given in found]


def _of_lstm(T: int, ran: Callable[[dict], object]) -> list[tuple[str, str, dict]]:
    leak = {"keep": [0.97] * T}
    cut = {"keep": [1.0] * 3 + [0.0] + [1.0] * (T - 4), "step": 4}
    noisy = {"write": [1.0] * T, "show": [0.0] * (T - 1) + [1.0]}
    burst = {
        "mode": "weights",
        "b_keep": 3.5,
        "b_write": -6.0,
        "b_show": -2.5,
        "w_gates": 9.0,
        "w_candidate": 0.0,
    }
    left, spoilt, blown = map(ran, (leak, noisy, burst))
    found = [
        (
            "A slow leak",
            "The bit is written once, and every forget valve is open to 0.97. Memory and gradient"
            f" fade at the same rate: {percent(left.path[1] / left.path[-1])} of each is left at"
            " its far end.",
            leak,
        ),
        (
            "One gate shut",
            "Only the forget valve of step 4 is shut. It stops all memory that comes from the left,"
            " and all of the gradient that comes from the right.",
            cut,
        ),
        (
            "Shown at the end",
            "The output valve opens at the last step only, and all of the gradient comes back. But"
            f" the input valves stayed open, and noise has turned the bit {short(spoilt.c[1])} into"
            f" {short(spoilt.c[-1])}.",
            noisy,
        ),
    ]
    if abs(blown.total[1]) > 1:  # of so few steps it would not
        found.append(
            (
                "Exploding",
                "No forget valve is above 1, but the gates read <i>h</i>. Can the gradient still"
                f" grow? At the loss, the output valve lets {percent(blown.valves[-1, 2])} through,"
                " both ways.",
                burst,
            )
        )
    return found


def _of_gru(T: int, ran: Callable[[dict], object]) -> list[tuple[str, str, dict]]:
    once = [1.0] + [0.0] * (T - 1)
    leak = {"write": [1.0] + [0.03] * (T - 1)}
    cut = {"write": [*once[:3], 1.0, *once[4:]], "step": 4}
    half = {"write": [1.0] + [0.5] * (T - 1)}
    single = {"write": [1.0] + [0.1] * (T - 1)}
    left, mixed, alone = map(ran, (leak, half, single))
    both = ran(single | {"reset": [1.0] * T})
    return [
        (
            "A slow leak",
            "Every update valve is open by 0.03, so each step replaces very little of the state."
            f" Even so, only {percent(left.path[1])} of the bit reaches the last step, and as much"
            " of the gradient reaches the first.",
            leak,
        ),
        (
            "Overwritten",
            "The update valve of step 4 is wide open, so its candidate replaces the state. The bit"
            " ends here on its way to the right, and the gradient on its way to the left.",
            cut,
        ),
        (
            "Half old, half new",
            "Every update valve is half open. Each step halves the old state and adds half of the"
            f" noise, and only {short(mixed.path[1])} of the gradient comes back to step 1.",
            half,
        ),
        (
            "Reset shut",
            "With the reset valves shut, no candidate reads the state, and the gradient has one way"
            f" back instead of two: {percent(alone.total[1])} of it comes back, down from"
            f" {percent(both.total[1])}.",
            single,
        ),
    ]
