"""Details beside a name decide which unit is meant, and a list's own totals show missing lines."""

import pytest

from table.games.legion.data.catalogue import CLASSIC, load
from table.games.legion.lists.army_list import ListResult, judged, read_list
from table.games.legion.lists.name_matches import NameMatch
from table.games.legion.rules.model.keywords import Keyword

CURRENT = load()
DROIDS = """Droids
346/1000
Count Dooku (165)
B1 Battle Droids (38)
B1 Battle Droids (38)
B1 Battle Droids (38)
Droidekas (67)

Commands:
"""
COMMAS = (
    "Fear, Surprise, Intimidation", "Ambush", "Double the Fall", "Push", "Roger, Roger!", "You Disappoint Me",
    "Standing Orders",
)  # fmt: skip


def read(*lines: str, edition: str = "current") -> ListResult:
    return read_list("\n".join(lines), load(edition))


def first(result: ListResult) -> NameMatch:
    match = result.matched[0]
    assert isinstance(match, NameMatch)
    return match


def notes(result: ListResult) -> list[str]:
    return [warning.key for warning in result.warnings]


@pytest.mark.parametrize("between", ["\n•", ", ", "; ", ", •• ", " • ", ",\n- "])
def test_names_of_cards_may_hold_commas_however_the_cards_stand_apart(between: str) -> None:
    result = read_list(DROIDS + "•" + between.join(COMMAS), CURRENT)
    assert judged(result) == ()
    assert result.army is not None
    assert [card.name for card in result.army.hand] == list(COMMAS)


def test_every_card_with_a_comma_is_found_in_a_line_of_its_own() -> None:
    with_commas = [card.name for card in CURRENT.cards if "," in card.name]
    assert len(with_commas) >= 10
    for name in with_commas:
        (found,) = [match for match in read_list(f"{DROIDS}{name}", CURRENT).matched if match.kind == "card"]
        assert (found.found, found.exact) == (name, True)


def test_a_misspelled_name_with_commas_is_found_and_shown_as_one() -> None:
    result = read_list(f"{DROIDS}Ambush, Fear, Surprize, Intimidation, Push", CURRENT)
    assert [(match.found, match.exact) for match in result.matched if match.kind == "card"] == [
        ("Ambush", True),
        ("Fear, Surprise, Intimidation", False),
        ("Push", True),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "IG-88 (110)",
        "IG-88 = 110",
        "- IG-88 = 110",
        "IG-88 (110): Hunter (6) = 116",
        "IG-88 - 110",
        "2x IG-88",
        "IG-88 110pts",
    ],
)
def test_a_name_keeps_its_digits(line: str) -> None:
    assert first(read("Own\n990/1000", line, "Snowtroopers (42)")).found == "IG-88 Notorious Assassin Droid"


@pytest.mark.parametrize(
    ("line", "unit", "exact"),
    [
        ("2× Rebel Troopers (Z-6 Trooper, Rebel Trooper)", "Rebel Troopers", True),
        ("Rebel Troopers ", "Rebel Troopers", True),
        ("Rebel Commandos (Strike Team)", "Rebel Commandos Strike Team", True),
        ("Rebel Commandos (Strik Team)", "Rebel Commandos Strike Team", False),
        ("Leia Organa (The Darksaber (Gideon), Fear)", "Leia Organa Fearless and Inventive", True),
    ],
)
def test_brackets_hold_upgrades_or_a_title(line: str, unit: str, exact: bool) -> None:
    match = first(read("990/1000 (3 activations)", line, "Fleet Troopers (Fear)", "AT-RT "))
    assert (match.found, match.exact) == (unit, exact)


@pytest.mark.parametrize(("points", "title"), [(115, "Head of Clan Saxon"), (90, "Militant Commando")])
def test_two_of_a_name_are_distinguished_by_their_points(points: int, title: str) -> None:
    result = read(
        "T\n444/1000\nCommanders:", f" - Gar Saxon ({points}) = {points}", "Corps:", " - Mandalorian Warriors = 64"
    )
    assert first(result).found == f"Gar Saxon {title}"
    assert not first(result).exact
    assert "list.distinguished" in notes(result)


@pytest.mark.slow
def test_every_two_of_a_name_that_points_distinguish_are_distinguished() -> None:
    by_name: dict[str, list[tuple[int, str]]] = {}
    for unit in CURRENT.units:
        by_name.setdefault(unit.name, []).append((unit.cost, unit.full_name))
    tried = 0
    for name, those in by_name.items():
        for cost, full_name in those:
            if len(those) > 1 and [each for each, _ in those].count(cost) == 1:
                tried += 1
                assert first(read(f"T\n444/1000\n{name} ({cost})\nPyke Syndicate Capo (42)")).found == full_name
    assert tried > 40


