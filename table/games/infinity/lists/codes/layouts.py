"""The four layouts of an army code's groups and members, as a table. They were found in codes that are in use."""

from msgspec import Struct

from table.games.files.raw_list import ListError
from table.games.infinity.lists.codes.code_bytes import CodeBytes
from table.rules.text import text

MOST_GROUPS, MOST_OF_GROUP = 4, 40
ZERO = 0


class CodeLayout(Struct, frozen=True):
    id: str
    mark: int | None
    """The number after a group's own that identifies the layout, or None."""
    reinforcements: bool
    """True if a group has a flag for reinforcements."""
    numbered: bool
    """True if a member begins with its running number, from 1; False if it begins with a zero."""
    zeros: int
    """The zeros at the end of a member."""

    @property
    def group_bytes(self) -> int:
        """Return the fewest bytes of a group."""
        return 2 + (self.mark is not None) + self.reinforcements

    @property
    def member_bytes(self) -> int:
        """Return the fewest bytes of a member."""
        return 4 + self.zeros


LAYOUTS = (
    CodeLayout("a", mark=1, reinforcements=True, numbered=False, zeros=1),
    CodeLayout("b", mark=0, reinforcements=False, numbered=True, zeros=1),
    CodeLayout("c", mark=1, reinforcements=True, numbered=False, zeros=2),
    CodeLayout("d", mark=None, reinforcements=False, numbered=False, zeros=1),
)
"""The layouts in the order of their age, the oldest last. We know no sample of c, only another program's reader for it.
"""


class CodeMember(Struct, frozen=True):
    unit: int
    profile: int
    """The profile group."""
    option: int

    @property
    def id(self) -> str:
        return f"{self.unit}.{self.profile}.{self.option}"


class CodeGroup(Struct, frozen=True):
    number: int
    members: tuple[CodeMember, ...]
    reinforcement: bool = False


def read_groups(layout: CodeLayout, reader: CodeBytes) -> tuple[CodeGroup, ...]:
    """Read all groups of a code in this layout. Raises `ListError` if they do not fit."""
    groups = reader.count(MOST_GROUPS, layout.group_bytes, "groups")
    return tuple(_group(layout, reader, number) for number in range(1, groups + 1))


def _group(layout: CodeLayout, reader: CodeBytes, number: int) -> CodeGroup:
    reader.required(number)
    if layout.mark is not None:
        reader.required(layout.mark)
    reinforcement = layout.reinforcements and bool(reader.required(0, 1))
    members = reader.count(MOST_OF_GROUP, layout.member_bytes, "members")
    read = tuple(_member(layout, reader, place) for place in range(1, members + 1))
    return CodeGroup(number, read, reinforcement)


def _member(layout: CodeLayout, reader: CodeBytes, place: int) -> CodeMember:
    reader.required(place if layout.numbered else ZERO)
    at = reader.at
    member = CodeMember(reader.integer(), reader.integer(), reader.integer())
    if not member.unit:
        reader.at = at
        raise ListError(text("code.version", at=at))
    for _ in range(layout.zeros):
        reader.required(ZERO)
    return member
