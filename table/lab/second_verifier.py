"""The second verifier, in another language: `tests/verifier/verify.mjs`, for those who have a checkout and Node."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from table.lab.temporary_folder import scratch
from table.rules.errors import OwnerError

SCRIPT = Path(__file__).parents[2] / "tests" / "verifier" / "verify.mjs"
AT_ONCE = 200
"""Files a call."""


class NoStrangerError(OwnerError, RuntimeError):
    """There is no Node here, or no checkout: the second verifier cannot be asked."""


def accepted(files: Iterable[bytes]) -> Iterator[bool]:
    """Whether it finds nothing wrong with each of the files, in their order."""
    return (bool(said["ok"]) for said in told(files))


def told(files: Iterable[bytes]) -> Iterator[Mapping[str, Any]]:
    """All that it says of each."""
    todo = iter(files)
    with scratch() as folder:
        while chunk := list(islice(todo, AT_ONCE)):
            paths = [folder / str(n) for n in range(len(chunk))]
            for path, content in zip(paths, chunk, strict=True):
                path.write_bytes(content)
            yield from map(json.loads, _node(*map(str, paths)).splitlines())


def every_byte(content: bytes) -> tuple[int, tuple[int, ...]]:
    """How many bytes it changed by itself, and the places whose change it did not find."""
    with scratch() as folder:
        path = folder / "match"
        path.write_bytes(content)
        found = json.loads(_node("--every-byte", str(path)))
    return found["tried"], tuple(found["missed"])


def _node(*arguments: str) -> str:
    node = shutil.which("node")
    if node is None or not SCRIPT.exists():
        raise NoStrangerError(f"Node ({node}) and {SCRIPT} are needed")
    return subprocess.run([node, str(SCRIPT), *arguments], capture_output=True, text=True, check=True).stdout