@pytest.mark.parametrize(
    "lines",
    [
        ("Faction: Rebels", "Sabine Wren (110)", "Rebel Troopers (40)"),  # the points of the Mandalorian one
        ("Commanders:", "- Darth Vader (155)", "Corps:", "- Snowtroopers (42)"),  # the points of the operative
    ],
)
def test_where_two_of_them_exclude_each_other_nothing_is_guessed(lines: tuple[str, ...]) -> None:
    (unknown,) = read("T\n444/1000", *lines).unmatched
    assert len(unknown.candidates) == 2


def test_a_unit_without_a_title_is_taken_for_its_bare_name_and_a_note_reports_it() -> None:
    bare = read("990/1000 (2 activations)", "Stormtroopers ", "General Veers ")
    assert (first(bare).found, first(bare).decided_by) == ("Stormtroopers", "name")
    priced = read("T\n111/1000", "Stormtroopers (36)", "General Veers (75)")
    assert (first(priced).found, first(priced).decided_by) == ("Stormtroopers Heavy Response Unit", "points")
    sure = read("T\n117/1000", "Stormtroopers (42)", "General Veers (75)")
    assert (first(sure).found, first(sure).exact) == ("Stormtroopers", True)


def test_a_title_behind_a_colon_is_a_title() -> None:
    result = read("T\n212/1000", "Darth Vader: The Emperor's Apprentice", "Snowtroopers (42)")
    assert first(result).found == "Darth Vader The Emperor's Apprentice"


@pytest.mark.parametrize("written", ["Kraken - Kraken (80)", "Kalani - Kalani (85)"])
def test_a_name_that_is_printed_twice(written: str) -> None:
    assert first(read("T\n123/1000", written, "B1 Battle Droids (38)")).found.endswith("Super Tactical Droid")


def test_points_that_are_nobodys_are_pointed_out() -> None:
    result = read("T\n62/1000", "Rebel Commandos (20)", "Rebel Troopers (42)", "Rebel Troopers (42)")
    assert first(result).found == "Rebel Commandos Strike Team"
    (points,) = [warning for warning in result.warnings if warning.key == "list.other_points"]
    assert dict(points.args) == {"units": "Rebel Troopers"}


STANDARD = (
    "Own\n279/1000 (4 activations)\nCommanders:\n - Leia Organa (75): Force Push (10) = 85\nCorps:\n"
    " - 2× Fleet Troopers (40): Fear (3)/Duck (9) = 86\nSupport:\n - AT-RT (54): Fear (3), Force Push (51) = 108\n"
)


@pytest.mark.parametrize(
    ("stated", "now", "key"),
    [
        ("279/", "280/", "list.other_sum"),
        ("4 activations", "5 activations", "list.other_activations"),
        ("2× ", "3× ", "list.other_activations"),
        ("Support:\n - AT-RT (54): Fear (3), Force Push (51) = 108\n", "", "list.other_sum"),
    ],
)
def test_what_a_list_states_of_itself_is_held_against_its_lines(stated: str, now: str, key: str) -> None:
    odd = {"list.other_sum", "list.other_activations"}
    assert odd.isdisjoint(notes(read(STANDARD)))
    assert key in notes(read(STANDARD.replace(stated, now)))


def test_points_with_and_without_upgrades_make_the_same_sum() -> None:
    for dooku in (175, 165):
        result = read("T\n213/1000", f"Count Dooku ({dooku})", " - Force Push (10)", "B1 Battle Droids (38)")
        assert "list.other_sum" not in notes(result)


def test_the_same_unknown_line_is_reported_once() -> None:
    result = read("T\n444/1000", "6x Hoth Veterans", "Fleet Troopers (40)")
    assert len(result.unmatched) == 6
    assert len(result.without) == 1
    assert "TB-15" not in [problem.rule for problem in judged(result)], "the list is played without it"


def test_a_list_of_2019_with_its_total_first_last_or_nowhere() -> None:
    units = (
        "Commander:\n- Leia Organa (90)\n-- Improvised Orders (10)\nCorps:\n- Fleet Troopers (44)\n-- Scatter Gun (23)"
    )
    for source in (f"Total: 167/800\n{units}", f"{units}\nTotal: 167/800", units):
        army = read(source, edition=CLASSIC).army
        assert army is not None
        assert [unit.name for unit in army.units] == ["Leia Organa", "Fleet Troopers"]
        assert army.points == (167 if "Total" in source else 0)


