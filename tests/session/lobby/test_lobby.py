"""TB-15: what is chosen before a match, and what is wrong with it."""

from typing import Any

import pytest

from table.games.files.offers import Incomplete, Offer
from table.rules.commands import Answer
from table.rules.prompts import ChooseOne
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.session.lobby.choice import BeginMatch, Lobby
from table.session.lobby.list_library import AtOnce, ListRequest, ListsRead, OffersOf, SideOf

BROKEN = (Refusal("LC-01", text("hand.size")), Refusal("LC-02", text("hand.pips")))


class TwoLists:
    def offers(self, system: str) -> tuple[Offer, ...]:
        return (Offer("north", text("lobby.offer", name="North")), Offer("broken", text("lobby.offer", name="Broken")))

    def fetch(self, system: str, offer: str) -> Any:
        return BROKEN if offer == "broken" else f"the army {offer}"


def answered(lobby: Lobby, *answers: Answer) -> Lobby:
    for answer in answers:
        after = lobby.answered(answer, AtOnce(TwoLists()))
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
    beginning = lobby.answered(Answer(RED, "begin"), AtOnce(TwoLists()))
    assert beginning == BeginMatch("one", ((BLUE, "the army north"), (RED, "the army north")))


@pytest.mark.rule("TB-15")
def test_all_that_is_wrong_with_a_list_is_reported_and_another_can_be_chosen() -> None:
    lobby = answered(Lobby(("one",)), CHOSEN[0], Answer(BLUE, "list", "broken"))
    assert lobby.problems == BROKEN
    assert lobby.sides == ()
    assert answered(lobby, CHOSEN[1]).problems == ()


class InPart(TwoLists):
    def fetch(self, system: str, offer: str) -> Any:
        return Incomplete("the army in part", (text("hand.size"),))


@pytest.mark.rule("TB-15")
def test_a_list_with_an_unknown_line_is_played_without_it_and_the_line_is_shown() -> None:
    lobby = Lobby(("one",))
    for answer in (*CHOSEN[:2], Answer(RED, "list", "broken")):
        after = lobby.answered(answer, AtOnce(InPart()))
        assert isinstance(after, Lobby)
        lobby = after
    (shown,) = [prompt for prompt in lobby.prompts() if prompt.key == "wrong"]
    assert isinstance(shown, ChooseOne)
    assert [option.label for option in shown.options] == [text("hand.size")] * 2
    beginning = lobby.answered(Answer(RED, "begin"), AtOnce(InPart()))
    assert beginning == BeginMatch("one", ((BLUE, "the army in part"), (RED, "the army in part")))
    changed = lobby.answered(Answer(BLUE, "change"), AtOnce(InPart()))
    assert isinstance(changed, Lobby)
    assert [seat for seat, _ in changed.without] == [RED]


class WithBroken(TwoLists):
    def offers(self, system: str) -> tuple[Offer, ...]:
        why = (text("tide.file.no_objectives"), text("tide.file.two_sides", count=1))
        return (*super().offers(system), Offer("street", text("lobby.file", file="street.toml"), "side", why))


@pytest.mark.rule("TB-15")
@pytest.mark.rule("TB-81")
def test_a_file_that_cannot_be_played_is_reported_with_all_its_problems_and_not_offered() -> None:
    lobby = Lobby(("one",)).answered(CHOSEN[0], AtOnce(WithBroken()))
    assert isinstance(lobby, Lobby)
    blue, red, _, wrong = lobby.prompts()
    assert isinstance(blue, ChooseOne)
    assert [option.id for option in blue.options] == ["north", "broken"]
    assert isinstance(wrong, ChooseOne)
    assert (wrong.standing, wrong.seat, wrong.ask) == (True, None, text("lobby.wrong", count=2))
    wanted = [
        text("lobby.wrong.file", file=text("lobby.file", file="street.toml"), why=why)
        for why in (text("tide.file.no_objectives"), text("tide.file.two_sides", count=1))
    ]
    assert [option.label for option in wrong.options] == wanted
    assert lobby.answered(Answer(RED, "wrong", "2"), AtOnce(WithBroken())) == Refusal("TB-15", wanted[1])
    assert red.seat is RED


@pytest.mark.rule("TB-15")
def test_every_problem_of_a_list_that_was_chosen_can_be_read() -> None:
    lobby = answered(Lobby(("one",)), CHOSEN[0], Answer(BLUE, "list", "broken"))
    wrong = lobby.prompts()[-1]
    assert isinstance(wrong, ChooseOne)
    assert [option.label for option in wrong.options] == [problem.why for problem in BROKEN]
    assert [prompt.key for prompt in answered(lobby, CHOSEN[1]).prompts()] == ["list", "change", "back"]


