"""Record a session at the bench as a script while it goes on.

The script has the acts, the waits between them, and what is expected at the turning points (seals, cards, rolls,
priority, rounds). It leaves out what real time decided by chance, such as the phase of a tick.
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
    """The recorder, for any thread. `write` takes each line as it comes, so that nothing recorded is lost."""

    def __init__(self, write: Callable[[str], None], stage: Stage, covered: Callable[[], bool] = lambda: False) -> None:
        """Make a recorder.

        `covered` is true while the screen takes the panels' presses, since a replay has no screen.
        """
        self._covered = covered
        self._taken: frozenset[tuple[Seat, Button]] = frozenset()
        """The buttons that went down while the screen was covered, and are still down."""
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
        """Write an expectation for what is new at a turning point."""
        with self._guard:
            points = turning_points(now)
            new = [point for point in points if point not in self._expected]
            self._expected = frozenset(points)
            for point in new:
                self._put(f"expect {point}")

    def finish(self) -> None:
        """End the recording with the final state as its last expectations."""
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
    """Return the head of a script. `files` are the players' own, by the head's word (`list`, `scenario`) and name."""
    lines = [f"seed {seed}"]
    lines += [f"config\n{_indented(config)}"] if config.strip() else []
    for word, contents in files.items():
        lines += [f"{word} {name}\n{_indented(content)}" for name, content in contents.items()]
    if sides:
        lines += [f"system {system}", *(f"{seat} {offer}" for seat, offer in sides.items())]
    return "\n".join(lines) + "\n\n"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line.strip() else "" for line in text.strip("\n").splitlines())
