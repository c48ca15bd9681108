"""Random army codes, and the outcome of reading them, whole or with one damaged byte."""

import json
import random
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from lab.trials.code_trial import CodeTrial, WrittenCode
from lab.trials.list_trial import ListOutcome
from table.games.files.raw_list import ListError
from table.games.infinity.lists.codes.army_code import ArmyCode, CodeHead, head_of, read_code
from table.games.infinity.lists.codes.code_bytes import ONE_BYTE, CodeBytes, bytes_of
from table.games.infinity.lists.codes.code_finding import find_code
from table.games.infinity.lists.codes.layouts import LAYOUTS, CodeGroup, CodeLayout, CodeMember, read_groups

MOST = 0x7FFF
"""The largest integer of two bytes."""
LAYOUT = {layout.id: layout for layout in LAYOUTS}
NAMES = ("", " ", "Mein Zug", "Patrulla número 7", "300 pt v2", "Ωμέγα")
SLUGS = ("kestrel", "red-harbour", "quiet-orchard-reaction-force")


class InfinityCodeTrial:
    """`reads` is the tested reader."""

    def __init__(self, reads: Callable[[str], ArmyCode] = read_code) -> None:
        self._reads = reads

    @property
    def layouts(self) -> Sequence[str]:
        return tuple(LAYOUT)

    def written(self, rng: random.Random, layout: str) -> WrittenCode:
        most = rng.randint(1, 4)
        least = 2 if most == 1 else 1  # a single trooper is also the beginning of another code, and not a list
        groups = tuple(_group(rng, LAYOUT[layout], number, least) for number in range(1, most + 1))
        head = CodeHead(_integer(rng), rng.choice(SLUGS), rng.choice(NAMES), _integer(rng))
        content = ArmyCode(**asdict(head), layout=layout, groups=groups)
        return WrittenCode(b64encode(packed(content)).decode(), content)

    def read(self, written: WrittenCode, code: str) -> ListOutcome:
        try:
            found = self._reads(code)
        except ListError:
            return ListOutcome.REPORTED
        before, after = _parts(written.content), _parts(found)
        if written.content.layout == found.layout and before == after:
            return ListOutcome.RIGHT
        if _shape(written.content) != _shape(found):
            return ListOutcome.WRONG
        others = sum(one != other for one, other in zip(before, after, strict=True))
        return ListOutcome.ANOTHER if others <= 1 else ListOutcome.WRONG

    def damaged(self, rng: random.Random, code: str) -> str:
        data = bytes_of(code)
        place = rng.randrange(len(data))
        byte = bytes((data[place],))
        other = bytes((data[place] ^ rng.randint(1, 255),))
        return b64encode(data[:place] + rng.choice((other, b"", byte * 2)) + data[place + 1 :]).decode()

    def samples(self, content: bytes) -> Iterator[tuple[str, ListOutcome]]:
        """Read a list of objects with `name`, `code` and optionally `groups`: ids as `unit-profile-option`."""
        entries = json.loads(content)
        if not isinstance(entries, list) or not all(isinstance(each, dict) and "code" in each for each in entries):
            raise ValueError("the samples are a list of objects, each with a code")
        for each in entries:
            yield str(each.get("name", "")), self._sample(each)

    def hasty(self) -> CodeTrial:
        return InfinityCodeTrial(_read_in_haste)

    def _sample(self, entry: dict[str, Any]) -> ListOutcome:
        try:
            code = self._reads(find_code(entry["code"]) or "")
        except ListError:
            return ListOutcome.UNREAD
        known = entry.get("groups")
        read = {str(group.number): [member.id.replace(".", "-") for member in group.members] for group in code.groups}
        return ListOutcome.RIGHT if known in (None, read) else ListOutcome.WRONG


def packed(code: ArmyCode) -> bytes:
    """Return the bytes of a code, as the publisher's builder writes them."""
    layout = LAYOUT[code.layout]
    data = _packed(code.sectorial) + _worded(code.slug) + _worded(code.name) + _packed(code.points, len(code.groups))
    for group in code.groups:
        marks = (*(() if layout.mark is None else (layout.mark,)), *((group.reinforcement,) * layout.reinforcements))
        data += _packed(group.number, *marks, len(group.members))
        for place, member in enumerate(group.members, 1):
            first = place if layout.numbered else 0
            data += _packed(first, member.unit, member.profile, member.option) + bytes(layout.zeros)
    return data


def _packed(*numbers: int) -> bytes:
    return b"".join(bytes((n,)) if n < ONE_BYTE else bytes((ONE_BYTE | n >> 8, n & 0xFF)) for n in numbers)


def _worded(words: str) -> bytes:
    return _packed(len(words.encode())) + words.encode()


def _integer(rng: random.Random, least: int = 0) -> int:
    """Return a number as codes contain them: mostly small."""
    return rng.randint(least, rng.choice((9, ONE_BYTE - 1, 2000, MOST)))


def _group(rng: random.Random, layout: CodeLayout, number: int, least: int) -> CodeGroup:
    members = (CodeMember(_integer(rng, 1), _integer(rng), _integer(rng)) for _ in range(rng.randint(least, 10)))
    return CodeGroup(number, tuple(members), layout.reinforcements and rng.random() < 0.2)


def _parts(code: ArmyCode) -> tuple[object, ...]:
    """Return the content of the code in parts: the head is one part, and each trooper is one."""
    members = (member for group in code.groups for member in group.members)
    marks = (group.reinforcement for group in code.groups)
    return ((code.sectorial, code.slug, code.name.strip(), code.points), *marks, *members)


def _shape(code: ArmyCode) -> tuple[int, ...]:
    return tuple(len(group.members) for group in code.groups)


class _Credulous(CodeBytes):
    """A reader that accepts any byte in place of a required one."""

    def required(self, *usual: int) -> int:
        return self.integer()


def _read_in_haste(code: str) -> ArmyCode:
    data = bytes_of(code)
    head, at = head_of(data)
    for layout in LAYOUTS:
        reader = _Credulous(data, at)
        try:
            groups = read_groups(layout, reader)
        except ListError:
            continue
        return ArmyCode(**asdict(head), layout=layout.id, groups=groups)
    raise ListError()
