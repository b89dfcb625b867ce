"""A page is ready before all of it is laid out; what is far away follows, and nobody notices."""

FAR = ".bd-article > section > section:not(.is-laid-out)"
ALL = ".bd-article > section > section"


def test_at_first_sections_wait_until_they_come_near(read):
    page = read("book/bptt.html").page
    waits = page.evaluate(
        """() => {
            const section = document.createElement("section");
            document.querySelector(".bd-article > section").append(section);
            return getComputedStyle(section).contentVisibility;
        }"""
    )
    assert waits == "auto"


def test_soon_all_are_laid_out(read):
    page = read("book/bptt.html").page
    page.wait_for_function("(far) => !document.querySelector(far)", arg=FAR)
    assert page.locator(ALL).count() > 8
    found = page.evaluate(
        "(all) => [...document.querySelectorAll(all)]"
        ".map((section) => getComputedStyle(section).contentVisibility)",
        ALL,
    )
    assert set(found) == {"visible"}


def test_nobody_asks_for_the_width_of_all_blocks_at_once(read):
    """The theme did, which laid out the whole page before it was ready; its tab stops are ours."""
    page = read("book/bptt.html", width=360).page
    page.wait_for_function("() => document.documentElement.dataset.reachedAt === '360'")
    stops = "() => document.querySelectorAll('.bd-article .highlight pre[tabindex=\"0\"]').length"
    narrow = page.evaluate(stops)
    assert page.locator(".bd-article [tabindex='-1']:not(.explorable *)").count() == 0
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_function("() => document.documentElement.dataset.reachedAt === '1280'")
    assert narrow > page.evaluate(stops)


def test_what_is_unfolded_is_reached_by_the_keyboard(read):
    page = read("book/bptt.html", width=360).page
    page.wait_for_function("() => document.documentElement.dataset.reachedAt === '360'")
    fold = page.locator("details:not([open]):has(.highlight pre)").first
    fold.evaluate("node => { node.open = true; }")
    page.wait_for_function(
        """(fold) => [...fold.querySelectorAll(".highlight pre")].every((node) =>
            node.scrollWidth <= node.clientWidth + 1 || node.tabIndex === 0)""",
        arg=fold.element_handle(),
    )


def test_a_jump_before_that_lands_where_it_should(read):
    page = read("book/bptt.html", width=1280).page
    page.wait_for_function("(far) => !document.querySelector(far)", arg=FAR)
    page.evaluate(
        """(all) => {
            for (const section of document.querySelectorAll(all))
                section.classList.remove("is-laid-out");
        }""",
        ALL,
    )
    page.locator(".bd-sidebar-secondary a", has_text="Exercises").click()
    assert page.locator(FAR).count() == 0
    page.wait_for_function(
        "() => Math.abs(document.querySelector('#exercises').getBoundingClientRect().top - 68) < 80"
    )


def test_nothing_that_reaches_into_the_margin_is_cut_off_or_makes_the_page_wider(read):
    page = read("book/bptt.html", width=1280).page
    found = page.evaluate(
        """(all) => {
            const wide = document.querySelector(".tag_full-width");
            const section = wide.closest(all);
            const measure = () => {
                const outer = section.getBoundingClientRect().right;
                return [outer - wide.getBoundingClientRect().right >= -1,
                    document.documentElement.scrollWidth <= innerWidth];
            };
            section.classList.remove("is-laid-out");
            return measure();
        }""",
        ALL,
    )
    assert found == [True, True]
