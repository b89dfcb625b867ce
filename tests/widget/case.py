"""What the contract of all widgets needs to know of one: twenty lines of data."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Case:
    """A widget's own data for tests/widget/test_contract_*.py."""

    make: type  # the class
    name: str  # of its module, as in "truncation_window"
    states: dict[str, dict]  # keyword arguments that together show every part of it
    draw: Callable  # rng -> a random state: keyword arguments, for words and doors
    refused: list[tuple[dict, str]]  # keyword arguments, and a piece of the ValueError's message
    solve: Callable  # page -> None: reaches the task with the controls alone
    done: dict  # a state that just reaches it
    short: list[dict]  # states that nearly do: each lacks one thing that it asks for
    weight: int = 60_000  # characters that the widget hands to its page
    twins: dict[str, tuple] = field(default_factory=dict)  # exported name: (Python, rng -> args)
    claims: dict[str, Callable] = field(default_factory=dict)  # start of a sentence: widget -> bool
