"""The tests that detected mutants of a place: one of them usually detects the next mutant there."""

import os
from collections.abc import Callable, Iterable
from tempfile import TemporaryFile
from typing import TypeVar

T = TypeVar("T")


class Killers:
    """A memory shared by short-lived processes: a file that each appends to and later ones read."""

    def __init__(self) -> None:
        self._file = TemporaryFile("a+b", buffering=0)  # noqa: SIM115

    def close(self) -> None:
        self._file.close()

    def add(self, place: str, test: str) -> None:
        """Record that this test detected a mutant of this place. Any process may call this, also after a fork."""
        self._file.write(f"{place}\t{test}\n".encode())

    def of(self, place: str) -> tuple[str, ...]:
        """Return the tests that detected mutants of this place, the latest first, each once."""
        size = os.fstat(self._file.fileno()).st_size
        lines = os.pread(self._file.fileno(), size, 0).decode().splitlines()
        there = (line.partition("\t") for line in reversed(lines))
        return tuple(dict.fromkeys(test for at, _, test in there if at == place))

    def first(self, place: str, tests: Iterable[T], name: Callable[[T], str]) -> list[T]:
        """Return the tests, first those that detected mutants of this place, the others in their order."""
        seers = {test: rank for rank, test in enumerate(self.of(place))}
        return sorted(tests, key=lambda test: seers.get(name(test), len(seers)))
