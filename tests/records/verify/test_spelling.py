"""A forger of a whole chain cannot write a file that only one verifier accepts, or that stops one."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lab.campaigns.forge.forgeries import rewritten
from lab.second_verifier import accepted
from table.records.verify import form
from table.records.verify.file import MOST_BYTES, ForeignError, read
from table.records.verify.verifier import verify
from tests.records.verify.played import STATED
from tests.records.verify.test_verify import bodies, played

CHANCE, NUMBER = b'"chance":[[0,2,', b'"number":42'
VERSION = b'"version":"%s"' % STATED.encode()
AFTER = b'{"cause":{"command":{"type":"X"},"chance":[]},"events":[{"type":"X"%s}]}'
VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.5,
    2**53,
    2**70,
    "",
    "x",
    "\u00e9",
    "blue",
    "red",
    [],
    {},
    "0" * 64,
    "A" * 64,
)


def swapped(was: bytes, becomes: bytes) -> list[bytes]:
    changed = [body.replace(was, becomes) for body in bodies(played())]
    assert changed != bodies(played())
    return changed


def added(what: bytes) -> list[bytes]:
    return [*bodies(played()), what]


def file_of(batches: list[bytes]) -> bytes:
    file = read(played())
    return rewritten(file.match, file.system, batches)


HOSTILE: dict[str, Callable[[], list[bytes]]] = {
    "a bound that rejects every word": lambda: swapped(CHANCE, b'"chance":[[0,%d,' % (2**64 + 1)),
    "a bound that is rounded": lambda: swapped(CHANCE, b'"chance":[[0,%d,' % (2**53 + 1)),
    "a bound of nothing": lambda: swapped(CHANCE, b'"chance":[[0,0,'),
    "a fraction": lambda: swapped(CHANCE, b'"chance":[[0,2.0,'),
    "an exponent": lambda: swapped(CHANCE, b'"chance":[[0,2e0,'),
    "a number below zero": lambda: swapped(NUMBER, b'"number":-42'),
    "a number that is rounded": lambda: swapped(NUMBER, b'"number":%d' % (2**53 + 1)),
    "a zero with a sign": lambda: swapped(CHANCE, b'"chance":[[-0,2,'),
    "no version": lambda: swapped(b'"version":', b'"v":'),
    "a version that is no text": lambda: swapped(VERSION, b'"version":1'),
    "a byte order mark": lambda: swapped(b'{"cause":{"command":null', b'\xef\xbb\xbf{"cause":{"command":null'),
    "a blank": lambda: swapped(NUMBER, b'"number": 42'),
    "no commitment": lambda: swapped(
        b'"type":"CardSealed","seat":"blue","commitment"', b'"type":"CardSealed","seat":"blue","c"'
    ),
    "another seat": lambda: swapped(b'"type":"CardSealed","seat":"blue"', b'"type":"CardSealed","seat":"green"'),
    "a seal that is broken and opened at once": lambda: swapped(
        b'"events":[{"type":"SealOpened"', b'"events":[{"type":"SealBroken","seat":"blue"},{"type":"SealOpened"'
    ),
    "a chain of lists": lambda: added(AFTER % (b',"a":' + b"[" * 200_000 + b"]" * 200_000)),
    "a chain of objects in a command": lambda: added(
        AFTER.replace(b'"X"}', b'"X","a":%s}' % (b'{"a":' * 200_000 + b"1" + b"}" * 200_000), 1) % b""
    ),
    "text that is none": lambda: added(AFTER % b',"a":"\xff'),
    "half a surrogate pair": lambda: added(AFTER % b',"a":"\\ud800"'),
    "half a surrogate pair in a command": lambda: added(AFTER.replace(b'"X"}', b'"X","a":"\\ud800"}', 1) % b""),
    "a name twice": lambda: added(AFTER % b',"type":"Y"'),
    "a name twice, escaped": lambda: added(AFTER % b',"a":1,"\\u0061":2'),
    "another name": lambda: added(AFTER.replace(b'"events"', b'"more":1,"events"') % b""),
    "no command": lambda: added(AFTER.replace(b'{"type":"X"}', b"null", 1) % b""),
    "a question when all is known": lambda: added(AFTER.replace(b"[]", b"[[0,1,0]]", 1) % b""),
}


@pytest.mark.slow
def test_what_could_be_read_in_two_ways_is_read_in_none() -> None:
    files = {why: file_of(make()) for why, make in HOSTILE.items()}
    found = {
        why: (verify(file, {}).ok, second)
        for (why, file), second in zip(files.items(), accepted(files.values()), strict=True)
    }
    assert found == dict.fromkeys(files, (False, False))
    assert (verify(file_of(added(AFTER % b"")), {}).ok, *accepted([file_of(added(AFTER % b""))])) == (True, True)


@pytest.mark.slow
@pytest.mark.parametrize("token", [b'\\"', b'"', b"\\", b'\\\\"', b'{"a":', b"["])
@pytest.mark.parametrize("before", [b"", b'"', b'{"a":"'])
def test_a_batch_of_one_sign_over_and_over_is_refused_in_one_look_at_each(before: bytes, token: bytes) -> None:
    """One that began again at each quote would take hours."""
    with pytest.raises(ValueError, match=r"levels|malformed|truncated|invalid|trailing|expected"):
        form.check((before + token * form.MOST_BYTES)[: form.MOST_BYTES])


def test_a_batch_of_more_than_a_mebibyte_is_refused_before_it_is_looked_at() -> None:
    with pytest.raises(ValueError, match="1 MiB"):
        form.check(b" " * (1024 * 1024 + 1))
    form.check(b'"' + b"x" * (1024 * 1024 - 2) + b'"')


def test_a_file_that_is_too_large_is_not_called_forged() -> None:
    with pytest.raises(ForeignError, match="8 MiB"):
        read(bytes(MOST_BYTES + 1))


@pytest.mark.campaign
@pytest.mark.parametrize("seed", range(2))
def test_whatever_stands_in_a_batch_both_say_the_same(seed: int) -> None:
    rng = random.Random(seed)
    files = [file_of(mutated(rng)) for _ in range(150)]
    first = [verify(file, {}).ok for file in files]
    assert first == list(accepted(files))
    assert 0 < sum(first) < len(files)


def mutated(rng: random.Random) -> list[bytes]:
    batches = [json.loads(body) for body in bodies(played())]
    batch = rng.choice(batches)
    match rng.randrange(4):
        case 0:
            parent, key = rng.choice(list(places(batch)))
            parent[key] = rng.choice(VALUES)
        case 1:
            parent, key = rng.choice(list(places(batch)))
            del parent[key]
        case 2:
            batch["events"].insert(0, rng.choice(rng.choice(batches)["events"]))
        case _:
            batch["events"] += rng.choice(batches)["events"]
            rng.shuffle(batch["events"])
    return [json.dumps(each, separators=(",", ":"), ensure_ascii=False).encode() for each in batches]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list and object in it, with each index or name there."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield value, key
        yield from places(each)
