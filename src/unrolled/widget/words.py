"""Explanation is data: a rule is [condition, template], and the first that fits speaks.

A condition is words that hold or, behind "!", do not, as in "vanishes !kept growing"; an empty one
always fits. In a template {rho} stands for the text of this name. kit/words.js says the same.
"""

import re

import numpy as np

from unrolled.core.door import check_choice, check_flag, short_repr

Rule = list[str]  # condition, template; a list, so that a trait can hold it
Facts = dict[str, bool | np.bool]
CONDITION = r"(!?[A-Za-z]\w*( !?[A-Za-z]\w*)*)?"
TEMPLATE = r"([^{}]|\{\w+\})+"


def rules(*pairs: tuple[str, str] | Rule) -> list[Rule]:
    """Rules from pairs of condition and template, or ValueError for what can never be said."""
    return [_rule(i, pair) for i, pair in enumerate(pairs)]


def say(rules: list[Rule], facts: Facts, texts: dict[str, str]) -> str:
    """The sentence of the first rule that fits; "" if none does."""
    rule = _first(rules, facts)
    if rule is None:
        return ""
    return re.sub(r"\{(\w+)\}", lambda name: _text(name[1], texts), rule[1], flags=re.ASCII)


def tell(lists: list[list[Rule]], facts: Facts, texts: dict[str, str]) -> str:
    """What each list of rules says, one sentence after the other."""
    return " ".join(filter(None, (say(rules, facts, texts) for rules in lists)))


def unreached(rules: list[Rule], states: list[Facts]) -> list[Rule]:
    """The rules that speak in none of these states."""
    spoken = [_first(rules, facts) for facts in states]
    return [rule for rule in rules if not any(rule is other for other in spoken)]


def gaps(rules: list[Rule], states: list[Facts]) -> list[Facts]:
    """The states in which no rule speaks."""
    return [facts for facts in states if _first(rules, facts) is None]


def _rule(i: int, pair: tuple[str, str] | Rule) -> Rule:
    """A pair as a rule."""
    if not (
        isinstance(pair, tuple | list) and len(pair) == 2 and all(isinstance(t, str) for t in pair)
    ):
        raise ValueError(f"rule {i}: got {short_repr(pair)}, expected (condition, template)")
    condition, template = pair
    if not re.fullmatch(CONDITION, condition, re.ASCII):
        raise ValueError(f"rule {i}: got {condition!r}, expected words, a ! before what is not so")
    words = [word.removeprefix("!") for word in condition.split()]
    if len(set(words)) < len(words):
        raise ValueError(f"rule {i}: got {condition!r}, expected each fact once")
    if not re.fullmatch(TEMPLATE, template, re.ASCII):
        raise ValueError(
            f"rule {i}: got {short_repr(template)}, expected a sentence with {{names}}"
        )
    return [condition, template]


def _first(rules: list[Rule], facts: Facts) -> Rule | None:
    """The first rule that fits; every rule is looked at, so that no fact can be unknown."""
    return next(iter([rule for rule in rules if _fits(rule[0], facts)]), None)


def _fits(condition: str, facts: Facts) -> bool:
    names = {
        word: check_choice("fact", word.removeprefix("!"), facts) for word in condition.split()
    }
    return all(
        [check_flag(name, facts[name]) != word.startswith("!") for word, name in names.items()]
    )


def _text(name: str, texts: dict[str, str]) -> str:
    text = texts[check_choice("text", name, texts)]
    if not isinstance(text, str):
        raise ValueError(
            f"text {name}: got {short_repr(text)}, expected words; see page/numbers.py"
        )
    return text
