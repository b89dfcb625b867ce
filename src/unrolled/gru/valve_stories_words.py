"""Five stories of the valves: leak, forget, spoil, explode, and the tie of a GRU."""

from collections.abc import Callable

from unrolled.page.numbers import short


def stories(start: dict, cells: list[str], ran: Callable[[dict], object]) -> list[dict]:
    """Those of the cells that are there, each told with what `ran` finds in it."""
    T = len(start["keep"])
    usual = {name: value for name, value in start.items() if name != "answered"}
    usual |= {
        "cell": cells[0],
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

    def one(name: str, says: str, **given: object) -> dict:
        return {"name": name, "says": says, "set": usual | given}

    found = []
    if "LSTM" in cells:
        own = {"cell": "LSTM"}
        leak = own | {"keep": [0.97] * T}
        noisy = own | {"write": [1.0] * T, "show": [0.0] * (T - 1) + [1.0]}
        burst = own | {
            "mode": "weights",
            "b_keep": 3.5,
            "b_write": -6.0,
            "b_show": -2.5,
            "w_gates": 9.0,
            "w_candidate": 0.0,
        }
        left, blown, spoilt = (ran(usual | one) for one in (leak, burst, noisy))
        found += [
            one(
                "A slow leak",
                "The bit is written once, and every forget valve stands at 0.97."
                f" Memory and gradient fade alike, to {short(left.path[1] / left.path[-1])} of"
                " themselves.",
                **leak,
            ),
            one(
                "Forget at 4",
                "The forget valve of step 4 alone is shut. Nothing of the memory"
                " gets past it, and nothing of the gradient gets back past it.",
                **own,
                keep=[1.0] * 3 + [0.0] + [1.0] * (T - 4),
                step=4,
            ),
            one(
                "Shown at the end",
                "The output valve opens at the last step only, and all the"
                " gradient that it lets in comes back. But the input valve stayed open, too: of"
                f" the bit {short(spoilt.c[1])} the memory has made {short(spoilt.c[-1])}.",
                **noisy,
            ),
        ]
        if abs(blown.total[1]) > 1:
            found.append(
                one(
                    "Exploding",
                    "Every forget valve is below 1, and yet the gradient grows on its way"
                    f" back, to {short(blown.total[1])}: the gates read <i>h</i>. Along the memory"
                    f" alone it would be {short(blown.path[1])}.",
                    **burst,
                )
            )
    if "GRU" in cells:
        tie = {"cell": "GRU", "write": [1.0] + [0.1] * (T - 1)}
        kept = ran(usual | tie)
        found.append(
            one(
                "A GRU’s tie",
                "One valve does both: to write a tenth of the new is to let go of a"
                f" tenth of the old. Of the bit {short(kept.path[1])} is left.",
                **tie,
            )
        )
    return found if len(found) > 2 else []
