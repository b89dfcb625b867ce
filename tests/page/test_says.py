"""A sentence and its numbers: what counts as one, when it is right, and how digits are renewed."""

import nbformat
import numpy as np
import pytest

from unrolled.page.renumber import changes, renumber, retype
from unrolled.page.says import says, typed_numbers, without_latex

TIMES = r"$5 \cdot 10^{-75}$"


def texts(sentence):
    return [number.text for number in typed_numbers(sentence)]


def values(sentence):
    return pytest.approx([number.value for number in typed_numbers(sentence)], rel=1e-12)


@pytest.mark.parametrize(
    ("sentence", "numbers"),
    [
        ("The state is 0.4092 and the candidate −0.2488, or -0.5.", [0.4092, -0.2488, -0.5]),
        (r"It has 1,860 weights, $2{,}480$ there; 3 of 4 hold.", [1860, 2480, 3, 4]),
        (r"Off by 35 \% to 49 %, and by 29 to 43 % or $1\,\%$.", [0.35, 0.49, 0.29, 0.43, 0.01]),
        (rf"{TIMES}, $10^{{-5}}$, 1e-15, 10⁻⁵, $8 \cdot 10^7$", [5e-75, 1e-5, 1e-15, 1e-5, 8e7]),
        ("With probability 2/3, and 1/4 of 8.", [2 / 3, 0.25, 8]),
        (r"$3 \cdot 14 = 42$, $(5, 7)$, $1 - h^2$, $\sigma(2x)$, $T = 100$", [42, 5, 7, 100]),
        (r"$0.99^{100} = 0.366$ of $\mathbf h_{t-1}$, $W^{(1)}$, $h_3$, $34^5$", [0.99, 0.366]),
        (r"$0.4 \cdot 0.5$ $-\, 0.5371$ $= -0.3$, $1.5-0.2$", [0.4, 0.5, 0.5371, -0.3, 1.5, 0.2]),
        (r"$d = 8, N = 5$ but $f(x, 0)$; $\{1, 2\}$; $h_0 = 0$", [8, 5, 1, 2, 0]),
        (r"$1/0.05 = 20$ and $\textcolor{#0068a8}{a} = 3$", [0.05, 20, 3]),
        ("GPT-2 is a 4-2-4 network in 3D, of 2x and the 4th.", []),
        ("In 2014, {cite}`cho2014` {eq}`eq-x-1` `x = 1` [a](b-1.2) {doc}`rnn 2`.", []),
        ("Step 3, head 2, Eq. (2), (26) to (28), the seeds 0 to 11, lags 10, 50 and 200.", []),
        ("In step 3, 20 units; at lag 50 they lose 0.3; line 2 %.", [20, 0.3, 0.02]),
        ("The sum of <i>h</i><sub>2</sub> is <b>0.3</b>.", [0.3]),
    ],
)  # fmt: skip
def test_what_counts_as_a_number(sentence, numbers):
    assert values(sentence) == numbers


def test_a_sentence_is_held_to_the_digits_that_are_typed(unchecked):
    h = np.array([0.40921])
    new = -0.24884
    found = says("The old state is 0.4092 and the candidate −0.2488.", h, new)
    assert repr(found) == "checked: 0.4092, −0.2488"
    assert "<th scope='row'>0.4092</th><td>0.40921</td>" in found._repr_html_()
    says(r"11 % of 1,860, $(2, 3)$ and 0.5", 0.113, 1860, (2, np.array([3])), [0.45])
    says(TIMES, 5.4e-75)
    for wrong, said in ((-4.59512, "−4.596 is -4.59512"), (np.nan, "−4.596 is nan")):
        with pytest.raises(AssertionError, match=f"The bias is −4.596 for 20.: {said}$"):
            says("The bias is −4.596 for 20.", wrong, 20)
    for near, sentence in ((0.40915, "0.4092"), (0.5, "0 or 1"), (2 / 3, "2/3")):
        says(sentence, near, 1) if " " in sentence else says(sentence, near)
    for far, sentence in ((0.40914, "0.4092"), (21.5001, "21"), (0.6667, "2/3"), (0.125, "11 %")):
        with pytest.raises(AssertionError, match=f"{sentence} is"):
            says(sentence, far)


def test_numbers_and_values_must_be_as_many(unchecked):
    with pytest.raises(ValueError, match=r"values: got 1, expected one for each of 21, 30"):
        says("Ahead in 21 of 30 pairs.", 21)
    with pytest.raises(ValueError, match=r"values: got 2, expected one for each of none"):
        says("Ahead in most pairs.", np.ones(2))
    with pytest.raises(ValueError, match="values: got"):
        says("Ahead in 21 pairs.", "21")


