"""Run every mutant, in a fork with all rules loaded, or in one that reloads them for code that runs at import."""

import gc
import importlib.abc
import importlib.machinery
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from types import CodeType, ModuleType
from typing import NoReturn, TypeAlias, TypeVar

import msgspec
import pytest

from lab.mutation import suite
from lab.mutation.live import Swap, forget, functions, key, swap
from lab.mutation.mutations import Mutant, Source

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


ROOT = Path(__file__).parents[2]
RULES = (*sorted((ROOT / "table" / "rules").glob("*.py")), *sorted((ROOT / "table" / "games").glob("*/rules/**/*.py")))
"""The shared rules and each game's own rules. The match around them is not mutated."""
FILES = tuple(str(path) for path in RULES)
SURVIVED, KILLED, BROKEN = 0, 1, 70
"""Exit codes of a child. Any other code is caused by the mutant."""


class Fate(StrEnum):
    KILLED = "killed"
    ENDLESS = "endless"
    """A test did not end, or its process died, which counts as detected."""
    SURVIVED = "survived"
    UNSEEN = "unseen"
    """No test runs it."""

    @property
    def alive(self) -> bool:
        return self in (Fate.SURVIVED, Fate.UNSEEN)


class Seen(msgspec.Struct, frozen=True):
    """A message of the loaded process about a mutant: its fate, or the tests to run with reloaded rules."""

    place: int
    fate: Fate | None = None
    tests: tuple[tuple[str, float], ...] = ()
    further: tuple[tuple[str, float], ...] = ()
    """The tests that run if none of the others fails."""


def sources(only: str = "") -> list[Source]:
    found = []
    for path in RULES:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if module.startswith(only):
            found.append(Source(module, str(path), path.read_text("utf-8")))
    return found


Job: TypeAlias = tuple[Source, int]
"""A mutant: its module, and its index among the mutants of the module."""


def every_job(sources: Sequence[Source]) -> list[Job]:
    return [(source, index) for source in sources for index in range(len(source.mutants))]


def run(jobs: Sequence[Job], tests: Sequence[str], processes: int, report: Callable[[Mutant, Fate], None]) -> None:
    """Run these mutants against these tests. Loaded modules of `table` are loaded again."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "table"]:
        del sys.modules[name]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    suite.configure()
    suite.preload()
    reloading: list[Seen] = []
    for seen in _in_child(lambda send: _loaded(jobs, tests, processes, send)):
        source, index = jobs[seen.place]
        if seen.fate is None:
            reloading.append(seen)
        else:
            report(source.mutants[index], seen.fate)
    with closing(Killers()) as killers:
        for seen, fate in _forked(reloading, processes, lambda seen: _sees_reloaded(*jobs[seen.place], seen, killers)):
            source, index = jobs[seen.place]
            report(source.mutants[index], fate)


def _in_child(work: Callable[[Callable[[Seen], None]], None]) -> Iterator[Seen]:
    """Run the work in a child process, and yield its messages as they arrive."""
    end, start = os.pipe()
    child = os.fork()
    if not child:
        with os.fdopen(start, "wb", buffering=0) as pipe:
            _quit(lambda: work(lambda seen: (pipe.write(msgspec.json.encode(seen) + b"\n"), None)[1]))
    os.close(start)
    try:
        with os.fdopen(end, "rb") as pipe:
            for line in pipe:
                yield msgspec.json.decode(line, type=Seen)
    except BaseException:
        os.kill(child, signal.SIGKILL)  # the caller is gone, and nobody would read the rest
        raise
    finally:
        _, status = os.waitpid(child, 0)
    if status:
        raise RuntimeError("the tests could not be run; see above")


def _forked(jobs: Sequence[Seen], processes: int, sees: Callable[[Seen], bool]) -> Iterator[tuple[Seen, Fate]]:
    """Run each job in its own process, this many at once, and yield its fate."""
    running: dict[int, Seen] = {}
    left = list(reversed(jobs))
    while left or running:
        while left and len(running) < processes:
            job = left.pop()
            gc.freeze()  # a child that collects no garbage copies no memory
            child = os.fork()
            if not child:
                gc.disable()
                _quit(lambda job=job: sees(job))  # type: ignore[misc]
            running[child] = job
        ended, status = os.wait()
        if ended in running:
            yield running.pop(ended), _fate(status)


def _fate(status: int) -> Fate:
    match os.waitstatus_to_exitcode(status):
        case 0:
            return Fate.SURVIVED
        case 1:
            return Fate.KILLED
        case 70:
            raise RuntimeError("a mutant could not be run; see above")
        case _:
            pass
    return Fate.ENDLESS


def _quit(work: Callable[[], object]) -> NoReturn:
    """End a child process without running any clean-up of its parent."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        code = KILLED if work() else SURVIVED
    except BaseException:
        traceback.print_exc()
        code = BROKEN
    sys.stderr.flush()
    os._exit(code)


