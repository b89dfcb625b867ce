"""Three forms that a tape knows by name, found in how a number was made.

softmax = e^(z-m) / Σ e^(z-m) and its logarithm = (z-m) - log Σ e^(z-m), with m = max z
σ(a) = (1 + tanh(a/2)) / 2
"""

Operands = tuple[tuple[int, ...], ...]  # for each operand its slots: one, or a row
Key = tuple[str, Operands]
Made = dict[int, Key]  # slot -> what made it


def known_form(made: Made, constant: dict[int, float], op: str, operands: Operands) -> Key | None:
    """The form that this last step completes, if it does."""
    a, b = operands[0][0], operands[-1][0]
    if op == "div":
        return _of_row("softmax", _shifted(made, _inner(made, a, "exp")), _exponents(made, b))
    if op == "sub":
        row = _exponents(made, _inner(made, b, "log"))
        return _of_row("logsoftmax", _shifted(made, a), row)
    if op == "mul" and constant.get(a) == 0.5:
        one, tanh = _pair(made, b, "add")
        half, inner = _pair(made, _inner(made, tanh, "tanh"), "mul")
        if constant.get(one) == 1 and constant.get(half) == 0.5:
            return "logistic", ((inner,),)
    return None


def _of_row(name: str, own: int | None, row: tuple[int, ...]) -> Key | None:
    return (name, ((own,) * len(row), row)) if own in row else None


def _operands(made: Made, slot: int | None, op: str) -> Operands:
    """The operands that made a slot by this op, or none."""
    found, operands = made.get(slot, ("", ()))
    return operands if found == op else ()


def _inner(made: Made, slot: int | None, op: str) -> int | None:
    operands = _operands(made, slot, op)
    return operands[0][0] if operands else None


def _pair(made: Made, slot: int | None, op: str) -> tuple[int | None, int | None]:
    operands = _operands(made, slot, op)
    return (operands[0][0], operands[1][0]) if operands else (None, None)


def _shifted(made: Made, slot: int | None) -> int | None:
    """z of z - max z."""
    z, top = _pair(made, slot, "sub")
    return z if _operands(made, top, "max") else None


def _exponents(made: Made, slot: int | None) -> tuple[int, ...]:
    """The row z of Σ e^(z - max z), the maximum taken of that row; or none."""
    terms = [term for row in _operands(made, slot, "sum") for term in row]
    pairs = [_pair(made, _inner(made, term, "exp"), "sub") for term in terms]
    row, tops = tuple(z for z, _ in pairs), {top for _, top in pairs}
    return row if len(tops) == 1 and _operands(made, tops.pop(), "max") == (row,) else ()
