"""A bot has the bench's hands: what it puts back into a hopper comes out of the tray."""

from types import SimpleNamespace
from typing import cast

from table.bench.bots import Bot, Seen
from table.bench.hands import Act, Fill, Take
from table.games.seats import BLUE
from table.games.tokens import HandBack
from table.play import Play
from table.timekeeping import WallClock


def test_tokens_that_are_called_back_are_taken_from_the_tray_before_they_go_into_a_hopper() -> None:
    ledger = SimpleNamespace(called_back=(HandBack(BLUE, "corps", 2), HandBack(BLUE, "wound", 1)))
    play = cast(Play, SimpleNamespace(state=SimpleNamespace(ledger=ledger)))
    done: list[Act] = []
    Bot(BLUE, Seen(lambda: None, lambda: play, lambda _: (), {"corps": 3}), done.append, WallClock())._put_back()
    assert done == [Take(3), Take(3), Fill(3, 2)]
