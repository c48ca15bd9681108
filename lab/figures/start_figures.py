"""Measure a player's waits: for the first picture, for the table after a crash, and for its end."""

from collections.abc import Iterator
from pathlib import Path

from lab.figure import Figure, at_most
from lab.figures.process import WIDE, running
from lab.headless import HeadlessParts, HeadlessTable
from lab.systems import systems
from table.records.temporary import temporary_folder

RUNS = 7
STOPS = 3
DUMMY = {"SDL_VIDEODRIVER": "dummy"}
EVENING_TURNS = 150
IN_MID_PAYOUT = "dispenser busy"
JAMMED = Path(__file__).with_name("jammed.script").read_text("utf-8")
"""A script in which a motor turns for seconds."""


def measure(seed: int) -> Iterator[Figure]:
    taken_s = []
    for _run in range(RUNS):
        with temporary_folder() as folder, running(folder, WIDE, DUMMY) as table:
            taken_s.append(table.first_picture_s)
    yield at_most("start.first_frame", taken_s, 0.4, "s")
    with temporary_folder() as folder:
        batches = evening(folder, seed)
        with running(folder, WIDE, DUMMY) as table:
            table.kill()
        taken_s = []
        for _run in range(RUNS):
            with running(Path(folder), WIDE, DUMMY) as table:
                taken_s.append(table.answers())
                table.kill()
    note = f"from kill -9 until a question of the resumed match of {batches} batches is answered"
    yield at_most("start.restart", taken_s, 1.0, "s", note=note)
    taken_s = []
    for _run in range(STOPS):
        with temporary_folder() as folder, running(folder, WIDE, DUMMY, script=JAMMED) as table:
            table.wait_for_log(IN_MID_PAYOUT)
            taken_s.append(table.stop())
    note = "from SIGTERM to the end of the process, while a motor turns"
    yield at_most("start.stop", taken_s, 2.0, "s", judged="max", note=note)


def evening(folder: Path, seed: int) -> int:
    """Leave an open match as long as a whole one. Return the number of batches in its journal."""
    parts, system = HeadlessParts(folder), next(systems())
    while True:
        table = HeadlessTable(parts, folder, system, seed)
        table.start()
        table.begin()
        play = table.session.play
        for _ in range(EVENING_TURNS):
            if play is not None and not play.state.ended:
                table.turn()
        if play is not None and not play.state.ended:
            table.session.close()
            return play.journal.count
        table.finish()
        seed += 1
