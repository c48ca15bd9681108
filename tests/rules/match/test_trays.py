"""Tokens that return: they stay in the seat's own tray or return, and are asked for once a round. TB-78, TB-79."""

import random
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from lab.random_acts import UndoneMatch
from lab.systems import systems
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.state import LegionBattle
from table.games.random_play.invariants import WatchedMatch
from table.games.random_play.trial import System
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.ledger import Ledger
from table.rules.match.payouts import TOKENS_BACK
from table.rules.match.state import MatchState
from table.rules.match.trays import came_back, served, short, tally
from table.rules.prompts import ChooseOne, Confirm
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.rules.tokens import HandBack, HandOut
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VEERS, army
from tests.rules.match.table import MatchTable

STAY, RETURN = ev.SpentTokens.STAY, ev.SpentTokens.RETURN
HOPPERS = tuple(
    ev.HopperEntry(n, kind, 9) for n, kind in enumerate(("commander", "operative", "corps", "heavy", "advantage"))
)


def begun(spent: ev.SpentTokens | None, hoppers: tuple[ev.HopperEntry, ...] = HOPPERS) -> MatchTable:
    sides = (army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS, REBELS))
    return MatchTable(hoppers, game=Legion2024(), sides=sides, sealing="select", spent=spent).dialled()


def pays(table: MatchTable) -> int:
    """The dispenser pays all that it is asked for; return how many tokens that is."""
    jobs = [job for job in table.state.ledger.jobs if job.hopper is not None]
    for job in jobs:
        table.does(cmd.PayoutEnded(job.id, job.missing, ev.PayoutOutcome.DONE))
    return sum(job.count for job in jobs)


def lays(table: MatchTable) -> None:
    """Both lay the card of this round."""
    battle = table.state.game
    assert isinstance(battle, LegionBattle)
    card = f"legion.card.{('push', 'ambush', 'assault')[battle.round - 1]}"
    table.locks(BLUE, card)
    table.locks(RED, card)
    assert not isinstance(table.opens(), Refusal)


def plays_a_round(table: MatchTable, defeated: tuple[tuple[Seat, str], ...] = ()) -> int:
    """A round with one card on both sides, every unit activated; return the tokens that the hoppers paid."""
    lays(table)
    paid = pays(table)
    for seat, unit in defeated:
        table.answers(seat, "defeat", unit)
    for _ in range(60):
        paid += pays(table)
        asked = [p for p in table.match.prompts(table.state) if not p.standing and p.key != TOKENS_BACK]
        if asked[0].key in ("select", "match.close"):
            return paid
        prompt = next((p for p in asked if p.key == "end"), asked[0])
        seat = prompt.seat or BLUE
        table.answers(seat, prompt.key, prompt.sample(lambda _: 0))
    raise AssertionError("the round does not end")


@pytest.mark.rule("TB-79")
def test_what_its_seat_will_need_again_stays_in_its_tray_and_no_hopper_pays_it_twice() -> None:
    table = begun(STAY)
    assert plays_a_round(table) == 6, "a token for each unit"
    ledger = table.state.ledger
    assert tally(HandOut(*count) for count in ledger.trays) == {
        (BLUE, "commander"): 1, (BLUE, "corps"): 1, (BLUE, "heavy"): 1, (RED, "commander"): 1, (RED, "corps"): 2,
    }  # fmt: skip
    assert (ledger.out, ledger.called_back, table.asked(TOKENS_BACK)) == ((), (), None), "nothing to sort"
    assert text("story.stayed", count=6) in table.state.story
    assert plays_a_round(table) == 0, "they lie there already"
    assert sum(event.count for event in table.events if isinstance(event, ev.TokensReused)) == 6


@pytest.mark.rule("TB-78")
def test_returned_tokens_are_asked_for_once_a_round_and_beside_play() -> None:
    table = begun(RETURN)
    assert plays_a_round(table) == 6
    chore = table.asked(TOKENS_BACK)
    assert isinstance(chore, Confirm)
    assert (chore.seat, chore.standing, chore.hold, chore.chore) == (None, True, True, 6)
    assert table.match.prompts(table.state)[0].key == "select", "the game's question comes first"
    assert table.match.prompts(table.state)[-1] is chore
    table.answers(RED, TOKENS_BACK)
    assert [entry.content for entry in table.state.ledger.hoppers] == [9] * 5
    assert table.asked(TOKENS_BACK) is None
    assert plays_a_round(table) == 6, "the hoppers pay them again"


