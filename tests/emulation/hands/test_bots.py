"""A bot has the bench's hands: what it puts back into a hopper comes out of the tray."""

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import pytest
from msgspec.structs import replace

from hal.events import Button
from table.devices.table_clock import WallClock
from table.emulation.acts import Act, Fill, Press, Release, Take
from table.emulation.hands.bots import Bot, BotSight, left_to_people
from table.emulation.hands.player import BotPlayer
from table.rules.match.judge import GO_ON
from table.rules.match.ledger import Ledger
from table.rules.match.payouts import PAYOUT, TOKENS_BACK
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Option, SealedCard
from table.rules.seats import BLUE, RED, Seat
from table.rules.text import text
from table.rules.tokens import HandBack
from table.session.focus import SeatFocus
from table.session.match_switch import NEXT_MATCH
from table.view.published import Focus, Published

CALLED_BACK = (HandBack(BLUE, "corps", 2), HandBack(BLUE, "wound", 1))
BACK = Confirm(key=TOKENS_BACK, seat=None, ask=text("match.tokens_back"), rule="TB-12", hold=True)
SEVERAL = ChooseSome(
    key="orders", seat=BLUE, ask=text("legion.yes"), rule="LG-09", least=0, most=2,
    options=(Option("a", text("legion.yes")), Option("b", text("legion.no"))),
)  # fmt: skip


class Guest:
    """A seat's hands, and a table that takes up what they answer or, if it is `deaf`, does not."""

    def __init__(self, *prompts: AnyPrompt, seat: Seat = BLUE) -> None:
        self.seat, self.prompts, self.deaf = seat, prompts, False
        self.called_back: tuple[HandBack, ...] = CALLED_BACK
        self.focus = Focus(prompts[0].key, 0)
        self.did: list[str] = []
        hand = (Option("ambush", text("legion.yes")),)
        self.player = BotPlayer(seat, self, lambda: hand, random.Random(1))

    def look(self) -> Published:
        desks = (SimpleNamespace(seat=self.seat, focus=self.focus),)
        return cast(Published, SimpleNamespace(prompts=self.prompts, desks=desks, view=None))

    def lay(self, card: str) -> None:
        self.did.append(f"lay {card}")

    def clear(self) -> None:
        pass

    def press(self, button: str) -> None:
        """The way round leads from question to question."""
        self.did.append(button)
        if button == "next":
            keys = [prompt.key for prompt in self.prompts]
            self.focus = Focus(keys[(keys.index(self.focus.prompt) + 1) % len(keys)], 0)

    def hold(self, button: str = "confirm") -> None:
        self.did.append(f"hold {self.focus.prompt}")
        if self.focus.prompt == TOKENS_BACK and not self.deaf:
            self.called_back = ()

    def gives_back(self) -> None:
        def put(kind: str, count: int) -> None:
            self.did.append(f"put {count} {kind}")

        self.player.give_back(BACK, put, lambda: Ledger(called_back=self.called_back), self.look)


def test_what_the_table_did_not_receive_is_reported_again_and_not_put_back_again() -> None:
    guest = Guest(BACK)
    guest.deaf = True
    guest.gives_back()
    assert guest.did == ["put 2 corps", "put 1 wound", f"hold {TOKENS_BACK}"]
    guest.deaf, guest.called_back = False, (*CALLED_BACK, HandBack(BLUE, "corps", 1))
    guest.gives_back()
    assert guest.did[3:] == ["put 1 corps", f"hold {TOKENS_BACK}"]
    guest.called_back = CALLED_BACK
    guest.gives_back()
    assert guest.did[5:] == ["put 2 corps", "put 1 wound", f"hold {TOKENS_BACK}"], "the next round's"


def test_what_somebody_else_has_reported_meanwhile_is_forgotten() -> None:
    guest = Guest(BACK)
    guest.deaf = True
    guest.gives_back()
    guest.prompts = ()
    assert guest.player.act(guest.look) is None
    guest.prompts = (BACK,)
    guest.gives_back()
    assert guest.did.count("put 2 corps") == 2


def test_the_hold_that_locks_a_card_reports_nothing_of_tokens() -> None:
    select = SealedCard(key="select", seat=RED, ask=text("legion.yes"), rule="LG-02")
    guest = Guest(BACK, select, seat=RED)
    guest.player.act(guest.look)
    assert guest.did == ["lay ambush", "next", "hold select"]


def test_tokens_that_may_wait_go_back_before_the_next_card_is_laid() -> None:
    select = SealedCard(key="select", seat=BLUE, ask=text("legion.yes"), rule="LG-02")
    order = Confirm(key="orders", seat=BLUE, ask=text("legion.yes"), rule="LG-09")
    waiting = replace(BACK, standing=True)
    assert Guest(select, waiting).player.asked(Guest(select, waiting).look()) == waiting
    assert Guest(order, waiting).player.asked(Guest(order, waiting).look()) == order


def test_marking_ends_when_the_question_is_gone() -> None:
    guest = Guest(BACK)
    guest.player.answer(SEVERAL, ("a", "b"), guest.look)
    assert guest.did == [], "the hold would be for what is asked instead"


