"""A hall's folder is made, or extended by more tables. Tables that are there keep their passwords."""

import errno
import os
import secrets
import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hal.computer.files import replaced
from hal.computer.users import acts_as_root, give
from table.config.checks import HALL, is_name
from table.network.hall.organiser.folder import SETTINGS, HallSettings, read_settings
from table.network.hall.organiser.mosquitto_files import (
    ACCESS,
    CONFIG,
    PASSWORDS,
    BrokerFiles,
    access,
    configuration,
    password_lines,
)
from table.network.hall.wire.topics import receiver_of
from table.words.brought_file import content_of

TABLES = "tables"
BROKER = "broker"
BROKER_GROUP = "mosquitto"
SHARED, SHARED_FOLDER = 0o640, 0o750
SALT_BYTES = 12
MOST_PASSWORD_BYTES = 4096


class HallPlan(Struct, frozen=True):
    """The hall that is wanted."""

    hall: str
    tables: tuple[str, ...]
    address: str
    """The broker's address, as tables know it."""
    broker: BrokerFiles
    ca: str = ""
    """The file of the authority that signed the broker's certificate, as tables have it."""


def set_up(folder: Path, plan: HallPlan) -> tuple[str, ...]:
    """Make the folder, and return all its tables, including earlier ones.

    Root may run it again: all files but those of the broker then belong to the owner of the folder. Raises OSError, or
    ValueError for invalid settings.
    """
    tables = folder / TABLES
    tables.mkdir(parents=True, exist_ok=True)
    (folder / BROKER).mkdir(exist_ok=True)
    if not os.access(folder / BROKER, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder / BROKER))
    folder.chmod(0o711)
    tables.chmod(0o700)
    settings = _settings(folder, plan)
    names = sorted({*plan.tables, *tables_of(folder)})
    secret_of = {name: _password(tables / f"{name}.password") for name in names}
    for name in names:
        replaced(tables / f"{name}.toml", _of_table(plan, name).encode())
    replaced(folder / SETTINGS, _toml(msgspec.structs.asdict(settings)).encode())
    for path in (folder / SETTINGS, tables, *tables.iterdir()):
        _give_to_owner(folder, path)
    own = (HALL, *map(receiver_of, names))
    passwords = {**secret_of, **dict.fromkeys(own, settings.password)}
    salts = {name: os.urandom(SALT_BYTES) for name in passwords}
    for file, content in (
        (CONFIG, configuration(plan.broker, (folder / BROKER).absolute())),
        (ACCESS, access(plan.hall, names)),
        (PASSWORDS, password_lines(passwords, salts)),
    ):
        replaced(folder / BROKER / file, content.encode(), SHARED)
        _give_to_broker(folder / BROKER / file, SHARED)
    _give_to_broker(folder / BROKER, SHARED_FOLDER)
    return tuple(names)


def tables_of(folder: Path) -> tuple[str, ...]:
    """Return the tables for which a hall's folder was made, including those with a password that was moved away."""
    files = (each for each in (folder / TABLES).glob("*.*") if each.suffix in (".password", ".toml"))
    return tuple(sorted({each.stem for each in files if is_name(each.stem)}))


def _give_to_owner(folder: Path, path: Path) -> None:
    """Give the path to the folder's owner. Nobody but root needs this."""
    if acts_as_root():
        give(path, folder.stat())


def _give_to_broker(path: Path, mode: int) -> None:
    """Let the broker's group read it, independent of the umask. Without such a group, use the owner's."""
    path.chmod(mode)
    with suppress(LookupError, OSError):
        shutil.chown(path, group=BROKER_GROUP)


def _settings(folder: Path, plan: HallPlan) -> HallSettings:
    try:
        before = read_settings(folder)
    except FileNotFoundError:
        before = HallSettings(password=secrets.token_urlsafe(18))
    tls = bool(plan.broker.certificate)
    address = plan.address if tls else before.broker  # a certificate is of the name that tables know
    return replace(before, hall=plan.hall, port=plan.broker.port, tls=tls, ca=plan.ca, broker=address)


def _password(file: Path) -> str:
    with suppress(FileNotFoundError):
        return content_of(file, MOST_PASSWORD_BYTES).decode().strip()
    secret = secrets.token_urlsafe(18)
    replaced(file, f"{secret}\n".encode())
    return secret


def _of_table(plan: HallPlan, name: str) -> str:
    """Return the lines for a table's own configuration."""
    keys: Iterable[tuple[str, object]] = (
        ("broker", plan.address),
        ("port", plan.broker.port),
        ("table", name),
        ("hall", plan.hall),
        ("password_file", "/etc/command-table/hall-password"),
        *((("tls", True), ("ca", plan.ca)) if plan.broker.certificate else ()),
    )
    return f"[hall]\n{_toml(dict(keys))}"


def _toml(values: Mapping[str, object]) -> str:
    """Return a table of TOML: its texts, numbers and lists of texts are spelt as JSON spells them."""
    return "".join(f"{key} = {msgspec.json.encode(value).decode()}\n" for key, value in values.items())
