"""The example client of the web program, with Python alone, follows a table, and returns after the program died."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from lab.figures.web.watched import web_program
from lab.local_machine import free_port
from table.devices.edge.line_socket import LineSocket
from tests.devices.edge.kit import AtTableTime, served
from tests.network.watched import WatchedTable
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "examples" / "follow_web.py"
STORY_S = 240.0
"""How long three programs may take to start, one after the other, on a machine that does much else."""


def test_it_is_short_and_needs_nothing_but_python() -> None:
    lines = [line for line in CLIENT.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= 40
    named = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
    assert {name.partition(".")[0] for name in named} - {"examples"} <= set(sys.stdlib_module_names)


@pytest.mark.campaign
@pytest.mark.timeout(STORY_S + PATIENCE_S)
def test_it_reports_the_story_of_a_table_whose_web_program_dies_meanwhile(table: WatchedTable) -> None:
    port = free_port()
    command = [sys.executable, "-m", "examples.follow_web", f"http://127.0.0.1:{port}", "de"]
    client = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    patience = threading.Timer(STORY_S, client.kill)
    patience.start()
    assert client.stdout is not None

    def until(words: str) -> None:
        while words not in (line := client.stdout.readline() if client.stdout else ""):
            assert line, words

    feed = LineSocket(AtTableTime(table.feed, lambda: table.now_s))
    try:
        with served(table.folder, feed) as edge:
            with web_program(table.folder, port) as program:
                until("1. ")
                program.kill()
            with web_program(table.folder, port):
                table.now_s += 1.0
                table.plays(blue=1, red=2)
                table.now_s += 1.0
                edge.wake()
                until("Blau hat eine Karte verriegelt.")
    finally:
        patience.cancel()
        client.kill()
        client.communicate()
