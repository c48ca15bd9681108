"""Undo, by consent or alone: what counts again, what does not, and where the tokens go. TB-71 to TB-73, TB-94."""

import pytest

from table.games.legion.rules.activation.turn_events import TokenDrawn
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.model.state import LegionBattle
from table.games.legion.rules.pools.pool_events import TokenLookedAt
from table.games.legion.rules.priority.priority_events import DieRolled
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.codec import EventCodec
from table.rules.prompts import ChooseOne, takes_hold
from table.rules.refusal import Refusal
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.rules.tokens import HandBack
from tests.games.legion.rules.kit import AT_ST, LEIA, REBELS, SNOWTROOPERS, VEERS, army
from tests.rules.match.table import MatchTable

HOPPERS = tuple(
    ev.HopperEntry(n, kind, 9) for n, kind in enumerate(("commander", "corps", "heavy", "advantage"))
)  # fmt: skip


@pytest.fixture
def table() -> MatchTable:
    sides = (army(VEERS, SNOWTROOPERS, AT_ST), army(LEIA, REBELS, REBELS))
    return MatchTable(HOPPERS, game=Legion2024(), sides=sides, sealing="select").dialled()


def revealed(table: MatchTable, blue: str = "ambush", red: str = "push") -> MatchTable:
    table.locks(BLUE, f"legion.card.{blue}")
    table.locks(RED, f"legion.card.{red}")
    table.opens()
    return table


def pays(table: MatchTable) -> None:
    """The dispenser does all that it was asked."""
    for job in table.state.ledger.jobs:
        table.does(cmd.PayoutEnded(job.id, job.count, ev.PayoutOutcome.DONE))


def undoes(table: MatchTable, seat: Seat = BLUE) -> tuple[Event, ...]:
    assert not isinstance(table.answers(seat, "match.undo"), Refusal)
    events = table.answers(seat.opponent, "match.undo.agree", "yes")
    assert isinstance(events, tuple)
    return events


def agreed(table: MatchTable, seat: Seat, key: str, value: str | None = None) -> None:
    """An answer that the other seat has to agree to, and does."""
    table.answers(seat, key, value)
    assert not isinstance(table.answers(seat.opponent, "consent.agree", "yes"), Refusal)


def rule(outcome: object) -> str:
    assert isinstance(outcome, Refusal), outcome
    return outcome.rule


@pytest.mark.rule("TB-71")
def test_the_last_answer_is_as_if_never_given_if_both_agree(table: MatchTable) -> None:
    assert table.asked("match.undo") is None, "nothing was answered yet"
    before, count = table.state.game, len(table.events)
    table.answers(BLUE, "defeat", "2")
    after = table.state.game
    table.answers(RED, "match.undo")
    assert table.state.game is after, "the other seat has not agreed"
    assert rule(table.answers(RED, "match.undo.agree", "yes")) == "TB-06"
    asked = table.match.prompts(table.state)[0]
    assert isinstance(asked, ChooseOne), "asked first"
    what = text("legion.story.defeated", seat=text("seat.blue"), name="Snowtroopers")
    blue, red = text("seat.blue"), text("seat.red")
    assert [option.id for option in asked.options] == ["no", "yes"], "a slip declines"
    assert asked.ask == text("match.undo.ask_what", seat=red, whose=blue, what=what)
    table.answers(BLUE, "match.undo.agree", "yes")
    assert table.state.game == before
    assert table.events[-1] == ev.Undone(count)
    assert any(isinstance(event, ev.Answered) for event in table.events), "the journal keeps what happened"
    assert table.asked("match.undo") is None


@pytest.mark.rule("TB-71")
def test_without_consent_it_stands(table: MatchTable) -> None:
    table.answers(BLUE, "defeat", "2")
    after = table.state.game
    table.answers(RED, "match.undo")
    table.answers(BLUE, "match.undo.agree", "no")
    assert table.state.game is after
    assert table.asked("match.undo.agree") is None
    assert table.asked("match.undo"), "it can be proposed again"


@pytest.mark.rule("TB-71")
def test_a_proposal_is_void_once_somebody_goes_on(table: MatchTable) -> None:
    table.answers(BLUE, "defeat", "2")
    table.answers(RED, "match.undo")
    table.answers(BLUE, "restore", "2")
    assert rule(table.answers(BLUE, "match.undo.agree", "yes")) == "TB-06"


@pytest.mark.rule("TB-71")
def test_one_answer_after_the_other_back_to_the_reveal_and_no_further(table: MatchTable) -> None:
    table.answers(RED, "defeat", "2")
    revealed(table)
    assert table.asked("match.undo") is None, "what a reveal has shown stays shown"
    states = [table.state.game]
    for unit in ("2", "3"):
        table.answers(BLUE, "defeat", unit)
        states.append(table.state.game)
    pays(table)
    for state in reversed(states[:-1]):
        undoes(table)
        assert table.state.game == state
    assert table.asked("match.undo") is None


