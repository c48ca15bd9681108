"""Lines are counted in small sources that can be counted by hand."""

from pathlib import Path

import pytest

from lab.house.size import class_lines, code_lines, page_code, room_lines, widest_call, widest_value
from lab.house.sources import read_sources

MODULE = '''"""A docstring."""

import os
from pathlib import (
    Path,
)

# a comment
LIMIT = 3
"""Below a field."""


class Session:
    """A class."""

    def step(self, one, *, two):
        return (
            os.sep,
        )
'''


@pytest.fixture
def house(tmp_path: Path) -> Path:
    (tmp_path / "table" / "session").mkdir(parents=True)
    (tmp_path / "table" / "session" / "session.py").write_text(MODULE)
    (tmp_path / "table" / "session" / "page.js").write_text("one\ntwo\n")
    (tmp_path / "table" / "loose.py").write_text("def wide(a, b, c): ...\n")
    return tmp_path


def test_code_has_no_blanks_comments_docstrings_and_imports() -> None:
    assert code_lines(MODULE) == 6


def test_a_room_is_a_folder_with_all_its_lines(house: Path) -> None:
    assert room_lines(house, "table") == {"table.session": MODULE.count("\n")}
    assert page_code(house, "table") == 2


def test_a_class_is_counted_and_the_widest_call_is_found(house: Path) -> None:
    sources = read_sources(house)
    assert class_lines(sources, "table.session.session", "Session") == 7
    assert widest_call(sources, "table") == ("table.loose.wide", 3)
    assert widest_call(sources, "table.session") == ("table.session.session.step", 2)


def test_a_call_that_makes_a_value_is_as_wide_as_its_arguments(house: Path) -> None:
    (house / "table" / "made.py").write_text("SEEN = view.Published(1, 2, seats=3, clock=4)\nprint(1, 2, 3, 4, 5)\n")
    sources = read_sources(house)
    assert widest_value(sources, "table") == ("table.made: Published", 4)
    assert widest_call(sources, "table") == ("table.loose.wide", 3)
