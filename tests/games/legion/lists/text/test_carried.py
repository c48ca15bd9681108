"""Lists as mails, chats, tournament sites and saved pages carry them."""

import html
import json

import pytest

from table.games.legion.data.catalogue import CURRENT, load
from table.games.legion.lists.army_list import ListResult, judged, read_list
from table.games.legion.lists.text.carried import carried

ADMIRAL = """393/1000
6 Activations

Han Solo 100 + 3 = 103
--Tenacity (3)
2x Rebel Troopers 40 x 2 = 80
3x Rebel Commandos 42 + 28 = 70 x 3 = 210
--DH-447 Sniper (28)

Sorry About the Mess •, Ambush •, Reckless Diversion ••, Push ••, Change of Plans •••, Assault •••, Standing Orders ••••

Breakthrough, Outflank, Shifting Priorities
Salt Storm, Bridge of Glass, The Second Moon
"""
JSON = json.dumps({"listname": "Echo line", "units": [{"name": "AT-ST"}], "commandCards": ["Ambush"]}, indent=2)
PAGE = (
    "<!DOCTYPE html><html><head><title>x</title><script>var a = 1</script></head>"
    "<body><nav>Home</nav>{}<p>End</p></body></html>"
)


def read(source: str) -> ListResult:
    return read_list(source, load(CURRENT))


def names(result: ListResult) -> list[str]:
    assert result.army is not None
    assert result.unmatched == ()
    return [unit.name for unit in result.army.units]


@pytest.mark.rule("LA-88")
@pytest.mark.parametrize("name", ["Command Override", "Coordinated Strike", "No Time to Lose"])
def test_a_battle_card_with_a_rule_is_known_alone_in_any_line(name: str) -> None:
    result = read(f"115/1000\nLeia Organa 75\n{name}\nRebel Troopers 40\n")
    assert names(result) == ["Leia Organa", "Rebel Troopers"]
    assert result.army is not None
    assert result.army.battle_cards == (name,)


def test_a_number_behind_a_single_known_name_is_its_points() -> None:
    assert names(read("Commander:\nDarth Vader (Dark Lord of the Sith) 170\nCorps:\n3 Snowtroopers\n")) == [
        "Darth Vader", *["Snowtroopers"] * 3,
    ]  # fmt: skip


def test_the_cells_of_a_table_are_words_of_their_own() -> None:
    rows = "<tr><td>Leia Organa</td><td>75</td></tr><tr><td>Rebel Troopers x3</td><td>120</td></tr>"
    assert names(read(PAGE.format(f"<table>{rows}</table>"))) == ["Leia Organa", *["Rebel Troopers"] * 3]


def lines_with(end: str) -> str:
    return end.join(ADMIRAL.splitlines())


@pytest.mark.parametrize(
    "source",
    [
        ADMIRAL,
        ADMIRAL.replace("•", "*"),
        lines_with(" || "),
        lines_with("||"),
        lines_with("<br>"),
        lines_with("<br/>\n"),
        lines_with("&lt;br&gt;"),
        lines_with("\\n"),
        lines_with("\\r\\n"),
        lines_with("\r"),
        "> " + lines_with("\n> "),
        ">> " + lines_with("\r\n>> "),
        ADMIRAL + "\nhttps://tabletopadmiral.com/listbuilder/Rebel/p0fuEMc08",
        "<https://tabletopadmiral.com/listbuilder/Rebel/p0fuEMc08>\n\n" + ADMIRAL,
        PAGE.format("<pre>" + ADMIRAL + "</pre>"),
        PAGE.format("<textarea>" + html.escape(lines_with(" ||")) + "</textarea>"),
        PAGE.format("<div>" + lines_with("</div><div>") + "</div>"),
        PAGE.format("<p>" + lines_with("<br>\n") + "</p>"),
    ],
)
def test_a_text_is_read_however_it_is_carried(source: str) -> None:
    result = read(source)
    assert names(result) == ["Han Solo", *["Rebel Troopers"] * 2, *["Rebel Commandos"] * 3]
    assert judged(result) == ()
    assert {"list.other_sum", "list.unpriced_line"}.isdisjoint(note.key for note in result.warnings)