@pytest.mark.rule("TB-78")
def test_nothing_is_asked_for_before_the_rounds_end_is_over() -> None:
    table = begun(RETURN)
    table.does(cmd.DispenserIs(True, 7, 0))
    plays_a_round(table)
    table.answers(RED, TOKENS_BACK)
    game, battle = table.match.game, table.state.game
    assert isinstance(battle, LegionBattle)
    closed = replace(battle, closed=True)
    assert not game.round_settled(closed)
    assert game.round_settled(replace(closed, over=True))
    back = ev.TokensCalledBack((HandBack(BLUE, "corps", 1),))
    in_the_end_phase = table.match.evolve(replace(table.state, game=closed), back)
    assert TOKENS_BACK not in [prompt.key for prompt in table.match.prompts(in_the_end_phase)]
    after = replace(in_the_end_phase, game=battle)
    assert TOKENS_BACK in [prompt.key for prompt in table.match.prompts(after)]


@pytest.mark.rule("TB-78")
def test_in_mid_round_only_what_a_hopper_runs_out_of_is_asked_for() -> None:
    table = begun(RETURN)
    later = ev.TokensCalledBack((HandBack(BLUE, "corps", 1, later=True),))
    state = table.match.evolve(table.state, later)
    assert TOKENS_BACK not in [prompt.key for prompt in table.match.prompts(state)]
    empty = tuple(replace(entry, content=0) for entry in HOPPERS)
    state = table.match.evolve(state, ev.HoppersLoaded(empty))
    assert TOKENS_BACK in [prompt.key for prompt in table.match.prompts(state)]


@pytest.mark.rule("TB-78")
def test_a_kind_that_no_hopper_holds_cannot_run_out() -> None:
    ledger = Ledger(hoppers=(ev.HopperEntry(0, "corps", 5),), called_back=(HandBack(BLUE, "wound", 1),))
    assert not short(ledger, tally([HandOut(BLUE, "wound", 9)]))
    corps = replace(ledger, called_back=(HandBack(BLUE, "corps", 1),), out=((BLUE, "corps", 1),))
    assert not short(corps, tally([HandOut(BLUE, "corps", 4), HandOut(RED, "corps", 1)]))
    assert short(corps, tally([HandOut(BLUE, "corps", 4), HandOut(RED, "corps", 2)]))


@pytest.mark.rule("TB-79")
def test_a_defeated_units_token_returns_at_the_end_of_the_round() -> None:
    table = begun(STAY)
    plays_a_round(table)
    plays_a_round(table, defeated=((RED, "2"),))
    assert table.state.ledger.called_back == (HandBack(RED, "corps", 1),)
    chore = table.asked(TOKENS_BACK)
    assert chore is not None
    assert chore.chore == 1
    assert (RED, "corps", 1) in table.state.ledger.trays


@pytest.mark.rule("TB-79")
def test_a_tray_gives_up_at_the_end_of_a_round_what_is_not_needed_any_more() -> None:
    ledger = Ledger(spent=STAY, trays=((BLUE, "corps", 3),), out=((BLUE, "heavy", 1),))
    needs = tally([HandOut(BLUE, "corps", 1), HandOut(BLUE, "heavy", 1)])
    heavy = HandBack(BLUE, "heavy", 1)
    assert came_back(ledger, (heavy,), needs) == (
        ev.TokensStayed((heavy,)),
        ev.TokensReused(BLUE, "corps", 2),
        ev.TokensCalledBack((HandBack(BLUE, "corps", 2),)),
    )
    later = replace(heavy, later=True)
    assert came_back(ledger, (later,), needs) == (ev.TokensStayed((later,)),), "not before"


