"""The example, with a row for each of its events: it plays the same match."""

from msgspec.structs import replace

import table.extending as tx
from examples.skirmish import ROUNDS, RULE_SET, TOKEN, Begun, Played, RoundEnded, Skirmish, State, TokenWon
from table.extending import SEATS, offered, tries


def all_tokens(state: State, _: RoundEnded) -> tuple[tx.HandBack, ...]:
    last = state.rounds + 1 == ROUNDS
    return tuple(tx.HandBack(seat, TOKEN, state.tokens(seat)) for seat in SEATS) if last else ()


EVENTS: tx.EventTable[State] = tx.EventTable(
    (
        tx.EventRow(Begun, lambda _, x: State(x.sides), tx.no_line),
        tx.EventRow(Played, lambda state, x: replace(state, played=x.cards, used=(*state.used, *x.cards)), tx.no_line),
        tx.EventRow(
            TokenWon,
            lambda state, x: replace(state, won=(*state.won, x)),
            tx.seat_line("skirmish.won_by"),
            hands_out=lambda x: (tx.HandOut(x.seat, TOKEN, 1),),
        ),
        tx.EventRow(
            RoundEnded,
            lambda state, _: replace(state, played=(), rounds=state.rounds + 1),
            tx.no_line,
            hands_back=all_tokens,
        ),
    )
)


class ByRows(Skirmish):
    """What follows from an event comes from its row, and is what the example states."""

    def evolve(self, state: State | None, event: tx.Event) -> State:
        after = EVENTS.fold(state, event)
        assert after == super().evolve(state, event)
        return after

    def line(self, event: tx.Event) -> tx.Text | None:
        line = EVENTS.line(event)
        assert line == super().line(event)
        return line

    def hand_outs(self, event: tx.Event) -> tuple[tx.HandOut, ...]:
        outs = EVENTS.hand_outs(event)
        assert outs == super().hand_outs(event)
        return outs

    def hand_backs(self, state: State, event: tx.Event) -> tuple[tx.HandBack, ...]:
        backs = EVENTS.hand_backs(state, event)
        assert backs == super().hand_backs(state, event)
        return backs


def test_the_example_by_rows_plays_the_same() -> None:
    assert EVENTS.events == Skirmish.events
    played = tries([offered(replace_game(ByRows()))], 300, seed=1)
    assert (played.exceptions, played.broken, played.unanswered) == ([], [], [])


def replace_game(game: Skirmish) -> tx.RuleSet:
    return tx.RuleSet(game, RULE_SET.shelf, RULE_SET.words, RULE_SET.cards)
