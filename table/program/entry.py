"""The program's first step: signals are heeded before the rest of it is loaded, which takes longer than all this."""

from table.program.early_end import ending_by_signal


def main() -> None:
    """Run `command-table` with the arguments of this process, to its end."""
    ending_by_signal(_command_line)


def _command_line() -> None:
    from table.program.cli import main as command_line

    command_line(prog_name="command-table")
