"""TB-08 to TB-12: tokens between the rules and the dispenser."""

import pytest
from msgspec.structs import replace

from firmware_bridge.firmware.jobs import Jobs
from firmware_bridge.firmware.settings import MOST_TOKENS
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.events import Doubt, PayoutOutcome, SettledBy
from table.rules.match.hoppers import Shortage
from table.rules.match.ledger import record
from table.rules.match.payouts import MOST_IN_A_PAYOUT, REMEMBERED_BY_DEVICE, owed, payout_questions
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED
from table.rules.text import text
from table.rules.tokens import HandBack, HandOut
from tests.rules.match.table import HOPPERS, STORE, MatchTable


def won(up: bool = True, hoppers: tuple[ev.HopperEntry, ...] = HOPPERS) -> MatchTable:
    """Blue has just won a command token."""
    table = MatchTable(hoppers, up).dialled()
    table.plays(blue=3, red=1)
    return table


def content(table: MatchTable) -> int:
    return next(entry.content for entry in table.state.ledger.hoppers if entry.kind == "command")


@pytest.mark.rule("TB-08")
def test_a_token_is_owed_in_the_same_batch_as_the_event_that_gives_it() -> None:
    table = won()
    owed = table.events[-1]
    assert owed == ev.TokensOwed("testmatch-1", BLUE, "command", 1, 0)


@pytest.mark.rule("TB-08")
@pytest.mark.parametrize(("up", "jobs"), [(True, [99, 99, 2]), (False, [200])], ids=["paid out", "by hand"])
def test_more_than_a_payout_can_be_is_owed_in_several(up: bool, jobs: list[int]) -> None:
    made = owed("m", won(up).state.ledger, [HandOut(BLUE, "command", 200)])
    assert MOST_IN_A_PAYOUT == MOST_TOKENS
    assert [job.count for job in made] == jobs
    assert [job.job for job in made if isinstance(job, ev.TokensOwed)] == [f"m-{n}" for n in range(2, 2 + len(jobs))]


def test_the_table_counts_on_fewer_jobs_than_a_dispenser_keeps() -> None:
    assert REMEMBERED_BY_DEVICE < Jobs.KEPT


@pytest.mark.rule("TB-08")
def test_the_devices_count_closes_the_job_and_the_hopper_has_one_less() -> None:
    table = won()
    table.does(cmd.TokenPassed(table.job, 1))
    assert content(table) == 9
    assert table.does(cmd.PayoutEnded(table.job, 1, PayoutOutcome.DONE)) == (
        ev.PayoutSettled("testmatch-1", 1, SettledBy.DEVICE),
    )
    assert table.state.ledger.jobs == ()
    assert table.state.ledger.out == ((BLUE, "command", 1),)


@pytest.mark.rule("TB-08")
def test_a_report_that_comes_twice_or_late_changes_nothing() -> None:
    table = won()
    table.does(cmd.TokenPassed(table.job, 1))
    assert table.does(cmd.TokenPassed("testmatch-1", 1)) == ()
    table.does(cmd.PayoutEnded("testmatch-1", 1, PayoutOutcome.DONE))
    late = table.does(cmd.PayoutEnded("testmatch-1", 1, PayoutOutcome.DONE))
    assert isinstance(late, Refusal)
    assert late.rule == "TB-08"
    assert content(table) == 9


@pytest.mark.rule("TB-11")
@pytest.mark.parametrize("why", [PayoutOutcome.NOTHING, PayoutOutcome.EMPTY], ids=str)
def test_a_hopper_is_called_empty_only_by_the_tables_own_count(why: PayoutOutcome) -> None:
    """Tokens may lie where the disc does not reach, or where the sensor does not look."""
    for left, key in ((10, "match.payout.nothing"), (0, "match.payout.empty")):
        table = won(hoppers=(ev.HopperEntry(0, "command", left),))
        table.does(cmd.PayoutEnded(table.job, 0, why))
        prompt = table.asked("match.payout.")
        assert prompt is not None
        assert prompt.ask == text(key, count=1, kind=text("token.command"), hopper=1, left=left)


@pytest.mark.rule("TB-09")
def test_without_a_dispenser_the_player_takes_the_token() -> None:
    table = won(up=False)
    assert table.asked("match.hand.") is not None
    table.answers(BLUE, "match.hand.testmatch-1")
    assert table.state.ledger.jobs == ()
    assert table.state.ledger.out == ((BLUE, "command", 1),)
    assert content(table) == 10


@pytest.mark.rule("TB-09")
def test_a_kind_that_no_hopper_holds_is_taken_by_hand() -> None:
    table = won(hoppers=(ev.HopperEntry(1, "corps", 5),))
    assert table.state.ledger.jobs[0].hopper is None
    assert table.asked("match.hand.") is not None


