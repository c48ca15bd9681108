"""The second verifier, in another language: `tests/verifier/verify.mjs`, for those who have a checkout and Node."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from table.bench.scratch import scratch

SCRIPT = Path(__file__).parents[2] / "tests" / "verifier" / "verify.mjs"
AT_ONCE = 200
"""Files a call."""


class NoStrangerError(RuntimeError):
    """There is no Node here, or no checkout: the second verifier cannot be asked."""


def accepted(files: Iterable[bytes]) -> Iterator[bool]:
    """Whether it finds nothing wrong with each of the files, in their order."""
    todo = iter(files)
    with scratch() as folder:
        while chunk := list(islice(todo, AT_ONCE)):
            paths = [folder / str(n) for n in range(len(chunk))]
            for path, content in zip(paths, chunk, strict=True):
                path.write_bytes(content)
            told = _node(*map(str, paths)).splitlines()
            yield from (bool(json.loads(line)["ok"]) for line in told)


def every_byte(content: bytes) -> tuple[int, tuple[int, ...]]:
    """How many bytes it changed by itself, and the places whose change it did not find."""
    with scratch() as folder:
        path = folder / "match"
        path.write_bytes(content)
        told = json.loads(_node("--every-byte", str(path)))
    return told["tried"], tuple(told["missed"])


def _node(*arguments: str) -> str:
    node = shutil.which("node")
    if node is None or not SCRIPT.exists():
        raise NoStrangerError(f"Node ({node}) and {SCRIPT} are needed")
    return subprocess.run([node, str(SCRIPT), *arguments], capture_output=True, text=True, check=True).stdout
