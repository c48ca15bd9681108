"""A hand is found by its cards where no heading states that it is one, and no card is lost without a word."""

import pytest

from table.games.legion.data.catalogue import CLASSIC, load
from table.games.legion.lists.army_list import ListResult, read_list
from table.games.legion.lists.text.sections import BATTLE_CARDS, battle_lines
from table.games.legion.lists.text.text_hand import hand_lines, named

AHEAD = (
    "• Implacable, • Ambush, •• New Ways to Motivate Them, •• Push, ••• Master of Evil, ••• Assault, "
    "•••• Standing Orders"
)
BEHIND = "Implacable•, Ambush•, New Ways to Motivate Them••, Push••, Master of Evil•••, Assault•••, Standing Orders••••"
BARE = "Implacable, Ambush, New Ways to Motivate Them, Push, Master of Evil, Assault, Standing Orders"
EACH = "\n".join(f"{card[: card.index(' ')]}{card[card.index(' ') + 1 :]}" for card in AHEAD.split(", "))
CARDS = BARE.split(", ")
UNITS = (
    "790/800 (3 activations)\nDarth Vader Dark Lord of the Sith (Force Push)\nStormtroopers (DLT-19 Stormtrooper)\n"
    "AT-ST"
)
KNOWN = frozenset({"ambush", "push", "fear surprise intimidation", "assault"})


def read(words: str) -> ListResult:
    return read_list(words, load(CLASSIC))


def hand(result: ListResult) -> list[str]:
    return [] if result.army is None else [card.name for card in result.army.hand]


def notes(result: ListResult) -> list[str]:
    return [note.key for note in result.warnings]


@pytest.mark.parametrize(
    "cards", [AHEAD, BEHIND, BARE, EACH, f"- {AHEAD}"], ids=["ahead", "behind", "none", "each", "bullet"]
)
def test_a_hand_without_a_heading_is_the_hand(cards: str) -> None:
    result = read(f"{UNITS}\n\n{cards}")
    assert hand(result) == CARDS
    assert result.unmatched == ()
    assert "list.standing_orders_added" not in notes(result)


def test_an_older_standard_text_has_no_heading_above_its_hand() -> None:
    units = "Commanders:\n - Darth Vader (190): Force Push (10) = 200\nHeavy:\n - AT-ST = 155"
    result = read(f"Blizzard\n355/800 (2 activations)\n{units}\n\n{AHEAD}")
    assert hand(result) == CARDS
    assert result.unmatched == ()
    assert result.army is not None
    assert [unit.name for unit in result.army.units] == ["Darth Vader", "AT-ST"]


def test_a_misspelled_card_of_it_is_reported_and_takes_no_other_away() -> None:
    result = read(f"{UNITS}\n{AHEAD.replace('Master of Evil', 'Zxqv')}")
    assert [entry.written for entry in result.unmatched] == ["Zxqv"]
    assert hand(result) == [card for card in CARDS if card != "Master of Evil"]


def test_units_may_stand_below_it() -> None:
    head, *units = UNITS.splitlines()
    result = read("\n".join((head, AHEAD, *units)))
    assert hand(result) == CARDS
    assert result.army is not None
    assert len(result.army.units) == 3


def test_a_single_card_among_the_units_is_reported() -> None:
    result = read(f"{UNITS}\n• Implacable\nSnowtroopers\nCommands: {BARE}")
    assert [note.args for note in result.warnings if note.key == "list.cards_among_units"] == [
        (("line", "• Implacable"),)
    ]
    assert "list.cards_among_units" not in notes(read(f"{UNITS}\nCommands: {BARE}"))


def test_lines_of_battle_cards_alone_are_neither_units_nor_cards() -> None:
    battle = "Major Offensive, Advanced Positions, Roll Out, Hemmed In\nKey Positions, Payload, Hostage Exchange"
    for cards in (BEHIND, f"Commands:\n{BEHIND}"):
        result = read(f"{UNITS}\n{cards}\n{battle}")
        assert hand(result) == CARDS
        assert result.unmatched == ()


def test_a_name_may_have_commas_and_what_is_no_card_counts_as_one_part_each() -> None:
    assert named("Fear, Surprise, Intimidation, Ambush", KNOWN) == (2, 2)
    assert named("• Ambush, Force Push, • Push", KNOWN) == (2, 3)


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        (["Ambush, Push"], {0}),
        (["Ambush"], set()),
        (["•Ambush"], set()),
        (["•Ambush", "••Push"], {0, 1}),
        (["•Ambush", "AT-ST", "••Push"], set()),
        (["Ambush", "Push"], set()),
        (["Ambush, Push, Tenacity"], set()),
        (["• Ambush, •• Push, ••• Axsault"], {0}),
        (["• Ambush, •• Pxsh"], set()),
        (["•Ambush", "•• Push, ••• Assault"], {0, 1}),
    ],
)
def test_what_counts_as_a_hand(lines: list[str], places: set[int]) -> None:
    assert hand_lines(lines, KNOWN) == places
    assert hand_lines(lines, ()) == set(), "no edition, no cards"


@pytest.mark.parametrize(
    ("lines", "places"),
    [
        (["War Weary, Supply Drop"], {0}),
        (["War Weary"], set()),
        (["War Weary, Zxqv, Supply Drop"], {0}),
        (["War Weary, Zxqv, Vyrk"], set()),
        (["Breakthrough, Outflank, Shifting Priorities", "Zxqv, Vyrk, Battle Lines"], {0, 1}),
        (["Breakthrough, Outflank", "Rebel Troopers (40), Garrison (9), Zxqv (3)"], {0}),
        (["Breakthrough, Outflank", "•• Garrison, Zxqv"], {0}),
    ],
)
def test_battle_cards_are_two_or_more_or_one_beside_such_a_line(lines: list[str], places: set[int]) -> None:
    """A later deck has cards that nobody here knows: they must become neither units nor command cards."""
    assert battle_lines(lines) == places


@pytest.mark.parametrize("deck", sorted(BATTLE_CARDS))
def test_each_battle_card_is_skipped(deck: str) -> None:
    result = read(f"{UNITS}\n{BEHIND}\nMajor Offensive, {deck.title()}, Payload")
    assert result.unmatched == ()
    assert hand(result) == CARDS


@pytest.mark.parametrize("heading", ["Primary Objectives", "Secondary Objectives:", "Primary:", "Advantages"])
def test_a_heading_of_the_battle_deck_is_no_card(heading: str) -> None:
    result = read(f"{UNITS}\nCommands:\n{BEHIND}\n{heading}\nZxqv, Vyrk")
    assert result.unmatched == ()
    assert hand(result) == CARDS
