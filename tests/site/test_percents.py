"""No line begins with a percent sign: in prose, captions and questions, or in an explorable."""

from tests.chapters import each_chapter

PARTABLE = r"""() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
        const { data, parentElement } = texts.currentNode;
        const isOneLine = parentElement.closest("pre, code, text, .witness");
        if (isOneLine || parentElement.closest("script, style, noscript")) continue;
        if (/\d %/.test(data)) found.push(data);
    }
    return found;
}"""


@each_chapter
def test_a_number_and_its_percent_sign_stay_together(read, name):
    assert read(f"book/{name}.html").page.evaluate(PARTABLE) == []