def test_a_condition_stands_beside_the_numbers(unchecked):
    says("Below 1 % in all 3.", 0.01, 3, where=[0.002 < 0.01, True])
    with pytest.raises(AssertionError, match="1 of 2 times it is not so"):
        says("Below 1 % in all 3.", 0.01, 3, where=[0.02 < 0.01, True])
    with pytest.raises(ValueError, match="holds: got"):
        says("Below 1 % in all 3.", 0.01, 3, where=0.02)


def test_a_number_is_shown_without_latex():
    assert without_latex(r"5 \cdot 10^{-75}") == "5·10⁻⁷⁵"
    assert without_latex(r"-1{,}860\,\%") == "−1,860 %"


@pytest.mark.parametrize(
    ("sentence", "value", "new"),
    [
        ("0.4092", 0.40953, "0.4095"),
        ("0.4092", -0.40953, "−0.4095"),
        ("$-0.4$", 0.36, "0.4"),
        ("$x = -0.5$", -0.36, "-0.4"),
        ("−4.6", -12.34, "−12.3"),
        ("1,860", 999.8, "1,000"),
        ("999", 1860, "1,860"),
        (r"$1{,}860$", 12345, "12{,}345"),
        ("$4096$", 8192, "8192"),
        ("11 %", 0.126, "13 %"),
        (r"$35\,\%$", 0.4, r"40\,\%"),
        (TIMES, 7.2e-74, r"7 \cdot 10^{-74}"),
        (r"$8 \cdot 10^7$", 8.8e7, r"9 \cdot 10^7"),
        (r"$8 \cdot 10^7$", 8.8e-7, r"9 \cdot 10^{-7}"),
        ("1.5e-15", 1.24e-14, "1.2e-14"),
        ("10⁻⁵", 1e-7, "10⁻⁷"),
        ("$10^{-5}$", 1e-7, "10^{-7}"),
    ],
)
def test_a_value_is_typed_as_the_number_was(sentence, value, new):
    (typed,) = typed_numbers(sentence)
    assert not typed.rounds(float(value))
    assert retype(typed, float(value)) == new
    (again,) = typed_numbers(sentence.replace(typed.text, new))
    assert again.rounds(float(value))


def test_a_fraction_is_not_retyped():
    with pytest.raises(ValueError, match=r"2/3: got 0\.5, expected the same fraction"):
        retype(*typed_numbers("2/3"), 0.5)


TEXT = """# A title with 0.4092

The old state is 0.4092 and
the bias $b = -4.595$ of 20.
Another 0.4092 is no claim."""
CODE = r"""from unrolled.page.says import says

h, b = 0.40953, -4.695
says("The old state is 0.4092 and"
     " the bias $b = -4.595$ of 20.", h, b, 20)"""
ESCAPED = """says("Only $5 \\\\cdot 10^{-3}$, \\"20\\".", 0.007, 21) + says("20.", 20)"""


@pytest.fixture
def notebook(tmp_path):
    """A small one whose mathematics has changed since its text was typed."""
    text = nbformat.v4.new_markdown_cell(TEXT + '\nOnly $5 \\cdot 10^{-3}$, "20".\n20.')
    skipped = nbformat.v4.new_code_cell("1 / 0", metadata={"tags": ["skip-execution"]})
    code = [nbformat.v4.new_code_cell(source) for source in (CODE, ESCAPED)]
    path = tmp_path / "small.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[text, skipped, *code]), path)
    return path


def test_digits_follow_the_mathematics_in_the_text_and_in_the_call(notebook):
    before = notebook.read_bytes()
    lines = renumber(notebook, look=True)
    assert [line.split(":")[0] for line in lines] == [
        "0.4092 → 0.4095, -4.595 → -4.695",
        r"5 \cdot 10^{-3} → 7 \cdot 10^{-3}, 20 → 21",
    ]
    assert notebook.read_bytes() == before
    assert renumber(notebook) == lines
    text, _, code, escaped = (cell.source for cell in nbformat.read(notebook, 4).cells)
    changed = TEXT.replace("state is 0.4092", "state is 0.4095").replace("4.595", "4.695")
    assert text == changed + '\nOnly $7 \\cdot 10^{-3}$, "21".\n20.'
    assert code == CODE.replace("0.4092", "0.4095").replace("4.595", "4.695")
    assert escaped == ESCAPED.replace("$5", "$7").replace('20\\"', '21\\"')
    assert renumber(notebook) == []


def test_what_digits_cannot_mend_is_told_all_at_once(notebook):
    cells = nbformat.read(notebook, 4).cells
    cells[-1].source = 'says("1 of 2", 1)\nsays("3.", 3, where=False)\nsays("2/3", 0.5)'
    with pytest.raises(ValueError, match=r"2/3: got 0\.5") as found:
        changes(cells)
    assert "one for each of 1, 2" in str(found.value)
    assert "claim: 3." in str(found.value)
