"""A live console of an emulated table, which takes the words of scripts."""

import re
from collections.abc import Callable, Iterable
from types import MappingProxyType

from table.emulation.acts import CannotError
from table.emulation.hands.bot_match import StuckError
from table.emulation.scripts.expectations import EXPECTATIONS
from table.emulation.scripts.lexer import LexerError, ScriptWord, split
from table.emulation.scripts.parser import ALL, ExpectationError, read_line
from table.emulation.scripts.recording.changes import states
from table.emulation.scripts.stage import Stage
from table.emulation.scripts.verbs.faults import DISPENSER_FAULTS, READER_FAULTS, TABLE_FAULTS

_LINK = re.compile(r"\[([^]]*)\]\([^)]*\)")
HELP, LOOK, QUIT = "help", "look", "quit"
WELCOME = f"Type an act, an expectation, `{LOOK}`, `{HELP}` or `{QUIT}`."
MORE = MappingProxyType(
    {
        "expect": tuple((each.usage, each.meaning) for each in EXPECTATIONS),
        "dispenser": tuple(DISPENSER_FAULTS.items()),
        "reader": tuple(READER_FAULTS.items()),
        "table": tuple(TABLE_FAULTS.items()),
    }
)


class ScriptConsole:
    """This console takes a script's lines. `say` is called with each line of an answer."""

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
            act = read_line(line)
            if act is None:
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
        self._say(f"{HELP + ' WORD':<44} More of one of them.")
        self._say(f"{LOOK:<44} What there is at the table.")
        self._say(f"{QUIT:<44} Leave the console; the table goes on.")


def _plain(meaning: str) -> str:
    """Return the text without the links of the page."""
    return _LINK.sub(r"\1", meaning)


def _words(line: str) -> tuple[ScriptWord, ...]:
    try:
        return split(line)
    except LexerError:
        return ()
