"""The log's first entry: program, computer and configuration."""

import logging
import platform
from collections.abc import Iterator
from typing import Any

import msgspec

from table import __version__, checkout
from table.config import Config
from table.config.schema import defaults

log = logging.getLogger(__name__)


def log_head(config: Config) -> None:
    """Write the head. Called once, at the program's start, before any thread; the configuration has no secrets."""
    commit = checkout()
    version = f"{__version__} ({commit})" if commit else __version__
    machine = f"{platform.system()} {platform.release()} {platform.machine()}"
    log.info("command-table %s, Python %s, %s", version, platform.python_version(), machine)
    log.info("configuration: %s", "\n".join(differences(config)) or "as without a file")


def differences(config: Config) -> list[str]:
    """Return a line for each key that the file of this world has set to another value."""
    usual, chosen = (dict(_flat("", msgspec.to_builtins(each))) for each in (defaults(config.world), config))
    set_here = [f"{key} = {value!r}" for key, value in chosen.items() if usual.get(key, ...) != value]
    return set_here + [f"{key} is not there" for key in usual if key not in chosen]


def _flat(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the value under its dotted key, or each of its parts."""
    match value:
        case dict():
            parts = [(str(name), part) for name, part in value.items()]
        case list() | tuple() if value and isinstance(value[0], dict):
            parts = [(str(n), part) for n, part in enumerate(value)]
        case _:
            yield key, value
            return
    for name, part in parts:
        yield from _flat(f"{key}.{name}" if key else name, part)
