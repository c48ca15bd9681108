"""Read a script: a head that describes the table, then acts and expectations."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import assert_never

from msgspec import Struct, field

from table.emulation.scripts.expectations import EXPECTATIONS, Look
from table.emulation.scripts.forms import FORMS, HeadWord
from table.emulation.scripts.stage import Stage
from table.emulation.scripts.verbs import VERBS, StageAct
from table.rules.errors import InputError
from table.rules.seats import SEATS, Seat
from table.words import languages
from table.words.brought_file import content_of
from table.words.lexer import Glossary, LexerError, RestOfLine, ScriptWord, split

ALL = Glossary[StageAct](VERBS)
"""Every verb, also those that take an expectation."""
PATIENCE_S = 20.0
"""The longest time until an expectation must be met. A hopper without tokens takes 16 s to give up."""


class ExpectationError(InputError, AssertionError):
    """An expectation is not met. The message has the actual state."""


def _look(rest: RestOfLine) -> Look:
    word = rest.word("expectation")
    if (found := EXPECTATIONS.get(word.text.lower())) is None:
        raise word.none_of("expectation", EXPECTATIONS)
    look = found.read(rest)
    rest.end()
    return look


@ALL.form(*FORMS.verbs["bots"])
def read_bots(rest: RestOfLine) -> StageAct:
    rest.choice("word here", ("until",))
    look = _look(rest)
    return lambda stage: stage.bots(lambda: look(stage).so)


@ALL.form(*FORMS.verbs["expect"])
def read_expect(rest: RestOfLine) -> StageAct:
    no = rest.takes("no")
    expected = rest.words(until="within")
    within_s = PATIENCE_S
    if rest.takes("within"):
        within_s = rest.seconds()
    end = max((word.column + len(word.text) for word in expected), default=len("expect"))
    look = _look(RestOfLine(expected, end))

    def expect(stage: Stage) -> None:
        if not stage.wait_for(lambda _: look(stage).so is not no, within_s):
            raise ExpectationError(look(stage).there)

    return expect


def read_line(line: str) -> StageAct | None:
    """Return the act of a line, or None if the line holds only a remark. Raises LexerError."""
    if not (words := split(line)):
        return None
    if (verb := ALL.get(words[0].text.lower())) is None:
        raise words[0].none_of("verb", ALL)
    rest = RestOfLine(words[1:], len(line.rstrip()))
    try:
        act = verb.read(rest)
        rest.end()
    except LexerError as error:
        raise LexerError(error.column, f"{str(error).rstrip('.')}. It is written: {verb.usage}") from None
    return act


BLOCKS = (HeadWord.CONFIG, HeadWord.LIST, HeadWord.SCENARIO)
MOST_PRINTED = 20
"""The most mistakes in the message. A file that is not a script has one in each line."""
MOST_FOUND = 500
"""Reading stops after this many mistakes: the file is not a script."""
MOST_BYTES = 1024 * 1024
"""The most bytes of a script. A recorded evening has a tenth of that."""


class ScriptProblem(Struct, frozen=True):
    file: str
    line: int
    column: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.what}"


class ScriptError(InputError, ValueError):
    """The script cannot be read. `mistakes` has every mistake, the message the first ones."""

    def __init__(self, mistakes: tuple[ScriptProblem, ...]) -> None:
        lines = [str(mistake) for mistake in mistakes[:MOST_PRINTED]]
        if len(mistakes) > MOST_PRINTED:
            more = "at least " if len(mistakes) >= MOST_FOUND else ""
            lines.append(f"{mistakes[0].file}: and {more}{len(mistakes) - MOST_PRINTED} more lines that cannot be read")
        super().__init__("\n".join(lines))
        self.mistakes = mistakes
        self.lines = tuple(lines)


class ScriptStep(Struct, frozen=True):
    number: int
    line: str
    act: StageAct


class ScriptHead(Struct):
    """The head of a script, filled while the script is read."""

    seed: int = 0
    system: str = ""
    sides: dict[Seat, str] = field(default_factory=dict)
    language: str = "en"
    config: str = ""
    config_line: int = 0
    """The number of the line above the configuration."""
    places: dict[str, tuple[int, ScriptWord]] = field(default_factory=dict)
    """The line and the word of the game, and of each seat's list."""
    lists: dict[str, str] = field(default_factory=dict)
    scenarios: dict[str, str] = field(default_factory=dict)


