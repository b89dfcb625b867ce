"""Three forms that a tape knows by name, found in how a number was made.

softmax = e^(z-m) / Σ e^(z-m) and its logarithm = (z-m) - log Σ e^(z-m), with m = max z
σ(a) = (1 + tanh(a/2)) / 2
"""

Operands = tuple[tuple[int, ...], ...]  # for each operand its slots: one, or a row
Key = tuple[str, Operands]
Made = dict[int, Key]  # slot -> what made it


def known_form(made: Made, constant: dict[int, float], op: str, operands: Operands) -> Key | None:
    """The form that this last step completes, if it does."""
    a = operands[0][0]
    b = operands[-1][0]
    if op == "div":
        own = _unshifted(made, _inner(made, a, "exp"))
        return _form_of_row("softmax", own, _exponents(made, b))
    if op == "sub":
        own = _unshifted(made, a)
        return _form_of_row("logsoftmax", own, _exponents(made, _inner(made, b, "log")))
    if op == "mul" and constant.get(a) == 0.5:
        return _logistic(made, constant, b)
    return None


def _logistic(made: Made, constant: dict[int, float], doubled: int) -> Key | None:
    """σ(a), where twice of it is 1 + tanh(a/2)."""
    one, tanh = _pair(made, doubled, "add")
    half, inner = _pair(made, _inner(made, tanh, "tanh"), "mul")
    if constant.get(one) != 1 or constant.get(half) != 0.5:
        return None
    return "logistic", ((inner,),)


def _form_of_row(name: str, own: int | None, row: tuple[int, ...]) -> Key | None:
    if own not in row:
        return None
    return name, ((own,) * len(row), row)


def _operands(made: Made, slot: int | None, op: str) -> Operands:
    """The operands that made a slot by this op, or none."""
    found, operands = made.get(slot, ("", ()))
    return operands if found == op else ()


def _inner(made: Made, slot: int | None, op: str) -> int | None:
    operands = _operands(made, slot, op)
    return operands[0][0] if operands else None


def _pair(made: Made, slot: int | None, op: str) -> tuple[int | None, int | None]:
    operands = _operands(made, slot, op)
    if not operands:
        return None, None
    return operands[0][0], operands[1][0]


def _unshifted(made: Made, slot: int | None) -> int | None:
    """z of z - max z."""
    z, top = _pair(made, slot, "sub")
    return z if _operands(made, top, "max") else None


def _exponents(made: Made, slot: int | None) -> tuple[int, ...]:
    """The row z of Σ e^(z - max z), the maximum taken of that row; or none."""
    terms = [term for row in _operands(made, slot, "sum") for term in row]
    pairs = [_pair(made, _inner(made, term, "exp"), "sub") for term in terms]
    row = tuple(z for z, _ in pairs)
    tops = {top for _, top in pairs}
    if len(tops) != 1 or _operands(made, tops.pop(), "max") != (row,):
        return ()
    return row
