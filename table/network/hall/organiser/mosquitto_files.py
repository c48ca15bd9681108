"""The files of a Mosquitto for one hall: its configuration, a password for each table, and the access list. Pure."""

import base64
from collections.abc import Iterable, Mapping
from hashlib import pbkdf2_hmac
from pathlib import Path

from msgspec import Struct

from table.config.checks import HALL
from table.network.hall.wire.messages import MOST_BYTES, MOST_PACKET
from table.network.hall.wire.topics import ROOT, ack_topic, ask_topic, hall_topic, receiver_of

CONFIG, PASSWORDS, ACCESS = "mosquitto.conf", "passwords", "access"
ITERATIONS = 101
"""As many as `mosquitto_passwd` takes. The passwords are long and by chance, and nobody guesses them."""
QUEUED = 1_000
"""The messages that wait for one client. Tables send those again that are dropped."""
MOST_QUEUED_BYTES = 32 * 1024 * 1024
"""The bytes that wait for one client. A limit of all memory would shut out all tables: it counts freed properties."""


class BrokerFiles(Struct, frozen=True):
    """The door of the broker."""

    listen: str
    port: int
    certificate: str = ""
    """The file of its certificate; empty: without TLS."""
    key: str = ""


def configuration(files: BrokerFiles, folder: Path) -> str:
    """Return the configuration. It repeats no setting of Debian's own, so that both can be used together."""
    lines = [
        "# Written by `command-table hall init`.",
        f"listener {files.port} {files.listen}".rstrip(),
        "allow_anonymous false",
        f"password_file {folder / PASSWORDS}",
        f"acl_file {folder / ACCESS}",
        "# Nobody can take another's place: who has the name of a table needs its password.",
        "use_username_as_clientid true",
        f"max_queued_messages {QUEUED}",
        "# One table cannot fill this machine: a larger packet ends its connection before the broker takes it.",
        f"max_packet_size {MOST_PACKET}",
        f"message_size_limit {MOST_BYTES}",
        f"max_queued_bytes {MOST_QUEUED_BYTES}",
    ]
    if files.certificate:
        lines += [f"certfile {files.certificate}", f"keyfile {files.key}"]
    return "\n".join(lines) + "\n"


def access(hall: str, tables: Iterable[str]) -> str:
    """Return the access list: a table may use its own topics alone, and the hall all.

    The hall has one more user for each of these tables, which may use the topics of that table alone.
    """
    return "\n".join(
        [
            "# Written by `command-table hall init`. %u is the name of the table that speaks.",
            f"pattern write {ROOT}/%u/state",
            f"pattern write {ROOT}/%u/event",
            f"pattern write {ROOT}/%u/online",
            f"pattern read {ask_topic('%u')}",
            f"pattern read {ack_topic(hall, '%u')}",
            f"pattern read {hall_topic(hall)}",
            "",
            f"user {HALL}",
            f"topic read {ROOT}/#",
            f"topic write {ROOT}/+/ask",
            f"topic write {ROOT}/{HALL}/{hall}/#",
            "",
            "# The hall removes retained messages that no table of ours sends.",
            *(
                f"user {receiver_of(table)}\n"
                + "".join(f"topic readwrite {ROOT}/{table}/{last}\n" for last in ("event", "state", "online"))
                for table in tables
            ),
        ]
    )


def password_lines(passwords: Mapping[str, str], salts: Mapping[str, bytes]) -> str:
    """Return the file of passwords, as `mosquitto_passwd` writes it."""
    return "".join(f"{name}:{_hashed(secret, salts[name])}\n" for name, secret in sorted(passwords.items()))


def _hashed(secret: str, salt: bytes) -> str:
    found = pbkdf2_hmac("sha512", secret.encode(), salt, ITERATIONS)
    return f"$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(found).decode()}"
