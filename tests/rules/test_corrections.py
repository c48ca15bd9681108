"""Corrections of the table's state: entered with a reason, confirmed by the other seat, and tokens follow (TB-76)."""

import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from lab.systems import systems
from lab.trials.infinity import infinity_trial
from lab.trials.legion import legion_trial
from table.config import Config
from table.devices.configured.device_settings import hopper_entries
from table.games.infinity.rules.corrections.mission_corrections import CORRECTING as INFINITYS
from table.games.infinity.rules.model.forces import Order, Trooper
from table.games.legion.rules.corrected_points import CORRECTING as LEGIONS
from table.games.random_play.match import RandomMatch
from table.rules.commands import Answer
from table.rules.corrections import Corrected, CorrectionSteps
from table.rules.prompts import ChooseOne, Number, Value
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import text
from table.rules.tokens import HandBack, HandOut
from tests.games.infinity.kit import RANGERS, force, opened, troop
from tests.games.infinity.kit import Tabletop as Infinity
from tests.games.legion.rules.kit import Tabletop as Legion
from tests.games.legion.rules.kit import skirmish
from tests.games.legion.rules.test_classic import classic
from tests.games.tide_of_iron.kit import Tabletop as Tide

Table = Infinity | Legion | Tide
MATCHES = 24
"""The number of random matches in which every point comes up."""


def corrects(
    table: Table, seat: Seat, what: str, to: Value, why: str = "rule"
) -> tuple[Iterable[HandOut], Iterable[HandBack]]:
    """One seat states it, the other agrees: the tokens that follow."""
    table.does(Answer(seat, "correct", what))
    table.does(Answer(seat, "correct.to", to))
    table.does(Answer(seat, "correct.why", why))
    before = table.state
    (corrected, *_) = table.does(Answer(seat.opponent, "correct.agree", "yes"))
    assert isinstance(corrected, Corrected)
    assert corrected.why == why
    return table.game.hand_outs(corrected), table.game.hand_backs(before, corrected)  # type: ignore[arg-type]


def taking_turns() -> Legion:
    table = skirmish()
    table.command_phase("Ambush", "Push")
    return table


@pytest.mark.rule("TB-76")
@pytest.mark.parametrize(("open_table", "what"), [(Tide, "command"), (opened, "command"), (taking_turns, "advantage")])
def test_who_withdraws_leaves_everything_as_it_was(open_table: Callable[[], Table], what: str) -> None:
    table = open_table()
    before = table.state
    table.does(Answer(BLUE, "correct", what))
    assert table.state != before
    table.does(Answer(BLUE, "correct.drop"))
    assert table.state == before


@pytest.mark.rule("TB-76")
def test_a_wrong_order_count_in_infinity() -> None:
    table = opened("orders")
    assert corrects(table, BLUE, "pool.1", 4) == ((), (HandBack(BLUE, "regular", 2, later=True),))
    assert corrects(table, BLUE, "pool.2", 5) == ((HandOut(BLUE, "regular", 1),), ())
    assert table.blue.pools == {1: 4, 2: 5}
    assert table.blue.side.regular_out == 9
    table.does(Answer(BLUE, "correct", "pool.2"))
    assert table.refuses(Answer(BLUE, "correct.to", 6)).rule == "TB-76", "five troopers are in it"
    table.does(Answer(BLUE, "correct.drop"))
    assert list(infinity_trial.broken(table.state)) == []
    table.does(Answer(RED, "correct", "command"))
    reported = [prompt.key for prompt in table.prompts()]
    assert reported == ["correct.to", "correct.drop"], "the other player's turn or not"
    table.does(Answer(RED, "correct.drop"))
    refused = table.refuses(Answer(RED, "correct", "pool.1"))
    assert refused.rule == "TB-76", "its orders are not counted now"


@pytest.mark.rule("TB-76")
def test_a_wrong_count_of_command_tokens_in_infinity() -> None:
    table = opened("orders")
    assert corrects(table, BLUE, "command", 2) == ((), (HandBack(BLUE, "command", 2, later=True),))
    assert (table.blue.tokens, len(table.blue.side.spent), table.state.turn.spent) == (2, 2, 2)
    assert corrects(table, BLUE, "command", 3) == ((HandOut(BLUE, "command", 1),), ())
    assert (table.blue.tokens, len(table.blue.side.spent), table.state.turn.spent) == (3, 1, 1)
    table.does(Answer(BLUE, "correct", "command"))
    (asked, *_) = table.prompts()
    assert isinstance(asked, Number)
    assert (asked.least, asked.most) == (0, 4)
    table.does(Answer(BLUE, "correct.drop"))
    corrects(table, RED, "command", 3)
    assert table.state.turn.spent == 1, "the limit is the active player's (IN-14)"
    assert list(infinity_trial.broken(table.state)) == []