@pytest.mark.rule("TB-11")
@pytest.mark.parametrize("why", [end for end in PayoutOutcome if end is not PayoutOutcome.DONE])
def test_a_payout_that_failed_is_tried_again_for_the_rest_only(why: PayoutOutcome) -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 0, why))
    events = table.answers(BLUE, "match.payout.testmatch-1", "again")
    tried = () if why is PayoutOutcome.STOPPED else (ev.HopperTried(0),)
    assert events == (
        ev.PayoutSettled("testmatch-1", 0, SettledBy.DEVICE),
        *tried,
        ev.TokensOwed("testmatch-2", BLUE, "command", 1, 0),
    )


@pytest.mark.rule("TB-11")
def test_a_payout_that_failed_can_be_taken_by_hand() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 0, PayoutOutcome.JAM))
    assert table.answers(BLUE, "match.payout.testmatch-1", "by_hand") == (ev.TokensTakenByHand("testmatch-1", 1),)


@pytest.mark.rule("TB-10")
def test_what_nobody_knows_is_asked_of_the_player() -> None:
    table = won()
    table.does(cmd.PayoutUnknown(table.job, 0, 1))
    table.answers(BLUE, "match.payout.testmatch-1", "1")
    assert table.state.ledger.jobs == ()
    assert table.state.ledger.out == ((BLUE, "command", 1),)


@pytest.mark.rule("TB-10")
def test_if_it_is_not_there_it_is_owed_again_under_a_new_job() -> None:
    table = won()
    table.does(cmd.PayoutUnknown(table.job, 0, 1))
    events = table.answers(BLUE, "match.payout.testmatch-1", "0")
    assert isinstance(events, tuple)
    assert events[-1] == ev.TokensOwed("testmatch-2", BLUE, "command", 1, 0)


@pytest.mark.rule("TB-10")
def test_a_dispenser_that_goes_leaves_its_job_to_the_players_and_clears_it_up_when_it_returns() -> None:
    table = won()
    table.does(cmd.DispenserIs(up=False))
    assert table.asked("match.payout.") is not None
    table.does(cmd.DispenserIs(up=True))
    table.does(cmd.PayoutEnded("testmatch-1", 1, PayoutOutcome.DONE))
    assert table.state.ledger.jobs == ()


@pytest.mark.rule("TB-08")
def test_a_job_that_the_dispenser_never_heard_of_is_asked_again() -> None:
    table = won()
    table.does(cmd.Restarted())
    table.does(cmd.DispenserIs(True, STORE, 0))
    assert table.does(cmd.PayoutUnheard("testmatch-1")) == (ev.PayoutAskedAgain("testmatch-1"),)
    assert table.state.ledger.jobs[0].state == "asked"


@pytest.mark.rule("TB-08")
def test_a_job_that_has_paid_is_never_asked_again() -> None:
    """The device forgot (its flash was changed), but a token was counted: nobody can know about the rest."""
    table = won()
    table.does(cmd.TokenPassed(table.job, 1))
    table.does(cmd.Restarted())
    outcome = table.does(cmd.PayoutUnheard("testmatch-1"))
    assert outcome == (ev.PayoutUncertain("testmatch-1", 1, 1, reported=True),)


@pytest.mark.rule("TB-12")
def test_a_token_too_many_is_asked_back() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 2, PayoutOutcome.DONE))
    assert table.state.ledger.called_back == (HandBack(BLUE, "command", 1),)
    assert content(table) == 8
    table.answers(RED, "match.tokens_back")
    assert content(table) == 9
    assert table.asked("match.tokens_back") is None


@pytest.mark.rule("TB-12")
def test_at_the_end_everything_that_is_out_comes_back() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 1, PayoutOutcome.DONE))
    table.answers(BLUE, "match.end", "finish")
    table.answers(RED, "match.agree", "agree")
    assert table.state.ledger.called_back == (HandBack(BLUE, "command", 1),)
    table.answers(RED, "match.tokens_back")
    assert table.state.ledger.out == ()
    assert content(table) == 10


@pytest.mark.rule("TB-12")
def test_what_falls_after_the_close_comes_back_too() -> None:
    table = won()
    table.answers(RED, "match.end", "concede")
    table.answers(BLUE, "match.agree", "agree")
    assert (table.state.ended, table.state.ledger.called_back) == (ev.MatchEnd.CONCEDED, ())
    table.does(cmd.TokenPassed(table.job, 1))
    assert sum(token.count for token in table.state.ledger.called_back) == 1
    table.does(cmd.PayoutEnded(table.job, 1, PayoutOutcome.DONE))
    assert sum(token.count for token in table.state.ledger.called_back) == 1, "once"
    table.answers(RED, "match.tokens_back")
    assert sum(n for _, _, n in table.state.ledger.out) == 0