class Buttons(Guest):
    """Hands whose buttons move the focus as a table does."""

    def press(self, button: str) -> None:
        choosing = SeatFocus(self.seat, self.prompts)
        moved = choosing.move(self.focus, 1) if button == "next" else choosing.press(self.focus)[0]
        self.focus = moved or self.focus

    def hold(self, button: str = "confirm") -> None:
        if button == "next":
            self.focus = SeatFocus(self.seat, self.prompts).across(self.focus) or self.focus
        else:
            self.did.append(f"hold {self.focus.prompt}")


NOTE = Confirm(key="match.hand.1", seat=BLUE, ask=text("legion.yes"), rule="TB-09", hold=True, standing=True, chore=1)
END = ChooseOne(
    key="end", seat=BLUE, ask=text("legion.yes"), rule="TB-13", options=SEVERAL.options, standing=True, hold=True
)
SETTING = Confirm(key="leave", seat=BLUE, ask=text("legion.yes"), rule="TB-131", hold=True, standing=True, setting=True)


@pytest.mark.parametrize("wanted", [NOTE, END, SETTING])
@pytest.mark.parametrize("opened", [NOTE, END, SETTING])
def test_a_bot_gets_out_of_a_standing_question_that_is_open(wanted: AnyPrompt, opened: AnyPrompt) -> None:
    """Somebody opened it, or its words have changed since."""
    guest = Buttons(NOTE, END, SETTING)
    guest.focus = Focus(opened.key, 0)
    guest.player.answer(wanted, wanted.sample(lambda _: 1), guest.look)
    assert guest.did == [f"hold {wanted.key}"]


def test_tokens_that_are_called_back_are_taken_from_the_tray_before_they_go_into_a_hopper() -> None:
    done: list[Act] = []
    seen = BotSight(lambda: None, lambda: None, lambda _: (), {"corps": 3})
    bot = Bot(BLUE, seen, done.append, WallClock(), lambda _match: None, hold_s=0.8)
    for token in CALLED_BACK:
        bot._put_back(token.kind, token.count)
    assert done == [Take(3), Take(3), Fill(3, 2)], "there is no hopper for wounds"


class Rushing:
    """A clock on which a bot never has to wait."""

    def now_s(self) -> float:
        self.at_s += 10.0
        return self.at_s

    def wall_s(self, seconds: float) -> float:
        return 0.0

    at_s = 0.0


class Passing:
    """A clock that continues by as much as a bot waits for."""

    def __init__(self) -> None:
        self.at_s = 0.0

    def now_s(self) -> float:
        return self.at_s

    def wall_s(self, seconds: float) -> float:
        self.at_s += seconds
        return 0.0


@pytest.mark.parametrize("hold_s", [0.3, 0.8, 1.5])
def test_a_bot_holds_a_little_longer_than_its_panel_asks(hold_s: float) -> None:
    clock, done = Passing(), list[tuple[float, Act]]()
    seen = BotSight(lambda: None, lambda: None, lambda _: (), {})
    bot = Bot(RED, seen, lambda act: done.append((clock.at_s, act)), clock, lambda _match: None, hold_s)
    bot.hold()
    (pressed_s, pressed), (released_s, released) = done
    assert (pressed, released) == (Press(RED, Button.CONFIRM), Release(RED, Button.CONFIRM))
    assert released_s - pressed_s == pytest.approx(hold_s + 0.1)


def bot_at(shown: Published, done: list[Act], plays: Callable[[str], None]) -> Bot:
    return Bot(BLUE, BotSight(lambda: shown, lambda: None, lambda _: (), {}), done.append, Rushing(), plays, hold_s=0.8)


def test_a_bot_reports_in_which_match_it_plays_before_it_answers() -> None:
    done: list[Act] = []
    reported: list[tuple[str, int]] = []
    shown = asked_to_confirm(match="abc")
    bot_at(shown, done, lambda match: reported.append((match, len(done))))._turn()
    assert reported == [("abc", 0)]
    assert done == [Press(BLUE, Button.CONFIRM), Release(BLUE, Button.CONFIRM)]


def test_in_the_lobby_a_bot_answers_and_does_nothing() -> None:
    done: list[Act] = []
    reported: list[str] = []
    bot_at(asked_to_confirm(match=""), done, reported.append)._turn()
    assert (reported, done) == ([], [])


def test_a_bot_does_not_answer_where_the_disk_does_not_take_that_it_plays(caplog: pytest.LogCaptureFixture) -> None:
    def full(_match: str) -> None:
        raise OSError(28, "No space left on device")

    done: list[Act] = []
    bot_at(asked_to_confirm(match="abc"), done, full)._turn()
    assert done == []
    assert "No space left" in caplog.text


def asked_to_confirm(match: str) -> Published:
    ask = Confirm(key="orders", seat=BLUE, ask=text("legion.yes"), rule="LG-09")
    desks = (SimpleNamespace(seat=BLUE, focus=Focus("orders", 0)),)
    return cast(Published, SimpleNamespace(match=match, prompts=(ask,), desks=desks, view=None))


def test_how_a_match_ended_stands_until_somebody_has_seen_it() -> None:
    assert left_to_people(NEXT_MATCH)
    assert left_to_people(f"{PAYOUT}1.blue")
    assert left_to_people(GO_ON)
    assert not left_to_people(TOKENS_BACK)
