"""A session at the bench, written down as a script while it goes on.

What chance decided in real time, such as the phase of a tick, is none of it: between the acts stand their waits, and at
the turning points (seals, cards, rolls, priority, rounds) what is then expected.
"""

import threading
from collections.abc import Callable

from hal.events import Button
from table.emulation.acts import Act, Press, Release
from table.emulation.scripts.recording.changes import states, turning_points
from table.emulation.scripts.recording.formatter import line_of, lines_of
from table.emulation.scripts.stage import Stage
from table.rules.seats import Seat
from table.session.input import ScreenInput
from table.view.published import Published

LEAST_WAIT_S = 0.005
WRITTEN = "# So it ended."


class Recorder:
    """Any thread. `write` takes each line as it comes: what was recorded is there whatever happens next."""

    def __init__(self, write: Callable[[str], None], stage: Stage, covered: Callable[[], bool] = lambda: False) -> None:
        """`covered`: a reveal or a roll is on the screen, which takes the panels' presses; a replay has no screen."""
        self._covered = covered
        self._taken: frozenset[tuple[Seat, Button]] = frozenset()
        """Buttons that went down meanwhile, and are down still."""
        self._write = write
        self._stage = stage
        self._guard = threading.Lock()
        self._last_s = stage.now_s
        self._expected: frozenset[str] = frozenset()

    def acted(self, act: Act) -> None:
        with self._guard:
            line = line_of(act, self._stage)
            self._put(f"# the screen took it: {line}" if self._takes(act) else line)

    def _takes(self, act: Act) -> bool:
        if not isinstance(act, Press | Release):
            return False
        button = (act.seat, act.button)
        taken = self._covered() if isinstance(act, Press) else button in self._taken
        self._taken = self._taken | {button} if taken and isinstance(act, Press) else self._taken - {button}
        return taken

    def touched(self, touch: ScreenInput) -> None:
        with self._guard:
            for line in lines_of(touch, self._stage):
                self._put(line)

    def published(self, now: Published) -> None:
        """What is new at a turning point is expected from here on."""
        with self._guard:
            points = turning_points(now)
            new = [point for point in points if point not in self._expected]
            self._expected = frozenset(points)
            for point in new:
                self._put(f"expect {point}")

    def finish(self) -> None:
        """The session is over: what there is now is expected of a replay."""
        with self._guard:
            self._put(WRITTEN)
            for state in states(self._stage.now):
                self._write(f"expect {state}")

    def _put(self, line: str) -> None:
        if not line:
            return
        now_s = self._stage.now_s
        if now_s - self._last_s >= LEAST_WAIT_S:
            self._write(f"wait {round((now_s - self._last_s) * 1000)}ms")
        self._last_s = now_s
        self._write(line)


def head(seed: int, config: str, system: str, sides: dict[str, str], files: dict[str, dict[str, str]]) -> str:
    """`files`: the players' own, by the head's word for them (`list`, `scenario`) and name."""
    lines = [f"seed {seed}"]
    lines += [f"config\n{_indented(config)}"] if config.strip() else []
    for word, contents in files.items():
        lines += [f"{word} {name}\n{_indented(content)}" for name, content in contents.items()]
    if sides:
        lines += [f"system {system}", *(f"{seat} {offer}" for seat, offer in sides.items())]
    return "\n".join(lines) + "\n\n"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line.strip() else "" for line in text.strip("\n").splitlines())
