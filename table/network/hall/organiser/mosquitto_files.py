"""The files of a Mosquitto for one hall: its configuration, a password for each table, and the access list.

`broker.conf` and `access.conf` have the lines, with holes.
"""

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
    door = _template("broker.conf").format(
        listener=f"{files.port} {files.listen}".rstrip(), passwords=folder / PASSWORDS, access=folder / ACCESS,
        queued=QUEUED, most_packet=MOST_PACKET, most_message=MOST_BYTES, most_queued=MOST_QUEUED_BYTES,
    )  # fmt: skip
    return door + (f"certfile {files.certificate}\nkeyfile {files.key}\n" if files.certificate else "")


def access(hall: str, tables: Iterable[str]) -> str:
    """Return the access list: a table may use its own topics alone, and the hall all.

    The hall has one more user for each of these tables, which may use the topics of that table alone.
    """
    known = {"ask": ask_topic("%u"), "ack": ack_topic(hall, "%u"), "of_hall": hall_topic(hall)}
    whole = _template("access.conf").format(root=ROOT, user=HALL, hall=hall, **known)
    lasts = ("event", "state", "online")
    own = (
        f"user {receiver_of(table)}\n" + "".join(f"topic readwrite {ROOT}/{table}/{last}\n" for last in lasts)
        for table in tables
    )
    return "\n".join((whole, *own))


def _template(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def password_lines(passwords: Mapping[str, str], salts: Mapping[str, bytes]) -> str:
    """Return the file of passwords, as `mosquitto_passwd` writes it."""
    return "".join(f"{name}:{_hashed(secret, salts[name])}\n" for name, secret in sorted(passwords.items()))


def _hashed(secret: str, salt: bytes) -> str:
    found = pbkdf2_hmac("sha512", secret.encode(), salt, ITERATIONS)
    return f"$7${ITERATIONS}${base64.b64encode(salt).decode()}${base64.b64encode(found).decode()}"
