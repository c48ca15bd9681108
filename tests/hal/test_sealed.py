"""A sealed value goes nowhere by mistake, and what it seals is in memory only."""

import copy
import json
import logging
import os
import pickle
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from pprint import pformat

import msgspec
import pytest

from hal.events import Tag, TagPlaced
from hal.sealed import Sealed
from table.rules import fairness
from table.rules.seats import BLUE, RED
from tests.session.kit import SessionTable, counting_entropy

SECRET = "legion.card.ambush"


class Holder(msgspec.Struct, frozen=True):
    sealed: Sealed[str]


@pytest.mark.parametrize(
    "say",
    [
        repr,
        str,
        format,
        pformat,
        lambda sealed: f"{sealed}",
        lambda sealed: f"{sealed!r:>30}",
        lambda sealed: "%s" % sealed,  # noqa: UP031
        lambda sealed: "%r" % (sealed,),  # noqa: UP031
        lambda sealed: repr(Holder(sealed)),
        lambda sealed: repr([{"card": sealed}]),
        lambda sealed: repr(TagPlaced("left", sealed)),
        lambda sealed: repr(ValueError(sealed)),
    ],
)
def test_it_cannot_be_printed(say: Callable[[object], str]) -> None:
    assert SECRET not in say(Sealed(SECRET))


@pytest.mark.parametrize(
    "write",
    [
        pickle.dumps,
        lambda sealed: pickle.dumps(sealed, protocol=0),
        lambda sealed: pickle.dumps(Holder(sealed)),
        copy.copy,
        copy.deepcopy,
        lambda sealed: copy.deepcopy([Holder(sealed)]),
        json.dumps,
        msgspec.json.encode,
        msgspec.msgpack.encode,
        msgspec.to_builtins,
        lambda sealed: msgspec.json.encode(Holder(sealed)),
        lambda sealed: msgspec.json.encode(TagPlaced("left", sealed)),
        vars,
        hash,
        lambda sealed: sealed == SECRET,
        lambda sealed: sealed in [SECRET],
        lambda sealed: {sealed: 1},
        bytes,
        list,
    ],
)
def test_it_cannot_be_written_copied_or_compared(write: Callable[[object], object]) -> None:
    with pytest.raises(TypeError):
        write(Sealed(SECRET))


def test_it_cannot_be_logged_at_any_level() -> None:
    out = StringIO()
    handler = logging.StreamHandler(out)
    log = logging.getLogger("sealed")
    log.addHandler(handler)
    log.setLevel(1)
    sealed = Sealed(Tag(b"\x04secret"))
    for level in range(1, 60, 7):
        log.log(level, "placed %s %r", sealed, {"event": TagPlaced("left", sealed)}, extra={"tag": sealed})
    try:
        raise ValueError(sealed)
    except ValueError:
        log.exception("with its traceback")
    log.removeHandler(handler)
    assert "secret" not in out.getvalue()


def test_unseal_is_the_only_way_in() -> None:
    sealed = Sealed(SECRET)
    assert sealed.unseal() == SECRET
    assert [name for name in dir(sealed) if not name.startswith("_")] == ["unseal"]


def test_the_shipped_commitment_is_sha256_over_a_salt_of_its_own_and_the_card() -> None:
    assert fairness.SALT_BYTES * 8 >= 128
    one = fairness.seal_commitment(bytes(32), SECRET)
    assert one != fairness.seal_commitment(bytes(31) + b"\1", SECRET)
    assert one != fairness.seal_commitment(bytes(32), SECRET + "x")
    assert len(bytes.fromhex(one)) == 32


def test_salt_and_card_of_a_locked_seal_are_in_memory_only(tmp_path: Path) -> None:
    """Neither the state's folder nor any file that the process holds open has them before the reveal."""
    salts: list[bytes] = []
    others = set(held_open())
    table = SessionTable(tmp_path)
    entropy = counting_entropy()

    def listening(n: int) -> bytes:
        drawn = entropy(n)
        salts.append(drawn)
        return drawn

    table.entropy = listening
    table.crash()
    table.begun()
    before = len(salts)
    table.lays(BLUE, 3)
    table.holds(BLUE)
    (salt,) = salts[before:]
    assert len(salt) == fairness.SALT_BYTES
    everything = files(tmp_path, others)
    assert everything
    for secret in (salt, salt.hex().encode(), b"skirmish.card.3"):
        assert not [path for path, content in everything.items() if secret in content]
    table.lays(RED, 4)
    table.holds(RED)
    assert [path for path, content in files(tmp_path, others).items() if salt.hex().encode() in content]
    table.session.close()


def files(folder: Path, others: set[Path]) -> dict[Path, bytes]:
    """What is in the folder, and every regular file that this process has opened elsewhere since."""
    here = {path for path in folder.rglob("*") if path.is_file()}
    return {path: path.read_bytes() for path in here | (set(held_open()) - others)}


def held_open() -> Iterator[Path]:
    held = Path("/proc/self/fd")
    for link in held.iterdir() if held.is_dir() else ():
        try:
            path = Path(os.readlink(link))
            if path.is_file() and path.stat().st_size < 10_000_000:
                yield path
        except OSError:
            continue
