"""A name without its title, as Legion HQ's tournament text has it: the rest of the list states which unit is meant."""

import json

import pytest
from msgspec.structs import replace

from table.games.legion.data.catalogue import CLASSIC, load
from table.games.legion.lists.army_list import ListResult, judged, read_list
from table.games.legion.lists.name_matches import NameMatch

CURRENT = load()
LORD = "Darth Vader Dark Lord of the Sith"
APPRENTICE = "Darth Vader The Emperor's Apprentice"
CARDS = "Commands: Implacable, Ambush, New Ways to Motivate Them, Push, Master of Evil, Assault"


def read(*lines: str) -> ListResult:
    return read_list("\n".join(("Echo line", "990/1000", *lines, CARDS)), CURRENT)


def reported(result: ListResult) -> tuple[str, str]:
    """What the first unit was taken for, and by what."""
    match = result.matched[0]
    assert isinstance(match, NameMatch)
    assert not match.exact
    assert [warning.key for warning in result.warnings].count("list.distinguished") == 1
    assert not [problem for problem in judged(result) if problem.rule == "TB-15"]
    return match.found, match.decided_by


@pytest.mark.parametrize(("heading", "unit"), [("Commanders:", LORD), ("Operativos (1):", APPRENTICE)])
def test_by_the_heading_of_its_rank(heading: str, unit: str) -> None:
    assert reported(read(heading, "- Darth Vader (190)", "Corps:", "- Snowtroopers (48)")) == (unit, "rank")


@pytest.mark.parametrize(
    ("lines", "unit"),
    [
        (("Darth Vader (170)",), LORD),
        (("Darth Vader 155 pts",), APPRENTICE),
        (("Darth Vader (190)", " - Force Push (10)", " - Force Choke (10)"), LORD),
        (("Darth Vader (190)", " - Force Push (10)", " - Saber Throw (25)"), APPRENTICE),
        (("Darth Vader (155): Force Push (10) = 165",), APPRENTICE),
    ],
)
def test_by_its_points_with_upgrades_and_without(lines: tuple[str, ...], unit: str) -> None:
    assert reported(read(*lines, "Snowtroopers (48)")) == (unit, "points")


def test_by_the_rest_of_an_army_that_has_no_commander_yet() -> None:
    assert reported(read("Darth Vader (190)", "3x Snowtroopers (48)")) == (LORD, "army")


def test_by_a_command_card_of_one_of_them() -> None:
    hand = ["I am a Jedi", "Ambush", "No Time for Sorrows", "Push", "Return of the Jedi", "Assault"]
    units = [{"name": "Leia Organa"}, {"name": "Luke Skywalker"}]
    result = read_list(json.dumps({"armyFaction": "rebel", "units": units[::-1], "commandCards": hand}), CURRENT)
    assert reported(result) == ("Luke Skywalker Jedi Knight", "cards")


@pytest.mark.parametrize(
    "units",
    [
        {"operative": ["Darth Vader"], "corps": ["Snowtroopers"]},
        {"operatives": [{"name": "Darth Vader"}]},
        [{"name": "Darth Vader", "rank": "Operative"}],
        [{"name": "Darth Vader", "cost": "155"}],
        [{"name": "Darth Vader (155)"}],
    ],
)
def test_as_json_reports_it(units: object) -> None:
    assert reported(read_list(json.dumps({"armyFaction": "empire", "units": units}), CURRENT))[0] == APPRENTICE


@pytest.mark.parametrize(
    "lines",
    [
        ("Darth Vader (190)", "General Veers (80)", "3x Snowtroopers (48)"),  # either makes an army
        ("Darth Vader (190)", "Snowtroopers (48)"),  # neither does
        ("Darth Vader (190)", "3x Snowtroopers (48)", "Nobody's Heroes"),  # who may be the commander
        ("Battle force: Blizzard Force", "Darth Vader (190)", "3x Snowtroopers (48)"),
    ],
)
def test_what_stays_open_is_not_guessed_and_named_as_it_may_be_written(lines: tuple[str, ...]) -> None:
    open_one = read(*lines).unmatched[0]
    assert open_one.closest == (LORD, APPRENTICE)
    for name in open_one.closest:
        pasted = read(*(line.replace("Darth Vader", name) for line in lines))
        assert [match.found for match in pasted.matched if match.written == name and match.exact] == [name]


def test_points_of_another_edition_say_nothing() -> None:
    result = read_list(f"Echo line\n790/800\nDarth Vader (170)\nSnowtroopers (48)\n{CARDS}", load(CLASSIC))
    assert [entry.written for entry in result.unmatched] == ["Darth Vader"]


class TestACharacterThatTheDataDoNotHave:
    """Admiral Trench has a command card, and no unit card yet."""

    LIST = (
        "Echo line\n990/1000\nCommanders:\n- Count Dooku\nCorps:\n- 3x B1 Battle Droids\n"
        "Commands: Double the Fall, Ambush, I Smell Fear... and it Smells Good, Push, You Disappoint Me, Assault"
    )

    def test_its_card_is_pointed_out_with_what_to_do(self) -> None:
        result = read_list(self.LIST, CURRENT)
        notes = [dict(warning.args)["card"] for warning in result.warnings if warning.key == "list.no_unit_of_card"]
        assert notes == ["I Smell Fear... and it Smells Good"]
        assert "LC-05" in {problem.rule for problem in judged(result)}

    def test_added_to_the_data_it_is_a_unit_like_any_other(self) -> None:
        dooku = CURRENT.unit("legion.unit.count-dooku.darth-tyranus")
        trench = replace(dooku, id="legion.unit.admiral-trench", name="Admiral Trench", title="", aliases=())
        result = read_list(
            self.LIST.replace("Count Dooku", "Admiral Trench\n- Count Dooku"),
            replace(CURRENT, units=(*CURRENT.units, trench)),
        )
        assert "LC-05" not in {problem.rule for problem in judged(result)}
        assert "list.no_unit_of_card" not in [warning.key for warning in result.warnings]


@pytest.mark.parametrize("name", ["Emperor Palpatine", "Emperor Palpatine Ruler of the Galactic Empire"])
def test_a_classic_army_has_the_units_of_its_own_edition(name: str) -> None:
    source = (
        f"Echo line\n790/800\nCommanders:\n- {name}\nCorps:\n- 3x Snowtroopers\nSpecial Forces:\n"
        "- Imperial Royal Guards\n- Scout Troopers Strike Team\n"
        "Commands: And Now... You Will Die, Ambush, Give in to Your Anger, Push, An Entire Legion, Assault"
    )
    assert judged(read_list(source, load(CLASSIC))) == ()
    assert read_list(source, CURRENT).without, "this edition does not know all of it"
