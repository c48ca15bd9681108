"""The rows of a list that a box has room for, whatever their heights."""

import pygame
from hypothesis import given
from hypothesis import strategies as st

from table.rules.text import Text, text
from table.screen.drawing.canvas import Canvas
from table.screen.drawing.typefaces import BODY, SMALL, Fonts
from table.screen.parts.prompt import heights_of, pages_of, type_of, window_of
from table.words import Words

HEIGHTS = st.lists(st.integers(20, 90), min_size=1, max_size=20)


@given(HEIGHTS, st.integers(0, 400), st.data())
def test_the_row_at_the_cursor_is_shown_with_as_many_others_as_there_is_room_for(
    heights: list[int], room: int, data: st.DataObject
) -> None:
    cursor = data.draw(st.integers(0, len(heights) - 1))
    first, after = window_of(heights, room, cursor)
    assert 0 <= first <= cursor < after <= len(heights)
    used = sum(heights[first:after])
    assert used <= room or after - first == 1
    assert first == 0 or used + heights[first - 1] > room
    assert after == len(heights) or used + heights[after] > room


@given(HEIGHTS, st.integers(0, 400))
def test_page_by_page_every_row_is_seen_down_and_up_again(heights: list[int], room: int) -> None:
    cursor, last = 0, len(heights) - 1
    for way, end in ((1, last), (0, 0)):
        seen = set[int]()
        for _ in heights:
            seen |= set(range(*window_of(heights, room, cursor)))
            cursor = pages_of(heights, room, cursor)[way]
        seen |= set(range(*window_of(heights, room, cursor)))
        assert seen == set(range(len(heights))), (way, end)


def test_the_cursor_stands_in_the_middle_of_what_is_shown() -> None:
    assert window_of([36] * 9, 36 * 5, 4) == (2, 7)
    assert window_of([36] * 9, 36 * 5, 0) == (0, 5)
    assert window_of([36] * 9, 36 * 5, 8) == (4, 9)


def test_one_long_name_is_set_in_two_lines_and_all_names_in_one_size(words: Words) -> None:
    canvas = Canvas(words, Fonts())
    canvas.begin(pygame.Surface((800, 480)), 1.0)
    names = [text("scene.name", name=name) for name in ("AT-ST", "Scout Troopers Strike Team of the Moon")]
    size = type_of(canvas, names, 200, BODY)
    low, high = heights_of(canvas, names, 200, size, 36, 200)
    assert (size, low) == (SMALL, 36)
    assert high > 36
    assert type_of(canvas, [Text("screen.name")], 200, BODY) == BODY
