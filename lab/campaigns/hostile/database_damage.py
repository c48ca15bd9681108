"""Damage an SQLite file: changed tables and rows, and programs in place of tables.

A statement that names a table of another kind of file changes nothing.
"""

import random
import sqlite3
from contextlib import closing, suppress

from lab.campaigns.hostile.byte_damage import flipped
from lab.temporary_folder import temporary_folder

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
