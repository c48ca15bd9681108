"""The log's first entry: program, computer and configuration."""

import logging
import platform
from collections.abc import Iterable

from table import __version__, checkout

log = logging.getLogger(__name__)


def log_head(configured: Iterable[str]) -> None:
    """Write the head. Called once, at the program's start, before any thread. `configured` has no secrets."""
    commit = checkout()
    version = f"{__version__} ({commit})" if commit else __version__
    machine = f"{platform.system()} {platform.release()} {platform.machine()}"
    log.info("command-table %s, Python %s, %s", version, platform.python_version(), machine)
    log.info("configuration: %s", "\n".join(configured) or "as without a file")
