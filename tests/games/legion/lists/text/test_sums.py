"""Points behind a name as people add them up."""

import pytest

from table.games.legion.data.catalogue import CLASSIC, load
from table.games.legion.lists.army_list import read_list
from table.games.legion.lists.text.sums import in_brackets
from table.games.legion.lists.text_list import is_plain, read_plain


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("Stormtroopers 44 + 9 = 53", "Stormtroopers (44) = 53"),
        ("Stormtroopers (44 + 24 = 68)", "Stormtroopers (44) = 68"),
        ("3x Dewback Rider 70 + 5 = 75 x 3 = 225", "3x Dewback Rider (70) = 225"),
        ("Darth Vader (Dark Lord of the Sith) 190 + 23 = 213", "Darth Vader (Dark Lord of the Sith) (190) = 213"),
        ("Stormtroopers 44 + 9 = 54", "Stormtroopers 44 + 9 = 54"),
        ("3x Dewback Rider 70 + 5 = 75 x 3 = 224", "3x Dewback Rider 70 + 5 = 75 x 3 = 224"),
        ("AT-ST", "AT-ST"),
        ("AT-ST 155", "AT-ST 155"),
    ],
)
def test_a_sum_is_the_units_points_and_the_whole(line: str, read: str) -> None:
    assert in_brackets([line]) == [read]


def test_a_bare_number_is_points_where_most_lines_have_some() -> None:
    assert in_brackets(["AT-ST 155", "Stormtroopers 44 + 9 = 53"]) == ["AT-ST (155)", "Stormtroopers (44) = 53"]
    named = ["The Bad Batch Clone Force 99", "AT-ST", "Stormtroopers", "AT-ST 155"]
    assert in_brackets(named) == named


def test_a_list_with_sums_is_read_whole() -> None:
    words = (
        "504/800\n5 Activations\n\nDarth Vader (Dark Lord of the Sith) 190 + 23 = 213\n\n"
        "--Force Push (10), Saber Throw (13)\n\n"
        "Stormtroopers 44\n\n2x Dewback Rider 70 + 5 = 75 x 2 = 150\n\n--T-21 Blaster Rifle (5)\n\n"
        "Stormtroopers 44 + 9 = 53\n\n--R4 Astromech Droid (9)\n\nSnowtroopers 44\n"
    )
    written = read_plain(words)
    assert (written.activations, written.points, written.total) == (5, 504, 504)
    result = read_list(words, load(CLASSIC))
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == [
        "Darth Vader", "Stormtroopers", "Dewback Rider", "Dewback Rider", "Stormtroopers", "Snowtroopers",
    ]  # fmt: skip
    assert result.unmatched == ()
    assert "list.other_points" not in [note.key for note in result.warnings]


def test_a_list_that_says_its_activations_alone_is_a_list() -> None:
    result = read_list("2 Activations\nAT-ST 155\nStormtroopers 44 + 9 = 53\n--R4 Astromech Droid (9)", load(CLASSIC))
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == ["AT-ST", "Stormtroopers"]
    assert "list.no_points" in [note.key for note in result.warnings]
    assert not is_plain("2 Activations today\nAT-ST 155")


def test_german_headings_of_the_hand() -> None:
    written = read_plain("Liste\n155/800\nAT-ST (155)\nBefehlskarten:\nAmbush\nPush")
    assert written.cards == ("Ambush", "Push")
