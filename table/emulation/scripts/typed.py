"""A table that is told what to do in a script's words, by a test."""

from textwrap import dedent

from table.emulation.scripts.document import read_script
from table.emulation.scripts.replay import Replay
from table.emulation.scripts.virtual_stage import VirtualStage
from table.emulation.virtual_table import VirtualTable
from table.view.published import Published


class TypedTable:
    def __init__(self, stage: VirtualStage) -> None:
        self.stage = stage

    def does(self, lines: str) -> None:
        """Acts and expectations, one a line. Raises ScriptError, and StepError (an AssertionError) where one fails."""
        Replay(read_script(dedent(lines), "<test>"), self.stage).run()

    @property
    def now(self) -> Published:
        """What the table shows to everybody."""
        return self.stage.now

    @property
    def table(self) -> VirtualTable:
        """All of its parts."""
        return self.stage.table
