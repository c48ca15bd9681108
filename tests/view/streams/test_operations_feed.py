"""The helpers' feed: signs of life, faults, the clock, the judge. Never a card."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

import hal.events as hw
from table.rules.match.commands import CallJudge
from table.rules.match.events import CalledBy
from table.view.published import FaultNote, Published
from table.view.streams.operations_feed import LOOK_S, OperationsFeed
from table.view.streams.stream_frames import FrameReader, OperationsFrame
from tests.network.watched import SAYINGS
from tests.session.kit import SessionTable


class Helped:
    """A session, and a client of its operations."""

    def __init__(self, folder: Path) -> None:
        self.table = SessionTable(folder)
        self.now_s = 20.0
        self.shown: Published | None = None
        self.feed = OperationsFeed("epoch", SAYINGS, lambda: self.now_s, lambda: self.shown)
        self.bytes = b""
        self.client = FrameReader()
        self.receive(self.feed.joined(self.now_s))

    def receive(self, lines: bytes) -> None:
        self.bytes += lines
        for line in lines.splitlines():
            assert self.client.receive(msgspec.json.decode(line, type=OperationsFrame))

    def look(self) -> Any:
        """Let a second pass in which the table lives, and return what the client knows."""
        self.shown = self.table.published
        self.feed.live()
        self.now_s += LOOK_S
        self.receive(self.feed.step(self.now_s))
        return self.client.state


@pytest.fixture
def helped(tmp_path: Path) -> Helped:
    return Helped(tmp_path)


def test_a_table_without_power_is_off(helped: Helped) -> None:
    helped.table.begun()
    assert helped.look()["on"] is True
    helped.shown = None
    helped.now_s += LOOK_S
    helped.receive(helped.feed.step(helped.now_s))
    assert helped.client.state["on"] is False
    helped.table.session.close()


def test_each_sign_of_life_is_a_frame_and_a_table_that_is_stuck_gives_none(helped: Helped) -> None:
    helped.table.begun()
    assert helped.look()["signs"] == 1
    assert helped.look()["signs"] == 2
    helped.now_s += LOOK_S
    assert helped.feed.step(helped.now_s) == b""
    stuck = msgspec.structs.replace(helped.table.now, faults=(FaultNote("program.stuck", "session"),))
    helped.shown = stuck
    helped.now_s += LOOK_S
    helped.receive(helped.feed.step(helped.now_s))
    assert helped.client.state["signs"] == 2
    (fault,) = helped.client.state["faults"]
    assert (fault["code"], fault["part"]) == ("program.stuck", "session")
    assert "session" in fault["say"]["en"]
    helped.table.session.close()


def test_it_is_notified_that_a_judge_is_called(helped: Helped) -> None:
    helped.table.begun()
    assert helped.look()["judged"] is False
    helped.table.receives(CallJudge(CalledBy.TERMINAL))
    assert helped.look()["judged"] is True
    helped.table.session.close()


def test_not_more_often_than_ten_times_a_second(helped: Helped) -> None:
    helped.table.begun()
    helped.look()
    helped.feed.live()
    assert helped.feed.next_s() == pytest.approx(helped.now_s + 0.1)
    assert helped.feed.step(helped.now_s + 0.09) == b""
    assert helped.feed.step(helped.now_s + 0.1) != b""
    helped.table.session.close()


@pytest.mark.rule("TB-48")
def test_a_card_is_never_named_revealed_or_not(helped: Helped) -> None:
    helped.table.begun()
    helped.look()
    helped.table.plays(blue=1, red=2)
    helped.look()
    view = helped.table.now.view
    assert view is not None
    names = [seat.card.name for seat in view.seats if seat.card is not None]
    assert len(names) == 2
    stated = helped.bytes + helped.feed.joined(helped.now_s)
    assert b"skirmish.card." not in stated
    assert [name for name in names if f'"{name}"'.encode() in stated] == []
    helped.table.session.close()


def test_no_number_of_tokens_reveals_what_was_drawn(helped: Helped) -> None:
    helped.table.begun()
    (hopper,) = helped.look()["hoppers"]
    assert hopper == {"number": 0, "kind": "command", "state": "ready"}
    assert helped.table.now.hoppers[0].content is not None
    helped.table.session.close()


@pytest.mark.parametrize("code", ["hopper.short", "hopper.recount"])
def test_a_fault_of_a_hopper_reveals_no_number_of_tokens(code: str, helped: Helped) -> None:
    helped.table.begun()
    part = {"hopper.short": "command", "hopper.recount": "1"}[code]
    stated = [spectacle(helped, FaultNote(code, part, number))["faults"][0]["say"] for number in ("7/9", "6/9", "31")]
    assert stated[0] == stated[1] == stated[2]
    assert stated[0]["en"]
    helped.table.session.close()


@pytest.mark.parametrize(
    ("ends", "rule"), [(hw.Outcome.JAM, "TB-11"), (hw.Outcome.EMPTY, "TB-11"), (None, "TB-10")], ids=str
)
def test_a_payout_that_waits_for_players_is_reported_without_its_tokens(
    ends: hw.Outcome | None, rule: str, helped: Helped
) -> None:
    helped.table.begun()
    helped.table.receives(hw.DispenserUp(1, "1.0", 7, store=5))
    assert helped.look()["payouts"] == []
    helped.table.plays(blue=3, red=1)
    assert helped.look()["payouts"] == [], "it falls"
    job = helped.table.now.handing[0].job
    helped.table.receives(hw.PayoutUnknown(job, 0, 1) if ends is None else hw.PayoutEnded(job, 1, 0, ends))
    (asked,) = helped.look()["payouts"]
    assert asked["rule"] == rule
    assert set(asked["say"]) == {"en", "de"}
    assert "1" not in asked["say"]["en"]
    helped.table.session.close()


def spectacle(helped: Helped, fault: FaultNote) -> Any:
    """Let the table have this fault, and return what the client knows."""
    helped.shown = msgspec.structs.replace(helped.table.now, faults=(fault,))
    helped.now_s += LOOK_S
    helped.receive(helped.feed.step(helped.now_s))
    return helped.client.state


def test_the_error_behind_a_fault_is_not_reported(helped: Helped) -> None:
    """An exception's text may have anything in it."""
    helped.table.begun()
    fault = FaultNote("program.failed", "session", "KeyError: 'skirmish.card.3'")
    helped.shown = msgspec.structs.replace(helped.table.now, faults=(fault,))
    helped.now_s += LOOK_S
    helped.receive(helped.feed.step(helped.now_s))
    assert helped.client.state["faults"][0]["code"] == "program.failed"
    assert b"KeyError" not in helped.bytes
    helped.table.session.close()
