"""The pages' shapes are those of the window: icons, colours and type."""

import re

import pytest

from lab.contrast import contrast
from lab.pages.frame_schema import SERVED
from lab.pages.shapes import CSS_FILE, DARK, LIGHT, SVG_FILE, UNKNOWN_NAME, sprite, style
from table.screen.drawing.icons import ICONS
from table.screen.drawing.typefaces import FACES


def test_the_files_are_made_of_what_the_window_draws_today() -> None:
    assert (SERVED / SVG_FILE).read_text("utf-8") == sprite(), "run `make docs`"
    assert (SERVED / CSS_FILE).read_text("utf-8") == style(), "run `make docs` and, for a new typeface, `make fonts`"


def test_each_icon_of_the_window_is_a_symbol() -> None:
    assert set(re.findall(r'<symbol id="([^"]+)"', sprite())) == {*ICONS, UNKNOWN_NAME}


def test_each_typeface_is_there_as_woff2() -> None:
    for face in FACES.values():
        assert (SERVED / "fonts" / face.with_suffix(".woff2").name).read_bytes()[:4] == b"wOF2"


@pytest.mark.parametrize("look", [DARK, {**DARK, **LIGHT}], ids=["dark", "light"])
def test_text_has_contrast_in_both_looks(look: dict[str, tuple[int, int, int]]) -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1."""
    for text in ("ink", "quiet", "alert", "good", "blue", "red"):
        for ground in ("ground", "panel", "raised"):
            assert contrast(look[text], look[ground]) >= 4.5, (text, ground)
