"""The participants at a running table beside the players: a replayed script, a console, a recorder."""

import logging
import threading
from collections.abc import Callable, Iterable

from table.emulation.acts import Act
from table.emulation.scripts.console import ScriptConsole
from table.emulation.scripts.document import Script
from table.emulation.scripts.live_stage import ClosedError, LiveStage
from table.emulation.scripts.recording.recorder import Recorder
from table.emulation.scripts.replay import ScriptReplay, StepError
from table.emulation.scripts.verbs.verb import PATIENCE_S
from table.session.input import ScreenInput
from table.view.published import Published
from table.words.terminal import print_line

log = logging.getLogger(__name__)

JOIN_S = 2.0
SCRIPT = "script"
Listen = Callable[[Callable[[Act], None]], None]


class Participants:
    """These participants act at an emulated table: bots, a script, a console, a recorder.

    The main thread begins and ends them; published views come on the session's thread.
    """

    def __init__(
        self,
        entropy: Callable[[int], bytes] | None = None,
        *,
        script: Script | None = None,
        typed: Iterable[str] | None = None,
        record: Callable[[str], None] | None = None,
    ) -> None:
        """Make the participants.

        `entropy` replaces the system's, `typed` has a console's lines, `record` takes the lines of a recording.
        """
        self.entropy = entropy
        self.failed = False
        """True if a line of the script failed."""
        self._script, self._typed, self._record = script, typed, record
        self._stages: list[LiveStage] = []
        self._threads: list[threading.Thread] = []
        self._recorder: Recorder | None = None
        self._replay: ScriptReplay | None = None

    def begin(
        self, stage: Callable[[], LiveStage], listen: Listen, covered: Callable[[], bool] = lambda: False
    ) -> None:
        """Begin to act at the table.

        `stage` makes hands for one thread, `listen` takes a listener for acts, and `covered` is true while the screen
        takes the panels' presses.
        """
        if self._record is not None:
            self._recorder = Recorder(self._record, stage(), covered)
            self._recorder.published(stage().now)
            listen(self._recorder.acted)
        if self._script is not None:
            own = self._own(stage)
            replay = self._replay = ScriptReplay(self._script, own, lambda _, line: log.info("%s", line))
            begins = bool(self._script.head.sides)
            self._start(SCRIPT, lambda: self._play(replay, own, begins))
        if self._typed is not None:
            console, typed = ScriptConsole(self._own(stage), print_line), self._typed
            self._start("console", lambda: console.run(typed))

    def published(self, now: Published) -> None:
        if self._recorder is not None:
            self._recorder.published(now)
        if self._replay is not None:
            self._replay.see(now)

    def touched(self, touch: ScreenInput) -> None:
        """Record a touch, before the table hears of it."""
        if self._recorder is not None:
            self._recorder.touched(touch)

    def end(self, patience_s: float = JOIN_S) -> None:
        """End all participants while the table still runs."""
        if self._recorder is not None:
            self._recorder.finish()
            self._recorder = None
        for stage in self._stages:
            stage.close()
        self.wait(patience_s)

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the script. A console cannot be waited for, since it reads."""
        scripts = [thread for thread in self._threads if thread.name == SCRIPT]
        for thread in scripts:
            thread.join(seconds)
        return not any(thread.is_alive() for thread in scripts)

    def _own(self, stage: Callable[[], LiveStage]) -> LiveStage:
        self._stages.append(stage())
        return self._stages[-1]

    def _start(self, name: str, work: Callable[[], None]) -> None:
        def until_closed() -> None:
            try:
                work()
            except ClosedError:
                log.info("the %s ended with the window", name)

        thread = threading.Thread(target=until_closed, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _play(self, replay: ScriptReplay, stage: LiveStage, begins: bool) -> None:
        """Play the script. `begins` is true if it starts with a match, for which the lobby has to be left first."""
        stage.wait_for(lambda now: bool(now.match) or not begins, PATIENCE_S)
        try:
            replay.run()
        except StepError as error:
            self.failed = True
            log.error("%s", error)
        else:
            log.info("the script is over: all was as written")
