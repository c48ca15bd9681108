"""Damage by a file's own grammar: the result still parses, with content that nobody would write."""

import gzip
import io
import json
import random
import re
import tarfile
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from lab.campaigns.forge.forgeries import rewritten
from lab.campaigns.hostile.byte_damage import ESCAPES, Damage, flipped, planted, repeated
from lab.campaigns.hostile.database_damage import databases
from lab.campaigns.hostile.file_reader import Dialect
from table.emulation.scripts.document import ALL
from table.records.journal import batch_body
from table.records.verify.file import read

PLAYS_ON = "bots"
"""The verb that plays whole matches, of unlimited length."""
EXAMPLES = tuple(form.example for word, form in ALL.items() if word != PLAYS_ON)
ODD_WORDS = (
    "0", "-1", "9" * 30, "1e9", '""', "all", "blue", "red", "nothing", "*", "0.5", "corps", "before", "no", "until",
)  # fmt: skip


def acts(file: bytes, rng: random.Random) -> bytes:
    """Return a script with further acts inserted, some with a wrong word."""
    lines = file.decode("utf-8", "replace").splitlines()
    for _ in range(rng.randint(1, 4)):
        words = rng.choice(EXAMPLES).split(" ")
        if rng.random() < 0.5:
            other = rng.choice((*ODD_WORDS, *rng.choice(EXAMPLES).split(" "), ESCAPES.replace("\n", " ")))
            words[rng.randrange(len(words))] = other
        lines.insert(rng.randint(min(4, len(lines)), len(lines)), " ".join(words))
    return "\n".join(lines).encode("utf-8", "replace") + b"\n"


_SCALAR = re.compile(rb'"(?:[^"\\\n]|\\.)*"|-?\b\d+(?:\.\d+)?\b|\btrue\b|\bfalse\b')
_KEY = re.compile(rb"^[ \t]*[\w.\"-]+[ \t]*=.*$", re.MULTILINE)
DEEP = 900


def odd_values(rng: random.Random) -> Any:
    """Return an unexpected value."""
    deep: Any = 0
    for _ in range(rng.choice((1, 60, DEEP))):
        deep = [deep] if rng.random() < 0.5 else {"a": deep}
    return rng.choice(
        (
            None, True, False, -1, 0, 10**30, 2**63, 2**64, -(2**53) - 1, 1.5, 1e300, "", "x" * 20_000, ESCAPES,
            "\0", "\ud800",
            "../../etc/passwd", [], {}, [[]] * 1000, ["x"] * 5000, {"": ""}, {str(n): n for n in range(2000)}, deep,
            "9" * 5000,
        )
    )  # fmt: skip


def json_values(file: bytes, rng: random.Random) -> bytes:
    """Return JSON with one value or key replaced. Other content gets damaged scalars."""
    try:
        whole = json.loads(file)
    except ValueError:
        return scalars(file, rng)
    harmed = _changed(whole, rng)
    return json.dumps(harmed, ensure_ascii=rng.random() < 0.5, separators=(",", ":")).encode("utf-8", "replace")


