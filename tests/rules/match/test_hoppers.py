"""TB-17: what the players see to at the hoppers, and what the hoppers' sensors say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match import hoppers
from table.rules.match.events import PayoutOutcome
from table.rules.match.hoppers import Shortage
from table.rules.prompts import ChooseOne, Number
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.rules.tokens import HandBack
from table.session.focus import SeatFocus
from tests.rules.match.table import STORE, MatchTable


def won() -> MatchTable:
    """Blue has just won a command token."""
    table = MatchTable().dialled()
    table.plays(blue=3, red=1)
    return table


def content(table: MatchTable, number: int = 0) -> int:
    return next(entry.content for entry in table.state.ledger.hoppers if entry.number == number)


def the_number(table: MatchTable, key: str) -> Number:
    prompt = table.asked(key)
    assert isinstance(prompt, Number)
    return prompt


@pytest.mark.rule("TB-17")
def test_twelve_hoppers_are_two_stops_in_the_ring_of_choices() -> None:
    twelve = tuple(ev.HopperEntry(n, "command", 5) for n in range(12))
    table = MatchTable(twelve).dialled()
    standing = [p.key for p in table.match.prompts(table.state) if p.key.startswith(("match.refill", "match.switch"))]
    assert standing == ["match.refill", "match.switch"]


@pytest.mark.rule("TB-17")
def test_a_hopper_is_chosen_and_then_the_seat_that_chose_it_reports_what_it_holds() -> None:
    table = MatchTable().dialled()
    table.answers(RED, "match.refill", "1")
    prompt = the_number(table, "match.refill.1")
    assert (prompt.seat, prompt.start, prompt.standing) == (RED, 5, False)
    focus = SeatFocus(RED, table.match.prompts(table.state)).settle(None)
    assert focus is not None
    assert (focus.prompt, focus.cursor) == ("match.refill.1", 5), "the dial stands where the ledger does"
    table.answers(RED, "match.refill.1", 30)
    assert (content(table, 0), content(table, 1)) == (10, 30)
    assert table.asked("match.refill.") is None


@pytest.mark.rule("TB-17")
def test_a_hopper_that_is_switched_off_leaves_its_tokens_to_the_players_until_it_is_on_again() -> None:
    table = MatchTable().dialled()
    assert table.answers(BLUE, "match.switch", "0") == (ev.HopperSwitched(0, False),)
    table.plays(blue=3, red=1)
    assert table.state.ledger.jobs[0].hopper is None
    table.answers(BLUE, "match.hand.testmatch-1")
    assert content(table) == 10, "what is taken by hand comes from the supply"
    assert table.answers(RED, "match.switch", "0") == (ev.HopperSwitched(0, True),)
    assert table.state.ledger.hopper_for("command") == 0


@pytest.mark.rule("TB-17")
def test_a_hopper_that_gave_up_is_asked_again_once_it_was_off_and_on() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 0, PayoutOutcome.JAM))
    table.answers(BLUE, "match.payout.testmatch-1", "by_hand")
    assert hoppers.given_up(table.state.ledger) == (0,)
    table.answers(BLUE, "match.switch", "0")
    assert hoppers.given_up(table.state.ledger) == (), "nobody waits for it"
    assert table.answers(BLUE, "match.switch", "0") == (ev.HopperSwitched(0, True), ev.HopperTried(0))
    assert table.state.ledger.hopper_for("command") == 0


@pytest.mark.rule("TB-12")
def test_tokens_of_a_hopper_that_is_off_go_back_to_the_supply() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 2, PayoutOutcome.DONE))
    table.answers(BLUE, "match.switch", "0")
    prompt = table.asked("match.tokens_back")
    assert prompt is not None
    assert dict(prompt.ask.args)["tokens"] == text("match.back.supply", count=1, kind=text("token.command"))
    table.answers(RED, "match.tokens_back")
    assert (content(table), table.state.ledger.called_back) == (8, ())


@pytest.mark.rule("TB-17")
def test_a_payout_that_failed_is_not_tried_again_at_a_hopper_that_is_off() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 0, PayoutOutcome.JAM))
    table.answers(RED, "match.switch", "0")
    prompt = table.asked("match.payout.")
    assert isinstance(prompt, ChooseOne)
    assert [option.id for option in prompt.options] == ["by_hand"]


@pytest.mark.rule("TB-17")
def test_seeing_to_a_hopper_is_no_answer_to_the_game_and_is_not_undone_with_it() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 1, PayoutOutcome.DONE))
    before = table.state.game
    table.answers(RED, "match.refill", "1")
    table.answers(RED, "match.refill.1", 40)
    table.answers(RED, "match.switch", "1")
    assert table.state.game is before
    assert table.state.marks == ()
    assert table.match.fold(None, tuple(table.events)) == table.state, "a replay arrives at the same place"


def test_a_kind_whose_hopper_is_off_cannot_run_short() -> None:
    table = MatchTable((ev.HopperEntry(0, "command", 0),)).dialled()
    assert table.match.shortages(table.state) == (Shortage("command", 1, 0),)
    table.answers(BLUE, "match.switch", "0")
    assert table.match.shortages(table.state) == ()


# -- the wiring ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("TB-09")
def test_a_hopper_that_the_dispenser_has_not_is_never_asked() -> None:
    table = MatchTable((ev.HopperEntry(7, "command", 10),))
    table.does(cmd.DispenserIs(True, STORE, 0, sockets=7))
    table.dialled().plays(blue=3, red=1)
    assert table.state.ledger.jobs[0].hopper is None
    assert table.asked("match.switch") is None, "nothing to switch"
    assert table.match.shortages(table.state) == ()


@pytest.mark.rule("TB-11")
@pytest.mark.parametrize("reason", ["hopper", "count", "counter", "busy", "verb"])
def test_a_refused_payout_gives_its_reason(reason: str) -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 0, PayoutOutcome.REFUSED, 0, reason))
    prompt = table.asked("match.payout.")
    assert prompt is not None
    key = "match.payout.refused" if reason == "verb" else f"match.payout.refused.{reason}"
    assert prompt.ask == text(key, count=1, kind=text("token.command"), hopper=1, left=10)
    assert table.events[-1] == ev.PayoutFailed("testmatch-1", 0, PayoutOutcome.REFUSED, 0, reason), (
        "and the journal keeps it"
    )


# -- what nobody knows ---------------------------------------------------------------------------------------------


def unknown(count: int = 1, least: int = 0) -> MatchTable:
    table = won()
    table.does(cmd.PayoutUnknown(table.job, least, count))
    return table


@pytest.mark.rule("TB-10")
def test_of_one_token_the_three_answers_are_here_not_here_and_count_again() -> None:
    prompt = unknown().asked("match.payout.")
    assert isinstance(prompt, ChooseOne)
    assert [(option.id, option.label.key) for option in prompt.options] == [
        ("0", "match.payout.not_here"),
        ("1", "match.payout.here"),
        ("2", "match.payout.came"),
        ("count", "match.payout.count"),
    ]


@pytest.mark.rule("TB-10")
@pytest.mark.parametrize(
    ("left", "came", "owed_again", "back"), [(10, 0, 1, 0), (9, 1, 0, 0), (8, 2, 0, 1)], ids=["none", "one", "two"]
)
def test_what_the_hopper_lacks_when_it_is_counted_has_come(left: int, came: int, owed_again: int, back: int) -> None:
    table = unknown()
    assert table.answers(BLUE, "match.payout.testmatch-1", "count") == (ev.RecountAsked("testmatch-1"),)
    prompt = the_number(table, "match.count.")
    assert (prompt.start, prompt.least) == (10, 0)
    table.answers(BLUE, "match.count.testmatch-1", left)
    assert content(table) == left
    assert table.state.ledger.out_of("command") == came
    assert sum(job.count for job in table.state.ledger.jobs) == owed_again
    assert table.state.ledger.called_back == ((HandBack(BLUE, "command", back),) if back else ())


@pytest.mark.rule("TB-10")
@pytest.mark.parametrize("left", [0, 7, 11, 200])
def test_a_count_that_cannot_be_reports_that_the_ledger_was_wrong_and_the_tray_decides(left: int) -> None:
    table = unknown()
    table.answers(BLUE, "match.payout.testmatch-1", "count")
    assert table.answers(BLUE, "match.count.testmatch-1", left) == (ev.Recounted("testmatch-1", left),)
    prompt = table.asked("match.payout.")
    assert isinstance(prompt, ChooseOne)
    assert [option.id for option in prompt.options] == ["0", "1", "2"], "counting once more would say no more"
    table.answers(BLUE, "match.payout.testmatch-1", "1")
    assert content(table) == left, "what came had left it when it was counted"
    assert table.state.ledger.out == ((BLUE, "command", 1),)


@pytest.mark.rule("TB-10")
@given(st.integers(0, 4), st.integers(1, 5), st.integers(0, 6))
@pytest.mark.slow
def test_after_counting_hopper_tray_and_debt_add_up(least: int, more: int, gone: int) -> None:
    """Of several tokens, some of which were counted as they passed."""
    table = MatchTable((ev.HopperEntry(0, "command", 60),)).dialled()
    asked = least + more
    job = ev.TokensOwed("testmatch-1", BLUE, "command", asked, 0)
    table.state = table.match.evolve(table.state, job)
    table.does(cmd.TokenPassed("testmatch-1", least))
    table.does(cmd.PayoutUnknown("testmatch-1", least, asked))
    table.answers(BLUE, "match.payout.testmatch-1", "count")
    table.answers(BLUE, "match.count.testmatch-1", 60 - least - gone)
    ledger = table.state.ledger
    assert content(table) == 60 - least - gone
    if gone <= more + 1:
        owed = sum(job.missing for job in ledger.jobs)
        back = sum(token.count for token in ledger.called_back)
        assert ledger.out_of("command") == least + gone
        assert ledger.out_of("command") + owed - back == asked
    else:
        assert ledger.jobs[0].state == "unknown"


@pytest.mark.rule("TB-10")
def test_a_dispenser_that_returns_while_the_players_count_answers_instead() -> None:
    table = won()
    table.does(cmd.DispenserIs(up=False))
    table.answers(BLUE, "match.payout.testmatch-1", "count")
    table.does(cmd.DispenserIs(True, STORE, 1))
    assert table.asked("match.count.") is None
    table.does(cmd.PayoutEnded("testmatch-1", 1, PayoutOutcome.DONE))
    assert (content(table), table.state.ledger.jobs) == (9, ())


# -- sensors -------------------------------------------------------------------------------------------------------


def contradicted(table: MatchTable, low: int = 2) -> list[int]:
    return [entry.number for entry in hoppers.contradicted(table.state.ledger, {0: low, 1: low})]


def test_a_sensor_that_reports_what_the_ledger_states_is_not_written_down() -> None:
    table = MatchTable().dialled()
    assert table.does(cmd.HopperLevel(0, True)) == ()
    assert table.does(cmd.HopperLevel(5, True)) == (), "no such hopper"


def test_a_sensor_that_sees_no_tokens_where_the_ledger_counts_many_asks_for_a_count() -> None:
    table = MatchTable().dialled()
    assert table.does(cmd.HopperLevel(0, False)) == (ev.LevelSeen(0, False),)
    assert table.does(cmd.HopperLevel(0, False)) == (), "it says so again after each payout"
    assert contradicted(table) == [0]
    assert contradicted(table, low=10) == [], "the last ones may lie below the sensor"
    table.answers(BLUE, "match.refill", "0")
    table.answers(BLUE, "match.refill.0", 10)
    assert contradicted(table) == [], "the players have looked"


def test_a_sensor_that_sees_tokens_where_the_ledger_counts_none_asks_for_a_count() -> None:
    table = MatchTable((ev.HopperEntry(0, "command", 0),)).dialled()
    table.does(cmd.HopperLevel(0, True))
    assert contradicted(table) == [0]
    table.does(cmd.DispenserIs(up=False))
    assert contradicted(table) == []
    assert table.state.ledger.levels == (), "it may be filled while it is away"


def test_a_hopper_that_was_filled_without_a_word_to_the_table_is_no_longer_in_question() -> None:
    table = MatchTable().dialled()
    table.does(cmd.HopperLevel(0, False))
    table.does(cmd.HopperLevel(0, True))
    assert contradicted(table) == []


def test_tokens_that_fell_since_make_a_sensors_word_stale() -> None:
    table = MatchTable((ev.HopperEntry(0, "command", 10),)).dialled()
    table.does(cmd.HopperLevel(0, False))
    table.plays(blue=3, red=1)
    table.does(cmd.TokenPassed(table.job, 1))
    assert contradicted(table) == []
