"""Write army codes as the publisher's builder does, so that what reads them can be tried by the thousand."""

import random
from base64 import b64encode
from collections.abc import Iterator
from urllib.parse import quote

from table.games.infinity.lists.army_codes import GROUP_MARKS, MEMBER_MARKS, ArmyCode, CodeGroup, CodeMember

_TWO_BYTES = 0x7FFF
_SLUGS = ("kestrel", "red-harbour", "first-watch")


def written(code: ArmyCode) -> str:
    """Return the code in base64. `read_code` reads the same from it."""
    head = _integer(code.sectorial) + _words(code.slug) + _words(code.name) + _integer(code.points)
    groups = b"".join(map(_group, code.groups))
    return b64encode(head + _integer(len(code.groups)) + groups).decode()


def codes_by_chance(rng: random.Random) -> Iterator[str]:
    """Yield one list as people hand it on: the code alone, in a link, and with a line break in it."""
    code = written(_code(rng))
    yield code
    yield f"https://example.org/army/list/{quote(code, safe='')}\n"
    cut = rng.randrange(20, len(code))
    yield f"{code[:cut]}\n{code[cut:]}\n"


def _code(rng: random.Random) -> ArmyCode:
    sizes = rng.choice(((7,), (10,), (10, 5)))
    groups = tuple(CodeGroup(number, tuple(_member(rng) for _ in range(size))) for number, size in enumerate(sizes, 1))
    return ArmyCode(rng.randrange(1, 2000), rng.choice(_SLUGS), rng.choice(("", "Mein Zug", "Núcleo")), 300, groups)


def _member(rng: random.Random) -> CodeMember:
    return CodeMember(rng.randint(1, _TWO_BYTES), rng.randint(1, 9), rng.randint(1, 200))


def _group(group: CodeGroup) -> bytes:
    head = _integer(group.number) + _integer(GROUP_MARKS[0]) + _integer(GROUP_MARKS[1])
    members = b"".join(
        _integer(MEMBER_MARKS[0])
        + b"".join(map(_integer, (one.unit, one.profile, one.option)))
        + _integer(MEMBER_MARKS[1])
        for one in group.members
    )
    return head + _integer(len(group.members)) + members


def _integer(number: int) -> bytes:
    return bytes([number]) if number < 0x80 else bytes([0x80 | number >> 8, number & 0xFF])


def _words(text: str) -> bytes:
    return _integer(len(text.encode())) + text.encode()
