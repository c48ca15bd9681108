"""Random legal play: what holds after every event, whatever the players do."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from table.games.legion.rules.classic import LegionClassic
from table.games.legion.rules.current import Legion2024
from table.games.legion.rules.game import Legion
from table.games.legion.rules.model.state import KINDS, LegionBattle
from table.rules.counts import Counts, change
from table.rules.game import Event, Game
from table.rules.seats import BLUE, RED, SEATS
from tests.games.legion.rules.bots import EMPIRE, REBELLION, check, play


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    restless=st.sampled_from([2, 5, 50]),
    game=st.sampled_from(
        [
            Legion2024(rounds=3),
            LegionClassic(rounds=3),
            Legion2024(rounds=3, draws_by_hand=True),
            LegionClassic(rounds=3, rolls_by_hand=True, draws_by_hand=True),
        ]
    ),
)
@example(seed=14797, restless=2, game=LegionClassic(rounds=3))  # a unit is promoted whose token chance laid on a card
@example(seed=154, restless=2, game=LegionClassic(rounds=3))  # a token goes back that was drawn by hand
@example(seed=1098, restless=2, game=Legion2024(rounds=3, draws_by_hand=True))  # a second token after the round
@example(seed=313469873, restless=5, game=Legion2024(rounds=3, draws_by_hand=True))  # the last unit falls after a draw
@example(
    seed=1746049, restless=5, game=LegionClassic(rounds=3, rolls_by_hand=True, draws_by_hand=True)
)  # a unit is restored after its token was drawn from the bag in vain
def test_a_match_keeps_its_tokens_and_cards_and_can_be_replayed(seed: int, restless: int, game: Legion) -> None:
    pick = random.Random(seed).randrange
    out: dict[str, Counts] = dict.fromkeys(SEATS, ())
    replayed: LegionBattle | None = None
    for before, event, after in play(game, EMPIRE, REBELLION, pick, seed, restless):
        check(after)
        for handed in game.hand_outs(event):
            out[handed.seat] = change(out[handed.seat], handed.kind, handed.count, KINDS)
        for back in game.hand_backs(before, event):
            out[back.seat] = change(out[back.seat], back.kind, -back.count, KINDS)
        assert out == {seat: after.side(seat).out for seat in SEATS}, "tokens are neither made nor lost"
        replayed = game.evolve(before if replayed is None else replayed, event)
        assert replayed == after
    assert replayed is not None
    assert game.over(replayed)
    assert out == {BLUE: (), RED: ()}


def test_it_has_the_shape_of_every_game() -> None:
    game: Game[LegionBattle] = Legion2024()
    assert game.system == "legion_2024"
    assert all(issubclass(event, Event) for event in game.events)
