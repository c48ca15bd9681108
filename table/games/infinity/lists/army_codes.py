"""Army codes: a list as the publisher's builder hands it on, base64 over small integers. They carry ids, no names.

An integer is one byte, or two where the first one's high bit is set. The code says: sectorial id, its slug, the list's
name, points, combat groups; of a group its number, two marks and its members; of a member three ids between two marks.
Time and memory are bounded by the code's own length: no count is believed before there are bytes enough for it.
"""

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote

from msgspec import Struct

from table.games.files.raw_list import ListError, clean
from table.rules.text import Text, text

MOST_LETTERS = 4000
"""The most letters of a code. A full list has 300."""
LEAST_LETTERS = 16
MOST_GROUPS, MOST_MEMBERS = 4, 40
GROUP_MARKS = (1, 0)
MEMBER_MARKS = (0, 0)
GROUP_BYTES, MEMBER_BYTES = 4, 5
"""The fewest bytes of a group and of a member."""
_ENCODED_TIMES = 3
"""The number of times that a code may be percent-encoded, since links are put into links."""

_LETTERS = r"[A-Za-z0-9+/_=%-]"
_ADDRESS = re.compile(rf"/army/(?:list|infinity)[/?=]*(?:code=|list=)?({_LETTERS}+)", re.IGNORECASE)
_BARE = re.compile(rf"[A-Za-z0-9+/_%-]{{{LEAST_LETTERS},}}={{0,2}}")
MOST_TRIED, MOST_MARKS, MOST_PIECES = 50, 5, 12
"""The most places in a text where a code may begin, marks in one stretch of letters, and pieces of a code."""
_STRETCH = re.compile(rf"{_LETTERS}{{{LEAST_LETTERS},}}")
_SLUG = re.compile(r"[a-z0-9-]{2,}")


class CodeMember(Struct, frozen=True):
    unit: int
    profile: int
    """The profile group."""
    option: int


class CodeGroup(Struct, frozen=True):
    number: int
    members: tuple[CodeMember, ...]


class ArmyCode(Struct, frozen=True):
    sectorial: int
    slug: str
    name: str
    points: int
    groups: tuple[CodeGroup, ...]
    warnings: tuple[Text, ...] = ()


def find_code(words: str) -> str | None:
    """Return the code in a text: in a link, alone, or among words. Return None if there is nothing like a code.

    A code that can be read to its end comes first, then the code of a link, then anything that begins like a code.
    """
    possible = list(dict.fromkeys(_possible(words)))
    whole = next((code for code in possible if _is_whole(code)), None)
    if whole is not None:
        return whole
    if (address := _ADDRESS.search(words)) is not None:
        return address[1]
    begun = next((code for code in possible if _begins(code)), None)
    alone = "".join(words.split())
    return begun or (alone if _BARE.fullmatch(alone) and len(words.split()) == 1 else None)


def _possible(words: str) -> Iterator[str]:
    """Yield the stretches of letters that can be a code, also joined where a line break or a chat may have cut them."""
    for _ in range(_ENCODED_TIMES):
        yield "".join(words.split())
        yield re.sub(r"[\r\n\t]", "", words.strip()).replace(" ", "+")  # a form's decoding makes blanks of plus signs
        for start in islice(_starts(words), MOST_TRIED):
            pieces = words[start : start + MOST_LETTERS].split(maxsplit=MOST_PIECES)[:MOST_PIECES]
            stretch = _STRETCH.match(words, start)
            if stretch is not None:
                yield stretch[0]
                if _begins(stretch[0]):
                    yield from ("".join(pieces[:many]) for many in range(2, len(pieces) + 1))
        decoded = unquote(words)
        if decoded == words:
            return
        words = decoded


def _starts(words: str) -> Iterator[int]:
    """Where a code may begin: in a link, at a stretch of its letters, or behind a mark of a link in one."""
    yield from (address.start(1) for address in _ADDRESS.finditer(words))
    for stretch in _STRETCH.finditer(words):
        yield stretch.start()
        yield from (stretch.start() + mark.end() for mark in islice(re.finditer("[/=]", stretch[0]), MOST_MARKS))