def answer(table: Infinity, what: str, to: str | int) -> tuple[tuple[HandOut, ...], tuple[HandBack, ...]]:
    """Of one of several alike: the point is listed once, and asked for in turn."""
    family = f"{what.partition('.')[0]}."
    table.does(Answer(BLUE, "correct", family))
    outs, backs = len(table.outs), len(table.backs)
    for seat, key, value in (
        (BLUE, "correct.which", what), (BLUE, "correct.to", to), (BLUE, "correct.why", "slip"),
        (RED, "correct.agree", "yes"),
    ):  # fmt: skip
        table.does(Answer(seat, key, value))
    assert list(infinity_trial.broken(table.state)) == []
    return tuple(table.outs[outs:]), tuple(table.backs[backs:])


ONE_OUT, ONE_BACK = HandOut(BLUE, "regular", 1), HandBack(BLUE, "regular", 1, later=True)


@pytest.mark.rule("TB-76")
@pytest.mark.rule("TB-104")
def test_a_kind_of_order_that_was_entered_wrongly_in_infinity_and_the_tokens_of_this_turn_follow() -> None:
    table = opened("orders")
    assert answer(table, "order.1", "irregular") == ((), (ONE_BACK,))
    assert table.blue.pools == {1: 5, 2: 4}
    assert "own.1" in table.blue.offered("order"), "it can be spent, as what it is"
    assert answer(table, "order.11", "regular") == ((ONE_OUT,), ()), "the Berserker is none"
    assert table.blue.pools == {1: 5, 2: 5}
    assert "own.11" not in table.blue.offered("order")
    assert answer(table, "order.2", "none") == ((), (ONE_BACK,))
    assert table.state.turn.counted == 10
    assert answer(table, "order.2", "regular") == ((ONE_OUT,), ())
    assert (table.state.turn.counted, table.blue.pools) == (11, {1: 5, 2: 5})
    table.blue.answers("order", "own.1")
    assert answer(table, "order.1", "regular") == ((), ()), "what is spent stays spent"
    table.turn_of(table.red)
    assert answer(table, "order.1", "irregular") == ((), ()), "not its turn: it counts from the next order count on"
    table.turn_of(table.blue)
    assert (table.blue.pools, table.blue.member("Ranger 1").own_order) == ({1: 5, 2: 5}, True)


@pytest.mark.rule("TB-76")
@pytest.mark.rule("IN-13")
def test_a_tactical_order_that_was_not_reported_can_be_spent_and_is_counted() -> None:
    table = opened("orders")
    assert answer(table, "tactical.3", "yes") == ((), ())
    assert "tactical.3" in table.blue.offered("order")
    assert table.state.turn.counted == 12
    answer(table, "order.3", "none")
    assert table.state.turn.counted == 10
    assert "tactical.3" not in table.blue.offered("order")
    answer(table, "order.3", "regular")
    answer(table, "tactical.3", "no")
    assert (table.state.turn.counted, table.blue.pools) == (11, {1: 6, 2: 4})


@pytest.mark.rule("TB-76")
@pytest.mark.rule("IN-22")
def test_a_combat_group_that_was_entered_wrongly_in_infinity() -> None:
    mule = Trooper("", "Mule", 2, Order.NONE, peripheral_of="Chief")
    table = opened(blue=force(*troop(4), Trooper("", "Chief", 2), mule, Trooper("", "Jumper", 2, proxy_of="Chief")))
    assert table.blue.pools == {1: 4, 2: 2}
    table.does(Answer(BLUE, "correct", "group."))
    assert table.blue.offered("correct.which") == [f"group.{n}" for n in range(1, 6)], "the others go with their own"
    table.does(Answer(BLUE, "correct.drop"))
    assert answer(table, "group.5", "1") == ((), ()), "the same tokens, of another pool"
    assert {member.group for member in table.blue.side.members} == {1}
    assert table.blue.pools == {1: 6}
    table.blue.answers("order", "group.1")
    answer(table, "group.1", "2")
    assert table.blue.pools == {1: 4, 2: 1}
    table.does(Answer(BLUE, "correct", "order."))
    assert "order.6" not in table.blue.offered("correct.which"), "a peripheral gives none (TB-101)"


@pytest.mark.rule("TB-76")
@pytest.mark.rule("TB-107")
def test_the_orders_of_a_lieutenant_who_was_replaced() -> None:
    table = Infinity().to("checks")
    table.blue.answers("checks", ("lieutenant_lost",))
    table.to("orders")
    assert "lieutenant" not in table.blue.offered("order")
    assert corrects(table, BLUE, "lieutenant_left", 1) == ((), ())
    table.blue.answers("order", "lieutenant")
    assert "lieutenant" not in table.blue.offered("order")
    table.turn_of(table.red)
    corrects(table, BLUE, "lieutenant", 2)
    assert table.refuses(Answer(BLUE, "correct", "lieutenant_left")).rule == "TB-76"
    table.turn_of(table.blue)
    assert table.blue.side.lieutenant_left == 2


