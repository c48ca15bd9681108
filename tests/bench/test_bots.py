"""A bot has the bench's hands: what it puts back into a hopper comes out of the tray."""

from types import SimpleNamespace
from typing import cast

from table.devices.clock import WallClock
from table.emulation.acts import Act, Fill, Take
from table.emulation.hands.bots import Bot, Seen, left_to_people
from table.records.open_match import Play
from table.rules.match.payouts import PAYOUT, TOKENS_BACK
from table.rules.seats import BLUE
from table.rules.tokens import HandBack
from table.session.match_switch import NEXT_MATCH


def test_tokens_that_are_called_back_are_taken_from_the_tray_before_they_go_into_a_hopper() -> None:
    ledger = SimpleNamespace(called_back=(HandBack(BLUE, "corps", 2), HandBack(BLUE, "wound", 1)))
    play = cast(Play, SimpleNamespace(state=SimpleNamespace(ledger=ledger)))
    done: list[Act] = []
    Bot(BLUE, Seen(lambda: None, lambda: play, lambda _: (), {"corps": 3}), done.append, WallClock())._put_back()
    assert done == [Take(3), Take(3), Fill(3, 2)]


def test_how_a_match_ended_stands_until_somebody_has_seen_it() -> None:
    assert left_to_people(NEXT_MATCH)
    assert left_to_people(f"{PAYOUT}1.blue")
    assert not left_to_people(TOKENS_BACK)
