"""Which tests saw the mutants of a place: the next mutant there is most often seen by one of them."""

import os
from collections.abc import Callable, Iterable
from tempfile import TemporaryFile
from typing import TypeVar

T = TypeVar("T")


class Killers:
    """A memory of processes that are thrown away: a file that each of them adds to, and the next ones read."""

    def __init__(self) -> None:
        self._file = TemporaryFile("a+b", buffering=0)  # noqa: SIM115

    def close(self) -> None:
        self._file.close()

    def add(self, place: str, test: str) -> None:
        """Say that this test saw a mutant of this place. Any process may call it, after a fork as well."""
        self._file.write(f"{place}\t{test}\n".encode())

    def of(self, place: str) -> tuple[str, ...]:
        """Return the tests that saw mutants of this place, the latest first, each once."""
        size = os.fstat(self._file.fileno()).st_size
        lines = os.pread(self._file.fileno(), size, 0).decode().splitlines()
        there = (line.partition("\t") for line in reversed(lines))
        return tuple(dict.fromkeys(test for at, _, test in there if at == place))

    def first(self, place: str, tests: Iterable[T], name: Callable[[T], str]) -> list[T]:
        """Return the tests with those first that saw mutants of this place; the others stay in their order."""
        seers = {test: rank for rank, test in enumerate(self.of(place))}
        return sorted(tests, key=lambda test: seers.get(name(test), len(seers)))
