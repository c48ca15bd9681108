"""Headings of lists as text: known ones in every dress, strange ones, and those of builders in other languages."""

import pytest

from table.games.legion.data.catalogue import load
from table.games.legion.lists.army_list import ListResult, read_list
from table.games.legion.lists.text.headings import framed
from table.games.legion.lists.text_list import is_plain, read_plain
from table.games.legion.rules.model.armies import Rank
from table.words import Words

CATALOGUE = load()
WORDS = Words("en")
RULED = ("--- {} ---", "-- {} --", "--{}--", "== {} ==", "— {} —", "{} ---", "[{}]")
DRESSED = (*RULED, "** {} **", "--- {} (2) ---")
LISTED = """A list
800/800
Commanders:
{bullet}Leia Organa (75)
{heading}
{bullet}Rebel Troopers (40)
{bullet}Fleet Troopers (44)
Commands: Ambush, Push
"""


def read(source: str) -> ListResult:
    return read_list(source, CATALOGUE)


def reported(result: ListResult) -> list[str]:
    return [WORDS.say(warning) for warning in result.warnings]


def ranks(source: str) -> list[tuple[str, Rank | None]]:
    return [(unit.name, unit.rank) for unit in read_plain(source).units]


@pytest.mark.parametrize("bullet", ["", "- "])
@pytest.mark.parametrize("ruled", DRESSED)
def test_a_known_heading_is_known_with_rules_around_it(ruled: str, bullet: str) -> None:
    source = LISTED.format(heading=ruled.format("Corps"), bullet=bullet)
    assert ranks(source)[1:] == [("Rebel Troopers", Rank.CORPS), ("Fleet Troopers", Rank.CORPS)]
    assert "list.strange_heading" not in [each.key for each in read_plain(source).warnings]


@pytest.mark.parametrize("bullet", ["", "- "])
@pytest.mark.parametrize("ruled", RULED)
def test_a_strange_heading_with_rules_is_reported_and_swallows_no_unit(ruled: str, bullet: str) -> None:
    heading = ruled.format("Troopers of mine")
    source = LISTED.format(heading=heading, bullet=bullet)
    assert ranks(source) == [("Leia Organa", Rank.COMMANDER), ("Rebel Troopers", None), ("Fleet Troopers", None)]
    stated = f'The heading "{heading}" is not known, so everything under it was read as units.'
    assert stated in reported(read(source))


@pytest.mark.parametrize("heading", ["Troopers of mine", "Troopers of mine:"])
def test_where_units_have_bullets_a_line_without_is_a_heading(heading: str) -> None:
    source = LISTED.format(heading=heading, bullet="- ")
    assert [unit for unit, _ in ranks(source)] == ["Leia Organa", "Rebel Troopers", "Fleet Troopers"]
    assert any("Troopers of mine" in line for line in reported(read(source)))


def test_a_unit_whose_bullet_or_points_are_lost_is_not_taken_for_one_in_silence() -> None:
    lost = LISTED.format(heading="Corps:", bullet="- ").replace("- Fleet Troopers (44)", "Fleet Troopers")
    assert any('"Fleet Troopers" is not known' in line for line in reported(read(lost)))
    priced = LISTED.format(heading="Corps:", bullet="- ").replace("- Fleet Troopers", "Fleet Troopers")
    assert "Fleet Troopers" in [unit for unit, _ in ranks(priced)]


@pytest.mark.parametrize("line", ["- Rebel Troopers -", "-- Force Push (10) --", "- Fleet Troopers =", "[10]", "IG-88"])
def test_a_line_that_only_looks_like_one_is_no_heading(line: str) -> None:
    assert framed(line) == ""


