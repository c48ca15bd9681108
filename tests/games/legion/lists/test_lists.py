"""Lists as players have them: generous in what is read, exact in what is reported."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import table.games.legion.lists
from table.games.files.raw_list import MOST_BYTES
from table.games.legion.data.catalogue import Catalogue, load
from table.games.legion.lists.army_list import ListResult, read_list
from table.games.legion.rules.model.hands import hand_problems

SAMPLES = Path(table.games.legion.lists.__file__).parent / "samples" / "current"
EMPIRE = json.loads((SAMPLES / "empire_veers_vader.json").read_text("utf-8"))
REBELS = json.loads((SAMPLES / "rebels_leia_luke.json").read_text("utf-8"))
CATALOGUE = load()


def read(whole: object) -> ListResult:
    return read_list(json.dumps(whole), CATALOGUE)


def units(*names: str, faction: str = "empire", **more: Any) -> ListResult:
    return read({"armyFaction": faction, "units": [{"name": name} for name in names], **more})


def found(result: ListResult) -> list[str]:
    return [match.id for match in result.matched]


def keys(result: ListResult) -> list[str]:
    return [problem.key for problem in result.problems]


def warnings(result: ListResult) -> list[str]:
    return [warning.key for warning in result.warnings]


@pytest.mark.parametrize(("sample", "faction", "size"), [(EMPIRE, "empire", 9), (REBELS, "rebels", 11)])
def test_the_samples_are_read_whole_and_their_hands_are_legal(sample: object, faction: str, size: int) -> None:
    result = read(sample)
    assert (result.unmatched, result.warnings, result.problems) == ((), (), ())
    assert result.army is not None
    assert (result.army.faction, len(result.army.units), len(result.army.hand)) == (faction, size, 7)
    assert [unit.id for unit in result.army.units] == [str(n) for n in range(1, size + 1)]
    assert hand_problems(result.army.units, result.army.hand, faction) == ()
    assert all(match.exact for match in result.matched)


@pytest.mark.parametrize("sample", [EMPIRE, REBELS])
def test_the_samples_make_a_round_without_many_questions(sample: object) -> None:
    army = read(sample).army
    assert army is not None
    assert sum(card.slots is None for card in army.hand) <= 1
    assert all(card.suggested for card in army.hand if card.slots is None)
    assert all(card.priority_pips is not None for card in army.hand)


@pytest.mark.parametrize(
    ("written", "faction"),
    [
        ("empire", "empire"),
        ("Imperial", "empire"),
        ("rebel", "rebels"),
        ("REBELS", "rebels"),
        ("republic", "republic"),
        ("separatist", "separatists"),
        ("Separatists", "separatists"),
        ("mercenary", "mercenary"),
    ],
)
def test_factions_have_more_than_one_spelling(written: str, faction: str) -> None:
    result = units("AT-RT", faction=written)
    assert result.army is not None
    assert result.army.faction == faction


def test_no_faction_is_an_army_of_mercenaries() -> None:
    result = units("Pyke Syndicate Capo", "Pyke Syndicate Foot Soldiers", faction="")
    assert result.army is not None
    assert result.army.faction == "mercenary"
    assert "list.faction_guessed" not in warnings(result)


def test_a_faction_that_is_not_reported_is_that_of_the_units_or_cards() -> None:
    by_units = units("Super Commandos", "Mandalorian Warriors", faction="")
    by_cards = units("Mandalorian Warriors", faction="Fringe", commandCards=["We Are Mandalorians"])
    for result, note in ((by_units, "list.faction_missing"), (by_cards, "list.faction_guessed")):
        assert result.army is not None
        assert result.army.faction == "mandalorians"
        assert note in warnings(result)


def test_a_name_in_two_factions_is_the_armys_own() -> None:
    assert found(units("AT-RT", faction="rebel")) == ["legion.unit.at-rt.rebels"]
    assert found(units("AT-RT", faction="republic")) == ["legion.unit.at-rt.republic"]


def test_a_mercenary_comes_before_a_stranger_of_the_same_name() -> None:
    result = units("The Bad Batch Clone Force 99", faction="rebels")
    assert found(result) == ["legion.unit.the-bad-batch.clone-force-99.mercenary"]


def test_a_unit_of_another_faction_is_taken_and_pointed_out() -> None:
    result = units("Darth Vader The Emperor's Apprentice", faction="rebels")
    assert found(result) == ["legion.unit.darth-vader.the-emperors-apprentice"]
    assert "list.other_faction" in warnings(result)


@pytest.mark.parametrize(
    "written",
    [
        "Darth Vader The Emperor's Apprentice",
        "Darth Vader The Emperor’s Apprentice",
        "DARTH VADER THE EMPERORS APPRENTICE",
        "darth vader (the emperor's apprentice)",
        " Darth  Vader: The Emperor's Apprentice ",
        "Darth Vader the emperor`s apprentice",
    ],
)
def test_case_apostrophes_and_brackets_distinguish_nothing(written: str) -> None:
    (match,) = units(written).matched
    assert (match.id, match.exact) == ("legion.unit.darth-vader.the-emperors-apprentice", True)
    assert match.found == "Darth Vader The Emperor's Apprentice"


@pytest.mark.parametrize(
    ("written", "unit"),
    [
        ("Snow Troopers", "Snowtroopers"),
        ("Darth Vader The Emporer's Apprentice", "Darth Vader The Emperor's Apprentice"),
        ("E-Web Heavy Blaster", "E-Web Heavy Blaster Team"),
        ("Stormtrooper", "Stormtroopers"),
    ],
)
def test_a_near_miss_is_matched_and_shown_as_one(written: str, unit: str) -> None:
    (match,) = units(written).matched
    assert (match.written, match.found, match.exact) == (written, unit, False)


def test_the_names_that_list_builders_have_for_units() -> None:
    names = ("Din Djarin (CotW) The Mandalorian", "Inferno Squad", "Stormtroopers HRU", "Scout Strike Team")
    assert found(units(*names)) == [
        "legion.unit.din-djarin.the-mandalorian",
        "legion.unit.imperial-special-forces.inferno-squad",
        "legion.unit.stormtroopers.heavy-response-unit",
        "legion.unit.scout-troopers.strike-team",
    ]


def test_a_name_alone_is_enough_where_only_one_unit_has_it() -> None:
    assert found(units("General Veers")) == ["legion.unit.general-veers.master-tactician"]
    # The untitled unit is the one that has just this name.
    assert found(units("Stormtroopers")) == ["legion.unit.stormtroopers"]


def test_a_name_that_two_units_have_is_not_guessed() -> None:
    result = units("Snowtroopers", "Darth Vader")
    (unmatched,) = result.unmatched
    assert len(unmatched.candidates) == 2
    assert unmatched.closest == ("Darth Vader Dark Lord of the Sith", "Darth Vader The Emperor's Apprentice")
    assert unmatched.words.key == "list.several_units"
    assert not units("Snowtroopers", *unmatched.closest).unmatched  # each may be written as it is named


@pytest.mark.parametrize("written", ["B2 Battle Droids", "IG-89 Notorious Assassin Droid"])
def test_another_number_is_another_unit(written: str) -> None:
    assert found(units(written, faction="separatists")) == []


def test_a_near_miss_is_never_a_unit_of_the_enemys() -> None:
    result = units("Rebel Trooperz", "AT-ST", faction="empire")
    assert found(result) == ["legion.unit.at-st"]


def test_unknown_names_are_named_with_the_closest() -> None:
    result = units("Snowtroopers", "Stormtrooper Veterans of Hoth", commandCards=["Imperial Walkers", "Xyzzy"])
    trooper, card, nothing = result.unmatched
    assert (trooper.kind, trooper.written) == ("unit", "Stormtrooper Veterans of Hoth")
    assert "Stormtroopers" in trooper.closest
    assert card.words.key == "list.closest"
    assert "Imperial Discipline" in card.closest
    assert (nothing.kind, nothing.written) == ("card", "Xyzzy")
    assert result.army is not None
    assert len(result.army.units) == 1


def test_command_cards_are_found_in_any_spelling() -> None:
    cards = ["ambush", "Vader’s Might", "FEAR AND DEAD MEN", "Master Of Evil", "Imperial Dicipline"]
    result = units("Snowtroopers", commandCards=cards)
    assert result.army is not None
    assert [card.name for card in result.army.hand[:5]] == [
        "Ambush",
        "Vader's Might",
        "Fear and Dead Men",
        "Master of Evil",
        "Imperial Discipline",
    ]
    assert [match.exact for match in result.matched[1:]] == [True, True, True, True, False]


def test_standing_orders_is_added_where_the_list_leaves_it_out() -> None:
    six = [card for card in EMPIRE["commandCards"] if card != "Standing Orders"]
    result = read(EMPIRE | {"commandCards": six})
    assert result.army is not None
    assert [card.name for card in result.army.hand].count("Standing Orders") == 1
    assert warnings(result) == ["list.standing_orders_added"]


def test_standing_orders_is_not_added_to_a_full_hand() -> None:
    seven = [card for card in EMPIRE["commandCards"] if card != "Standing Orders"] + ["Coordinated Fire"]
    result = read(EMPIRE | {"commandCards": seven})
    assert result.army is not None
    assert "Standing Orders" not in [card.name for card in result.army.hand]


def test_counterparts_come_with_the_upgrades_and_have_no_rank() -> None:
    leia = {"name": "Leia Organa Fearless and Inventive", "upgrades": ["C-3PO Human-Cyborg Relations", "Force Push"]}
    result = read({"armyFaction": "rebel", "units": [leia]})
    assert found(result) == [
        "legion.unit.leia-organa.fearless-and-inventive",
        "legion.unit.c-3po.human-cyborg-relations",
    ]
    assert result.matched[1].kind == "counterpart"
    assert result.army is not None
    assert result.army.units[1].rank is None


def test_keys_in_other_spellings_and_unknown_ones() -> None:
    other = {"listName": "x", "army_faction": "imperial", "CommandCards": ["Push"], "Units": [{"name": "AT-ST"}]}
    result = read(other | {"battleFieldDeck": 7, "numActivations": "many", "somethingNew": [[{}]]})
    assert result.army is not None
    assert (result.army.name, result.army.faction, len(result.army.units)) == ("x", "empire", 1)


def test_units_may_be_bare_names_or_have_a_count() -> None:
    result = read({"armyFaction": "empire", "units": ["AT-ST", {"name": "Snowtroopers", "count": 3}]})
    assert found(result) == ["legion.unit.at-st", *["legion.unit.snowtroopers"] * 3]


def test_the_battle_force_is_kept() -> None:
    army = units("AT-ST", battleForce="Blizzard Force").army
    assert army is not None
    assert army.battle_force == "Blizzard Force"


@pytest.mark.parametrize(
    ("written", "points"), [(1000, 1000), ("989", 989), (989.0, 989), (None, 0), (-1, 0), (True, 0)]
)
def test_points(written: object, points: int) -> None:
    result = units("AT-ST", points=written)
    assert result.army is not None
    assert result.army.points == points
    assert ("list.no_points" in warnings(result)) == (points == 0)


def test_what_is_odd_is_reported_and_refused_nowhere() -> None:
    vader = "Darth Vader Dark Lord of the Sith"
    result = units(vader, vader, vader, points=2000, contingencies=["Ambush"])
    assert result.army is not None
    assert warnings(result) == [
        "list.contingencies",
        "list.standing_orders_added",
        "list.unique_twice",
        "hand.rank_limit",
        "hand.rank_limit",
        "hand.points",
    ]


def test_ranks_are_not_counted_while_a_unit_is_unknown() -> None:
    assert "hand.rank_limit" not in warnings(units("AT-ST", "Xyzzy"))


def test_a_card_of_the_other_edition_is_not_known(classic: Catalogue) -> None:
    source = json.dumps({"armyFaction": "empire", "units": ["AT-ST"], "commandCards": ["An Entire Legion"]})
    assert read_list(source, classic).unmatched == ()
    (unmatched,) = read_list(source, CATALOGUE).unmatched
    assert unmatched.written == "An Entire Legion"


# Files that are no lists.


@pytest.mark.parametrize("source", ["", b"", "  \n\t", b"\xef\xbb\xbf\n"])
def test_an_empty_file(source: bytes | str) -> None:
    assert keys(read_list(source, CATALOGUE)) == ["list.empty"]


def test_broken_json_is_reported_where() -> None:
    result = read_list('{"units": [\n  {"name": "AT-ST"},\n  oops]}', CATALOGUE)
    assert result.army is None
    (problem,) = result.problems
    assert (problem.key, dict(problem.args)) == ("list.not_json", {"line": 3, "column": 3})


def test_a_huge_file_is_refused_before_it_is_read() -> None:
    for source in (b" " * (MOST_BYTES + 1), "x" * (50 * 1024 * 1024)):
        assert keys(read_list(source, CATALOGUE)) == ["list.too_big"]


@pytest.mark.parametrize(
    ("source", "key"),
    [
        (b"\x89PNG\r\n\x1a\n\xff", "list.not_text"),
        ("[" * 200_000, "list.too_deep"),
        ("[1]", "list.no_object"),
        ("null", "list.no_object"),
        ('"AT-ST"', "list.no_object"),
        ("9" * 5000, "list.bad_number"),
    ],
)
def test_files_of_another_kind(source: bytes | str, key: str) -> None:
    assert keys(read_list(source, CATALOGUE)) == [key]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, ["list.missing"]),
        ({"units": {}}, ["list.no_units"]),
        ({"units": 7}, ["list.wrong_type"]),
        ({"units": []}, ["list.no_units"]),
        ({"units": [7, {"name": 7}, {}, {"name": " "}]}, ["list.wrong_type"] * 4),
        ({"units": ["AT-ST"], "commandCards": 7}, ["list.wrong_type"]),
        ({"units": ["AT-ST"], "commandCards": ["Ambush", 2]}, ["list.wrong_type"]),
        ({"units": ["AT-ST"], "armyFaction": 1, "listname": []}, ["list.wrong_type"] * 2),
        ({"units": ["AT-ST"] * 5000}, ["list.too_many"]),
        ({"units": [{"name": "AT-ST", "count": 10**9}]}, ["list.too_many"]),
        ({"units": ["AT-ST"], "commandCards": ["Push"] * 50}, ["list.too_many"]),
        ({"units": ["Xyzzy"]}, ["list.no_unit_known"]),
    ],
)
def test_fields_of_the_wrong_kind_are_all_named(fields: dict[str, object], expected: list[str]) -> None:
    result = read(fields)
    assert result.army is None
    assert keys(result) == expected


def test_what_cannot_be_read_and_who_is_not_known_are_reported_together() -> None:
    result = read({"units": ["AT-ST", 7, "Xyzzy"], "commandCards": ["Ambush", None, "Plugh"]})
    assert (keys(result), [entry.written for entry in result.unmatched]) == (
        ["list.wrong_type"] * 2,
        ["Xyzzy", "Plugh"],
    )


@pytest.mark.parametrize(
    "whole",
    [
        {"list": {"units": ["AT-ST", "AT-ST"], "commandCards": ["Ambush"]}},
        {"units": {"heavy": ["AT-ST", {"name": "AT-ST"}]}, "commandCards": {"1": "Ambush"}},
        {"units": {"AT-ST": 2}, "commandCards": ["(1) Ambush"]},
        {"units": {"0": "2 x AT-ST"}, "commandCards": ["1 pip: Ambush"]},
    ],
)
def test_lists_in_lists_and_pips_ahead_of_cards(whole: object) -> None:
    army = read(whole).army
    assert army is not None
    assert [unit.name for unit in army.units] == ["AT-ST", "AT-ST"]
    assert [card.name for card in army.hand] == ["Ambush", "Standing Orders"]


def test_a_name_is_shown_on_one_line_whatever_it_holds() -> None:
    result = units("AT-ST", "\x1b[2J\u202eevil\ud800\n" * 50, listname="a\nb")
    (unmatched,) = result.unmatched
    assert unmatched.written.isprintable()
    assert len(unmatched.written) <= 100
    assert result.army is not None
    assert result.army.name == "a b"


ENTRY = ("name", "count", "upgrades")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text("aZ 'é\u202e7", max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(ENTRY), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ("listname", "points", "armyFaction", "commandCards", "units", "contingencies", "battleForce")


@pytest.mark.campaign
@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), JSON))
def test_no_json_breaks_the_reader(whole: dict[str, object]) -> None:
    result = read(whole)
    assert (result.army is None) == bool(result.problems)


@settings(deadline=None)
@given(st.binary(max_size=200))
@example(b"00/000\nFleet\x00Roopr")  # by chance a list of Fleet Troopers, misspelled
def test_no_bytes_break_the_reader(source: bytes) -> None:
    result = read_list(source, CATALOGUE)
    assert result.army is None or result.warnings


@pytest.mark.slow
@settings(deadline=None)
@given(st.data())
def test_every_name_of_the_catalogue_is_matched_to_itself(data: st.DataObject) -> None:
    unit = data.draw(st.sampled_from([unit for unit in CATALOGUE.units if unit.rank]))
    card = data.draw(st.sampled_from(CATALOGUE.cards))
    mangle = data.draw(st.sampled_from([str.upper, str.lower, lambda s: s.replace("'", "’"), lambda s: f" {s} "]))
    result = units(mangle(unit.full_name), faction=unit.faction, commandCards=[mangle(card.name)])
    assert found(result) == [unit.id, card.id]
