"""Cut a line that people write into words with their columns, and read it from left to right by its form."""

import re
from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from table.rules.errors import InputError
from table.rules.seats import SEATS, Seat

_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"(?=\s|$)|(#.*)|([^\s"#]\S*)')
LIKE_ENOUGH = 0.6
LONGEST_S = 24 * 3600.0
MOST_DIGITS = 20
"""The most digits of a number: enough for a seed of 64 bits."""
_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ms|s|min)")
_DECIMAL = re.compile(r"\d+(\.\d+)?")
_TOKENS = re.compile(rf"-?\d{{1,{MOST_DIGITS}}}")
_SHARE = re.compile(r"0(\.\d+)?|1(\.0*)?")
_PLAIN = re.compile(r'[^\s"#]\S*')


Meant = TypeVar("Meant")


class LexerError(InputError, ValueError):
    """A line cannot be understood from this column on. The first column is 1."""

    def __init__(self, column: int, what: str, known: str = "") -> None:
        """Make the error. `known` lists the valid words; a repeated error may leave it out."""
        super().__init__(f"{what} {known}" if known else what)
        self.column, self.what, self.known = column, what, known


class ScriptWord(Struct, frozen=True):
    text: str
    column: int

    def wrong(self, what: str) -> LexerError:
        return LexerError(self.column, what)

    def none_of(self, what: str, names: Iterable[str]) -> LexerError:
        """Return the error that the word is not a valid `what`.

        It names the nearest valid word, and all of them if they are few.
        """
        known = sorted(set(names))
        near = nearest(self.text, known)
        meant = "" if near is None else f" Did you mean {quoted(near)}?"
        listed = f"There {'is' if len(known) == 1 else 'are'} {', '.join(known)}." if 0 < len(known) <= 40 else ""
        none = "" if known else " None is known."
        return LexerError(self.column, f"invalid {what}: {quoted(self.text)}.{meant}{none}", listed)


def nearest(text: str, names: Iterable[str]) -> str | None:
    """Return the name that a misspelt or shortened name stands for, or None."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    known = tuple(names)
    best = process.extractOne(
        text, known, scorer=OSA.normalized_similarity, processor=str.casefold, score_cutoff=LIKE_ENOUGH
    )
    if best is not None:
        return str(best[0])
    return next((name for name in known if len(text) > 2 and text.casefold() in name.casefold()), None)


def quoted(text: str) -> str:
    """Return the text as a script writes it: in quotes if it is not one plain word."""
    if _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def split(line: str) -> tuple[ScriptWord, ...]:
    """Return the words of a line, without the remark after #. Raises LexerError."""
    words: list[ScriptWord] = []
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        found = _WORD.match(line, at)
        if found is None:
            raise LexerError(at + 1, 'a name in quotes ends with " and a blank, on the same line')
        if found[2] is not None:
            break
        text = found[3] if found[1] is None else re.sub(r"\\(.)", r"\1", found[1])
        words.append(ScriptWord(text, at + 1))
        at = found.end()
    return tuple(words)


class RestOfLine:
    """The rest of a line, read from left to right. Every method may raise LexerError."""

    def __init__(self, words: Iterable[ScriptWord], end: int) -> None:
        self._words = list(words)
        self._end = end

    def word(self, what: str) -> ScriptWord:
        if not self._words:
            raise LexerError(self._end + 1, f"{what} is missing here")
        return self._words.pop(0)

    def words(self, until: str = "") -> tuple[ScriptWord, ...]:
        """Return all words that are left, or those before the word `until`."""
        taken: list[ScriptWord] = []
        while self._words and not (until and self._words[0].text == until):
            taken.append(self._words.pop(0))
        return tuple(taken)

    def takes(self, text: str) -> bool:
        """Take the next word if it is this one; return True if so."""
        if self._words and self._words[0].text.lower() == text:
            self._words.pop(0)
            return True
        return False

    def choice(self, what: str, names: Iterable[str]) -> str:
        known = tuple(names)
        word = self.word(what)
        if word.text.lower() not in known:
            raise word.none_of(what, known)
        return word.text.lower()

    def seat(self) -> Seat:
        return Seat(self.choice("seat", [str(seat) for seat in SEATS]))

    def count(self, what: str, most: int | None = None) -> int:
        word = self.word(what)
        if not is_whole(word.text) or (most is not None and int(word.text) > most):
            limit = "" if most is None else f", at most {most}"
            raise word.wrong(f"invalid {what}: {quoted(word.text)}. Write a whole number{limit}")
        return int(word.text)

    def millimetres(self) -> float:
        return float(self._matched(_DECIMAL, "distance in millimetres", "distance", "millimetres: 12 or 12.5"))

    def tokens(self) -> int:
        """Return a number of tokens; a negative one means tokens taken out."""
        return int(self._matched(_TOKENS, "number of tokens", "number of tokens", "a whole number"))

    def share(self) -> float:
        return float(self._matched(_SHARE, "share from 0 to 1", "share", "a number from 0 to 1, such as 0.02"))

    def _matched(self, form: re.Pattern[str], what: str, wrong: str, right: str) -> str:
        word = self.word(what)
        if not form.fullmatch(word.text):
            raise word.wrong(f"invalid {wrong}: {quoted(word.text)}. Write {right}")
        return word.text

    def seconds(self) -> float:
        word = self.word("duration")
        found = _DURATION.fullmatch(word.text)
        if found is None:
            raise word.wrong(f"invalid duration: {quoted(word.text)}. Write 2s, 250ms or 1.5min")
        seconds = float(found[1]) * _SECONDS[found[2]]
        if seconds > LONGEST_S:
            raise word.wrong(f"{quoted(word.text)} is longer than a day")
        return seconds

    @property
    def more(self) -> bool:
        return bool(self._words)

    def end(self) -> None:
        if self._words:
            raise self._words[0].wrong(f"{quoted(self._words[0].text)} is one word too many")


def is_whole(text: str) -> bool:
    """True if the text is a whole number that a script can mean."""
    return text.isdecimal() and len(text) <= MOST_DIGITS


Reading: TypeAlias = Callable[[RestOfLine], Meant]


class ScriptForm(NamedTuple, Generic[Meant]):
    """A form of a line: its usage, which begins with its word, and the function that reads the rest of the line."""

    usage: str
    meaning: str
    example: str
    read: Callable[[RestOfLine], Meant]


class Glossary(dict[str, ScriptForm[Meant]]):
    """The forms of one kind of line by their words, in the order of `docs/develop/scripts.md` and of the help."""

    def form(self, usage: str, meaning: str, example: str) -> Callable[[Reading[Meant]], Reading[Meant]]:
        """Add the decorated function as the reader of this form."""

        def add(read: Reading[Meant]) -> Reading[Meant]:
            self[usage.split()[0]] = ScriptForm(usage, meaning, example, read)
            return read

        return add
