"""The command `command-table play`."""

import logging
import sys
from pathlib import Path

import click

from table.devices.service.lines import log_to_stderr
from table.program.early_end import ending_early
from table.program.shared_options import EXISTING_FILE
from table.words.terminal import print_line, print_lines


@click.command(epilog="\b\nExample:\n  command-table play evening.script")
@click.argument("scripts", type=EXISTING_FILE, nargs=-1, required=True)
@click.option("--verbose", "-v", is_flag=True, help="Print every line as it is played, and every event.")
def command(scripts: tuple[Path, ...], verbose: bool) -> None:
    """Replay scripts, and check what they expect.

    Each of SCRIPTS is played at an emulated table of its own, in virtual time and without a window. The exit status is
    1 if an expectation is not met or an act cannot be done, and 2 if a script cannot be read. The page "Scripts" of the
    documentation describes scripts.
    """
    log_to_stderr(logging.WARNING if verbose else logging.CRITICAL)
    with ending_early():
        sys.exit(_played(scripts, verbose))


def _played(scripts: tuple[Path, ...], verbose: bool) -> int:
    """Play scripts one after the other. Return the exit status."""
    from table.emulation.scripts.document import ScriptError, read_file
    from table.emulation.scripts.replay import StepError, play
    from table.words.progress import Progress

    worst = 0
    for path in scripts:
        progress = Progress()

        def say(now_s: float, line: str, path: Path = path, progress: Progress = progress) -> None:
            if verbose:
                print_line(f"{now_s:8.2f} s  {line}")
            else:
                progress.say(f"{path.name}: {now_s:.0f} s of virtual time")

        try:
            with progress:
                script = read_file(path)
                stage = play(script, say)
        except OSError as error:
            print_line(str(error), error=True)
            worst = 2
        except (ScriptError, StepError) as error:
            print_lines(*error.lines, error=True)
            worst = max(worst, 2 if isinstance(error, ScriptError) else 1)
        else:
            print_line(f"{path}: {len(script.steps)} lines, {stage.now_s:.0f} s of virtual time: as written")
    return worst
