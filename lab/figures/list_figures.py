"""Count how often list files are read from the start to an open match, with many lists in the table's folder."""

import os
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

from lab.figure import Figure, at_most, published
from table.emulation.scripts.document import read_script
from table.emulation.scripts.replay import play

LISTS = 20
OWN = "own-list-"
SAMPLES = "samples"
"""The folder of the sample lists."""


class Reads:
    """Count the files that this process opens for reading, on any thread, while `counted` is active.

    Python cannot remove an audit hook, and each hook slows the process down, so it is added at the first count and only
    once.
    """

    def __init__(self) -> None:
        self._opened: list[Path] | None = None
        self._hooked = False

    @contextmanager
    def counted(self) -> Iterator[list[Path]]:
        """Give a list, and add each opened file to it until the context ends."""
        if not self._hooked:
            sys.addaudithook(self._audit)
            self._hooked = True
        opened: list[Path] = []
        self._opened = opened
        try:
            yield opened
        finally:
            self._opened = None

    def _audit(self, event: str, details: tuple[Any, ...]) -> None:
        if event != "open" or self._opened is None:
            return
        name, _, flags = details
        if isinstance(name, str | bytes | os.PathLike) and flags & os.O_ACCMODE == os.O_RDONLY:
            self._opened.append(Path(os.fsdecode(name)))


def measure(seed: int) -> Iterator[Figure]:
    """Count reads of the players' own files. Reads of sample lists are published beside them."""
    opened = read_for_a_match(seed)
    own = sum(path.name.startswith(OWN) for path in opened)
    samples = sum(SAMPLES in path.parts for path in opened)
    note = f"{LISTS} lists of players in the table's folder, one match from the lobby"
    yield at_most("lists.reads_a_match", [own], LISTS, "reads", note=note)
    yield published("lists.reads_a_match.samples", [samples], "reads")


def read_for_a_match(seed: int) -> tuple[Path, ...]:
    """Return every file opened for reading from the start of the table until a match is open, once per read."""
    written = tomllib.loads(resources.files(__package__).joinpath("lists.toml").read_text("utf-8"))
    indented = "".join(f"    {line}\n" for line in written["list"].strip().splitlines())
    lists = "".join(f"list {OWN}{number:02}.json\n{indented}" for number in range(1, LISTS + 1))
    script = read_script(f"seed {seed}\n{lists}{written['acts']}", "lists.toml")
    with READS.counted() as opened:
        play(script)
    return tuple(opened)


READS = Reads()
