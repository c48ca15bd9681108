"""The program ends within the 2 s that a service has, whoever of its parts is stuck."""

from typing import Any

import pytest

from table.devices.judge_socket import LAST_CLIENT_S
from table.devices.threads import STOP_S
from table.program.app import END_S, HANDS_S, Program
from table.screen.sound import speaker

PARTS = ("sitting", "hands", "table", "terminal", "sound", "site")


class Part:
    """Any of the program's parts; a stuck one is waited for as long as one is willing to."""

    def __init__(self, program: "Ending", **names: str) -> None:
        """`names`: by what each of its ends is known."""
        self._program, self._names = program, names

    def __getattr__(self, deed: str) -> Any:
        return lambda *patience_s: self._program.waits(self._names.get(deed, ""), *patience_s)


class Ending(Program):
    """The program at its end, on a clock of its own."""

    def __init__(self, *stuck: str) -> None:
        self.clock_s, self._stuck = 100.0, stuck
        self.waited_s = dict.fromkeys(PARTS, 0.0)
        parts: Any = self
        parts._now_s = lambda: self.clock_s
        parts._manager = Part(self)
        parts._terminal = Part(self, close="terminal")
        parts._sitting = Part(self, end="sitting")
        parts._site = Part(self, leave="hands", close="site")
        parts._table = Part(self, stop="table")
        parts._speaker = Part(self, close="sound")

    def waits(self, name: str, patience_s: float = 0.0) -> bool:
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
        ("terminal", LAST_CLIENT_S),
        ("sound", speaker.JOIN_S),
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
