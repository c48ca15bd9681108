"""The whole program runs without what Windows lacks. It is no Windows: `lab/platforms/world` states what is gone."""

import sys
from pathlib import Path

import pytest

import table.games.legion.lists
from lab.platforms.blocked_world import EVENING, BlockedWorld, evening

SAMPLE = Path(table.games.legion.lists.__file__).parent / "samples/current/rebels_leia_luke.json"
SCRIPTS = Path(__file__).parents[2] / "examples" / "matches"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
    pytest.mark.skipif(sys.platform != "linux", reason="open files are looked up in /proc"),
]


REFUSALS = """
import os, select, socket, asyncio, signal, table.records.disk as ours
def refused(act, error):
    try:
        act()
    except error:
        return
    print("not refused:", act.__code__.co_names)
open("held", "w", encoding="ascii").close()
held = open("held", encoding="ascii")
refused(lambda: exec("import fcntl", vars(ours)), ModuleNotFoundError)
refused(lambda: os.geteuid(), AttributeError)
refused(lambda: socket.AF_UNIX, AttributeError)
refused(lambda: signal.SIGHUP, AttributeError)
refused(lambda: os.replace("held", "other"), PermissionError)
refused(lambda: os.remove("held"), PermissionError)
refused(lambda: os.open(".", os.O_RDONLY), PermissionError)
refused(lambda: open("12:30", "w", encoding="ascii"), OSError)
refused(lambda: select.select([os.pipe()[0]], [], [], 0), OSError)
refused(lambda: exec("open('held')", {"__name__": "table.words"}), EncodingWarning)
loop = asyncio.SelectorEventLoop()
refused(lambda: loop.add_signal_handler(2, print), NotImplementedError)
loop.close()
"""


@pytest.fixture
def world(tmp_path: Path) -> BlockedWorld:
    return BlockedWorld(tmp_path)


def test_that_world_refuses_what_windows_refuses(world: BlockedWorld) -> None:
    assert "not refused" not in world.python("-c", REFUSALS)


def test_every_module_can_be_imported(world: BlockedWorld) -> None:
    found, failed = world.modules()
    assert failed == []
    assert found > 800


@pytest.mark.campaign
def test_the_demo_and_scripts_are_played(world: BlockedWorld) -> None:
    assert "tray, journal and view agree" in world.run("demo", "--rounds", "1")
    assert "as written" in world.run("play", str(SCRIPTS / "legion_classic.script"))


def test_a_list_is_imported_stored_and_listed_whatever_the_code_page(world: BlockedWorld) -> None:
    world.run("import", str(SAMPLE), "--save", "Łódź")
    assert "\\u0141\\xf3d\\u017a" in world.run("lists").replace("ó", "\\xf3")


@pytest.mark.campaign
def test_an_evening_is_played_and_kept(world: BlockedWorld) -> None:
    stated = dict(evening(world))
    assert len(stated) == EVENING
    assert "Another command-table (process" in stated["another run"], "the state folder is held"
    assert "private files: here the access list of your profile" in stated["doctor"], (
        "it claims nothing that it cannot see"
    )
    assert list((world.folder / ".command-table").iterdir()) == [], "the sockets are gone with the table"