class _Loaded:
    """A pytest plugin that collects the tests, and runs the mutants instead of running each test once."""

    def __init__(self, jobs: Sequence[tuple[Source, int]], processes: int, send: Callable[[Seen], None]) -> None:
        self._jobs = jobs
        self._processes = processes
        self._send = send
        self._calls = suite.Calls(FILES)
        self._killers = Killers()
        self.failures = suite.TestFailures()
        self.done = False

    def pytest_sessionstart(self) -> None:
        self._calls.start()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        at_import = frozenset(map(key, self._calls.stop()))
        tests = suite.measure(session.items, FILES, self.failures)
        self._items = dict(zip((test.id for test in tests), session.items, strict=True))
        self._tests = sorted(tests, key=lambda test: test.cost_s)
        self._live = functions(FILES)
        forget("table")
        warm: list[Seen] = []
        self._swaps: dict[int, Swap] = {}
        for place, (source, index) in enumerate(self._jobs):
            change = swap(source.code(), source.code(index))
            if change is None or change.at_top or change.inmost in at_import:
                self._send(Seen(place, None, *self._near_and_far(source)))
                continue
            seeing = tuple((test.id, test.cost_s) for test in self._tests if change.inmost in test.calls)
            if seeing:
                self._swaps[place] = change
                warm.append(Seen(place, None, seeing))
            else:
                self._send(Seen(place, Fate.UNSEEN))
        for seen, fate in _forked(warm, self._processes, self._sees):
            self._send(Seen(seen.place, fate))
        self.done = True
        return True

    def _near_and_far(self, source: Source) -> tuple[tuple[tuple[str, float], ...], tuple[tuple[str, float], ...]]:
        """Return the tests that call this module, and those that call other modules of its package or no rules at all.

        The latter may read its tables. The shared rules belong to every package.
        """
        package = str(Path(source.path).parent)
        near = [test for test in self._tests if any(call[0] == source.path for call in test.calls)]
        there = {test.id for test in near}
        far = [
            test
            for test in self._tests
            if test.id not in there and (not test.calls or any(call[0].startswith(package) for call in test.calls))
        ]
        return tuple((test.id, test.cost_s) for test in near), tuple((test.id, test.cost_s) for test in far)

    def _sees(self, seen: Seen) -> bool:
        swapped = [
            (function, code)
            for changed, code in self._swaps[seen.place].changed
            for function in self._live.get(changed, ())
        ]
        if not swapped:
            raise RuntimeError(f"nothing that is loaded is changed by {self._swaps[seen.place].inmost}")
        for function, code in swapped:
            function.__code__ = code
        suite.bounded()
        place = repr(self._swaps[seen.place].inmost)
        tests = self._killers.first(place, seen.tests, lambda test: test[0])
        killer = suite.sees([(self._items[name], cost_s) for name, cost_s in tests], self.failures)
        if killer:
            self._killers.add(place, killer)
        return bool(killer)


def _loaded(
    jobs: Sequence[tuple[Source, int]], tests: Sequence[str], processes: int, send: Callable[[Seen], None]
) -> None:
    plugin = _Loaded(jobs, processes, send)
    pytest.main([*suite.QUIET, *tests], plugins=[plugin, plugin.failures])
    if not plugin.done:
        raise RuntimeError("the tests cannot be collected")


class _Mutated(importlib.machinery.SourceFileLoader):
    """Load one module with a mutant in it."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        return self._code


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, name: str, path: str, code: CodeType) -> None:
        self._name = name
        self._loader = _Mutated(name, path, code)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self._name:
            return None
        return importlib.machinery.ModuleSpec(fullname, self._loader, origin=self._loader.path)


class _Chosen:
    """A pytest plugin that runs these tests of one file in this order until one fails."""

    def __init__(self, tests: Sequence[tuple[str, float]]) -> None:
        self._tests = tests
        self.failures = suite.TestFailures()
        self.failed = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        there = [(items[name], cost_s) for name, cost_s in self._tests if name in items]
        self.failed = len(there) < len(self._tests) or bool(suite.sees(there, self.failures))
        return True


def _sees_reloaded(source: Source, index: int, by: Seen, killers: Killers) -> bool:
    mutant = source.mutants[index]
    sys.meta_path.insert(0, _Finder(mutant.module, source.path, source.code(index)))
    suite.bounded()
    files = killers.first(
        mutant.module, (*suite.by_file(by.tests), *suite.by_file(by.further)), lambda chosen: chosen[0]
    )
    killer = next((file for file, chosen in files if _file_sees(file, chosen)), "")
    if killer:
        killers.add(mutant.module, killer)
    loaded = sys.modules.get(mutant.module)
    if loaded is not None and not isinstance(loaded.__loader__, _Mutated):
        raise RuntimeError(f"{mutant.module} was loaded without the mutant")
    return bool(killer)


def _file_sees(file: str, tests: Sequence[tuple[str, float]]) -> bool:
    suite.time_for_loading()
    chosen = _Chosen(tests)
    with TemporaryDirectory() as folder:  # pytest's own folder is shared, and each process would clean it up
        status = pytest.main([*suite.QUIET, f"--basetemp={folder}/tests", file], plugins=[chosen, chosen.failures])
    return chosen.failed or chosen.failures.failed or status != pytest.ExitCode.OK
