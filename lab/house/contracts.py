"""Import contracts that bite: for each a forbidden import is planted, which it must refuse.

This needs `import-linter`. The imports are planted in the graph of all imports, which is built once.
"""

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

import grimp
import msgspec
from importlinter import Contract
from importlinter.api import read_configuration
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract
from importlinter.contracts.layers import LayersContract
from importlinter.contracts.protected import ProtectedContract
from msgspec import Struct

from lab.house.only import OnlyContract
from lab.house.sources import PROJECT, WITH_LAB
from table.rules.errors import ProgramError

TYPES: Mapping[str, type[Contract]] = MappingProxyType(
    {
        "acyclic_siblings": AcyclicSiblingsContract,
        "forbidden": ForbiddenContract,
        "independence": IndependenceContract,
        "layers": LayersContract,
        "only": OnlyContract,
        "protected": ProtectedContract,
    }
)
PLANTED = "planted.toml"


class Planted(Struct, frozen=True, forbid_unknown_fields=True):
    """A forbidden import, and the contract that must refuse it."""

    contract: str
    importer: str
    """A module of the product; with `new` one that does not exist yet."""
    imports: str
    """A module of the product, or a foreign package."""
    new: bool = False


class UnknownModuleError(ProgramError, LookupError):
    """A planted import names an unknown contract or module."""


@dataclass(frozen=True)
class Contracts:
    """The contracts of a checkout, and the graph of its imports."""

    by_name: Mapping[str, Contract]
    graph: grimp.ImportGraph

    @cached_property
    def broken(self) -> frozenset[str]:
        """Return the names of the contracts that are broken before an import is planted."""
        return frozenset(name for name, contract in self.by_name.items() if _breaks(contract, self.graph))

    def refuses(self, planted: Planted) -> bool:
        """Return True if this import breaks its contract, which is kept without it.

        Raises UnknownModuleError if the contract or a module does not exist.
        """
        if planted.contract not in self.by_name:
            raise UnknownModuleError(f"there is no contract {planted.contract!r}")
        with_it = _with(planted, self.graph)
        return planted.contract not in self.broken and _breaks(self.by_name[planted.contract], with_it)


def planted_imports() -> tuple[Planted, ...]:
    """Return all forbidden imports of `planted.toml`, in order."""
    written = tomllib.loads(resources.files(__package__).joinpath(PLANTED).read_text("utf-8"))
    return msgspec.convert(written["planted"], tuple[Planted, ...])


def every_pair(root: Path) -> tuple[Planted, ...]:
    """Return an import for each source module and each forbidden module of the contracts that forbid modules."""
    read: dict[str, Any] = read_configuration(str(root / PROJECT))
    return tuple(
        Planted(each["name"], source, forbidden)
        for each in read["contracts_options"]
        if each["type"] == "forbidden"
        for source in each["source_modules"]
        for forbidden in each["forbidden_modules"]
    )


def read_contracts(root: Path) -> Contracts:
    """Read the contracts of the checkout that this program runs from, and the imports of its modules."""
    read: dict[str, Any] = read_configuration(str(root / PROJECT))
    written = {each["name"]: each for each in read["contracts_options"]}
    by_name = {name: TYPES[each["type"]](name, read["session_options"], each) for name, each in written.items()}
    return Contracts(by_name, grimp.build_graph(*WITH_LAB, include_external_packages=True, cache_dir=None))


def _with(planted: Planted, graph: grimp.ImportGraph) -> grimp.ImportGraph:
    """Return a copy of the graph with the import added."""
    graph = deepcopy(graph)
    if planted.new:
        graph.add_module(planted.importer)
    elif planted.importer not in graph.modules:
        raise UnknownModuleError(f"there is no module {planted.importer}")
    if planted.imports not in graph.modules:
        if planted.imports.partition(".")[0] in WITH_LAB:
            raise UnknownModuleError(f"there is no module {planted.imports}")
        graph.add_module(planted.imports, is_squashed=True)
    graph.add_import(importer=planted.importer, imported=planted.imports, line_number=1, line_contents="planted")
    return graph


def _breaks(contract: Contract, graph: grimp.ImportGraph) -> bool:
    """True if the imports break a contract. A check removes ignored imports, so it gets a copy of the graph."""
    return not contract.check(deepcopy(graph), verbose=False).kept
