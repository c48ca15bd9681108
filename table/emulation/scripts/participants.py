"""A live console of an emulated table, which takes the words of scripts."""

import logging
import re
import secrets
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TextIO

import msgspec
from msgspec import Struct

from table.config.schema import StateConfig
from table.devices.live import TableStart
from table.devices.setup import Setup
from table.emulation.acts import Act, CannotError
from table.emulation.hands.bot_match import StuckError
from table.emulation.scripts.document import ALL, ExpectationError, Script, read_file, read_line
from table.emulation.scripts.expectations import EXPECTATIONS
from table.emulation.scripts.live_stage import ClosedError, LiveStage
from table.emulation.scripts.recording import Recorder, Recording, bring_along, states
from table.emulation.scripts.replay import ScriptReplay, StepError, laid_out, opening_of, refuse_wrong_sides
from table.emulation.scripts.stage import Stage
from table.emulation.scripts.verbs import DISPENSER_FAULTS, PROMPT_S, READER_FAULTS, TABLE_FAULTS
from table.emulation.virtual_table import seeded_entropy
from table.records.folder import LISTS
from table.records.temporary import temporary_folder
from table.rules.seats import Seat
from table.session.input import ScreenInput
from table.view.published import Published
from table.words.lexer import LexerError, ScriptWord, split
from table.words.terminal import print_line

_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
HELP, LOOK, QUIT = "help", "look", "quit"
WELCOME = f"Type an act, an expectation, `{LOOK}`, `{HELP}` or `{QUIT}`."
MORE = MappingProxyType(
    {
        "expect": tuple((each.usage, each.meaning) for each in EXPECTATIONS.values()),
        "dispenser": tuple(DISPENSER_FAULTS.items()),
        "reader": tuple(READER_FAULTS.items()),
        "table": tuple(TABLE_FAULTS.items()),
    }
)


class ScriptConsole:
    """Takes a script's lines from a console. `say` is called with each line of an answer."""

    def __init__(self, stage: Stage, say: Callable[[str], None]) -> None:
        self._stage = stage
        self._say = say

    def run(self, lines: Iterable[str]) -> None:
        """Take lines until they end, or until `quit`."""
        self._say(WELCOME)
        for line in lines:
            if not self.take(line):
                return

    def take(self, line: str) -> bool:
        """Take one line. Return False if it was the last."""
        words = [word.text.lower() for word in _words(line)]
        match words:
            case [word] if word == QUIT:
                return False
            case [word] if word == LOOK:
                for state in states(self._stage.now):
                    self._say(state)
            case [word, *about] if word == HELP:
                self._help(about[0] if about else "")
            case _:
                self._act(line)
        return True

    def _act(self, line: str) -> None:
        try:
            if (act := read_line(line)) is None:
                return
            act(self._stage)
        except LexerError as error:
            self._say(" " * (error.column - 1) + "^")
            self._say(str(error))
        except ExpectationError as error:
            self._say(f"it is not so; there is: {error}")
        except (CannotError, StuckError) as error:
            self._say(str(error))
        else:
            self._say("ok")

    def _help(self, about: str) -> None:
        if about in ALL:
            verb = ALL[about]
            for line in (verb.usage, f"  {_plain(verb.meaning)}", f"  {verb.example}"):
                self._say(line)
            for usage, meaning in MORE.get(about, ()):
                self._say(f"  {usage:<42} {meaning}")
            return
        for verb in ALL.values():
            self._say(f"{verb.usage:<44} {_plain(verb.meaning)}")
        self._say(f"{HELP + ' WORD':<44} Explain one of them.")
        self._say(f"{LOOK:<44} Print the state of the table.")
        self._say(f"{QUIT:<44} Leave the console; the table keeps running.")


def _plain(meaning: str) -> str:
    """Return the text without the links of the page."""
    return _LINK.sub(r"\1", meaning)


def _words(line: str) -> tuple[ScriptWord, ...]:
    try:
        return split(line)
    except LexerError:
        return ()


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

        `stage` returns a stage for one thread, `listen` registers a listener for acts, and `covered` is true while the
        screen takes the panels' presses."""
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
        """Record a touch, before the table receives it."""
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
        """Play the script. `begins` is true if it starts with a match, and then the lobby has to be left first."""
        stage.wait_for(lambda now: bool(now.match) or not begins, PROMPT_S)
        try:
            replay.run()
        except StepError as error:
            self.failed = True
            log.error("%s", error)
        else:
            log.info("the script is over: all was as written")


SEED_BITS = 64
OWN = "own:"
MOST_LINE = 4096
"""The most bytes of a line that is typed: some inputs never send a line feed."""


class LaunchOptions(Struct, frozen=True):
    script: Path | None = None
    console: bool = False
    record: Path | None = None
    config: Path | None = None
    """The file that the table's configuration came from."""


class Launched(NamedTuple):
    setup: Setup
    opening: TableStart
    participants: Participants


@contextmanager
def launched(wishes: LaunchOptions, setup: Setup, opening: TableStart) -> Iterator[Launched]:
    """Yield the table to open and its participants. A script or a recording has an empty table of its own.

    Raises ScriptError and OSError.
    """
    typed = _lines(sys.stdin) if wishes.console else None
    if wishes.script is None and wishes.record is None:
        yield Launched(setup, opening, Participants(typed=typed))
        return
    with temporary_folder() as state:
        if (script := None if wishes.script is None else read_file(wishes.script)) is not None:
            setup, opening, seed = Setup.of(laid_out(script, state)), opening_of(script.head), script.head.seed
            refuse_wrong_sides(script, setup)
            written = script.head.config
        else:
            bring_along(setup.config.state.path, state)
            setup = replace(setup, config=msgspec.structs.replace(setup.config, state=StateConfig(folder=str(state))))
            opening, seed = _own_lists(opening, setup), secrets.randbits(SEED_BITS)
            written = "" if wishes.config is None else wishes.config.read_text("utf-8")
        entropy = seeded_entropy(seed)
        if wishes.record is None:
            yield Launched(setup, opening, Participants(entropy, script=script, typed=typed))
            return
        recording = Recording(wishes.record, state, seed, written, opening.system, dict(opening.sides))
        try:
            yield Launched(setup, opening, Participants(entropy, script=script, typed=typed, record=recording.write))
        finally:
            recording.close()


def _lines(typed: TextIO) -> Iterator[str]:
    """Yield each typed line, cut to the longest length.

    The generator keeps the terminal's file open: Python aborts if it closes the file while a thread reads it.
    """
    while line := typed.buffer.readline(MOST_LINE):
        yield line.decode("utf-8", "replace")


def _own_lists(opening: TableStart, setup: Setup) -> TableStart:
    """Copy lists that were named by a path into the folder of the players' own, for the recording."""
    if (rule_set := setup.games.rule_sets.get(opening.system)) is None or rule_set.lists is None:
        return TableStart(resume=False, system=opening.system, sides=opening.sides)
    room = rule_set.lists.room(setup.games.folder / LISTS)
    sides: list[tuple[Seat, str]] = []
    for seat, offer in opening.sides:
        path = Path(offer)
        if path.is_file():
            room.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, room / path.name)
            offer = OWN + path.name
        sides.append((seat, offer))
    return TableStart(resume=False, system=opening.system, sides=tuple(sides))
