"""The chip for hosts in other languages, as the page about it shows it; and tags and scripts by name."""

import re
from pathlib import Path

import pytest

from sim_hardware.nfc.lone import LoneReader
from sim_hardware.nfc.naming import KINDS, place, tag, tags
from sim_hardware.nfc.script import read_script

PAGE = (Path(__file__).parents[3] / "docs/develop/emulated-readers.md").read_text("utf-8")


def test_the_example_of_the_page_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    exec(compile(example, "docs/develop/emulated-readers.md", "exec"), {})


def test_the_script_of_the_page_can_be_read() -> None:
    (script,) = [block for block in re.findall(r"```\n(.*?)```", PAGE, re.S) if "lay" in block]
    assert len(read_script(script)) == 7


def test_the_irq_line_reports_its_changes_and_reset_holds_the_chip() -> None:
    reader = LoneReader()
    levels: list[bool] = []
    reader.on_irq(levels.append)

    def write(register: int, value: int) -> None:
        reader.select()
        for byte in (register << 1, value):
            reader.advance(8_000)
            reader.exchange(byte)
        reader.deselect()

    write(0x02, 0x81)  # TimerIEn, inverted
    write(0x04, 0x81)  # Set1: TimerIRq
    assert (levels, reader.irq) == ([False], False)
    reader.hold_reset(True)
    reader.hold_reset(False)
    assert reader.irq


def test_tags_have_names() -> None:
    assert [type(tag(kind)).__name__ for kind in KINDS] == [*["Ntag"] * 3, *["Ultralight"] * 3, "Classic"]
    assert [each.uid.hex() for each in tags("ntag213:04A1B2C3D4E5F6+classic:DE:AD:BE:EF")] == [
        "04a1b2c3d4e5f6",
        "deadbeef",
    ]
    assert tags("") == ()
    assert (place("1.2").bus, place("1.2").device) == (1, 2)


@pytest.mark.parametrize("name", ["", "ntag", "ntag213:xyz", "ntag213:04", "classic:0102030405"])
def test_names_of_nothing_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"kind|UID"):
        tag(name)


@pytest.mark.parametrize(
    "line", ["1.0", "1.0 lay", "1.0 lay 0.0", "x lay 0.0 ntag213", "1 fly 0.0", "1 lay 0 ntag213", "1 noise 0.0 lots=1"]
)
def test_a_line_that_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_script(f"# a comment\n{line}\n")