@pytest.mark.rule("TB-76")
def test_a_count_of_nothing_can_be_wrong_as_well() -> None:
    table = opened("orders")
    for to, spent in ((3, 1), (0, 4), (2, 2), (4, 0)):
        corrects(table, BLUE, "command", to)
        assert (table.blue.tokens, len(table.blue.side.spent), table.state.turn.spent) == (to, spent, spent)
    corrects(table, BLUE, "pool.1", 0)
    assert corrects(table, BLUE, "pool.1", 2) == ((HandOut(BLUE, "regular", 2),), ())
    assert table.blue.pools == {1: 2, 2: 4}
    corrects(table, BLUE, "speedball", 1)
    assert corrects(table, BLUE, "speedball", 0) == ((), (HandBack(BLUE, "speedball", 1, later=True),))
    assert list(infinity_trial.broken(table.state)) == []


@pytest.mark.rule("TB-76")
@pytest.mark.rule("IN-02")
@pytest.mark.parametrize(("bonus", "most"), [(False, 4), (True, 5)])
def test_nobody_has_more_command_tokens_than_were_handed_out(bonus: bool, most: int) -> None:
    table = opened("orders", blue=replace(RANGERS, bonus=bonus))
    table.does(Answer(BLUE, "correct", "command"))
    (asked, *_) = table.prompts()
    assert isinstance(asked, Number)
    assert (asked.least, asked.most) == (0, most)


@pytest.mark.rule("TB-76")
def test_speedballs_and_states_that_are_over() -> None:
    table = opened("window")
    table.red.begins("strategic", "suppress", trooper="Docker 1")
    corrects(table, RED, f"suppressive.{table.red.ids('Docker 1')[0]}", "off")
    assert not table.red.member("Docker 1").suppressive
    assert corrects(table, RED, "speedball", 2) == ((HandOut(RED, "speedball", 2),), ())
    assert table.red.side.speedballs == 2


@pytest.mark.rule("TB-76")
def test_a_wrong_pass_pool_in_legion_while_turns_are_taken() -> None:
    assert skirmish().blue.tries("correct", "advantage").rule == "TB-76"
    table = taking_turns()
    assert corrects(table, RED, "advantage", 3) == ((HandOut(RED, "advantage", 2),), ())
    assert table.red.side.play.passes == 3
    assert corrects(table, RED, "advantage", 0) == ((), (HandBack(RED, "advantage", 3, later=True),))
    assert [list(legion_trial.broken(table.state)), table.red.side.play.passes] == [[], 0]
    line = table.game.line(table.last(Corrected))
    assert line == text("correct.tell", what=text("legion.correct.passes"), to=0, why=text("correct.why.rule"))


@pytest.mark.rule("TB-76")
def test_the_classic_game_has_no_pass_pool_to_correct() -> None:
    table = classic()
    table.command_phase("Ambush", "Push")
    assert table.blue.offered("correct") == ["roller"]


@pytest.mark.slow
@pytest.mark.rule("TB-76")
@pytest.mark.parametrize(
    ("name", "correcting", "expected"),
    [
        ("infinity", INFINITYS, {"command", "speedball", "order.", "tactical.", "group."}),
        ("legion_2024", LEGIONS, {"advantage", "points", "card.", "roller"}),
        ("legion_classic", LEGIONS, {"card.", "roller"}),
    ],
)
def test_what_can_be_corrected_is_listed_as_its_points_are_in_every_state_of_a_match(
    name: str, correcting: CorrectionSteps[Any], expected: set[str]
) -> None:
    system = next(each for each in systems() if each.game.system == name)
    seen: set[str] = set()
    assert correcting.listed is not None
    for seed in range(MATCHES):
        match = RandomMatch(system.game, system.sides(random.Random(seed)), hopper_entries(Config()), seed, restless=9)
        for _ in range(160):
            for seat in SEATS:
                points = {point.listed.id: point.listed for point in correcting.points(match.state.game, seat)}
                listed = {option.id: option for option in correcting.listed(match.state.game, seat)}
                assert [*listed.items()] == [*points.items()]
                seen |= points.keys()
            if not match.turn():
                break
    assert expected <= seen


@pytest.mark.rule("TB-76")
def test_it_is_reported_among_the_settings_and_can_be_dropped_at_any_time() -> None:
    table = taking_turns()
    stated = table.red.asked("correct")
    assert isinstance(stated, ChooseOne)
    assert (stated.standing, stated.setting, stated.ready) == (True, True, False)
    table.red.answers("correct", stated.options[0].id)
    drop = table.red.asked("correct.drop")
    assert drop is not None
    assert drop.standing