def _is_whole(code: str) -> bool:
    try:
        return bool(read_code(code).groups) and _begins(code)
    except ListError:
        return False


def is_code(words: str) -> bool:
    """Whether a text is meant as a code: in a builder's link, or standing alone and beginning like one."""
    if _ADDRESS.search(words) is not None:
        return True
    code = find_code(words)
    return code is not None and _begins(code)


def _begins(code: str) -> bool:
    """Whether it begins like one: a number, and a sectorial's slug."""
    try:
        reader = _Reader(_bytes(code))
        reader.integer()
        return _SLUG.fullmatch(reader.words()) is not None
    except ListError:
        return False


def read_code(code: str) -> ArmyCode:
    """Read a code. Raises `ListError` for everything that is not a whole code."""
    data = _bytes(code)
    reader = _Reader(data)
    sectorial = reader.integer()
    slug = reader.words()
    name = reader.words()
    points = reader.integer()
    groups = tuple(_group(reader) for _ in range(reader.count(MOST_GROUPS, GROUP_BYTES, "groups")))
    if reader.left:
        raise ListError(text("code.more", left=reader.left, at=reader.at))
    if not any(group.members for group in groups):
        raise ListError(text("code.empty"))
    if sum(len(group.members) for group in groups) > MOST_MEMBERS:
        raise ListError(text("code.too_many", field="members", found=MOST_MEMBERS + 1, at=reader.at))
    return ArmyCode(sectorial, clean(slug), clean(name), points, groups, tuple(dict.fromkeys(reader.odd)))


def _bytes(code: str) -> bytes:
    if len(code) > MOST_LETTERS:
        raise ListError(text("code.too_long", limit=MOST_LETTERS))
    for _ in range(_ENCODED_TIMES):
        code = unquote(code)
    plain = re.sub(r"\s", "", code).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError) as error:
        raise ListError(text("code.not_base64")) from error


def _group(reader: "_Reader") -> CodeGroup:
    number = reader.integer()
    reader.marks(GROUP_MARKS[0])
    reader.marks(GROUP_MARKS[1])
    members = reader.count(MOST_MEMBERS, MEMBER_BYTES, "members")
    return CodeGroup(number, tuple(_member(reader) for _ in range(members)))


def _member(reader: "_Reader") -> CodeMember:
    reader.marks(MEMBER_MARKS[0])
    member = CodeMember(reader.integer(), reader.integer(), reader.integer())
    reader.marks(MEMBER_MARKS[1])
    return member


class _Reader:
    """A place in the bytes of a code. Every step forward says where it stood if it could not be made."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0
        self.odd: list[Text] = []
        """What stood where every code that is known has something else."""

    @property
    def left(self) -> int:
        return len(self._data) - self.at

    def _byte(self) -> int:
        if not self.left:
            raise ListError(text("code.cut_short", at=self.at))
        self.at += 1
        return self._data[self.at - 1]

    def integer(self) -> int:
        first = self._byte()
        return first if first < 0x80 else (first & 0x7F) << 8 | self._byte()

    def words(self) -> str:
        size = self.integer()
        if size > self.left:
            raise ListError(text("code.cut_short", at=len(self._data)))
        self.at += size
        try:
            return self._data[self.at - size : self.at].decode("utf-8")
        except UnicodeDecodeError as error:
            raise ListError(text("code.version", at=self.at - size)) from error

    def count(self, most: int, each: int, field: str) -> int:
        """How many follow: no more than there can be, and than there are bytes for."""
        found = self.integer()
        if found > most:
            raise ListError(text("code.too_many", field=field, found=found, at=self.at))
        if found * each > self.left:
            raise ListError(text("code.cut_short", at=len(self._data)))
        return found

    def marks(self, usual: int) -> None:
        """Read an integer of unknown meaning. A value other than the usual one is noted and skipped."""
        found = self.integer()
        if found != usual:
            self.odd.append(text("code.odd", found=found, usual=usual))
