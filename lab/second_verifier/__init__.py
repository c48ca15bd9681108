"""The second verifier, in another language (`verify.mjs`). It needs Node."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from lab.temporary_folder import temporary_folder
from table.rules.errors import OwnerError

SCRIPT = Path(__file__).with_name("verify.mjs")
AT_ONCE = 200
"""The number of files in one call."""


class NoSecondVerifierError(OwnerError, RuntimeError):
    """The second verifier cannot run: Node is missing."""


def accepted(files: Iterable[bytes]) -> Iterator[bool]:
    """Return for each file whether the verifier accepts it, in order."""
    return (bool(output["ok"]) for output in outputs(files))


def outputs(files: Iterable[bytes]) -> Iterator[Mapping[str, Any]]:
    """Yield the verifier's output for each file."""
    todo = iter(files)
    with temporary_folder() as folder:
        while chunk := list(islice(todo, AT_ONCE)):
            paths = [folder / str(n) for n in range(len(chunk))]
            for path, content in zip(paths, chunk, strict=True):
                path.write_bytes(content)
            yield from map(json.loads, _node(*map(str, paths)).splitlines())


def every_byte(content: bytes) -> tuple[int, tuple[int, ...]]:
    """Return how many bytes the verifier changed itself, and the places of the changes that it missed."""
    with temporary_folder() as folder:
        path = folder / "match"
        path.write_bytes(content)
        found = json.loads(_node("--every-byte", str(path)))
    return found["tried"], tuple(found["missed"])


def _node(*arguments: str) -> str:
    node = shutil.which("node")
    if node is None:
        raise NoSecondVerifierError("Node is missing: install nodejs")
    return subprocess.run([node, str(SCRIPT), *arguments], capture_output=True, text=True, check=True).stdout
