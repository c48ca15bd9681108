"""`python -m lab.two_tables`: check the model of a match between two tables, and that its controls are found."""

import shutil
import subprocess
import sys
from pathlib import Path

from lab.figure import Figure, at_least, at_most, published
from lab.figures.figure_report import print_report, report
from lab.temporary_folder import temporary_folder
from lab.two_tables.model_cases import CASES, Case, Explored, explored
from table.words.terminal import print_line

HERE = Path(__file__).parent
NEEDED = ("spin", "gcc")
LONGEST_S = 1800.0


def main() -> int:
    """Check every case. Return the exit status: 2 if a program is missing."""
    if missing := [name for name in NEEDED if shutil.which(name) is None]:
        install = f"sudo apt-get install {' '.join(missing)}"
        print_line(f"model: {', '.join(missing)} not found. Install: {install}", error=True)
        return 2
    figures = figures_of([(case, run(case)) for case in CASES])
    print_report(report("make model", 0, figures), False)
    return 0 if all(figure.ok for figure in figures) else 1


def run(case: Case) -> Explored:
    """Let spin explore a case in a folder of its own. Raises `subprocess.CalledProcessError` if it cannot."""
    with temporary_folder() as folder:
        source = str(HERE / case.file)
        subprocess.run(["spin", *case.options, "-a", source], cwd=folder, check=True, capture_output=True)
        compiled = ["gcc", "-O2", "-w", "-DSAFETY", "-DVECTORSZ=1024", "-DCOLLAPSE", "-o", "pan", "pan.c"]
        subprocess.run(compiled, cwd=folder, check=True, capture_output=True)
        checked = subprocess.run(
            ["./pan", "-m1000000"], cwd=folder, check=True, capture_output=True, text=True, timeout=LONGEST_S
        )
    return explored(checked.stdout)


def figures_of(results: list[tuple[Case, Explored]]) -> tuple[Figure, ...]:
    """Return the states explored, the errors of the protocol, and the controls found."""
    sound = [result for case, result in results if not case.control]
    controls = [result for case, result in results if case.control]
    found = sum(result.errors > 0 for result in controls)
    return (
        published("two_tables.model", [sum(result.states for result in sound)], "states"),
        published("two_tables.model.depth", [max(result.depth for result in sound)], "steps"),
        at_most("two_tables.model.errors", [sum(result.errors + (not result.whole) for result in sound)], 0, "errors"),
        at_least("two_tables.model.controls", [found], len(controls), "controls"),
    )


if __name__ == "__main__":
    sys.exit(main())