@pytest.mark.parametrize(
    "hand",
    [
        "Ambush (1), Push (2), Assault (3), Standing Orders (4)",
        "Ambush [1], Push [2], Assault [3], Standing Orders [4]",
        "(1) Ambush, (2) Push, (3) Assault, (4) Standing Orders",
        "1. Ambush, 2. Push, 3. Assault, 4. Standing Orders",
        "Ambush (1 pip), Push (2 pips), Assault (3 pips), Standing Orders (4 pips)",
    ],
)
def test_pips_beside_every_card_of_a_line_are_left_out(hand: str) -> None:
    result = read(LISTED.format(heading="Corps:", bullet="- ").replace("Ambush, Push", hand))
    assert result.army is not None
    assert [card.name for card in result.army.hand] == ["Ambush", "Push", "Assault", "Standing Orders"]
    assert not result.unmatched


def test_a_name_with_a_comma_keeps_it_where_pips_stand_behind() -> None:
    result = read("Droids\n800/800\nB1 Battle Droids\nCommands: Roger, Roger! (2), Push (2)")
    assert result.army is not None
    assert {"Roger, Roger!", "Push"} < {card.name for card in result.army.hand}


def test_a_list_without_a_faction_is_advised() -> None:
    notes = reported(read(LISTED.format(heading="Corps:", bullet="- ")))
    assert "The list names no faction. By its units this is an army of the Rebels." in notes
    strange = reported(read("Faction: Fringe\n" + LISTED.format(heading="Corps:", bullet="- ")))
    assert 'The faction "Fringe" is not known. By its units this is an army of the Rebels.' in strange


def test_mercenaries_that_nothing_states_are_reported_too() -> None:
    notes = reported(read("Hired\n800/800\n- Black Sun Enforcers\n- Pyke Syndicate Foot Soldiers\nCommands: Push"))
    assert any(note.startswith("The list names no faction") for note in notes)


def test_a_german_builders_list_is_read_with_its_points_and_indented_upgrades() -> None:
    source = (
        "STAR WARS LEGION LISTE\nFraktion: Rebellenallianz\nGesamtpunkte: 221\n" + 40 * "=" + "\n\n"
        "• Leia Organa (80 Pkt)\n   - Commanding Presence (5 Pkt)\n\n"
        "• Rebel Troopers (62 Pkt)\n   - Z-6 Trooper (22 Pkt)\n\n• Rebel Troopers (40 Pkt)\n• Fleet Troopers (39 Pkt)\n"
    )
    assert is_plain(source)
    written = read_plain(source)
    assert (written.points, written.total, written.name) == (221, 221, "STAR WARS LEGION LISTE")
    assert [unit.name for unit in written.units] == ["Leia Organa", *2 * ["Rebel Troopers"], "Fleet Troopers"]
    result = read(source)
    assert result.army is not None
    assert result.army.faction == "rebels"
    assert not result.unmatched


@pytest.mark.parametrize(
    ("heading", "rank"),
    [
        *(("Commandant", Rank.COMMANDER), ("Opérative", Rank.OPERATIVE), ("Agent", Rank.OPERATIVE)),
        *(("Troupiers", Rank.CORPS), ("Troupes de base", Rank.CORPS), ("Forces spéciales", Rank.SPECIAL)),
        *(("Soutien", Rank.SUPPORT), ("Appui", Rank.SUPPORT), ("Lourd", Rank.HEAVY)),
        *(("Kommandeur", Rank.COMMANDER), ("Agenten", Rank.OPERATIVE), ("Kerneinheiten", Rank.CORPS)),
        *(("Korps", Rank.CORPS), ("Spezialeinheiten", Rank.SPECIAL), ("Unterstützungseinheiten", Rank.SUPPORT)),
        *(("Schwere Einheiten", Rank.HEAVY), ("Véhicules", None), ("Alliés", None)),
    ],
)
def test_ranks_have_their_french_and_german_names(heading: str, rank: Rank | None) -> None:
    source = LISTED.format(heading=heading, bullet="")
    assert ranks(source)[1:] == [("Rebel Troopers", rank), ("Fleet Troopers", rank)]
    assert "list.strange_heading" not in [each.key for each in read_plain(source).warnings]
