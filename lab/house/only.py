"""A kind of contract: what a room may import is listed, and nothing else may be. A new library is refused unheard."""

from collections.abc import Iterator

import grimp
from importlinter import Contract, ContractCheck, fields, output

Link = tuple[str, str]
"""The names of an importer and of what it imports."""


class OnlyContract(Contract):
    """The modules of `source_modules` import, directly, those of `allowed_modules` and of their own package alone.

    Packages of `apart_modules` lie within one of them, and are no part of it: it may not import them either.

    A `*` in a source stands for one name; each package that fits is a room of its own.
    """

    type_name = "only"

    source_modules = fields.ListField(subfield=fields.ModuleExpressionField())
    apart_modules = fields.ListField(subfield=fields.StringField(), required=False, default=[])
    allowed_modules = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        links = sorted(self._forbidden(graph))
        return ContractCheck(kept=not links, metadata={"links": links})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["links"]:
            output.print_error(f"- {importer} -> {imported} is in no list", bold=False)
        output.new_line()

    def _forbidden(self, graph: grimp.ImportGraph) -> Iterator[Link]:
        apart: tuple[str, ...] = tuple(self.apart_modules)  # type: ignore[arg-type]
        for source in self.source_modules:  # type: ignore[attr-defined]
            for room in graph.find_matching_modules(source.expression):
                allowed = (room, *self.allowed_modules)  # type: ignore[misc]
                for importer in (room, *graph.find_descendants(room)):
                    if _within(importer, apart):
                        continue
                    for imported in graph.find_modules_directly_imported_by(importer):
                        if not _within(imported, allowed) or _within(imported, apart):
                            yield importer, imported


def _within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == each or module.startswith(f"{each}.") for each in packages)
