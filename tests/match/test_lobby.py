"""TB-15: what is chosen before a match, and what is wrong with it."""

from typing import Any

import pytest

from table.games.commands import Answer
from table.games.refusal import Refusal
from table.games.seats import BLUE, RED
from table.games.text import text
from table.lobby import Beginning, Lobby, Offer, gathered

BROKEN = (Refusal("LC-01", text("hand.size")), Refusal("LC-02", text("hand.pips")))


class TwoLists:
    def offers(self, system: str) -> tuple[Offer, ...]:
        return (Offer("north", text("lobby.offer", name="North")), Offer("broken", text("lobby.offer", name="Broken")))

    def fetch(self, system: str, offer: str) -> Any:
        return BROKEN if offer == "broken" else f"the army {offer}"


def answered(lobby: Lobby, *answers: Answer) -> Lobby:
    for answer in answers:
        after = lobby.answered(answer, TwoLists())
        assert isinstance(after, Lobby), after
        lobby = after
    return lobby


CHOSEN = (Answer(BLUE, "system", "one"), Answer(BLUE, "list", "north"), Answer(RED, "list", "north"))


@pytest.mark.rule("TB-15")
def test_a_match_begins_with_a_system_and_a_list_for_each_seat() -> None:
    lobby = Lobby(("one", "two"))
    for answer in CHOSEN:
        assert not any(prompt.key == "begin" for prompt in lobby.prompts())
        lobby = answered(lobby, answer)
    beginning = lobby.answered(Answer(RED, "begin"), TwoLists())
    assert beginning == Beginning("one", ((BLUE, "north"), (RED, "north")))
    assert isinstance(beginning, Beginning)
    assert gathered(beginning, TwoLists()) == {BLUE: "the army north", RED: "the army north"}


@pytest.mark.rule("TB-15")
def test_all_that_is_wrong_with_a_list_is_said_and_another_can_be_chosen() -> None:
    lobby = answered(Lobby(("one",)), CHOSEN[0], Answer(BLUE, "list", "broken"))
    assert lobby.problems == BROKEN
    assert lobby.sides == ()
    assert answered(lobby, CHOSEN[1]).problems == ()


@pytest.mark.rule("TB-15")
def test_what_is_not_offered_is_refused() -> None:
    refused = Lobby(("one",)).answered(Answer(BLUE, "system", "three"), TwoLists())
    assert isinstance(refused, Refusal)
    assert refused.rule == "TB-15"