@pytest.mark.rule("TB-13")
def test_after_the_end_nothing_may_wait_any_longer() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 1, PayoutOutcome.DONE))
    table.state = table.match.evolve(table.state, ev.TokensCalledBack((HandBack(BLUE, "command", 1, later=True),)))
    prompt = table.asked("match.tokens_back")
    assert prompt is not None
    assert prompt.standing
    table.answers(BLUE, "match.end", "abandon")
    table.answers(RED, "match.agree", "agree")
    (prompt,) = table.match.prompts(table.state)
    assert prompt.key == "match.tokens_back"
    assert not prompt.standing


@pytest.mark.rule("TB-08")
@pytest.mark.parametrize(("store", "counter"), [(STORE + 1, 0), (STORE, 24)], ids=["another memory", "long ago"])
def test_a_dispenser_that_cannot_know_the_job_does_not_make_it_paid_again(store: int, counter: int) -> None:
    """Another Pico, a wiped one, or so many jobs since that this one is forgotten: only the players can tell."""
    table = won()
    table.does(cmd.Restarted())
    table.does(cmd.DispenserIs(True, store, counter))
    assert table.does(cmd.PayoutUnheard("testmatch-1", counter)) == (
        ev.PayoutUncertain("testmatch-1", 0, 1, reported=True),
    )
    table.does(cmd.DispenserIs(up=False))
    table.does(cmd.DispenserIs(True, store, counter))
    assert table.asked("match.payout.") is not None, "its word stands"


@pytest.mark.rule("TB-10")
def test_while_the_dispenser_that_returned_is_asked_the_players_are_not() -> None:
    table = won()
    table.does(cmd.DispenserIs(up=False))
    table.does(cmd.DispenserIs(True, STORE, 1))
    assert table.asked("match.payout.") is None
    assert table.state.ledger.jobs[0].state == "asked"


@pytest.mark.rule("TB-12")
def test_a_token_that_falls_late_is_counted_and_asked_back() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 1, PayoutOutcome.DONE))
    table.does(cmd.TokenLate("testmatch-1", 1))
    assert table.does(cmd.TokenLate("testmatch-1", 1)) == (), "it is told again at each connection"
    assert table.state.ledger.out == ((BLUE, "command", 2),)
    assert table.state.ledger.called_back == (HandBack(BLUE, "command", 1),)
    assert content(table) == 8


@pytest.mark.rule("TB-12")
def test_a_late_token_may_be_the_one_that_was_missing() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 0, PayoutOutcome.JAM))
    table.does(cmd.TokenLate("testmatch-1", 1))
    assert table.state.ledger.jobs == ()
    assert table.state.ledger.called_back == ()
    assert table.state.ledger.out == ((BLUE, "command", 1),)


@pytest.mark.rule("TB-12")
def test_what_falls_for_a_job_that_the_players_have_settled_is_asked_back() -> None:
    table = won()
    table.does(cmd.DispenserIs(up=False))
    table.answers(BLUE, "match.payout.testmatch-1", "0")
    table.answers(BLUE, "match.hand.testmatch-2")
    table.does(cmd.DispenserIs(True, STORE, 1))
    table.does(cmd.PayoutEnded("testmatch-1", 1, PayoutOutcome.DONE))
    assert table.state.ledger.called_back == (HandBack(BLUE, "command", 1),)
    assert table.state.ledger.out == ((BLUE, "command", 2),)


@pytest.mark.rule("TB-11")
def test_a_hopper_that_failed_is_left_alone_until_it_was_seen_to() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 0, PayoutOutcome.JAM))
    table.answers(BLUE, "match.payout.testmatch-1", "by_hand")
    assert table.state.ledger.hopper_for("command") is None
    table.answers(RED, "match.refill", "0")
    table.answers(RED, "match.refill.0", 12)
    assert table.state.ledger.hopper_for("command") == 0
    assert content(table) == 12


def test_before_a_round_the_table_reports_what_may_run_out() -> None:
    table = MatchTable((ev.HopperEntry(0, "command", 1),)).dialled()
    assert table.match.shortages(table.state) == ()
    table.answers(BLUE, "match.refill", "0")
    table.answers(BLUE, "match.refill.0", 0)
    assert table.match.shortages(table.state) == (Shortage("command", 1, 0),)


@pytest.mark.rule("TB-11")
def test_what_hung_in_a_blocked_barrier_may_have_been_a_token() -> None:
    table = won()
    table.does(cmd.PayoutEnded(table.job, 0, PayoutOutcome.BLOCKED))
    assert table.answers(BLUE, "match.payout.testmatch-1", "came") == (
        ev.PayoutSettled("testmatch-1", 1, SettledBy.PLAYERS),
    )
    assert table.state.ledger.out == ((BLUE, "command", 1),)


