"""Rules for every game, and for the parts of all games."""

from typing import Any

import pytest

from table.games.infinity.rules.game import Infinity
from table.games.legion.rules.current import Legion2024
from table.games.tide_of_iron.rules.game import TideOfIron
from table.rules.cards import Belonging
from table.rules.commands import Answer
from table.rules.game import Event, Game
from table.rules.prompts import ChooseOne, ChooseSome, Confirm, Option, Roll, Seal, SealedCard
from table.rules.seats import BLUE, RED, Seat
from table.rules.steps import Question, StepOfTable, Steps
from table.rules.text import Text

ASK = Text("ask")


@pytest.mark.parametrize("game", [Infinity(), TideOfIron(), Legion2024()], ids=lambda game: game.system)
def test_every_event_of_a_game_by_topics_has_a_row(game: Game[Any]) -> None:
    """An event without a row would be written to the journal and never read again."""
    package = type(game).__module__.rpartition(".")[0]
    declared = {each for each in event_types(Event) if each.__module__.startswith(f"{package}.")}
    assert declared <= set(game.events)


def event_types(base: type[Event]) -> set[type[Event]]:
    """Return the event types that a journal can hold: those with a tag."""
    below = set().union(*map(event_types, base.__subclasses__()))
    return below | ({base} if base.__struct_config__.tag is not None else set())


class TestPrompts:
    """A sample is a legal answer, and every legal answer can come."""

    def test_a_number_of_choices_from_least_to_most(self) -> None:
        options = tuple(Option(id, Text(id)) for id in "abc")
        prompt = ChooseSome(key="k", seat=BLUE, ask=ASK, rule="R", options=options, least=1, most=2)
        seen: list[int] = []

        def first(n: int) -> int:
            seen.append(n)
            return 0

        assert prompt.sample(first) == ("a",)
        assert seen == [2, 3], "one or two, of three"
        assert prompt.sample(lambda n: n - 1) == ("b", "c")

    def test_a_roll_by_the_table_or_any_face(self) -> None:
        prompt = Roll(key="k", seat=BLUE, ask=ASK, rule="R", die="coin", faces=("x", "y"))
        assert [prompt.sample(lambda n, at=at: at if n == 3 else -1) for at in range(3)] == [None, "x", "y"]  # type: ignore[misc]

    def test_a_seal_of_32_bytes(self) -> None:
        seal = SealedCard(key="k", seat=BLUE, ask=ASK, rule="R").sample(lambda n: n - 1)
        assert seal == Seal("ff" * 32)

    def test_a_choice_by_chance(self) -> None:
        options = (Option("a", ASK), Option("b", ASK))
        prompt = ChooseOne(key="k", seat=BLUE, ask=ASK, rule="R", options=options)
        assert prompt.sample(lambda n: n - 1) == "b"


def test_what_either_seat_may_answer_is_asked_once() -> None:
    def both(_: "Walk", _seat: Seat) -> Confirm:
        return Confirm(key="both", seat=None, ask=ASK, rule="R")

    def each(_: "Walk", seat: Seat) -> Confirm:
        return Confirm(key="each", seat=seat, ask=ASK, rule="R")

    class Walk:
        step, over = "one", False

    table = (StepOfTable[Walk]("one", "p", questions=(Question("both", "R", both), Question("each", "R", each))),)
    steps = Steps[Walk](table, (), lambda state, _: state or Walk())
    assert [(p.key, p.seat) for p in steps.prompts(Walk())] == [("both", None), ("each", BLUE), ("each", RED)]
    assert steps.decide(Walk(), Answer(RED, "both"), NoChance()) == ()


def test_questions_behind_a_gate_are_asked_in_their_place_and_passed_over_while_it_is_shut() -> None:
    looked: list[str] = []

    class Walk:
        step, over = "one", False

        def __init__(self, busy: bool) -> None:
            self.busy = busy

    def asked(key: str) -> Question[Walk]:
        def ask(_: Walk, seat: Seat) -> Confirm:
            looked.append(key)
            return Confirm(key=key, seat=seat, ask=ASK, rule="R")

        return Question(key, "R", ask, gate=shut if key in "bc" else None)

    def shut(walk: Walk) -> bool:
        return walk.busy

    table = (StepOfTable[Walk]("one", "p", questions=tuple(asked(key) for key in "abcd")),)
    steps = Steps[Walk](table, (), lambda state, _: state or Walk(busy=False))
    assert [p.key for p in steps.prompts(Walk(busy=True))] == list("aabbccdd")
    looked.clear()
    assert [p.key for p in steps.prompts(Walk(busy=False))] == list("aadd")
    assert looked == list("aadd")


class NoChance:
    def below(self, bound: int, question: int) -> int:
        raise AssertionError("nothing is rolled or drawn")


def test_a_card_that_one_brought_is_not_spent() -> None:
    assert not Belonging("c", "Card", "command").spent
