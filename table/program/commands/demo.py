"""The command `command-table demo`."""

from pathlib import Path

import click

from table.program.early_end import ending_early
from table.program.shared_options import EXISTING_FILE, FOLDER
from table.words.terminal import print_line, stop_with


@click.command(epilog="\b\nExample:\n  command-table demo --seed 7 --rounds 1 --quiet")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of the chance. Another seed gives another match."
)
@click.option("--out", type=FOLDER, default=Path("demo-out"), show_default=True, help="Folder for the pictures.")
@click.option("--rounds", type=click.IntRange(1, 6), default=2, show_default=True, help="Rounds to play.")
@click.option("--game", "system", help="Play this game: its name in a configuration.")
@click.option(
    "--script", "script_file", type=EXISTING_FILE, help="Play this script instead, at the table that it describes."
)
@click.option("--quiet", is_flag=True, help="Print only the result.")
def command(seed: int, out: Path, rounds: int, system: str | None, script_file: Path | None, quiet: bool) -> None:
    """Let two bots play at an emulated table.

    It prints the acts of each part, needs no display, and runs on a virtual clock. A picture of the screen is saved at
    each step. The exit status is 1 if tray, journal and screen disagree at the end.
    """
    with ending_early():
        if script_file is not None:
            _play(script_file, out, quiet)
        else:
            _watched(seed, out, rounds, system, quiet)


def _watched(seed: int, out: Path, rounds: int, system: str | None, quiet: bool) -> None:
    """Let the bots play. End with status 1 if anything disagrees."""
    from table.devices.setup import setup_in
    from table.emulation.demo import Demo
    from table.emulation.virtual_table import VirtualTable
    from table.program.commands.config_option import not_written
    from table.records.temporary import temporary_folder
    from table.rules.text import text
    from table.words import Words
    from table.words.progress import Progress

    with temporary_folder() as folder:
        setup = setup_in(folder)
        if system is not None and setup.games.samples_of(system) is None:
            known = ", ".join(each for each in setup.games if setup.games.samples_of(each) is not None)
            stop_with(Words("en").say(text("app.no_such_game", system=system, known=known)), status=2)
        table = VirtualTable(setup, seed=seed)
        progress = Progress()

        def say(part: str, what: str) -> None:
            if quiet:
                progress.say(f"{table.clock.now_s:.0f} s of virtual time")
            else:
                print_line(f"{table.clock.now_s:8.2f} s  {part:<9}  {what}")

        try:
            demo = Demo(table, out, setup.words(), say, rounds, system or "")
            wrong = demo.run()
        except OSError as error:
            not_written(out, error)
        finally:
            spent_s = table.clock.now_s
            table.close()
            progress.clear()
    taken = demo.camera.taken
    print_line(f"{rounds} rounds in {spent_s:.0f} s of virtual time, seed {seed}; {taken} pictures in {out}/")
    if wrong:
        stop_with(*(f"disagreement: {problem}" for problem in wrong))
    print_line("tray, journal and view agree")


def _play(file: Path, out: Path, quiet: bool) -> None:
    from table.emulation.demo import Camera
    from table.emulation.scripts.document import ScriptError, ScriptStep, read_file
    from table.emulation.scripts.replay import StepError, play
    from table.emulation.scripts.stage import Stage

    def say(now_s: float, line: str) -> None:
        if not quiet:
            print_line(f"{now_s:8.2f} s  {line}")

    cameras: list[Camera] = []

    def photograph(step: ScriptStep, stage: Stage) -> None:
        if not cameras:
            cameras.append(Camera(out, stage.words))
        cameras[0].take(step.line.split()[0], stage.now, stage.now_s)

    try:
        script = read_file(file)
        play(script, say, photograph)
    except OSError as error:
        stop_with(str(error), status=2)
    except (ScriptError, StepError) as error:
        stop_with(*error.lines, status=2 if isinstance(error, ScriptError) else 1)
    print_line(f"{file}: as written; {sum(each.taken for each in cameras)} pictures in {out}/")
