"""Points behind a name as people add them up."""

import pytest

from table.games.legion.data.catalogue import CLASSIC, load
from table.games.legion.lists.army_list import read_list
from table.games.legion.lists.text.points import in_brackets
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
        ("2x Rebel Troopers 40 x 2 = 80", "2x Rebel Troopers (40) = 80"),
        ("Rebel Troopers (40 x 2 = 80)", "2x Rebel Troopers (40) = 80"),
        ("Rebel Troopers 40 = 80", "2x Rebel Troopers (40) = 80"),
        ("3x Rebel Troopers 40 x 2 = 80", "3x Rebel Troopers 40 x 2 = 80"),
        ("Stormtroopers @ 44", "Stormtroopers (44)"),
        ("Stormtroopers .... 44", "Stormtroopers (44)"),
        ("44 pts - 2x Stormtroopers", "2x Stormtroopers (44)"),
        ("[44] Stormtroopers", "Stormtroopers (44)"),
        ("(2) Stormtroopers: 88 pts", "2x Stormtroopers (88)"),
        ("3 Snowtroopers", "3x Snowtroopers"),
        ("x3 Snowtroopers", "3x Snowtroopers"),
        ("Snowtroopers (3)", "3x Snowtroopers"),
        ("Snowtroopers * 3", "3x Snowtroopers"),
        ("Darth Vader 170 (Dark Lord of the Sith)", "Darth Vader (Dark Lord of the Sith) (170)"),
        ("Darth Vader (170) Dark Lord of the Sith", "Darth Vader (Dark Lord of the Sith) (170)"),
        ("IG-88", "IG-88"),
        ("1.4 FD Laser Cannon Team", "1.4 FD Laser Cannon Team"),
        ("(2) 1.4 FD Laser Cannon Team", "2x 1.4 FD Laser Cannon Team"),
        ("2 74-Z Speeder Bikes", "2x 74-Z Speeder Bikes"),
        ("74-Z Speeder Bikes", "74-Z Speeder Bikes"),
        ("Stormtroopers (44): DLT-19 (24) = 68", "Stormtroopers (44): DLT-19 (24) = 68"),
        ("2x Rebel Troopers 40 × 2 = 80 pts", "2x Rebel Troopers (40) = 80"),
        ("2x Rebel Troopers 40 x 2 = 81", "2x Rebel Troopers 40 x 2 = 81"),
        ("2x Rebel Troopers 40 = 80", "2x Rebel Troopers (40) = 80"),
        ("2x Rebel Troopers 40 = 79", "2x Rebel Troopers (40) = 79"),
        ("Rebel Troopers .... 40 pts", "Rebel Troopers (40)"),
        ("Rebel Troopers | 40", "Rebel Troopers (40)"),
        ("(2) Rebel Troopers", "2x Rebel Troopers"),
        ("| 2 | Rebel Troopers | 40 |", "2x Rebel Troopers (40)"),
        ("2,Rebel Troopers,40", "2x Rebel Troopers (40)"),
        ("2x Rebel Troopers {40}", "2x Rebel Troopers (40)"),
        ("2x Rebel Troopers -- 40", "2x Rebel Troopers (40)"),
        ("2x Rebel Troopers 40p", "2x Rebel Troopers (40)"),
        ("2x Rebel Troopers @ 40 each", "2x Rebel Troopers (40)"),
        ("2x Rebel Troopers 40 ea = 80", "2x Rebel Troopers (40) = 80"),
        ("Clone Force 99", "Clone Force 99"),
        ("AT-ST", "AT-ST"),
        ("AT-ST 155", "AT-ST 155"),
        ("Mark 2 = 40", "Mark 2 = 40"),
        ("2x Stormtroopers (50 x 2 = 100)", "2x Stormtroopers (50) = 100"),
    ],
)
def test_a_sum_is_the_units_points_and_the_whole(line: str, read: str) -> None:
    assert in_brackets([line]) == [read]


def test_a_bare_number_is_points_where_most_lines_have_some() -> None:
    assert in_brackets(["AT-ST 155", "Stormtroopers 44 + 9 = 53"]) == ["AT-ST (155)", "Stormtroopers (44) = 53"]
    named = ["The Bad Batch Clone Force 99", "AT-ST", "Stormtroopers", "AT-ST 155"]
    assert in_brackets(named) == named


