"""Every icon that Legion names in its views and answers is one that the screen draws."""

import random

import pytest

from table.games.legion.rules.current import Legion2024
from table.rules.prompts import ChooseOne, ChooseSome
from table.screen.drawing.icons import ICONS
from tests.games.legion.rules.bots import EMPIRE, REBELLION, play


@pytest.mark.slow
def test_every_icon_that_a_match_names_is_drawn() -> None:
    game, rng = Legion2024(), random.Random(7)
    named: set[str] = set()
    for _, _, state in play(game, EMPIRE, REBELLION, rng.randrange, seed=7, restless=3):
        for seat in game.view(state).seats:
            named |= {counter.icon for counter in seat.counters}
            named |= {icon for pool in seat.pools for icon, _ in pool.counts}
            named |= {icon for piece in seat.pieces for icon in (piece.icon, *piece.badges)}
        for prompt in game.prompts(state):
            if isinstance(prompt, ChooseOne | ChooseSome):
                named |= {option.icon for option in prompt.options if option.icon}
    assert named - set(ICONS) == set()
    assert {"counter.hand", "token.advantage", "sign.draw", "badge.commander", "piece.counterpart"} <= named