FRENCH = """Alliance Rebelle
Commandant
Leia Organa (80)
- Amour désespéré (5)
Corps
Rebel Troopers (40)
- Z-6 Trooper (16)
Forces Spéciales
Rebel Pathfinders (56)
Soutien
AT-RT (55)
Cartes de commandement
Ambush
Push
Total : 252/800
"""
GERMAN = """Rebellenallianz
Kommandanten:
- Leia Organa (80): Force Push (5) = 85
Truppen:
- Rebel Troopers (40): Z-6 Trooper (16) = 56
Spezialeinheiten:
- Rebel Pathfinders = 56
Unterstützung:
- AT-RT = 55
Kommandokarten: Ambush, Push
Gesamt: 252/800
"""


@pytest.mark.parametrize("source", [FRENCH, GERMAN])
def test_headings_in_french_and_german(source: str) -> None:
    result = read(source, edition=CLASSIC)
    army = result.army
    assert army is not None
    assert [unit.name for unit in army.units] == ["Leia Organa", "Rebel Troopers", "Rebel Pathfinders", "AT-RT"]
    assert [card.name for card in army.hand] == ["Ambush", "Push", "Standing Orders"]
    assert (army.faction, army.points) == ("rebels", 252)
    assert {"list.faction_guessed", "list.other_sum", "list.other_points"}.isdisjoint(notes(result))


@pytest.mark.parametrize("part", ["1a", "az", "b3"])
def test_two_units_of_a_link_that_have_run_into_one_are_pointed_out(part: str) -> None:
    assert "list.link_upgrade" in notes(read(f"legionhq2.com/list/empire/1000:1ay00{part}0,1au0,bl"))
    assert "list.link_upgrade" not in notes(read("legionhq2.com/list/empire/1000:1ay00ej0,1au0,bl"))


def test_battle_cards_of_an_old_link_are_no_contingencies() -> None:
    battle = "Of,Od,Oa,Ob,Da,Db,Dc,Dm,bk"
    hand = "cr,cv,cl,cp,ch,bj"
    assert "list.contingencies" not in notes(read(f"legionhq2.com/list/rebels/1ab0,{hand},{battle}"))
    assert "list.contingencies" in notes(read(f"legionhq2.com/list/rebels/1000:1ab0,{hand},{battle}"))


def test_a_misspelled_field_is_pointed_out() -> None:
    unit = '{"name": "AT-RT", "upgrxdes": ["Fear"]}'
    whole = f'{{"armyFaction": "rebels", "units": [{unit}], "comandCards": ["Push"], "mood": 1}}'
    odd = [dict(warning.args)["field"] for warning in read(whole).warnings if warning.key == "list.odd_field"]
    assert odd == ["comandcards", "upgrxdes"]


@pytest.mark.parametrize(
    ("whole", "mended"),
    [
        ('{"armyFaction": "rebels", "units": ["AT-RT"]}', False),
        ('My list: {"armyFaction": "rebels", "units": ["AT-RT"]} what do you think?', False),
        ('{"armyFaction": "rebels", "units": ["AT-RT",]}', True),
        ("{“armyFaction”: “rebels”, “units”: [“AT-RT”]}", True),
    ],
)
def test_json_that_had_to_be_mended_is_pointed_out(whole: str, mended: bool) -> None:
    result = read(whole)
    assert first(result).found == "AT-RT"
    assert ("list.mended" in notes(result)) is mended


def test_a_sign_that_may_stand_for_another_name_makes_a_match_unsure() -> None:
    result = read("T\n444/800", "Phase :I Clone Troopers (52)", "Phase I Clone Troopers (52)", edition=CLASSIC)
    assert [(match.found, match.exact) for match in result.matched] == [
        ("Phase I Clone Troopers", False),
        ("Phase I Clone Troopers", True),
    ]


def test_two_lines_that_have_run_into_one_are_pointed_out() -> None:
    result = read(
        "T\n85/1000", "Rebel Troopers (45)", " - Fear (3)/Duck (5)Guerilla Troopers (0)", "Fleet Troopers (40)"
    )
    (odd,) = [dict(warning.args)["line"] for warning in result.warnings if warning.key == "list.odd_line"]
    assert "Guerilla Troopers" in str(odd)


def test_a_line_whose_name_is_gone_is_reported_and_so_is_one_whose_points_are() -> None:
    text = "Blizzard\n355/800\nCommanders:\n - Darth Vader Dark Lord of the Sith (190) = 190\nHeavy:\n - AT-ST = 155"
    lost = "list.nameless_line"
    for line, note in ((" - = 0", lost), (" - (12)", lost), (" - AT-ST", "list.unpriced_line")):
        stated = [warning for warning in read(text, line, edition=CLASSIC).warnings if warning.key == note]
        assert [dict(each.args)["line"] for each in stated] == [line.strip()]
    assert not {lost, "list.unpriced_line"} & {*notes(read(text, edition=CLASSIC))}
    unpriced = read("Blizzard\n355/800\nDarth Vader\nAT-ST\nStormtroopers (44)\nCommands: Push", edition=CLASSIC)
    assert "list.unpriced_line" not in notes(unpriced), "this list has no points at most of its lines"


