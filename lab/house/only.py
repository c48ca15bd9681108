"""A contract that lists what a room may import. Everything else is refused, including new libraries."""

from collections.abc import Iterator

import grimp
from importlinter import Contract, ContractCheck, fields, output

Link = tuple[str, str]
"""(importer, imported module)"""


class OnlyContract(Contract):
    """Modules of `source_modules` may import directly only `allowed_modules` and their own package.

    A `*` in a source stands for one name; each matching package is a room of its own.
    """

    type_name = "only"

    source_modules = fields.ListField(subfield=fields.ModuleExpressionField())
    allowed_modules = fields.ListField(subfield=fields.StringField())

    def check(self, graph: grimp.ImportGraph, verbose: bool) -> ContractCheck:
        links = sorted(self._forbidden(graph))
        return ContractCheck(kept=not links, metadata={"links": links})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["links"]:
            output.print_error(f"- {importer} -> {imported} is in no list", bold=False)
        output.new_line()

    def _forbidden(self, graph: grimp.ImportGraph) -> Iterator[Link]:
        for source in self.source_modules:  # type: ignore[attr-defined]
            for room in graph.find_matching_modules(source.expression):
                allowed = (room, *self.allowed_modules)  # type: ignore[misc]
                for importer in (room, *graph.find_descendants(room)):
                    for imported in graph.find_modules_directly_imported_by(importer):
                        if not _within(imported, allowed):
                            yield importer, imported


def _within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == each or module.startswith(f"{each}.") for each in packages)
