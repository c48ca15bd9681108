"""The evenings in which presses are counted: legal sides, and players who choose as it states."""

import pytest

from lab.trials.evening import Evening
from lab.trials.game_trials import game_trials
from table.config import Config
from table.devices.setup import Setup
from table.rules.game import Event
from table.rules.prompts import ChooseOne, ChooseSome, Confirm, Number, Option
from table.rules.seats import BLUE, SEATS
from table.rules.text import Text

SETUP = Setup.of(Config())
UNITS = {"legion_2024": (10, 13), "legion_classic": (10, 11)}


def _options(*ids: str) -> tuple[Option, ...]:
    return tuple(Option(id, Text(id)) for id in ids)


@pytest.mark.parametrize("system", sorted(SETUP.games.rule_sets))
def test_the_sides_of_an_evening_are_legal(system: str) -> None:
    evening = game_trials(system).evening
    assert evening is not None
    begun = SETUP.games[system].begin(evening().sides())
    assert all(isinstance(item, Event) for item in begun)


@pytest.mark.parametrize("system", sorted(UNITS))
def test_ten_units_play_thirteen_by_the_current_rules_and_eleven_by_the_classic(system: str) -> None:
    evening = game_trials(system).evening
    assert evening is not None
    sides = evening().sides()
    assert tuple(len(sides[seat].units) for seat in SEATS) == UNITS[system]


def test_players_agree_avoid_what_they_need_not_do_and_choose_by_chance() -> None:
    evening = Evening(sides=dict, presses=1, avoided=frozenset({"pass"}), marked={"range": 2})

    def last(n: int) -> int:
        return n - 1

    turn = ChooseOne(key="turn", seat=BLUE, ask=Text("t"), rule="R", options=_options("leia", "luke", "pass"))
    agree = ChooseOne(key="agree", seat=BLUE, ask=Text("a"), rule="R", options=_options("no", "yes"))
    alone = ChooseOne(key="turn", seat=BLUE, ask=Text("t"), rule="R", options=_options("pass"))
    marks = ChooseSome(
        key="range", seat=BLUE, ask=Text("r"), rule="R", options=_options("a", "b", "c"), least=0, most=3
    )
    dial = Number(key="n", seat=BLUE, ask=Text("n"), rule="R", least=0, most=9, start=4)
    over = Confirm(key="over", seat=BLUE, ask=Text("o"), rule="R")
    assert evening.answer(turn, last) == "luke"
    assert evening.answer(agree, last) == "yes"
    assert evening.answer(alone, last) == "pass"
    assert evening.answer(marks, last) == ("b", "c")
    assert evening.answer(dial, last) == 4
    assert evening.answer(over, last) is None


def test_what_a_player_leaves_open_comes_last() -> None:
    evening = Evening(sides=dict, presses=1, skipped=frozenset({"end"}))
    end = Confirm(key="end", seat=BLUE, ask=Text("e"), rule="R")
    over = Confirm(key="over", seat=BLUE, ask=Text("o"), rule="R")
    assert evening.next_of((end, over)) is over
    assert evening.next_of((end,)) is end
