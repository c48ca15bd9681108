"""Store the results of runs: a stopped run resumes, and a later run tries only what may have changed."""

import ast
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from lab.mutation.mutations import Mutant, Source
from lab.mutation.runner import Fate


class KeptModule(msgspec.Struct):
    """The fates of one module's mutants, by their names, and the hash of the module at that time."""

    text: str
    """SHA-256 of the module without its docstrings, comments and layout."""
    fates: dict[str, Fate] = {}
    commits: dict[str, str] = {}
    """The commit at which each mutant was run."""


class Kept:
    """The fates of earlier runs. A detected mutant is not run again while its module has the same code.

    If the only test that detected it was removed since, this is not noticed; a run without the file notices it.
    """

    def __init__(self, modules: Mapping[str, KeptModule]) -> None:
        self._modules = dict(modules)

    @classmethod
    def read(cls, path: Path) -> "Kept":
        """Return the stored results, or none if the file does not exist."""
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
        """Return the fate of a mutant that a test detected in this code, or None if the mutant has to be run."""
        module = self._of(source)
        fate = module.fates.get(str(mutant)) if module is not None else None
        return None if fate is None or fate.alive else fate

    def commits(self, sources: Iterable[Source]) -> list[str]:
        """Return the commits at which the mutants of these modules were run, without duplicates."""
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
