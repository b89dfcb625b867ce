"""The road on the front page: its stations, its arcs, and what lights up when one points at it."""

import re

from unrolled.intro.road import HEAD, ROW, draw_road, lay_stations

PARTS, NEEDS = [2, 3], {0: [], 1: [0], 2: [0], 3: [1, 2], 4: [0, 3]}


def test_a_station_is_at_the_middle_of_its_row():
    heights = [y for _, y in lay_stations(PARTS)]
    first = [HEAD + ROW / 2, HEAD + 1.5 * ROW]
    assert heights == [*first, *(2 * HEAD + (k + 0.5) * ROW for k in (2, 3, 4))]


def test_arcs_join_chapters_to_those_that_they_need_unless_the_road_does():
    arcs = re.findall(r'class="arc arc-(\d) arc-(\d)"', draw_road(PARTS, NEEDS).svg)
    assert arcs == [("2", "0"), ("3", "1"), ("4", "0")]


def test_pointing_lights_a_chapter_what_it_needs_and_what_needs_it():
    svg = draw_road(PARTS, NEEDS).svg
    rules = re.findall(r"p:nth-of-type\((\d)\).*?div:nth-of-type\((\d)\).*?:is\((.+?)\) {", svg)
    # paragraph 1 is the first part's name and 4 the second's; box 1 is the road
    assert [(p, box) for p, box, _ in rules] == [
        ("2", "2"),
        ("3", "3"),
        ("5", "4"),
        ("6", "5"),
        ("7", "6"),
    ]
    lit = [{int(k) for k in re.findall(r"station-(\d)", those)} for *_, those in rules]
    assert lit == [{0, 1, 2, 4}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3, 4}, {0, 3, 4}]
