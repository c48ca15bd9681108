"""What earlier runs found: a run that was stopped goes on, and a later one tries only what may have changed."""

import ast
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from lab.mutation.mutations import Mutant, Source
from lab.mutation.runner import Fate


class KeptModule(msgspec.Struct):
    """The fates of one module's mutants, by their names, and what the module said when they were found."""

    text: str
    """SHA-256 of the module without its docstrings, comments and layout."""
    fates: dict[str, Fate] = {}
    commits: dict[str, str] = {}
    """The commit at which each was run."""


class Kept:
    """The fates of earlier runs. A mutant that a test saw stands, as long as its module does the same.

    That a test which was taken away since had been the only one to see it is what this does not notice: a run without
    the file does.
    """

    def __init__(self, modules: Mapping[str, KeptModule]) -> None:
        self._modules = dict(modules)

    @classmethod
    def read(cls, path: Path) -> "Kept":
        """Return what the file says; nothing if it is not there."""
        if not path.exists():
            return cls({})
        return cls(msgspec.json.decode(path.read_bytes(), type=dict[str, KeptModule]))

    def write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(msgspec.json.encode(self._modules))

    def add(self, source: Source, mutant: Mutant, fate: Fate, commit: str) -> None:
        module = self._of(source) or KeptModule(_text(source))
        module.fates[str(mutant)] = fate
        module.commits[str(mutant)] = commit
        self._modules[mutant.module] = module

    def stands(self, source: Source, mutant: Mutant) -> Fate | None:
        """Return the fate of a mutant that need not be run again: a test saw it in this very code."""
        module = self._of(source)
        fate = module.fates.get(str(mutant)) if module is not None else None
        return None if fate is None or fate.alive else fate

    def commits(self, sources: Iterable[Source]) -> list[str]:
        """Return the commits at which the mutants of these modules were run, without doubles."""
        there = (module.commits.values() for source in sources if (module := self._of(source)) is not None)
        return sorted({commit for commits in there for commit in commits})

    def _of(self, source: Source) -> KeptModule | None:
        module = self._modules.get(source.module)
        return module if module is not None and module.text == _text(source) else None


def _text(source: Source) -> str:
    tree = ast.parse(source.written)
    for node in ast.walk(tree):
        for part in getattr(node, "body", ()) if isinstance(node, _SPEAKS) else ():
            if (
                isinstance(part, ast.Expr)
                and isinstance(part.value, ast.Constant)
                and isinstance(part.value.value, str)
            ):
                part.value.value = ""
    return sha256(ast.dump(tree).encode()).hexdigest()


_SPEAKS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