@pytest.mark.rule("TB-15")
@pytest.mark.parametrize("kind", ["army", "side"])
def test_a_seat_is_asked_for_what_the_game_is_played_with(kind: str) -> None:
    lobby = Lobby(("one",), system="one", offers=(Offer("a", text("x"), kind),))
    assert lobby.prompts()[0].ask == text(f"lobby.list.{kind}", seat=text("seat.blue"))


class Sides(TwoLists):
    def offers(self, system: str) -> tuple[Offer, ...]:
        return (Offer("a/north", text("x"), "side", against=("a/south",)), Offer("a/south", text("x"), "side"))


@pytest.mark.rule("TB-15")
@pytest.mark.rule("TB-80")
def test_the_second_seat_is_offered_what_goes_with_the_firsts_choice() -> None:
    lobby: object = Lobby(("one",))
    for answer in (CHOSEN[0], Answer(RED, "list", "a/north")):
        assert isinstance(lobby, Lobby)
        lobby = lobby.answered(answer, AtOnce(Sides()))
    assert isinstance(lobby, Lobby)
    blue, *_ = lobby.prompts()
    assert isinstance(blue, ChooseOne)
    assert (blue.seat, [option.id for option in blue.options]) == (BLUE, ["a/south"])
    refused = lobby.answered(Answer(BLUE, "list", "a/north"), AtOnce(Sides()))
    assert isinstance(refused, Refusal)


@pytest.mark.rule("TB-15")
def test_what_is_not_offered_is_refused() -> None:
    refused = Lobby(("one",)).answered(Answer(BLUE, "system", "three"), AtOnce(TwoLists()))
    assert isinstance(refused, Refusal)
    assert refused.rule == "TB-15"


class Later:
    """A library that answers when it is asked to."""

    def ask(self, request: ListRequest) -> None:
        return None


READ = ListsRead(OffersOf("one"), TwoLists().offers("one"))


def keys(lobby: object) -> list[str]:
    assert isinstance(lobby, Lobby)
    return [prompt.ask.key if prompt.key == "back" else prompt.key for prompt in lobby.prompts()]


@pytest.mark.rule("TB-15")
def test_while_lists_are_read_the_lobby_reports_it_and_another_game_can_be_chosen() -> None:
    lobby = Lobby(("one",)).answered(CHOSEN[0], Later())
    assert isinstance(lobby, Lobby)
    assert keys(lobby) == ["lobby.reading"]
    assert keys(lobby.with_read(READ)) == ["list", "list", "lobby.back"]
    assert keys(lobby.answered(Answer(RED, "back"), Later())) == ["system"]


@pytest.mark.rule("TB-15")
def test_a_match_can_begin_only_when_both_sides_are_read() -> None:
    lobby: object = Lobby(("one",))
    for answer in CHOSEN:
        assert isinstance(lobby, Lobby)
        lobby = lobby.answered(answer, Later())
        lobby = lobby.with_read(READ) if isinstance(lobby, Lobby) else lobby
    assert isinstance(lobby, Lobby)
    assert keys(lobby) == ["change", "change", "lobby.reading"]
    lobby = lobby.with_read(ListsRead(SideOf("one", "north"), "an army"))
    assert lobby.answered(Answer(RED, "begin"), Later()) == BeginMatch("one", ((BLUE, "an army"), (RED, "an army")))


@pytest.mark.rule("TB-15")
def test_a_list_that_cannot_be_read_when_it_is_chosen_is_refused_and_another_is_asked_for() -> None:
    lobby = Lobby(("one",), system="one", offers=READ.found, sides=((BLUE, "north"),))
    refused = lobby.with_read(ListsRead(SideOf("one", "north"), BROKEN))
    assert refused.problems == BROKEN
    assert keys(refused)[:2] == ["list", "list"]


@pytest.mark.parametrize("asked", [OffersOf("two"), SideOf("two", "north"), SideOf("one", "south")])
def test_an_answer_that_nobody_waits_for_changes_nothing(asked: ListRequest) -> None:
    lobby = Lobby(("one",), system="one", offers=READ.found, sides=((BLUE, "north"),))
    assert lobby.with_read(ListsRead(asked, BROKEN)) == lobby