@pytest.mark.rule("TB-10")
def test_where_the_returned_dispenser_does_not_know_either_the_players_look_once_more() -> None:
    """One more may have fallen since they looked, and the power that took its count away was away then."""
    table = won()
    table.does(cmd.DispenserIs(up=False))
    table.answers(BLUE, "match.payout.testmatch-1", "1")
    table.does(cmd.DispenserIs(True, STORE, 1))
    table.does(cmd.PayoutUnknown("testmatch-1", 1, 1))
    table.answers(BLUE, "match.payout.testmatch-1", "2")
    assert table.state.ledger.called_back == (HandBack(BLUE, "command", 1),)


@pytest.mark.rule("TB-10")
def test_a_late_token_of_a_payout_that_the_players_settled_makes_them_look_once_more() -> None:
    """It may be the one that they saw, or another: the dispenser's own count was lost with the power."""
    table = won()
    table.does(cmd.PayoutUnknown(table.job, 0, 1))
    table.answers(BLUE, "match.payout.testmatch-1", "1")
    table.does(cmd.TokenLate("testmatch-1", 1))
    table.answers(BLUE, "match.payout.testmatch-1", "1")
    assert table.state.ledger.called_back == ()
    assert table.does(cmd.TokenLate("testmatch-1", 1)) == ()


@pytest.mark.rule("TB-10")
def test_while_they_look_once_more_the_same_late_token_reported_again_is_no_other_one() -> None:
    """At every connection the dispenser reports all that it remembers."""
    table = won()
    table.does(cmd.PayoutUnknown(table.job, 0, 1))
    table.answers(BLUE, "match.payout.testmatch-1", "1")
    table.does(cmd.TokenLate("testmatch-1", 1))
    assert table.does(cmd.TokenLate("testmatch-1", 1)) == ()
    table.does(cmd.TokenLate("testmatch-1", 2))
    table.answers(BLUE, "match.payout.testmatch-1", "2")
    assert table.state.ledger.called_back == (HandBack(BLUE, "command", 1),)


@pytest.mark.rule("TB-10")
def test_a_blocked_barrier_of_a_payout_that_the_players_settled_makes_them_look_once_more() -> None:
    """The dispenser ran on while it was away: what passed the blocked barrier it could not count."""
    table = won()
    table.does(cmd.DispenserIs(up=False))
    table.answers(BLUE, "match.payout.testmatch-1", "0")
    table.answers(BLUE, "match.hand.testmatch-2")
    table.does(cmd.DispenserIs(True, STORE, 1))
    outcome = table.does(cmd.PayoutEnded("testmatch-1", 0, PayoutOutcome.BLOCKED))
    assert outcome == (ev.PayoutUncertain("testmatch-1", 0, 0, reported=True, why=Doubt.BLOCKED),)
    assert table.does(cmd.PayoutEnded("testmatch-1", 0, PayoutOutcome.BLOCKED)) == (), "the question stands"
    table.answers(BLUE, "match.payout.testmatch-1", "1")
    assert table.state.ledger.called_back == (HandBack(BLUE, "command", 1),)
    assert table.state.ledger.out == ((BLUE, "command", 2),)


@pytest.mark.rule("TB-10")
@pytest.mark.parametrize(
    "word", [cmd.PayoutUnheard("testmatch-1", 0), cmd.PayoutEnded("testmatch-1", 0, PayoutOutcome.JAM, 1)]
)
def test_tokens_that_the_players_took_for_another_payouts_are_not_counted_twice(
    word: cmd.PayoutUnheard | cmd.PayoutEnded,
) -> None:
    """They saw one, and settled the payout with it; the dispenser is sure that it paid none of it."""
    table = won()
    table.does(cmd.DispenserIs(up=False))
    table.answers(BLUE, "match.payout.testmatch-1", "1")
    table.does(cmd.DispenserIs(True, STORE, 0))
    assert table.does(word) == (ev.PayoutUncertain("testmatch-1", 0, 1, reported=True, why=Doubt.FEWER),)
    assert table.does(word) == (), "the question stands"
    table.answers(BLUE, "match.payout.testmatch-1", "0")
    assert table.state.ledger.out == ()
    assert [(job.id, job.count) for job in table.state.ledger.jobs] == [("testmatch-2", 1)], "it is owed once more"


@pytest.mark.rule("TB-10")
def test_how_many_lie_there_is_asked_when_no_more_of_that_kind_are_falling() -> None:
    table = won()
    table.does(cmd.PayoutUnknown("testmatch-1", 0, 1))
    another = record(table.state.ledger, ev.TokensOwed("testmatch-2", BLUE, "command", 1, 0))
    assert payout_questions(replace(table.state, ledger=another)) == ()
    rested = record(another, ev.PayoutSettled("testmatch-2", 1, SettledBy.DEVICE))
    assert [prompt.key for prompt in payout_questions(replace(table.state, ledger=rested))] == [
        "match.payout.testmatch-1"
    ]
