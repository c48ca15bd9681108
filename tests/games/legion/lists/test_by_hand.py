"""An army without a list: characters, counts of units, and a hand, by questions before the match."""

from collections.abc import Callable
from typing import Any

import pytest

from table.games.files.offers import FurtherQuestion
from table.games.legion.data.catalogue import CLASSIC, CURRENT, load
from table.games.legion.lists.shelf import LegionShelf
from table.games.legion.rules.model.armies import Army, Rank
from table.games.legion.rules.model.hands import hand_problems
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, Value
from table.rules.seats import BLUE, RED
from table.session.lobby.choice import BeginMatch, Lobby
from table.session.lobby.list_library import AtOnce

VADER = "legion.unit.darth-vader.the-emperors-apprentice"


def usual(prompt: AnyPrompt) -> Value:
    """The first cards, the proposed numbers, no character, no name."""
    match prompt:
        case ChooseOne():
            return prompt.options[0].id
        case ChooseSome():
            return tuple(option.id for option in prompt.options[: prompt.least])
        case Number():
            return prompt.first
        case _:
            raise AssertionError(prompt)


def with_vader(prompt: AnyPrompt) -> Value:
    """Vader, and his own cards."""
    if isinstance(prompt, ChooseSome) and prompt.least == 0:
        return (VADER,) if any(option.id == VADER for option in prompt.options) else ()
    if isinstance(prompt, ChooseSome):
        return tuple(option.id for option in prompt.options)[-prompt.least :]
    return usual(prompt)


def built(offer: str, answers: Callable[[AnyPrompt], Value], edition: str = CURRENT) -> Any:
    shelf, asked = LegionShelf(load(edition), None), 0
    while isinstance(found := shelf.fetch("", offer), FurtherQuestion):
        asked += 1
        assert asked < 20
        value = answers(found.prompt)
        assert found.prompt.accepts(value)
        offer = found.after(value)
    return found


@pytest.mark.parametrize("edition", [CURRENT, CLASSIC])
def test_each_offered_faction_leads_to_an_army_with_a_legal_hand(edition: str) -> None:
    offers = [each.id for each in LegionShelf(load(edition), None).offers("") if each.id.startswith("by_hand:")]
    assert len(offers) >= 4
    for offer in offers:
        army = built(offer, usual, edition)
        assert isinstance(army, Army), army
        assert [unit.rank for unit in army.units].count(Rank.CORPS) == 3
        assert army.units[0].rank is Rank.COMMANDER
        assert not hand_problems(army.units, army.hand, army.faction)


@pytest.mark.rule("LC-05")
def test_a_named_character_brings_its_cards() -> None:
    army = built("by_hand:empire", with_vader)
    assert army.units[0].card == VADER
    assert any("Darth Vader" in card.belongs_to for card in army.hand)


@pytest.mark.rule("TB-15")
def test_units_have_the_names_that_their_player_types() -> None:
    typed = iter(("Rex & Co. +1", "50% / Speeder", "-"))
    army = built("by_hand:republic", lambda prompt: next(typed) if isinstance(prompt, ChooseOne) else usual(prompt))
    assert [unit.name for unit in army.units[:3]] == ["Rex & Co. +1", "50% / Speeder", "Corps 2"]


@pytest.mark.rule("TB-15")
def test_both_players_answer_in_the_lobby_and_the_match_begins() -> None:
    library = AtOnce(LegionShelf(load(), None))
    lobby = Lobby(("legion_2024",), at_once=True)
    first = (
        Answer(BLUE, "system", "legion_2024"),
        Answer(BLUE, "list", "by_hand:empire"),
        Answer(RED, "list", "by_hand:rebels"),
    )
    for answer in first:
        lobby = answered(lobby, answer, library)
    while asked := [prompt for prompt in lobby.prompts() if prompt.key == "further"]:
        assert asked[0].seat is not None
        lobby = answered(lobby, Answer(asked[0].seat, "further", usual(asked[0])), library)
    assert lobby.ready
    assert lobby.all_read
    begun = lobby.answered(Answer(RED, "begin"), library)
    assert isinstance(begun, BeginMatch)
    assert {seat: army.faction for seat, army in begun.sides} == {BLUE: "empire", RED: "rebels"}


@pytest.mark.rule("TB-15")
def test_a_choice_can_be_changed_between_two_questions() -> None:
    library = AtOnce(LegionShelf(load(), None))
    lobby = Lobby(("legion_2024",))
    for answer in (
        Answer(BLUE, "system", "legion_2024"),
        Answer(BLUE, "list", "by_hand:empire"),
        Answer(BLUE, "change"),
    ):
        lobby = answered(lobby, answer, library)
    assert (lobby.sides, lobby.further) == ((), ())


def answered(lobby: Lobby, answer: Answer, library: AtOnce) -> Lobby:
    after = lobby.answered(answer, library)
    assert isinstance(after, Lobby), after
    return after
