"""No line begins with a percent sign: in prose, captions and questions, or in an explorable."""

from tests.site.test_site import each_page

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


@each_page
def test_a_number_and_its_percent_sign_stay_together(read, name):
    assert read(name).page.evaluate(PARTABLE) == []