@pytest.mark.rule("TB-79")
def test_a_seat_keeps_no_token_that_the_hopper_needs_for_the_other() -> None:
    ledger = Ledger(
        spent=STAY, up=True, hoppers=(ev.HopperEntry(0, "regular", 4),), out=((BLUE, "regular", 10),),
    )  # fmt: skip
    needs = tally([HandOut(BLUE, "regular", 10), HandOut(RED, "regular", 9)])
    back = HandBack(BLUE, "regular", 10)
    assert came_back(ledger, (back,), needs) == (
        ev.TokensStayed((replace(back, count=5),)),
        ev.TokensCalledBack((replace(back, count=5),)),
    ), "four in the hopper and five that go back are enough for nine"
    without = replace(ledger, off=(0,))
    assert came_back(without, (back,), needs) == (ev.TokensStayed((back,)),), "the players' supply has no end"


@pytest.mark.rule("TB-79")
def test_what_a_seat_holds_or_has_in_its_tray_is_not_kept_twice() -> None:
    ledger = Ledger(spent=STAY, out=((BLUE, "corps", 3),), trays=((BLUE, "corps", 1),))
    back = HandBack(BLUE, "corps", 1, later=True)
    for need, stays in ((4, 1), (3, 0)):
        events = came_back(ledger, (back,), tally([HandOut(BLUE, "corps", need)]))
        assert isinstance(events[0], ev.TokensStayed if stays else ev.TokensCalledBack)


@pytest.mark.rule("TB-79")
def test_the_tray_serves_first_and_the_hopper_pays_what_is_missing() -> None:
    ledger = Ledger(trays=((BLUE, "corps", 2), (RED, "corps", 5)))
    reused, rest = served(ledger, [HandOut(BLUE, "corps", 1), HandOut(BLUE, "corps", 3), HandOut(RED, "heavy", 1)])
    assert reused == (ev.TokensReused(BLUE, "corps", 1), ev.TokensReused(BLUE, "corps", 1))
    assert rest == (HandOut(BLUE, "corps", 2), HandOut(RED, "heavy", 1))


@pytest.mark.rule("TB-79")
@pytest.mark.rule("TB-40")
def test_a_token_that_only_its_owner_sees_falls_and_never_stays() -> None:
    out = HandOut(BLUE, "corps", 1, fallen=True)
    assert served(Ledger(trays=((BLUE, "corps", 2),)), [out]) == ((), (out,))
    ledger = Ledger(spent=STAY, out=((BLUE, "corps", 1),))
    seen = HandBack(BLUE, "corps", 1, later=True, unnamed=1)
    assert came_back(ledger, (seen,), tally([HandOut(BLUE, "corps", 5)])) == (ev.TokensCalledBack((seen,)),)


@pytest.mark.rule("TB-79")
def test_the_trays_are_emptied_when_the_match_is_over() -> None:
    table = begun(STAY)
    plays_a_round(table)
    table.answers(BLUE, "match.end", "finish")
    table.answers(RED, "match.agree", "agree")
    ledger = table.state.ledger
    assert (ledger.trays, sum(token.count for token in ledger.called_back)) == ((), 6)
    asked = table.asked(TOKENS_BACK)
    assert asked is not None
    assert not asked.standing, "there is nothing else to do"
    table.answers(BLUE, TOKENS_BACK)
    assert [entry.content for entry in table.state.ledger.hoppers] == [9] * 5


@pytest.mark.rule("TB-79")
@pytest.mark.rule("TB-73")
def test_an_undone_answer_lays_its_token_back_into_the_tray_and_takes_it_out_again() -> None:
    table = begun(STAY)
    plays_a_round(table)
    lays(table)
    for _ in range(9):
        pays(table)
        before = table.state.ledger
        prompt = next(p for p in table.match.prompts(table.state) if not p.standing)
        seat, value = prompt.seat or BLUE, prompt.options[0].id if isinstance(prompt, ChooseOne) else None
        taken = reused(table.answers(seat, prompt.key, value))
        if taken:
            break
    assert taken, "its token lay in the tray"
    table.answers(seat, "match.undo")
    table.answers(seat.opponent, "match.undo.agree", "yes")
    assert tally(HandOut(*n) for n in table.state.ledger.trays) == tally(HandOut(*n) for n in before.trays)
    assert table.state.ledger.called_back == ()
    assert reused(table.answers(seat, prompt.key, value)) == taken


