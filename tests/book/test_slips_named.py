"""Where the assignment names a slip, the chapter's page names it, too: in the same words."""

import ast
from collections.abc import Iterator
from importlib import import_module
from inspect import unwrap
from types import FunctionType

import nbformat
import pytest

from classroom import questions
from tests.book.budgets import BOOK
from unrolled.page.ask import Slip

CODE = "what is said to code is about its arrays; the page's own exercises have other code"
THREE = "its answer holds several numbers of one story, and each sentence says which one is wrong"
FACTOR = "the page asks for the step or for the error, and has its own sentences for both"
STATES = "the page's exercise on it is one with its solution below, without replies"
LESSON = "the page prints lessons of a masked model and asks to build none by hand"
UNASKED = {  # questions that the page does not ask; what is said to them is the assignment's own
    **{
        tuple(name.split()): CODE
        for name in (
            "mlp my_softmax",
            "backprop my_back",
            "language_models my_loss",
            "remedies my_clip",
            "truncation my_window",
            "lstm my_lstm",
            "sequence_tasks my_reverse",
            "encoder_decoder my_look",
            "attention my_attention",
            "transformer my_norm",
            "stack my_rates",
            "bert my_pieces",
            "resnet my_block_back",
            "neural_ode rk4_step",
            "neural_ode euler_back",
            "neural_ode adjoint_slopes",
            "ode_rnn decay_step",
            "ode_rnn decay_back",
            "ode_rnn ode_rnn_step",
            "decoder draw_from",
            "decoder cached_step",
            "pretraining span_lesson",
            "pretraining text_vector",
            "finbert may_learn",
            "finbert scale_by_past",
        )
    },
    ("language_models", "factors"): THREE,
    ("language_models", "window"): THREE,
    ("language_models", "memory"): THREE,
    ("language_models", "surprise"): THREE,
    ("language_models", "steps"): "three of its slips need a whole text and a held-out word",
    ("bptt", "dz_3"): "the page gives the probabilities, so no letter that was read is at hand",
    ("sequence_tasks", "shapes"): "the page's problems are others, with a reply to each choice",
    ("sequence_tasks", "losses"): "the page does not count outputs with a loss",
    ("neural_ode", "order"): "the page measures the order by a line through six points",
    ("ode_rnn", "cost"): STATES,
    ("decoder", "window"): THREE,
    ("decoder", "cost"): "the page asks for one of the three numbers, the cost with a cache",
    (
        "decoder",
        "interpolation",
    ): "the page gives the shorter context's numbers, so it asks one step",
    ("pretraining", "taught"): THREE,
    ("pretraining", "model_reads"): LESSON,
    ("pretraining", "model_says"): LESSON,
    ("pretraining", "depths"): THREE,
    ("pretraining", "through_the_mean"): "the page derives this gradient and asks for no numbers",
    ("finbert", "first_price"): "the page compares the hours in words and asks of one clock",
    ("finbert", "tone_and_strength"): THREE,
    ("finbert", "overlap"): "the page measures what overlap does and asks for no numbers",
    ("finbert", "best_of_many"): "the page gives the formulas and asks for no numbers",
    ("neural_ode", "calls"): "the page counts states and steps, not calls of the field",
}
UNSAID = {  # slips of a room that its page's questions leave no occasion for
    ("resnet", "first on the left"): "the page says the order at the equation and asks no product",
    ("language_models", "sum"): "the page asks of one step; rnn names it",
    ("backprop", "rows for columns"): "the page asks for single entries, which have no order",
    ("neural_ode", "order times factor"): FACTOR,
    ("neural_ode", "first order"): FACTOR,
    ("neural_ode", "local order"): FACTOR,
    ("neural_ode", "all states"): STATES,
    ("neural_ode", "kept alone"): STATES,
}


def named(chapter: str) -> set[str]:
    """What the page's questions say to a wrong answer, and whatever else is said in their cells."""
    notebook = nbformat.read(BOOK / f"{chapter}.ipynb", as_version=4)
    trees = [ast.parse(cell.source) for cell in notebook.cells if cell.cell_type == "code"]
    known = {}
    for tree in trees:
        known |= dict(imported(tree)) | dict(assigned(tree))
    return {sentence for tree in trees for sentence in sentences(tree, known)}


