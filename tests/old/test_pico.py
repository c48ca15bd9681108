"""The dispenser starts over flash that an old firmware wrote, and remembers the jobs that it remembered then."""

import subprocess
from pathlib import Path

import pytest

from tests.firmware_bridge.firmware.test_micropython import tool
from tests.firmware_bridge.firmware.unix_port import PROJECT
from tests.old import doors
from tests.old.kept import OLD, facts, unpacked

THEN = facts("pico/facts.json")


@pytest.mark.parametrize("name", ["outcomes", "many"])
def test_it_remembers_what_became_of_each_job(name: str, tmp_path: Path) -> None:
    flash = tmp_path / "flash.bin"
    flash.write_bytes(unpacked(f"pico/{name}.bin.xz"))
    pico, then = doors.Pico(flash), THEN[name]
    here = pico.prints("hello", 1)
    assert {"store": here[5], "counter": here[8]} == then["here"]
    answers = {job: pico.prints("ask", 2, job) for job in then["jobs"]}
    reported = {job: words[2:] if words[0] == "job" else [words[0], *words[2:]] for job, words in answers.items()}
    assert reported == then["jobs"]


def test_it_begins_no_job_twice_and_no_new_one_out_of_turn(tmp_path: Path) -> None:
    flash = tmp_path / "flash.bin"
    flash.write_bytes(unpacked("pico/outcomes.bin.xz"))
    pico = doors.Pico(flash)
    boot, counter = pico.prints("hello", 1)[3], int(THEN["outcomes"]["here"]["counter"])
    pico.prints("enable", 2, boot)
    assert pico.prints("pay", 3, "done-1", 0, 3, counter)[2:] == THEN["outcomes"]["jobs"]["done-1"]
    assert pico.prints("pay", 4, "new-1", 0, 1, counter - 1)[0:3:2] == ["no", "counter"]
    assert pico.prints("pay", 5, "new-1", 0, 1, counter)[2:4] == ["new-1", "0"]


def test_on_micropython_the_sectors_within_its_file_system_are_found_and_read(tmp_path: Path) -> None:
    """130 jobs, over more than one sector; the newest 24 are remembered."""
    flash = tmp_path / "flash.bin"
    flash.write_bytes(unpacked("pico/littlefs.bin.xz"))
    result = subprocess.run(
        [tool("micropython"), "tests/old/unix_door.py", str(flash)],
        cwd=PROJECT,
        env={"MICROPYPATH": "."},
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    assert result.stdout == (OLD / "pico" / "littlefs.txt").read_text("utf-8")
    assert flash.read_bytes() == unpacked("pico/littlefs.bin.xz"), "reading wears nothing"
