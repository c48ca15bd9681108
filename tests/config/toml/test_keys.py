"""The line and column of a key in a TOML document."""

import pytest

from table.config.toml.toml_keys import Key, KeyLines, dotted

DOCUMENT = """\
world = "real"
seats.blue.reader = "left"

[ screen ]   # the big one
width = 800
'language' = "en"
[readers."far left"]
bus = 0
[[hoppers]]
number = 0
kind = "corps"
[[hoppers]]
number = 1
[rules]
"""


@pytest.mark.parametrize(
    ("key", "line"),
    [
        (("world",), 1),
        (("seats", "blue", "reader"), 2),
        (("screen",), 4),
        (("screen", "width"), 5),
        (("screen", "language"), 6),
        (("readers", "far left", "bus"), 8),
        (("hoppers", 1, "kind"), 11),
        (("hoppers", 2, "number"), 13),
        (("hoppers", 2, "kind"), 12),
        (("rules", "rounds"), 14),
        (("sound", "volume"), None),
        (("seats",), 2),
        (("seats", "blue"), 2),
        (("seats", "red", "reader"), None),
        (("readers",), 7),
        (("hoppers",), 9),
    ],
)
def test_a_key_is_found_or_else_what_is_around_it(key: Key, line: int | None) -> None:
    assert KeyLines(DOCUMENT).of(key) == line


def test_keys_are_written_as_people_read_them() -> None:
    assert dotted(("hoppers", 2, "kind")) == "hoppers[2].kind"
    assert dotted(("readers", "far left", "bus")) == 'readers."far left".bus'
