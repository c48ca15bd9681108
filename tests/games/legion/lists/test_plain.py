"""Lists as text: what list builders put on the clipboard, and what people write in a chat."""

import pytest

from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import ListResult, judged, read_list
from table.words import Words

CATALOGUE = load()

STANDARD = """Echo line
994/1000 (11 activations)
Commanders:
 - Leia Organa (75): Commanding Presence (5), Force Push (10)/Duck (3) = 93
Operative:
 - Luke Skywalker Jedi Knight = 200
Corps:
 - 2× Rebel Troopers (40): Z-6 Trooper (22) = 124
 - Fleet Troopers = 44
Support:
 - 2× AT-RT = 110

Commands: • Coordinated Bombardment, • Ambush, •• No Time for Sorrows, •• Push, ••• Return of the Jedi, ••• Assault
Contingencies: • Ambush
"""
TOURNAMENT = """Echo line
994/1000
Leia Organa (93)
 - Commanding Presence (5)
 - Force Push (10)/Duck (3)
Luke Skywalker Jedi Knight (200)
Rebel Troopers (62)
 - Z-6 Trooper (22)
Rebel Troopers (62)
 - Z-6 Trooper (22)
Fleet Troopers (44)
AT-RT (55)
AT-RT (55)

Commands:
•Coordinated Bombardment
•Ambush
••No Time for Sorrows
••Push
•••Return of the Jedi
•••Assault
••••Standing Orders

Battle Deck
Objectives:
 - Breakthrough
"""
DISCORD = """**Echo line** – 994/1000
**Commanders**
- Leia Organa, Fearless and Inventive (75 + 18 = 93)
**Unterstützung**
* Luke Skywalker, Jedi Knight
**Corps (3)**
- Rebel Troopers (62) x2
- fleet troopers 44pts
**Support**
1. AT-RT
2. AT-RT

__Kommandokarten:__
1) Coordinated Bombardment
1) Ambush
2) No Time for Sorrows
2) Push
3) Return of the Jedi
3) Assault
"""
CHAT = """Leia Organa w/ Commanding Presence, Force Push
Luke Skywalker Jedi Knight mit Macht-Stoß
2x Rebel Troopers + Z-6
Fleet Troopers avec l’upgrade
AT-RT
AT-RT
Command cards: Coordinated Bombardment, Ambush, No Time for Sorrows, Push; Return of the Jedi, Assault
"""
BULLETS = """Echo line:
- Leia Organa
- Luke Skywalker Jedi Knight
- Rebel Troopers x2
- Fleet Troopers
- AT-RT ×2
Hand: Coordinated Bombardment, Ambush, No Time for Sorrows, Push, Return of the Jedi, Assault
"""
FACTS = f"""Points: 994/1000
Activations: 7
Faction: Rebel Alliance

{CHAT}"""


def read(source: str) -> ListResult:
    return read_list(source, CATALOGUE)


@pytest.mark.parametrize(
    "source",
    [
        STANDARD,
        TOURNAMENT,
        TOURNAMENT.replace("Skywalker", "Skywalker -"),
        DISCORD,
        CHAT,
        BULLETS,
        FACTS,
        CHAT.replace("\n", "\r\n\r\n"),
    ],
)
def test_the_same_army_in_every_writing(source: str) -> None:
    result = read(source)
    assert result.army is not None
    names = [unit.name for unit in result.army.units]
    assert names == ["Leia Organa", "Luke Skywalker", *["Rebel Troopers"] * 2, "Fleet Troopers", *["AT-RT"] * 2]
    assert [card.hand_pips for card in result.army.hand] == [1, 1, 2, 2, 3, 3, 4]
    assert judged(result) == ()
    assert all(match.exact for match in result.matched)


@pytest.mark.parametrize(
    ("source", "name", "points"),
    [
        (STANDARD, "Echo line", 994),
        (TOURNAMENT, "Echo line", 994),
        (DISCORD, "Echo line", 994),
        (CHAT, "", 0),
        (BULLETS, "Echo line", 0),
        (FACTS, "", 994),
    ],
)
def test_its_name_and_points_where_it_reports_them(source: str, name: str, points: int) -> None:
    army = read(source).army
    assert army is not None
    assert (army.name, army.points) == (name, points)


def test_a_line_that_is_no_unit_is_named_and_nothing_is_left_out() -> None:
    result = read(CHAT.replace("Fleet Troopers avec l’upgrade", "Flottentruppen").replace("Push", "Shove"))
    assert [entry.written for entry in result.unmatched] == ["Flottentruppen", "Shove"]


@pytest.mark.parametrize(
    "source", ["Hello\n- this\n- is a letter", "AT-ST\nis mine", "# Read me\n\nA table: its parts."]
)
def test_a_text_without_headings_or_points_is_no_list(source: str) -> None:
    assert [problem.key for problem in read(source).problems] == ["list.no_list"]


@pytest.mark.parametrize(
    "source", ['name = "A st', "name =", 'name = "A"\npoints = 3\n', "[", "[[troop", "[si", "[a]\nx"]
)
def test_the_beginning_of_a_list_or_scenario_is_reported_as_one_that_was_cut_off(source: str) -> None:
    assert [problem.key for problem in read(source).problems] == ["list.cut_off"]


@pytest.mark.parametrize(
    ("source", "key", "stated"),
    [
        ('name = "A"\n[other]\nx = 1\n', "list.other_section", "Line 2"),
        ('[[objectves]]\nhex = "A1"\n', "list.near_section", "Did you mean objectives?"),
        ('[sids.american]\nnation = "x"\n', "list.near_section", "Did you mean sides?"),
        ('name = "A\nrules = 3\n[other]\n', "list.not_toml", "line 1: a text begins on this line"),
        ("name = [a.b.c]\nx = 1\n", "list.not_toml", "line 1"),
    ],
)
def test_a_whole_file_that_is_no_list_is_not_reported_as_one_that_was_cut_off(
    source: str, key: str, stated: str
) -> None:
    (problem,) = read(source).problems
    assert problem.key == key
    assert stated in Words().say(problem)


@pytest.mark.parametrize("source", ['[{"a":', '["', '{"name'])
def test_the_beginning_of_json_is_reported_as_json(source: str) -> None:
    assert [problem.key for problem in read(source).problems] == ["list.not_json"]


@pytest.mark.parametrize(
    "source",
    [
        STANDARD + "AT-RT\n" * 30_000,
        "Corps:\n" + "AT-RT" + " " * 200_000 + "x",
        "Corps:\n" + "99x AT-RT\n" * 400,
        "Corps:\n" + "(1" * 100_000,
        "Commands: " + "Push," * 40_000 + "\nCorps:\nAT-RT",
    ],
)
@pytest.mark.slow
@pytest.mark.timeout(20)
def test_a_vast_text_is_read_in_bounded_time(source: str) -> None:
    read(source)