@pytest.mark.rule("TB-71")
def test_a_reveal_ends_a_proposal(table: MatchTable) -> None:
    table.answers(RED, "defeat", "2")
    table.answers(BLUE, "match.undo")
    revealed(table)
    assert table.asked("match.undo.agree") is None


@pytest.mark.rule("TB-16")
def test_a_card_locked_meanwhile_goes_back_where_it_is_not_asked_for_any_more(table: MatchTable) -> None:
    table.answers(BLUE, "defeat", "1")
    assert table.match.game.view(table.state.game).headline.key == "legion.headline.one_selects"
    table.answers(BLUE, "restore", "1")
    table.answers(BLUE, "restore.why", "slip")
    table.locks(BLUE, "legion.card.ambush")
    assert undoes(table)[-1] == ev.SealWithdrawn(BLUE)


@pytest.mark.rule("TB-72")
def test_the_same_question_gets_the_same_roll(table: MatchTable) -> None:
    revealed(table, "push", "push")
    rolls = []
    for _ in range(5):
        table.answers(BLUE, "roll")
        pays(table)
        undoes(table)
        rolls.append([event for event in table.events if isinstance(event, DieRolled)][-1])
    assert len(set(rolls)) == 1
    assert table.match.questions(table.state) == 0


@pytest.mark.rule("TB-72")
def test_after_a_draw_that_is_undone_the_next_question_has_the_number_of_that_draw(table: MatchTable) -> None:
    revealed(table)
    while (turn := table.asked("turn")) is None:
        asked = next(p for p in table.match.prompts(table.state) if not p.standing)
        table.answers(asked.seat or BLUE, asked.key, asked.sample(lambda n: n - 1))
        pays(table)
    seat = turn.seat
    assert seat is not None
    first = table.match.questions(table.state)

    def chanced() -> tuple[int, str]:
        pays(table)
        event = next(e for e in reversed(table.events) if isinstance(e, TokenDrawn | TokenLookedAt))
        return event.question, event.rank

    table.answers(seat, "turn", "draw")
    drawn = chanced()
    undoes(table)
    assert table.match.questions(table.state) == first
    agreed(table, seat, "token.look")
    assert chanced() == drawn, "the same pool and the same number"
    table.answers(seat, "token.looked")
    assert table.match.questions(table.state) == first + 1
    table.answers(seat, "turn", "draw")
    second = chanced()
    assert second[0] == first + 1
    undoes(table)
    table.answers(seat, "turn", "draw")
    assert chanced() == second


@pytest.mark.rule("TB-73")
def test_a_token_that_came_with_it_is_called_back(table: MatchTable) -> None:
    revealed(table)
    pays(table)
    agreed(table, BLUE, "order.extra", "2")
    assert table.asked("match.undo") is None, "it is still falling"
    assert rule(table.answers(BLUE, "match.undo")) == "TB-06"
    pays(table)
    events = undoes(table)
    assert events[1:] == (ev.TokensCalledBack((HandBack(BLUE, "corps", 1),)),)
    table.answers(BLUE, "match.tokens_back")
    assert (BLUE, "corps", 1) not in table.state.ledger.out


@pytest.mark.rule("TB-73")
def test_a_token_that_was_asked_back_is_kept(table: MatchTable) -> None:
    revealed(table)
    agreed(table, BLUE, "order.extra", "2")
    pays(table)
    agreed(table, BLUE, "token.back", "2")
    assert table.state.ledger.called_back == (HandBack(BLUE, "corps", 1, later=True),)
    events = undoes(table)
    assert events[1:] == (ev.TokensKept((HandBack(BLUE, "corps", 1),)),)
    assert not table.state.ledger.called_back


@pytest.mark.rule("TB-73")
def test_a_token_that_is_back_in_its_hopper_is_handed_out_again(table: MatchTable) -> None:
    revealed(table)
    agreed(table, BLUE, "order.extra", "2")
    pays(table)
    agreed(table, BLUE, "token.back", "2")
    table.answers(BLUE, "match.tokens_back")
    (owed,) = undoes(table)[1:]
    assert isinstance(owed, ev.TokensOwed)
    assert (owed.seat, owed.kind, owed.count, owed.hopper) == (BLUE, "corps", 1, 1)
    pays(table)
    assert (BLUE, "corps", 1) in table.state.ledger.out


@pytest.mark.rule("TB-73")
def test_a_token_on_its_way_when_the_answer_came_is_not_called_back(table: MatchTable) -> None:
    revealed(table)
    agreed(table, BLUE, "order.extra", "2")
    table.answers(BLUE, "defeat", "3")
    pays(table)
    assert len(undoes(table)) == 1


def test_no_more_than_twenty_answers_are_remembered(table: MatchTable) -> None:
    for _ in range(15):
        table.answers(BLUE, "defeat", "2")
        table.answers(BLUE, "restore", "2")
        table.answers(BLUE, "restore.why", "slip")
    assert len(table.state.marks) == 20
    for _ in range(20):
        undoes(table)
    assert table.asked("match.undo") is None


def test_a_journal_that_undoes_what_never_was_is_refused(table: MatchTable) -> None:
    table.answers(BLUE, "defeat", "2")
    with pytest.raises(LookupError, match="event 3"):
        table.match.evolve(table.state, ev.Undone(3))


