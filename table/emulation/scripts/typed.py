"""A table that a test drives with a script's words."""

from textwrap import dedent

from table.emulation.scripts.document import read_script
from table.emulation.scripts.replay import ScriptReplay
from table.emulation.scripts.virtual_stage import VirtualStage
from table.emulation.virtual_table import VirtualTable
from table.view.published import Published


class TypedTable:
    def __init__(self, stage: VirtualStage) -> None:
        self.stage = stage

    def does(self, lines: str) -> None:
        """Play acts and expectations, one a line.

        Raises ScriptError, and StepError (an AssertionError) if a line fails.
        """
        ScriptReplay(read_script(dedent(lines), "<test>"), self.stage).run()

    @property
    def now(self) -> Published:
        """Return the published view."""
        return self.stage.now

    @property
    def table(self) -> VirtualTable:
        """Return the table with all its parts."""
        return self.stage.table
