"""A command card among the upgrades of a unit is no upgrade: the hand has it where it has room, and it is reported."""

import json

import pytest

from table.games.legion.data.catalogue import CLASSIC, load
from table.games.legion.lists.army_list import ListResult, judged, read_list

HAND = ("Implacable", "Ambush", "New Ways to Motivate Them", "Push", "Master of Evil", "Assault")
TAKEN, SHOWN = "list.card_taken_from_upgrades", "list.card_among_upgrades"


def read(upgrades: str, *cards: str) -> ListResult:
    lines = (
        "790/800 (3 activations)",
        f"Darth Vader Dark Lord of the Sith ({upgrades})",
        "Stormtroopers",
        "AT-ST",
    )
    return read_list("\n".join((*lines, f"Commands: {', '.join(cards)}")), load(CLASSIC))


def hand(result: ListResult) -> list[str]:
    return [] if result.army is None else [card.name for card in result.army.hand]


def notes(result: ListResult) -> list[tuple[str, object]]:
    return [(note.key, dict(note.args)["card"]) for note in result.warnings if note.key in (TAKEN, SHOWN)]


@pytest.mark.parametrize("written", ["Push", "•• Push", "(2) Push", "PUSH"])
@pytest.mark.rule("LC-02")
def test_one_that_the_hand_lacks_is_taken(written: str) -> None:
    result = read(f"Force Push, {written}", *(card for card in HAND if card != "Push"))
    assert judged(result) == ()
    assert sorted(hand(result)) == sorted((*HAND, "Standing Orders"))
    assert notes(result) == [(TAKEN, "Push")]
    assert [(match.found, match.exact) for match in result.matched if match.found == "Push"] == [("Push", True)]


def test_one_for_which_there_is_no_room_is_reported() -> None:
    for upgrades, card in (("Coordinated Bombardment", "Coordinated Bombardment"), ("Fear, Turning the Tide", None)):
        result = read(upgrades, *HAND)
        assert sorted(hand(result)) == sorted((*HAND, "Standing Orders"))
        assert notes(result) == ([(SHOWN, card)] if card else [(SHOWN, "Turning the Tide")])


def test_none_is_taken_if_not_all_have_room() -> None:
    result = read("Push, Turning the Tide, Ambush", "Implacable", *HAND[2:])  # Push is in the hand
    assert [note for note, _ in notes(result)] == [SHOWN] * 2
    two = read("Ambush, Implacable, Coordinated Bombardment", *HAND[2:])
    assert "Ambush" not in hand(two)
    assert [note for note, _ in notes(two)] == [SHOWN] * 3


def test_none_is_taken_where_a_card_of_the_hand_is_unknown() -> None:
    result = read("Push", "Implacable", "Ambush", "Zxqv", "New Ways to Motivate Them", "Master of Evil", "Assault")
    assert "Push" not in hand(result)
    assert notes(result) == [(SHOWN, "Push")]


def test_one_that_the_hand_has_is_an_upgrade_like_any() -> None:
    assert notes(read("Push, Force Choke, Standing Orders", *HAND)) == []


def test_a_name_with_commas_is_one_card() -> None:
    result = read("Fear, Surprise, Intimidation", *HAND)
    assert notes(result) == [(SHOWN, "Fear, Surprise, Intimidation")]


def test_it_is_the_same_in_json_and_in_lines_of_upgrades() -> None:
    others = [card for card in HAND if card != "Push"]
    units = [{"name": "Darth Vader Dark Lord of the Sith", "upgrades": ["Push"]}, {"name": "Stormtroopers"}]
    result = read_list(json.dumps({"units": units, "commandCards": others}), load(CLASSIC))
    assert notes(result) == [(TAKEN, "Push")]
    lines = ("Vader\n234/800", "Darth Vader Dark Lord of the Sith (190)", " - Push (0)", "Stormtroopers (44)")
    nested = read_list("\n".join((*lines, "Commands:", *others)), load(CLASSIC))
    assert sorted(hand(nested)) == sorted((*HAND, "Standing Orders"))
    assert notes(nested) == [(TAKEN, "Push")]


def test_links_name_no_upgrade() -> None:
    assert notes(read_list("legionhq2.com/list/empire/1000:1ay00ej0,1au0,bl", load())) == []