def _changed(value: Any, rng: random.Random) -> Any:
    """Return the value, or one value inside it, changed."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(list(value))
        match rng.randrange(6):
            case 0:
                return {each: one for each, one in value.items() if each != key}
            case 1:
                return {**value, str(odd_values(rng))[:5000]: value[key]}
            case _:
                return {**value, key: _changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        match rng.randrange(6):
            case 0:
                return [*value[:place], *value[place + 1 :]]
            case 1:
                return value[: place + 1] * rng.randint(2, 300)
            case _:
                return [*value[:place], _changed(value[place], rng), *value[place + 1 :]]
    return odd_values(rng)


def scalars(file: bytes, rng: random.Random) -> bytes:
    """Return the text with one number, string or boolean replaced."""
    there = list(_SCALAR.finditer(file))
    if not there:
        return planted(file, rng)
    where = rng.choice(there)
    value = json.dumps(odd_values(rng), ensure_ascii=rng.random() < 0.5).encode("utf-8", "replace")
    return file[: where.start()] + value + file[where.end() :]


def toml_lines(file: bytes, rng: random.Random) -> bytes:
    """Return TOML with a key doubled, renamed, deeply nested, or moved under another heading."""
    there = list(_KEY.finditer(file))
    if not there:
        return scalars(file, rng)
    where = rng.choice(there)
    name, _, value = where[0].partition(b"=")
    line = rng.choice(
        (
            where[0] + b"\n" + where[0], b"[[" + name.strip() + b"]]\nx = 1", name + b".x = 1\n" + where[0],
            b"x" + where[0],
            b".".join([b"a"] * rng.choice((10, 500, 20_000))) + b" =" + value, name + b"=" + b"[" * DEEP + b"]" * DEEP,
            name + b"= 1979-13-41T99:99:99Z", name + b'= """\n' + ESCAPES.encode() + b'"""',
            name + b"= 0x" + b"f" * 9000,
            b"\n".join(b"[%s.t%d]\nx=1" % (name.strip().strip(b'"') or b"t", n) for n in range(3000)),
            json.dumps(ESCAPES).replace("\\u007f", "").encode() + b" =" + value,
            name + b"= {" + b"a={" * 400 + b"}" * 401,
        )
    )  # fmt: skip
    return file[: where.start()] + line + file[where.end() :]


def rechained(file: bytes, rng: random.Random) -> bytes:
    """Return a match file with one changed batch and a correct chain."""
    whole = read(file)
    bodies = [batch_body([bytes(event) for event in each.events], bytes(each.cause)) for each in whole.batches]
    place = rng.randrange(len(bodies))
    match rng.randrange(6):
        case 0:
            bodies[place] = flipped(bodies[place], rng).replace(b"\n", b" ")
        case 3:
            bodies[place] = repeated(bodies[place], rng)
        case 1:
            bodies = bodies * rng.randint(2, 20)
        case 2:
            del bodies[place]
        case _:
            bodies[place] = json_values(bodies[place], rng)
    return rewritten(whole.match, whole.system, bodies)


def archives(file: bytes, rng: random.Random) -> bytes:
    """Return a backup with a member whose name, kind, size or content is changed."""
    out = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(file)) as old, tarfile.open(fileobj=out, mode="w") as new:
        members = old.getmembers()
        struck = rng.choice(members)
        for member in members:
            held = old.extractfile(member)
            content = b"" if held is None else held.read()
            if member is struck:
                content = _struck(member, content, rng)
            with suppress(ValueError, OSError):  # members that cannot be packed are left out
                new.addfile(member, io.BytesIO(content))
    return gzip.compress(rng.choice((bytes, lambda tar: flipped(tar, rng), lambda tar: tar[:-1536]))(out.getvalue()), 1)


def _struck(member: tarfile.TarInfo, content: bytes, rng: random.Random) -> bytes:
    match rng.randrange(5):
        case 0:
            member.name = rng.choice(
                ("../x.match", "/etc/x", ESCAPES, "lists/" + "x" * 5000, "matches/x.match-shm", "lists/x.new", "",
                "lists/\ud800",
                 "lists/" + ESCAPES, "matches/" + "a/" * 3000, "in-use", "version")
            )  # fmt: skip
        case 1:
            member.type = rng.choice(
                (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.DIRTYPE)
            )
            member.linkname = "/etc/passwd"
        case 2:
            member.pax_headers = {rng.choice(("size", "path", "mtime", "GNU.sparse.map", "GNU.sparse.size")): "9" * 400}
        case 3:
            content = bytes(rng.choice((10**6, 40 * 10**6)))
            member.size = len(content)
        case _:
            member.size = rng.choice((0, 1, 2**33, 2**60 - 1))
            content = content[: member.size] if member.size < len(content) else content
    return content


BY_GRAMMAR: Mapping[Dialect, Mapping[str, Damage]] = MappingProxyType(
    {
        Dialect.TEXT: MappingProxyType({"scalars": scalars}),
        Dialect.JSON: MappingProxyType({"values": json_values, "scalars": scalars}),
        Dialect.TOML: MappingProxyType({"keys": toml_lines, "scalars": scalars}),
        Dialect.MATCH: MappingProxyType({"chained anew": rechained}),
        Dialect.TAR: MappingProxyType({"members": archives}),
        Dialect.SCRIPT: MappingProxyType({"acts": acts, "scalars": scalars}),
        Dialect.SQLITE: MappingProxyType({"tables": databases}),
        Dialect.BINARY: MappingProxyType({}),
    }
)