@pytest.mark.parametrize(
    "source",
    [
        JSON.replace("\n", " || "),
        JSON.replace("\n", "<br>"),
        JSON.replace("\n", "\\n").replace('"', '\\"'),
        html.escape(JSON.replace("\n", "||")),
        PAGE.format("<textarea>" + html.escape(JSON) + "</textarea>"),
    ],
)
def test_json_is_read_however_it_is_carried(source: str) -> None:
    assert names(read(source)) == ["AT-ST"]


def test_a_name_keeps_a_single_sign_that_may_be_a_line_end() -> None:
    source = json.dumps({"listname": "a\nb", "units": [{"name": "AT-ST"}, {"name": "\nAT-ST\n"}]})
    assert carried(source).blocks == (source,)
    assert names(read(source)) == ["AT-ST", "AT-ST"]


def test_a_page_with_two_lists_is_not_read() -> None:
    other = JSON.replace("AT-ST", "AT-AT")
    page = PAGE.format("".join(f"<textarea>{html.escape(each)}</textarea>" for each in (JSON, other)))
    assert [problem.key for problem in read(page).problems] == ["list.several"]


def test_a_text_that_is_no_json_is_not_reported_as_broken_json() -> None:
    for source in (lines_with(" || ").replace("393", "{393"), "{ || my army || }", "See you {on Sunday}"):
        assert "list.not_json" not in [problem.key for problem in read(source).problems]


def test_cards_behind_the_hand_are_battle_cards_though_nobody_knows_them() -> None:
    result = read(ADMIRAL + "Glass Rain\n")
    assert names(result)[0] == "Han Solo"
    assert [dict(note.args)["line"] for note in result.warnings if note.key == "list.line_left_out"] == ["Glass Rain"]


def test_a_unit_behind_the_hand_is_a_unit() -> None:
    result = read(ADMIRAL.replace("\nBreakthrough", "\nFleet Troopers\nBreakthrough"))
    assert result.army is not None
    assert "Fleet Troopers" in [unit.name for unit in result.army.units]


@pytest.mark.parametrize("heading", ["Primary Objectives", "Secondary objectives:", "== Objective Cards ==", "Zweck:"])
def test_a_heading_of_battle_cards_of_any_kind(heading: str) -> None:
    hand = "Command Cards:\nSorry About the Mess\nAmbush\nReckless Diversion\nPush\nChange of Plans\nAssault"
    result = read(
        f"Echo\n180/1000\nHan Solo (100)\n2x Rebel Troopers (40)\n{hand}\n{heading}\nGlass Rain\nBreakthrough"
    )
    assert names(result) == ["Han Solo", "Rebel Troopers", "Rebel Troopers"]


def test_an_unknown_line_is_shown_and_the_list_is_played_without_it() -> None:
    result = read(
        ADMIRAL.replace("Han Solo 100 + 3 = 103\n--Tenacity (3)", "Glorb the Unheard 103").replace("Push", "Glorb")
    )
    assert result.army is not None
    assert len(result.army.units) == 5
    assert len(result.army.hand) == 6
    assert judged(result) == ()
    assert [entry.written for entry in result.unmatched] == ["Glorb the Unheard", "Glorb"]
    assert [note.key for note in result.without] == ["list.without"] * 2


def test_names_of_units_alone_are_a_list() -> None:
    assert names(read("Darth Vader Dark Lord of the Sith\n3 Snowtroopers")) == ["Darth Vader", *["Snowtroopers"] * 3]


def test_a_suggestion_is_near_in_sense() -> None:
    result = read("5/1000\nDarth Vadher (Dark Lrod of the Sith) 170\nXorg 12\nAT-ST 155")
    suggested = {entry.written: entry.closest for entry in result.unmatched}
    assert "Grogu" not in {name for names in suggested.values() for name in names}
    assert suggested.get("Xorg", ()) == ()