class Script(Struct, frozen=True):
    file: str
    head: ScriptHead
    steps: tuple[ScriptStep, ...]

    def mistake(self, line: int, error: LexerError | str, *, brief: bool = False) -> ScriptProblem:
        """Return an error as a mistake in this line. `brief` leaves out the list of valid words."""
        if isinstance(error, str):
            return ScriptProblem(self.file, line, 1, error)
        return ScriptProblem(self.file, line, error.column, error.what if brief else str(error))


def read_script(source: str, file: str) -> Script:
    """Return the script of this text. Raises ScriptError with every mistake at once."""
    script = Script(file, ScriptHead(), ())
    steps: list[ScriptStep] = []
    mistakes: list[ScriptProblem] = []
    listed: set[str] = set()
    for number, line, block in _chunks(source):
        try:
            if (words := split(line)) and words[0].text in FORMS.head:
                if steps:
                    raise words[0].wrong(f"{words[0].text} belongs to the head, above the first act")
                _read_head(script.head, line, block, number)
                continue
            if block:
                raise LexerError(1, f"only {', '.join(BLOCKS)} have indented lines under them")
            if words and not steps and words[0].text.lower() not in ALL:
                raise words[0].none_of("verb or head line", (*ALL, *FORMS.head))
            act = read_line(line)
        except LexerError as error:
            mistakes.append(script.mistake(number, error, brief=error.known in listed))
            listed.add(error.known)
            if len(mistakes) >= MOST_FOUND:
                break
        else:
            if act is not None:
                steps.append(ScriptStep(number, line.strip(), act))
    mistakes = mistakes or _missing(script)
    if mistakes:
        raise ScriptError(tuple(sorted(mistakes, key=lambda mistake: mistake.line)))
    return Script(file, script.head, tuple(steps))


def read_file(path: Path) -> Script:
    """Return the script of this file. Raises ScriptError and OSError."""
    content = content_of(path, MOST_BYTES)
    try:
        return read_script(content.decode("utf-8"), str(path))
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8").split("\n")
        wrong = "this is not UTF-8 text: save it as UTF-8 without other data"
        raise ScriptError((ScriptProblem(str(path), len(before), len(before[-1]) + 1, wrong),)) from None


def _chunks(source: str) -> Iterator[tuple[int, str, str]]:
    """Yield each line with its number, and with the indented lines under it, without their indent."""
    lines = source.removeprefix("\ufeff").splitlines()
    at = 0
    while at < len(lines):
        end = at + 1
        if lines[at][:1].strip() and lines[at][0] != "#":
            while end < len(lines) and (not lines[end].strip() or lines[end][0] in " \t"):
                end += 1
        block = [line[4:] if line.startswith("    ") else line.lstrip() for line in lines[at + 1 : end]]
        yield at + 1, lines[at], "\n".join(block).strip("\n") + "\n" if any(block) else ""
        at = end


def _read_head(head: ScriptHead, line: str, block: str, number: int) -> None:
    words = split(line)
    name, rest = HeadWord(words[0].text), RestOfLine(words[1:], len(line.rstrip()))
    if bool(block) is not (name in BLOCKS):
        raise words[0].wrong("the lines under it are indented" if name in BLOCKS else f"{name} has no lines under it")
    match name:
        case HeadWord.SEED:
            head.seed = rest.count("seed")
        case HeadWord.SYSTEM:
            word = rest.word("system")
            head.system, head.places[name] = word.text, (number, word)
        case HeadWord.BLUE | HeadWord.RED:
            word = rest.word("list")
            head.sides[Seat(name)], head.places[name] = word.text, (number, word)
        case HeadWord.LANGUAGE:
            head.language = rest.choice("language", languages())
        case HeadWord.CONFIG:
            head.config, head.config_line = block, number
        case HeadWord.LIST:
            head.lists[_own_file(rest)] = block
        case HeadWord.SCENARIO:
            head.scenarios[_own_file(rest)] = block
        case _:
            assert_never(name)
    rest.end()


def _own_file(rest: RestOfLine) -> str:
    """Return the name of a file in the players' folder."""
    file = rest.word("name of a file")
    path = PurePosixPath(file.text)
    if path.is_absolute() or ".." in path.parts or not file.text.isprintable() or not 1 <= len(path.parts) <= 2:
        raise file.wrong(f"{file.text} does not lie in the players' folder: write its name, mine.json")
    return file.text


def _missing(script: Script) -> list[ScriptProblem]:
    head = script.head
    if head.sides and (not head.system or len(head.sides) < len(SEATS)):
        return [
            ScriptProblem(script.file, 1, 1, "the head names system, blue and red together, or only a system, or none")
        ]
    return []