def test_a_single_digit_is_points_where_most_lines_have_some() -> None:
    """A card without points yet costs its upgrades alone."""
    boxed = ["Jedi Knight (6)", "AT-ST (155)", "Stormtroopers (44)"]
    assert in_brackets(boxed) == boxed
    counted = ["(1) Jedi Knight 6", "(1) AT-ST 155", "(2) Stormtroopers 88"]
    assert in_brackets(counted) == ["1x Jedi Knight (6)", "1x AT-ST (155)", "2x Stormtroopers (88)"]
    assert in_brackets(["Snowtroopers (3)", "AT-ST (155)"]) == ["3x Snowtroopers", "AT-ST (155)"]


ARMY = (("Stormtroopers", 2, 44), ("AT-ST", 1, 155), ("Snowtroopers", 3, 48))
FORMS = {
    "builder": "{times}x {name} {unit} x {times} = {all}",
    "same": "{times}x {name} {unit} = {all}",
    "total": "{times}x {name} = {all}",
    "bare each": "{times}x {name} {unit}",
    "bare all": "{times}x {name} {all}",
    "in brackets before": "({times}) {name} {all}",
    "ahead": "{unit} {times}x {name}",
    "at": "{times}x {name} @ {unit}",
    "dots": "{times}x {name} .... {unit}",
    "brackets": "{times}x {name} ({unit})",
    "square": "{times}x {name} [{unit}]",
    "word": "{times}x {name} {unit}pts",
    "tab": "{times}x {name}\t{unit}",
    "colon": "{times}x {name}: {unit}",
    "dash": "{times}x {name} - {unit}",
    "behind": "{name} x{times} ({unit})",
    "braces": "{times}x {name} {{{unit}}}",
    "dashes": "{times}x {name} -- {unit}",
    "letter": "{times}x {name} {unit}p",
    "each": "{times}x {name} @ {unit} each",
    "row of a table": "| {times} | {name} | {unit} |",
    "CSV": "{times},{name},{unit}",
}


@pytest.mark.parametrize("form", FORMS)
def test_a_whole_list_in_any_form_has_its_units(form: str) -> None:
    lines = [FORMS[form].format(name=n, times=t, unit=p, all=t * p) for n, t, p in ARMY]
    points = sum(times * unit for _, times, unit in ARMY)
    words = "\n".join((f"{points}/800", "6 Activations", "", *lines, "", "Commands:", "Ambush, Push"))
    result = read_list(words, load(CLASSIC))
    assert result.unmatched == ()
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == [name for name, times, _ in ARMY for _ in range(times)]
    assert read_plain(words).total == points


def test_points_ahead_are_no_count_and_a_count_is_no_points() -> None:
    assert in_brackets(["155 AT-ST", "44 Stormtroopers"]) == ["AT-ST (155)", "Stormtroopers (44)"]
    assert in_brackets(["2 AT-ST", "3 Stormtroopers"]) == ["2x AT-ST", "3x Stormtroopers"]


def test_the_points_of_several_are_of_all_of_them_if_that_makes_the_sum() -> None:
    each = read_plain("T\n132/1000\nCorps:\n2 Stormtroopers 44\nSnowtroopers 44")
    whole = read_plain("T\n132/1000\nCorps:\n2 Stormtroopers 88\nSnowtroopers 44")
    assert [unit.prices for unit in (*each.units, *whole.units)] == [(44,)] * 6
    assert (each.total, whole.total) == (132, 132)


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


def test_a_list_that_states_its_activations_alone_is_a_list() -> None:
    result = read_list("2 Activations\nAT-ST 155\nStormtroopers 44 + 9 = 53\n--R4 Astromech Droid (9)", load(CLASSIC))
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == ["AT-ST", "Stormtroopers"]
    assert "list.no_points" in [note.key for note in result.warnings]
    assert not is_plain("2 Activations today\nAT-ST 155")


def test_german_headings_of_the_hand() -> None:
    written = read_plain("Liste\n155/800\nAT-ST (155)\nBefehlskarten:\nAmbush\nPush")
    assert written.cards == ("Ambush", "Push")