def test_points_that_do_not_add_up_are_reported() -> None:
    for line, is_reported in (
        ("Stormtroopers (44): DLT-19 (24) = 68", False),
        ("2x Stormtroopers (44): DLT-19 (24) = 136", False),
        ("Stormtroopers (44) = 44", False),
        ("Stormtroopers (44) = 68", True),
    ):
        assert ("list.unexplained_line" in notes(read("T\n68/800", line, edition=CLASSIC))) is is_reported, line


def test_points_may_be_those_of_the_unit_with_its_upgrades() -> None:
    lines = ("2x Stormtroopers (50 x 2 = 100)", "  - A-180 Config (4)", "  - Rebel Trooper (10)", "Dark Troopers (95)")
    army = read("T\n195/1000", *lines).army
    assert army is not None
    assert [unit.card for unit in army.units[:2]] == ["legion.unit.stormtroopers.heavy-response-unit"] * 2


@pytest.mark.parametrize(
    "head", ["1 activation", "1 Aktivierung", "2 Aktivierungen", "1 activación", "2 activaciones", "Aktivierungen: 2"]
)
def test_activations_in_the_languages_of_the_headings(head: str) -> None:
    result = read("Corps:", "AT-RT", "AT-RT", "AT-RT", head)
    assert result.unmatched == ()
    assert "list.other_activations" in notes(result)


def test_upgrades_in_lines_of_their_own_are_its_upgrades() -> None:
    lines = ("Fox", "70/1000", "Clone Trooper Infantry (45)", " - Clone Commander Fox (15)", " - Fear (3)/Fives (7)")
    army = read(*lines, "Commands:", "Ambush").army
    assert army is not None
    assert army.units[0].has(Keyword.FIELD_COMMANDER)
    other = read("60/1000", "Clone Trooper Infantry (45)", " - Loadout: (Clone Commander Fox)", "Commands: Ambush").army
    assert other is not None
    assert not other.units[0].has(Keyword.FIELD_COMMANDER)


@pytest.mark.parametrize(
    ("written", "unit"),
    [
        ("BX Commando Droids Strike Team", "BX-Series Droid Commandos Strike Team"),
        ("BX Commando Droids", "BX-Series Droid Commandos"),
        ("Battle Droids", "B1 Battle Droids"),
        ("AAT Trade Federation Battle Tank", "AAT Battle Tank"),
        ("TX-130 Saber-Class Fighter Tank", "Saber-Class Tank"),
        ("TX-225 GAVw Occupier Combat Assault Tank", "TX-225 GAVw Occupier Tank"),
    ],
)
def test_names_that_the_mod_and_older_lists_have_for_units_of_today(written: str, unit: str) -> None:
    match = first(read("Echo line", "500/1000", written))
    assert (match.found, match.exact) == (unit, True)


@pytest.mark.parametrize(
    "line",
    [
        "2x {name} 40 ea", "2x {name} 40 ea.", "2x {name} (40 ea)", "2x {name}, 40 pts each", "{name} 2 @ 40 ea = 80",
        "{name} 2 @ 40 = 80", "{name} 2 @ 40", "2x 40 {name}", "2x40 {name}", "2x {name} 2 @ 40 ea = 80",
    ],
)  # fmt: skip
def test_points_of_each_may_be_marked_or_stand_before_the_name(line: str) -> None:
    army = read("T\n80/1000", line.format(name="Rebel Troopers")).army
    assert army is not None
    assert [unit.card.rpartition(".")[2] for unit in army.units] == ["rebel-troopers"] * 2


@pytest.mark.parametrize(
    "front",
    ["# ", "> ", "Bob: ", "[21:03] Bob: ", "21:03 Bob: ", "[21:03, 28/11/2026] Bob B.: ", "28.11.26, 21:03 - B: "],
)
def test_a_chat_may_put_its_speaker_in_front_of_every_line(front: str) -> None:
    plain = ("T", "80/1000", "2x Rebel Troopers (40) = 80", "Commands: Ambush, Push")
    found = read(*(front + line for line in plain))
    assert found.army == read(*plain).army
    assert found.army is not None
    assert notes(found) == notes(read(*plain))


def test_units_with_their_upgrades_behind_a_colon_have_no_speaker() -> None:
    lines = ("T", "136/800", "Stormtroopers: DLT-19 Stormtrooper", "Stormtroopers: DLT-19 Stormtrooper")
    assert [match.found for match in read(*lines).matched if match.kind == "unit"] == ["Stormtroopers"] * 2
