"""Read an army code, or refuse it with the position of the error.

A code holds the sectorial's id and slug, the list's name, points, and combat groups. Groups have several layouts
(`layouts`). Time and memory are bounded by the length of the code: a count is refused if the bytes for it are missing.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from table.games.files.raw_list import ListError, clean
from table.games.infinity.lists.codes.code_bytes import CodeBytes, bytes_of
from table.games.infinity.lists.codes.layouts import LAYOUTS, CodeGroup, CodeLayout, read_groups
from table.rules.text import Text, text

MOST_MEMBERS = 40
_SLUG = re.compile(r"[a-z0-9-]{2,}")


class CodeHead(Struct, frozen=True):
    """The part before the groups, the same in each layout."""

    sectorial: int
    slug: str
    name: str
    points: int


class ArmyCode(CodeHead, frozen=True):
    layout: str
    groups: tuple[CodeGroup, ...]


class _Fault(Struct, frozen=True):
    """A layout does not fit here, for this reason."""

    at: int
    why: Text

    @property
    def cut(self) -> bool:
        """True if the code ends before the layout does."""
        return self.why.key == "code.cut_short"


def read_code(code: str) -> ArmyCode:
    """Read a code. Raises `ListError` for everything that is not a complete code in exactly one layout.

    No mark identifies a layout, so all are tried to the last byte. If none fits, the error of the one that gets
    furthest is reported.
    """
    data = bytes_of(code)
    head, at = head_of(data)
    read = [_read(layout, data, at) for layout in LAYOUTS]
    fitting = [(layout, each) for layout, each in zip(LAYOUTS, read, strict=True) if not isinstance(each, _Fault)]
    if not fitting:
        furthest = max((each for each in read if isinstance(each, _Fault)), key=lambda fault: fault.at)
        joined = furthest.why.key == "code.more" and _begins_here(data, furthest.at)
        raise ListError(text("code.joined", at=furthest.at) if joined else furthest.why)
    if len({groups for _, groups in fitting}) > 1:
        raise ListError(_several(fitting))
    layout, groups = fitting[0]
    found = sum(len(group.members) for group in groups)
    cut = next((each.why for each in read if isinstance(each, _Fault) and each.cut), None)
    if layout.mark is None and found == 1 and cut is not None:
        raise ListError(cut)  # a single trooper without a mark may be the beginning of a code that has one
    if not found:
        raise ListError(text("code.empty"))
    if found > MOST_MEMBERS:
        raise ListError(text("code.too_many", field="members", found=found, at=len(data)))
    return ArmyCode(head.sectorial, clean(head.slug), clean(head.name), head.points, layout.id, groups)


def begins_like_one(code: str) -> bool:
    """True if it begins like a code: with a number, and a sectorial's slug."""
    try:
        reader = CodeBytes(bytes_of(code))
        reader.integer()
        return _SLUG.fullmatch(reader.words()) is not None
    except ListError:
        return False


def _begins_here(data: bytes, at: int) -> bool:
    """True if another code begins at this byte."""
    try:
        head_of(data[at:])
    except ListError:
        return False
    return True


def head_of(data: bytes) -> tuple[CodeHead, int]:
    """Return the head, and the byte at which the groups begin. Raises `ListError`."""
    reader = CodeBytes(data)
    sectorial, at = reader.integer(), reader.at
    slug = reader.words()
    if _SLUG.fullmatch(slug) is None:
        raise ListError(text("code.version", at=at))
    return CodeHead(sectorial, slug, reader.words(), reader.integer()), reader.at


def _read(layout: CodeLayout, data: bytes, at: int) -> tuple[CodeGroup, ...] | _Fault:
    reader = CodeBytes(data, at)
    try:
        groups = read_groups(layout, reader)
    except ListError as error:
        return _Fault(reader.at, error.problems[0])
    if reader.left:
        return _Fault(reader.at, text("code.more", left=reader.left, at=reader.at))
    return groups


def _several(fitting: Sequence[tuple[CodeLayout, tuple[CodeGroup, ...]]]) -> Text:
    (_, first), (_, second) = fitting[:2]
    return text("code.several", first=_explained(first), second=_explained(second))


def _explained(groups: tuple[CodeGroup, ...]) -> str:
    return "; ".join(f"{group.number}: {', '.join(member.id for member in group.members)}" for group in groups)
