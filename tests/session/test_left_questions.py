"""Whatever one seat states, the other's question returns as its player left it: in every game."""

from pathlib import Path
from typing import NamedTuple

import pytest

import hal.events as hw
from lab.headless import HeadlessParts, HeadlessTable
from lab.trials.game_trials import game_trials
from table.games.random_play.trial import System, Trial
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Value
from table.rules.seats import Seat
from table.session.input import Marked, Pointed
from table.session.ports import InputOnView
from table.view.published import Focus, Published

pytestmark = pytest.mark.slow
SEED, NEVER, PATIENCE = 5, 10**9, 300


class Reply(NamedTuple):
    """What the other seat says, and its opponent where it is asked whether it agrees; no value is the first answer."""

    key: str
    value: Value = None
    by_other: bool = True


UNDO_DECLINED = (Reply("match.undo"), Reply("match.undo.agree", "no", by_other=False))
CORRECTION_DROPPED = (Reply("correct"), Reply("correct.drop"))
TROOPER_LOST = (Reply("lost"),)
TROOPER_LOST_AND_UNDO = (*TROOPER_LOST, *UNDO_DECLINED)
TROOPER_ARRIVES = (Reply("arrive", "2"), Reply("arrive.where"))
TOKEN_USED = (Reply("use", "guts"), Reply("use.trooper"), Reply("use.result"))
UNIT_DEFEATED = (Reply("defeat"),)


class PlayedEvening(HeadlessTable):
    """A match of an evening's lists, played by chance up to a question."""

    def __init__(self, parts: HeadlessParts, folder: Path, name: str) -> None:
        evening = game_trials(name).evening
        assert evening is not None
        system = System(parts.games[name], Trial(lambda _: evening().sides()))
        super().__init__(parts, folder, system, SEED, restless=NEVER)
        self.start()
        self.begin()

    @property
    def view(self) -> Published:
        assert self.now is not None
        return self.now

    def until(self, key: str, others: str) -> AnyPrompt:
        """On to this question, where it has two answers and the other seat can say something else."""
        for _ in range(PATIENCE):
            for prompt in self.view.prompts:
                two = prompt.key == key and isinstance(prompt, ChooseOne | ChooseSome) and len(prompt.options) > 1
                if two and prompt.seat is not None and self.prompt(prompt.seat.opponent, others) is not None:
                    return prompt
            self.turn()
        raise AssertionError(f"nobody is asked for {key} while the other seat can say {others}")

    def prompt(self, seat: Seat, key: str) -> AnyPrompt | None:
        return next((p for p in self.view.prompts if p.key == key and p.seat in (seat, None)), None)

    def sends(self, seat: Seat, key: str, value: Value = None) -> None:
        asked = self.prompt(seat, key)
        assert asked is not None, f"{seat} cannot say {key}"
        self.step(Answer(seat, key, asked.options[0].id if isinstance(asked, ChooseOne) and value is None else value))
        self.settle()

    def receives(self, seat: Seat, stated: tuple[Reply, ...]) -> None:
        for each in stated:
            self.sends(seat if each.by_other else seat.opponent, each.key, each.value)

    def focus(self, seat: Seat) -> Focus | None:
        return next(desk.focus for desk in self.view.desks if desk.seat is seat)

    def events(self) -> int:
        assert self.session.play is not None
        return self.session.play.state.events


INTERRUPTED = {
    "infinity order": (TROOPER_LOST, TROOPER_LOST_AND_UNDO, TROOPER_ARRIVES, UNDO_DECLINED, CORRECTION_DROPPED),
    "infinity checks": (TROOPER_LOST, UNDO_DECLINED, CORRECTION_DROPPED),
    "infinity lost": (TROOPER_LOST, TOKEN_USED, CORRECTION_DROPPED),
    "tide_of_iron units": (UNDO_DECLINED, CORRECTION_DROPPED),
    "tide_of_iron card": (CORRECTION_DROPPED,),
    "legion_2024 orders": (UNIT_DEFEATED, UNDO_DECLINED),
    "legion_2024 turn": (UNIT_DEFEATED, UNDO_DECLINED, CORRECTION_DROPPED),
    "legion_classic orders": (UNIT_DEFEATED,),
}
"""What the other seat states while a seat is in this question, by game and question."""


def inside(table: PlayedEvening, key: str, meanwhile: tuple[Reply, ...]) -> tuple[Seat, Focus]:
    """Put the focus of who is asked on the second answer, with a mark on the first where several are chosen."""
    asked = table.until(key, meanwhile[0].key)
    seat = asked.seat
    assert seat is not None
    if isinstance(asked, ChooseSome):
        table.step(Marked(seat, key, asked.options[0].id))
    table.step(Pointed(seat, key, 1))
    left = Focus(key, 1, (asked.options[0].id,) if isinstance(asked, ChooseSome) else ())
    assert table.focus(seat) == left
    return seat, left


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> HeadlessParts:
    return HeadlessParts(tmp_path_factory.mktemp("parts"))


@pytest.mark.parametrize(
    ("question", "meanwhile"), [(question, reply) for question, every in INTERRUPTED.items() for reply in every]
)
def test_what_the_other_seat_reports_leaves_focus_and_marks(
    tmp_path: Path, parts: HeadlessParts, question: str, meanwhile: tuple[Reply, ...]
) -> None:
    name, key = question.split()
    table = PlayedEvening(parts, tmp_path, name)
    seat, left = inside(table, key, meanwhile)
    table.receives(seat.opponent, meanwhile)
    assert table.focus(seat) == left


def test_a_hold_that_began_before_the_question_made_way_counts_no_more(tmp_path: Path, parts: HeadlessParts) -> None:
    table = PlayedEvening(parts, tmp_path, "infinity")
    seat, left = inside(table, "order", CORRECTION_DROPPED)
    shown = table.view
    table.receives(seat.opponent, CORRECTION_DROPPED)
    before = table.events()
    table.step(InputOnView(hw.Held(seat, hw.Button.CONFIRM), shown))
    assert (table.events(), table.focus(seat)) == (before, left)
    table.step(InputOnView(hw.Held(seat, hw.Button.CONFIRM), table.view))
    assert table.events() > before, "one that began since does"
