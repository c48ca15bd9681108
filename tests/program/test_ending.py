"""The program ends within the 2 s that a service has, whoever of its parts is stuck."""

import signal
from contextlib import suppress
from typing import Any

import pytest
from pytest_mock import MockerFixture

from table.devices.edge.edge import LAST_CLIENT_S
from table.devices.sound import speaker, voice
from table.devices.threads import STOP_S
from table.program.app import END_S, HANDS_S, Program
from table.program.early_end import EndedEarly, EndRequest, ending_early

PARTS = ("sitting", "hands", "table", "sockets", "sound", "speech", "card", "site")


class Part:
    """Any of the program's parts; a stuck one is waited for as long as one is willing to."""

    def __init__(self, program: "Ending", **names: str) -> None:
        """`names`: by what each of its ends is known."""
        self._program, self._names = program, names

    def __getattr__(self, act: str) -> Any:
        return lambda *patience_s: self._program.waits(self._names.get(act, ""), *patience_s)


class Ending(Program):
    """The program at its end, on a clock of its own."""

    def __init__(self, *stuck: str, broken: tuple[str, ...] = ()) -> None:
        self.clock_s, self._stuck, self._broken = 100.0, stuck, broken
        self.ended: list[str] = []
        self.waited_s = dict.fromkeys(PARTS, 0.0)
        parts: Any = self
        parts._now_s = lambda: self.clock_s
        parts._manager = Part(self)
        parts._edge = Part(self, close="sockets")
        parts._phones = Part(self)
        parts._terminal = None
        parts._participants = Part(self, end="sitting")
        parts._site = Part(self, leave="hands", close="site")
        parts._table = Part(self, stop="table")
        parts._speaker = Part(self, close="sound")
        parts._voice = Part(self, close="speech")
        parts._cards = Part(self, close="card")

    def waits(self, name: str, patience_s: float = 0.0) -> bool:
        self.ended += [name] if name else []
        if name in self._broken:
            raise RuntimeError(f"{name} is broken")
        if name in self._stuck:
            self.clock_s += patience_s
            self.waited_s[name] = patience_s
        return name not in self._stuck


@pytest.mark.parametrize(
    ("stuck", "patience_s"),
    [
        ("sitting", HANDS_S),
        ("hands", HANDS_S),
        ("table", STOP_S),
        ("sockets", LAST_CLIENT_S),
        ("sound", speaker.JOIN_S),
        ("speech", voice.JOIN_S),
        ("card", HANDS_S),
    ],
)
def test_a_part_that_is_stuck_is_waited_for_a_while(stuck: str, patience_s: float) -> None:
    program = Ending(stuck)
    assert program.end() is (stuck != "table")
    assert program.waited_s[stuck] == pytest.approx(patience_s)


def test_when_all_are_stuck_the_end_comes_in_time_and_the_journal_has_had_the_most_of_it() -> None:
    program = Ending(*PARTS)
    assert not program.end()
    assert sum(program.waited_s.values()) == pytest.approx(END_S)
    assert END_S < 2.0
    assert program.waited_s["table"] == pytest.approx(STOP_S)


@pytest.mark.parametrize("broken", PARTS)
def test_a_part_that_fails_at_its_end_keeps_no_other_from_ending(broken: str, caplog: pytest.LogCaptureFixture) -> None:
    program = Ending(broken=(broken,))
    assert not program.end()
    assert program.ended == list(PARTS)
    assert f"{broken} is broken" in caplog.text


def test_when_every_part_is_well_the_end_is_in_good_order() -> None:
    program = Ending()
    assert program.end()
    assert program.ended == list(PARTS)


class Signals:
    """In place of Python's: what was there before the program began, and what it does then."""

    def __init__(self, mocker: MockerFixture, hangup: Any) -> None:
        self.handlers: dict[int, Any] = {signal.SIGHUP: hangup}
        mocker.patch("table.program.early_end.signal.getsignal", self.handlers.get)
        mocker.patch("table.program.early_end.signal.signal", self.handlers.__setitem__)


class Heeding(Program):
    """The program as it heeds signals, and nothing else of it."""

    def __init__(self) -> None:
        parts: Any = self
        parts._end_request = EndRequest()
        self._heed_signals()

    @property
    def ends(self) -> bool:
        return bool(self._end_request)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_program_ends_in_good_order_when_it_is_asked_to_or_its_terminal_is_closed(
    mocker: MockerFixture, number: int
) -> None:
    signals, program = Signals(mocker, signal.SIG_DFL), Heeding()
    assert not program.ends
    signals.handlers[number](number, None)
    assert program.ends


def test_a_program_that_was_configured_to_outlive_its_terminal_does(mocker: MockerFixture) -> None:
    signals, _ = Signals(mocker, signal.SIG_IGN), Heeding()
    assert signals.handlers[signal.SIGHUP] is signal.SIG_IGN


def test_a_program_that_was_asked_to_end_as_it_began_begins_nothing() -> None:
    begun: list[Program] = []

    def began() -> None:
        with ending_early():
            with suppress(EndedEarly):  # as code in C does that clears errors away
                signal.raise_signal(signal.SIGTERM)
            begun.append(Heeding())

    with pytest.raises(SystemExit) as ended:
        began()
    assert ended.value.code == 0
    assert begun == []