def imported(tree: ast.Module) -> Iterator[tuple[str, object]]:
    """What a cell imports from the package, by the names it has there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module.startswith("unrolled"):
            for alias in node.names:
                yield alias.asname or alias.name, found(node.module, alias.name)


def assigned(tree: ast.Module) -> Iterator[tuple[str, tuple]]:
    """The names of slips that a cell keeps under one name."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple | ast.List):
            texts = tuple(getattr(part, "value", None) for part in node.value.elts)
            if are_names(texts) and isinstance(node.targets[0], ast.Name):
                yield node.targets[0].id, texts


def found(module: str, name: str) -> object:
    """What stands under this name in a module: a module of its own, or anything else."""
    try:
        return import_module(f"{module}.{name}")
    except ModuleNotFoundError:
        return getattr(import_module(module), name)


def sentences(tree: ast.Module, known: dict[str, object]) -> Iterator[str]:
    """The texts of a cell, and the sentences of the slips that it takes from the package."""
    nodes = list(ast.walk(tree))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
    yield from (text for text in texts if isinstance(text, str))
    met = [each for node in nodes for each in opened(value(node, known))]
    keys = texts.union(*(each for each in met if are_names(each)))
    for slips in met:
        if are_slips(slips):
            yield from (slips[key].says for key in slips if key in keys)
    for node in nodes:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "slipped":
            slips = value(node.args[0], known)
            if are_slips(slips) and "only" not in {word.arg for word in node.keywords}:
                yield from (slip.says for slip in slips.values())


def value(node: ast.AST, known: dict[str, object]) -> object:
    """What a name or `module.name` is in the package, if it is anything there."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return getattr(known.get(node.value.id), node.attr, None)
    return None


def opened(thing: object) -> list:
    """What a function of a room's slips looks up there itself; anything else as it is."""
    thing = unwrap(thing) if callable(thing) else thing
    if isinstance(thing, FunctionType) and thing.__module__.endswith(".slips"):
        return [thing.__globals__.get(name) for name in thing.__code__.co_names]
    return [thing]


def are_slips(thing: object) -> bool:
    return isinstance(thing, dict) and all(isinstance(slip, Slip) for slip in thing.values())


def are_names(thing: object) -> bool:
    return isinstance(thing, tuple) and all(isinstance(name, str) for name in thing)


def told(chapter: str) -> dict[str, set[str]]:
    """What the assignment says to wrong answers, question by question.

    Which line of a listing is wrong depends on the student's numbers; no slip has to do with that.
    """
    module = questions.load(chapter)
    said = {}
    for question in questions.automatic(module):
        if isinstance(question, questions.Code):
            said[question.name] = {slip.says for slip in question.slips.values()}
        elif question.visible or question.tolerance:
            said[question.name] = {says for _, says in question.slips(module.BOOK)}
    return said


def own(chapter: str) -> dict[str, str]:
    """The names of the slips in a chapter's room, by what they say."""
    dictionaries = vars(import_module(f"unrolled.{chapter}.slips")).values()
    return {
        slip.says: name
        for slips in dictionaries
        if are_slips(slips)
        for name, slip in slips.items()
    }


def missing(chapter: str) -> Iterator[tuple[str, str]]:
    """What the assignment says to a wrong answer and the page doesn't, with its question."""
    page = named(questions.load(chapter).CHAPTER)
    for name, said in told(chapter).items():
        yield from ((name, sentence) for sentence in sorted(said - page))


@pytest.mark.parametrize("chapter", questions.names())
def test_the_page_names_every_slip_that_its_assignment_names(chapter):
    room = own(chapter)
    for name, sentence in missing(chapter):
        excuse = (chapter, room[sentence]) in UNSAID if sentence in room else None
        assert excuse or (excuse is None and (chapter, name) in UNASKED), (name, sentence)


def test_nothing_is_excused_that_the_page_does_name():
    chapters = {chapter for chapter, _ in (*UNASKED, *UNSAID)}
    found = {(chapter, *each) for chapter in chapters for each in missing(chapter)}
    assert {(chapter, name) for chapter, name, _ in found} >= set(UNASKED)
    assert {(chapter, own(chapter).get(said)) for chapter, _, said in found} >= set(UNSAID)
