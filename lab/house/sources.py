"""The modules of a checkout as syntax trees, and their imports."""

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

PACKAGES = ("table", "hal", "firmware_bridge", "sim_hardware")
"""The packages of the product."""
WITH_LAB = (*PACKAGES, "lab")
PROJECT = "pyproject.toml"

Import: TypeAlias = tuple[str, str]
"""(importing module, imported module)"""


@dataclass(frozen=True)
class Sources:
    """Every module of the product by its Python name. A package's `__init__` has the package's name."""

    trees: Mapping[str, ast.Module]
    packages: frozenset[str]

    @cached_property
    def nodes(self) -> Mapping[str, tuple[ast.AST, ...]]:
        """Return every node of each module. The trees are walked once, which takes longer than parsing."""
        return {module: tuple(ast.walk(tree)) for module, tree in self.trees.items()}

    @property
    def modules(self) -> frozenset[str]:
        return frozenset(self.trees)

    def loose(self, package: str) -> frozenset[str]:
        """Return the modules whose files lie directly in the package's folder, including its `__init__`."""
        children = {name for name in self.trees if name.rpartition(".")[0] == package}
        return frozenset({package} | children - self.packages)

    def empty(self, package: str) -> bool:
        """True if the package's `__init__` contains only a docstring."""
        return all(_is_docstring(statement) for statement in self.trees[package].body)


def checkout() -> Path | None:
    """Return the folder of the checkout that contains this file, or None for an installed copy."""
    root = Path(__file__).parents[2]
    return root if (root / PROJECT).is_file() else None


def read_sources(root: Path) -> Sources:
    """Read the product's modules of a checkout. Raises OSError and SyntaxError."""
    trees, packages = {}, set()
    for top in PACKAGES:
        for path in sorted((root / top).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            if parts[-1] == "__init__":
                parts = parts[:-1]
                packages.add(".".join(parts))
            trees[".".join(parts)] = ast.parse(path.read_bytes(), str(path))
    return Sources(trees, frozenset(packages))


def imports(sources: Sources) -> frozenset[Import]:
    """Return every import between modules of the product, including those within functions and under TYPE_CHECKING."""
    found = set()
    modules = sources.modules
    for module, nodes in sources.nodes.items():
        package = module if module in sources.packages else module.rpartition(".")[0]
        for name in imported_names(nodes, package):
            target = _own(name, modules)
            if target and target != module:
                found.add((module, target))
    return frozenset(found)


def imported_names(nodes: Iterable[ast.AST], package: str) -> Iterator[str]:
    """Return the full names of all imports; `package` is the base of relative imports."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join((*above, *filter(None, (node.module,))))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def strings(nodes: Collection[ast.AST]) -> Iterator[str]:
    """Return the string literals of a module, including its docstrings."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _own(name: str, modules: frozenset[str]) -> str:
    """Return the module that contains a name (`table.words.Words` is in `table.words`), or "" for a foreign name."""
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
