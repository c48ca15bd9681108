"""Play a script from its first line to its last."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from typing import TypeAlias

from msgspec.structs import replace

from table.config import Config, describe
from table.config.schema import StateConfig
from table.devices.command_line_match import problems_of
from table.devices.live import TableStart
from table.devices.setup import Setup, load_setup
from table.emulation.acts import CannotError
from table.emulation.hands.bot_match import StuckError, begin
from table.emulation.scripts.document import (
    ExpectationError,
    Script,
    ScriptError,
    ScriptHead,
    ScriptProblem,
    ScriptStep,
    read_script,
)
from table.emulation.scripts.recording import news
from table.emulation.scripts.stage import Stage, VirtualOnlyError
from table.emulation.scripts.virtual_stage import VirtualStage
from table.emulation.virtual_table import VirtualTable
from table.records.folder import LISTS, SCENARIOS
from table.records.temporary import temporary_folder
from table.rules.errors import InputError
from table.session.lobby.list_library import AtOnce
from table.view.published import Published
from table.words import Words
from table.words.lexer import LexerError

RECENT = 12
"""The number of last events in the message of a failure."""


Say: TypeAlias = Callable[[float, str], None]
Done: TypeAlias = Callable[[ScriptStep, Stage], None]
"""A callback that is called after each line."""


class StepError(InputError, AssertionError):
    """A line failed. The message has the place, the actual state, and the last events."""

    def __init__(self, mistake: ScriptProblem, step: ScriptStep, recent: tuple[str, ...]) -> None:
        happened = "  the last things that happened:" + ("" if recent else " nothing")
        self.lines = (str(mistake), f"  {step.line}", happened, *(f"    {line}" for line in recent))
        super().__init__("\n".join(self.lines))
        self.mistake = mistake


class ScriptReplay:
    """Replays a script.

    `say` is called with each line as it is played, and with each event, with the table's time.
    """

    def __init__(self, script: Script, stage: Stage, say: Say | None = None, done: Done | None = None) -> None:
        self._script = script
        self._done = done
        self._stage = stage
        self._say = say
        self._recent: deque[str] = deque(maxlen=RECENT)
        self._before: Published | None = None

    def see(self, published: Published) -> None:
        """Report the news in a published view. Every view of the table must be passed."""
        for line in news(self._before, published, self._stage.words):
            self._report(f"  {line}")
        self._before = published

    def run(self) -> None:
        """Play all lines. Raises StepError at the first that fails, and for a power cut whose moment never came."""
        struck_by: ScriptStep | None = None
        for step in self._script.steps:
            self._report(f"{step.number}: {step.line}")
            try:
                step.act(self._stage)
            except VirtualOnlyError as error:
                self._report(f"  left out: {error}")
            except ExpectationError as error:
                raise self._failed(step, f"it is not so; there is: {error}") from None
            except (LexerError, CannotError, StuckError) as error:
                raise self._failed(step, error if isinstance(error, LexerError) else str(error)) from None
            if self._done is not None:
                self._done(step, self._stage)
            struck_by = (struck_by or step) if self._stage.cut_ahead else None
        if struck_by is not None:
            raise self._failed(struck_by, "its moment never came: the journal wrote no such event until the end")

    def _failed(self, step: ScriptStep, error: LexerError | str) -> StepError:
        return StepError(self._script.mistake(step.number, error), step, tuple(self._recent))

    def _report(self, line: str) -> None:
        self._recent.append(f"{self._stage.now_s:8.2f} s  {line}")
        if self._say is not None:
            self._say(self._stage.now_s, line)


def play(script: Script, say: Say | None = None, done: Done | None = None) -> VirtualStage:
    """Play a script in virtual time at a table of its own. Raises ScriptError and StepError."""
    with temporary_folder() as folder, set_table(script, folder) as stage:
        replay = ScriptReplay(script, stage, say, done)
        stage.table.watch(replay.see)
        replay.see(stage.now)
        replay.run()
        return stage


@contextmanager
def set_table(script: Script, folder: Path) -> Iterator[VirtualStage]:
    """Yield the stage of the table that the script's head describes, switched on."""
    config = laid_out(script, folder)
    opening = opening_of(script.head)
    setup = Setup.of(config)
    refuse_wrong_sides(script, setup)
    table = VirtualTable(setup, seed=script.head.seed)
    try:
        if opening.system:
            begin(table, opening.system, dict(opening.sides))
        else:
            table.session.start(resume=False)
        yield VirtualStage(table, setup.words(script.head.language))
    finally:
        table.close()


def laid_out(script: Script, folder: Path) -> Config:
    """Return the head's configuration, with its lists and scenarios written to the state folder. Raises ScriptError."""
    head = script.head
    folder.mkdir(exist_ok=True)
    for room, files in ((LISTS, head.lists), (SCENARIOS, head.scenarios)):
        for name, content in files.items():
            file = folder / room / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content, "utf-8")
    config = Config()
    if head.config:
        written = folder / "table.toml"
        written.write_text(head.config, "utf-8")
        loaded = load_setup(written)
        say = Words("en").say
        mistakes = tuple(
            ScriptProblem(
                script.file,
                head.config_line + (problem.line or 0),
                1,
                describe((replace(problem, file="", line=None),), say)[0],
            )
            for problem in loaded.problems
        )
        if mistakes:
            raise ScriptError(mistakes)
        config = loaded.setup.config
    if config.world != "emulated":
        raise ScriptError((script.mistake(head.config_line, "a script is played in the world emulated"),))
    return replace(config, state=StateConfig(folder=str(folder)), screen=replace(config.screen, language=head.language))


def opening_of(head: ScriptHead) -> TableStart:
    return TableStart(resume=False, system=head.system if head.sides else "", sides=tuple(head.sides.items()))


def refuse_wrong_sides(script: Script, setup: Setup) -> None:
    """Raise ScriptError for a game or a list that is not there, or cannot be played, with its line and column."""
    if mistakes := tuple(_wrong(script, setup)):
        raise ScriptError(mistakes)


def _wrong(script: Script, setup: Setup) -> Iterator[ScriptProblem]:
    head = script.head
    if not head.sides:
        return
    if head.system not in setup.games:
        line, word = head.places["system"]
        yield script.mistake(line, word.none_of("game of this table", setup.games))
        return
    listed = False
    for seat, offer in head.sides.items():
        opening = TableStart(system=head.system, sides=((seat, offer),))
        wrong = problems_of(opening, setup.games, AtOnce(setup.games.shelf))
        line, word = head.places[seat]
        known = [each.id for each in setup.games.shelf.offers(head.system)] if wrong else []
        if wrong and offer not in known:
            yield script.mistake(line, word.none_of(f"list for {head.system}", known), brief=listed)
            listed = True
        else:
            yield from (script.mistake(line, word.wrong(Words("en").say(why))) for why in wrong)


class TypedTable:
    def __init__(self, stage: VirtualStage) -> None:
        self.stage = stage

    def does(self, lines: str) -> None:
        """Play acts and expectations, one a line.

        Raises ScriptError, and StepError (an AssertionError) if a line fails.
        """
        ScriptReplay(read_script(dedent(lines), "<test>"), self.stage).run()

    @property
    def now(self) -> Published:
        """Return the published view."""
        return self.stage.now

    @property
    def table(self) -> VirtualTable:
        """Return the table with all its parts."""
        return self.stage.table