def test_the_journal_read_again_gives_the_same_match(table: MatchTable) -> None:
    revealed(table)
    agreed(table, BLUE, "order.extra", "2")
    pays(table)
    undoes(table, RED)
    table.answers(BLUE, "defeat", "3")
    codec = EventCodec(table.match.events)
    read = tuple(codec.decode(codec.encode(event)) for event in table.events)
    assert table.match.fold(None, read) == table.state


@pytest.mark.rule("TB-40")
@pytest.mark.rule("TB-71")
def test_a_look_at_a_token_is_not_undone_and_the_screen_never_names_it(table: MatchTable) -> None:
    """Who had seen it would know what the same question draws."""
    revealed(table)
    while isinstance(table.state.game, LegionBattle) and table.state.game.step != "activation":
        asked = next(p for p in table.match.prompts(table.state) if not p.standing and p.seat is not None)
        assert asked.seat is not None
        table.answers(asked.seat, asked.key, asked.sample(lambda _: 0))
        pays(table)
    table.answers(BLUE, "defeat", "2")
    table.answers(RED, "match.undo")
    agreed(table, BLUE, "token.look")
    pays(table)
    assert table.asked("match.undo") is None, "neither is what came before it"
    table.answers(BLUE, "token.looked")
    chore = table.asked("match.tokens_back")
    assert chore is not None
    assert chore.ask == text("match.tokens_back", tokens=text("match.back.unnamed", count=1))
    undoes(table)
    assert isinstance(table.state.game, LegionBattle)
    assert table.state.game.blue.play.looked_at
    assert not table.state.ledger.called_back
    table.answers(BLUE, "token.looked")
    table.answers(BLUE, "match.tokens_back")
    assert not table.state.ledger.called_back
    table.answers(BLUE, "turn", "draw")
    pays(table)
    (back,) = undoes(table)[1:]
    assert back == ev.TokensCalledBack((HandBack(BLUE, "heavy", 1),)), "that one everybody has seen"


@pytest.mark.rule("TB-94")
def test_a_seat_takes_its_own_last_answer_back_alone(table: MatchTable) -> None:
    before, count = table.state.game, len(table.events)
    table.answers(BLUE, "defeat", "2")
    prompt = table.asked("match.take_back")
    assert prompt is not None
    assert (prompt.seat, prompt.hold) == (BLUE, True)
    assert rule(table.answers(RED, "match.take_back")) == "TB-06"
    table.answers(BLUE, "match.take_back")
    assert table.state.game == before
    assert table.events[-1] == ev.Undone(count)
    assert table.asked("match.take_back") is None


@pytest.mark.rule("TB-94")
def test_an_answer_behind_the_others_is_not_taken_back_alone(table: MatchTable) -> None:
    table.answers(BLUE, "defeat", "2")
    table.answers(RED, "defeat", "2")
    prompt = table.asked("match.take_back")
    assert prompt is not None
    assert prompt.seat is RED
    assert rule(table.answers(BLUE, "match.take_back")) == "TB-06"


@pytest.mark.rule("TB-94")
def test_tokens_go_back_with_an_answer_that_is_taken_back_alone(table: MatchTable) -> None:
    revealed(table)
    table.answers(BLUE, "orders", "1")
    assert table.asked("match.take_back") is None, "its token is on the way"
    pays(table)
    table.answers(BLUE, "match.take_back")
    assert [type(event) for event in table.events[-2:]] == [ev.Undone, ev.TokensCalledBack]


def _at_turns(table: MatchTable) -> Seat:
    """Play to the first turn, and return whose it is."""
    revealed(table)
    for _ in range(50):
        pays(table)
        if (only := table.match.only_answer(table.state)) is not None:
            table.does(only)
            continue
        prompt = next(p for p in table.match.prompts(table.state) if not p.standing)
        if prompt.key == "turn":
            assert prompt.seat is not None
            return prompt.seat
        table.answers(prompt.seat or BLUE, prompt.key, prompt.sample(lambda _: 0))
    raise AssertionError("no turn came")


@pytest.mark.rule("TB-94")
def test_a_draw_out_of_a_choice_is_held_and_cannot_be_taken_back_alone(table: MatchTable) -> None:
    seat = _at_turns(table)
    prompt = table.asked("turn")
    assert isinstance(prompt, ChooseOne)
    assert {option.id for option in prompt.options if takes_hold(prompt, option.id)} == {"draw"}
    table.answers(seat, "turn", "draw")
    pays(table)
    assert table.asked("match.take_back") is None
    assert table.asked("match.undo"), "both may undo it"


@pytest.mark.rule("TB-94")
def test_a_unit_that_was_activated_by_mistake_is_taken_back_alone(table: MatchTable) -> None:
    seat = _at_turns(table)
    prompt, before = table.asked("turn"), table.state.game
    assert isinstance(prompt, ChooseOne)
    table.answers(seat, "turn", prompt.options[0].id)
    pays(table)
    table.answers(seat, "match.take_back")
    assert table.state.game == before
