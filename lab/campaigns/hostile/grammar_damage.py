"""Damage by a file's own grammar: the result still parses, with content that nobody would write."""

import gzip
import io
import json
import random
import re
import sqlite3
import tarfile
from collections.abc import Mapping
from contextlib import closing, suppress
from types import MappingProxyType
from typing import Any

from lab.campaigns.forge.forgeries import rewritten
from lab.campaigns.hostile.byte_damage import ESCAPES, Damage, flipped, planted, repeated
from lab.campaigns.hostile.file_reader import Dialect
from lab.temporary_folder import temporary_folder
from table.emulation.scripts.document import ALL
from table.records.journal import batch_body
from table.records.verify.file import read

PAGE_BYTES = 4096
ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n"
SQL = (
    f"DROP TABLE batches; CREATE VIEW batches AS {ENDLESS}, x'00' AS body, x'00' AS chain FROM r",
    f"DROP TABLE match; CREATE VIEW match AS {ENDLESS} AS id, n AS system FROM r",
    f"DROP TABLE private; CREATE VIEW private AS {ENDLESS} AS secret FROM r",
    "UPDATE batches SET body = zeroblob(9000000)", "UPDATE batches SET n = n + 5", "UPDATE batches SET body = 'text'",
    "UPDATE batches SET body = NULL", "DELETE FROM batches", "DELETE FROM match", "DELETE FROM private",
    "UPDATE match SET id = x'00'", "UPDATE match SET id = 7, system = 9e99",
    "UPDATE private SET secret = zeroblob(30000000)",
    "UPDATE private SET secret = 1", "INSERT INTO match SELECT * FROM match", "CREATE TABLE more (x)",
    "PRAGMA user_version = 99",
    "UPDATE match SET system = 'nothing'", "PRAGMA application_id = 7", "UPDATE batches SET chain = zeroblob(32)",
    "CREATE TRIGGER t AFTER INSERT ON batches BEGIN DELETE FROM batches; END", "CREATE INDEX i ON batches (hex(body))",
    "UPDATE match SET id = char(27) || '[2J'", "INSERT INTO batches VALUES (9223372036854775807, x'00', x'00')",
    f"DROP TABLE events; CREATE VIEW events AS {ENDLESS} AS seq, x'00' AS link, x'00' AS line FROM r",
    f"DROP TABLE log; CREATE VIEW log AS {ENDLESS} AS number, x'00' AS line FROM r",
    "UPDATE events SET seq = seq + 5", "UPDATE events SET line = zeroblob(9000000)", "UPDATE events SET link = x''",
    "DELETE FROM events", "INSERT INTO events VALUES (9223372036854775807, x'00', x'00')", "DELETE FROM outbox",
    "UPDATE outbox SET reported = zeroblob(30000000)", "UPDATE outbox SET acked = 99", "UPDATE outbox SET first = 9e9",
    "INSERT INTO outbox SELECT * FROM outbox", "UPDATE log SET line = zeroblob(9000000)",
    "INSERT INTO log VALUES (9223372036854775807, x'00')", "DELETE FROM log",
)  # fmt: skip


def databases(file: bytes, rng: random.Random) -> bytes:
    """Return a database with changed tables or rows, or with a damaged page."""
    if rng.random() < 0.3:
        start = rng.randrange(0, max(1, len(file)), PAGE_BYTES)
        return file[:start] + flipped(file[start : start + PAGE_BYTES], rng) + file[start + PAGE_BYTES :]
    with temporary_folder() as folder:
        (folder / "x").write_bytes(file)
        with closing(sqlite3.connect(folder / "x", isolation_level=None)) as db, suppress(sqlite3.Error):
            db.executescript("PRAGMA synchronous = OFF;" + rng.choice(SQL))
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return (folder / "x").read_bytes()


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