def reused(outcome: tuple[Event, ...] | Refusal) -> list[Event]:
    assert isinstance(outcome, tuple), outcome
    return [event for event in outcome if isinstance(event, ev.TokensReused)]


@pytest.mark.rule("TB-78")
def test_a_match_that_agreed_on_nothing_asks_for_spent_tokens_at_once() -> None:
    table = begun(None)
    assert plays_a_round(table) == 6
    chore = table.asked(TOKENS_BACK)
    assert chore is not None
    assert (chore.standing, chore.chore, chore.rule) == (False, 0, "TB-12")


@pytest.mark.campaign
@pytest.mark.rule("TB-78")
@pytest.mark.rule("TB-79")
@pytest.mark.parametrize("spent", tuple(ev.SpentTokens))
@pytest.mark.parametrize("system", tuple(systems()), ids=lambda system: system.game.system)
def test_no_token_is_lost_or_doubled_whatever_the_players_do(system: System, spent: ev.SpentTokens) -> None:
    """Hoppers, table, trays and the players' own supply hold the same tokens after every command."""
    taken = 0
    for seed in range(2):
        chance = random.Random(seed)
        hoppers = tuple(ev.HopperEntry(n, kind, chance.randrange(25)) for n, kind in enumerate(KINDS))
        match = UndoneMatch(system.game, system.sides(chance), hoppers, seed, restless=60, spent=spent)
        watched, seen = WatchedMatch(match.match, system.trial), 0
        state: MatchState[Any] | None = None
        there = Counter({entry.kind: entry.content for entry in hoppers})
        while seen < len(match.events) < MOST_EVENTS:
            for event in match.events[seen:]:
                taken += event.count if isinstance(event, ev.TokensReused) else 0
                before, state = state, match.match.evolve(state, event)
                there.update({} if before is None else by_hand(before.ledger, event, state.ledger))
            watched.saw(match.events[seen:])
            watched.rests(match.state)
            seen = len(match.events)
            ledger = match.state.ledger
            assert watched.broken == []
            assert all(n > 0 for _, _, n in ledger.trays)
            assert spent is STAY or not ledger.trays
            assert gone(ledger) == +Counter({kind: n for kind, n in there.items() if kind in KINDS})
            chores = [p for p in match.match.prompts(match.state) if p.key == TOKENS_BACK]
            assert all(p.standing and p.chore for p in chores) or match.state.ended
            if not match.turn():
                break
            if chance.randrange(20) == 0:
                match.undo()
    assert (taken > 0) is (spent is STAY)


MOST_EVENTS = 700
KINDS = ("commander", "operative", "corps", "special", "support", "heavy", "advantage", "command", "regular")


def gone(ledger: Ledger) -> Counter[str]:
    """Return, for each kind that a hopper has, how many tokens are in sight: in hoppers, on the table, in trays."""
    there = Counter({entry.kind: entry.content for entry in ledger.hoppers})
    for _, kind, n in (*ledger.out, *ledger.trays):
        if kind in KINDS:
            there[kind] += n
    return +there


def by_hand(before: Ledger, event: Event, after: Ledger) -> Counter[str]:
    """Return the tokens that came from the players' supply with this event, less those that went there.

    A hopper that was counted again holds what the players said.
    """
    more = Counter[str]()
    match event:
        case ev.TokensTakenByHand():
            job = before.job(event.job)
            assert job is not None
            more[job.kind] += event.count
        case ev.TokensReturned():
            more.subtract({token.kind: token.count for token in event.tokens if before.home(token.kind) is None})
        case ev.HoppersLoaded() | ev.Recounted():
            was = {entry.kind: entry.content for entry in before.hoppers}
            more.update({entry.kind: entry.content - was.get(entry.kind, entry.content) for entry in after.hoppers})
        case _:
            pass
    return more
