"""The program's first step: install the signal handlers before loading the rest, which takes longer."""

from table.program.early_end import ending_by_signal


def main() -> None:
    """Run `command-table` with the arguments of this process, to its end."""
    ending_by_signal(_command_line)


def _command_line() -> None:
    from table.program.cli import main as command_line

    command_line(prog_name="command-table")
