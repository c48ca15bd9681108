"""The widths and structures of three systems, each against a compiled library that has them and checks arguments."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hal.events import TagPlaced
from hal.readers import Readers
from hal.readers.pcsc.abi import LITE, MAC, WINDOWS, Abi
from hal.readers.pcsc.found import readers_of
from hal.readers.pcsc.library import PcscLibrary
from hal.readers.pcsc.service import NO_READERS, NO_SERVICE, UNKNOWN_READER, PcscError, ReaderFlags
from hal.readers.pcsc.settings import PcscSettings

SOURCE = Path(__file__).with_name("imitation.c")
SYSTEMS = {"LITE": LITE, "MAC": MAC, "WINDOWS": WINDOWS}
PICC, SAM = "Läser PICC 0", "Läser SAM 0"
UID = bytes.fromhex("04A1B2C3D4E5F6")

Compiled = Callable[[str], Any]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """Return the library that imitates a system."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (cc)")
    if ctypes.sizeof(ctypes.c_void_p) != 8:
        pytest.skip("the imitations are for 64 bits")
    folder = tmp_path_factory.mktemp("pcsc")

    def library(system: str) -> Any:
        made = folder / f"{system}.so"
        if not made.exists():
            command = [compiler, "-std=c11", "-Wall", "-Werror", "-shared", "-fPIC", f"-D{system}", str(SOURCE)]
            subprocess.run([*command, "-o", str(made)], check=True)
        loaded = ctypes.CDLL(str(made))
        loaded.abi = SYSTEMS[system]  # type: ignore[attr-defined]
        return loaded

    return library


@pytest.fixture(params=SYSTEMS)
def library(request: pytest.FixtureRequest, compiled: Compiled) -> Any:
    return compiled(request.param)


def layout(abi: Abi) -> list[int]:
    state = abi.state
    offsets = [getattr(state, name).offset for name in ("current", "event", "atr_size", "atr")]
    return [ctypes.sizeof(state), *offsets, ctypes.sizeof(abi.io), ctypes.sizeof(abi.handle)]


def test_each_structure_is_laid_out_as_on_its_system(library: Any) -> None:
    assert layout(library.abi) == [library.imitation_layout(of) for of in range(7)]


def test_no_two_systems_are_alike() -> None:
    assert len({tuple(layout(abi)) for abi in SYSTEMS.values()}) == 3


def test_slots_are_listed_with_places_and_numbers(library: Any, tmp_path: Path) -> None:
    device = tmp_path / "1-1.4"
    device.mkdir()
    (device / "busnum").write_text("1\n")
    (device / "devnum").write_text("2\n")
    service = PcscLibrary(library, tmp_path)
    assert service.readers() == (PICC, SAM)
    picc, sam = (service.slot(name) for name in service.readers())
    place = r"USB\VID_072F&PID_223B\6&2B3C4D5E&0" if library.abi is WINDOWS else "1-1.4"
    assert (picc.usb, sam.usb, picc.serial) == (place, place, "SN42")
    assert picc.atr.hex() == "3b8f8001804f0ca0000003060300030000000068"
    assert (picc.flags, sam.flags) == (ReaderFlags.PRESENT, ReaderFlags.EMPTY)
    assert service.state(PICC).changes == 7
    (reader,) = readers_of((picc, sam))
    assert reader.contactless == PICC
    service.close()


def test_a_plug_is_noticed_once(library: Any) -> None:
    service = PcscLibrary(library)
    assert [service.plugged() for _ in range(3)] == [True, False, False]


def test_an_escape_command_reaches_the_reader(library: Any) -> None:
    reader = PcscLibrary(library).direct(PICC)
    assert reader.control(bytes.fromhex("FF00520000")) == b"\x90\x00"
    reader.disconnect()


def test_a_refusal_has_its_code(library: Any) -> None:
    service = PcscLibrary(library)
    for refused in (service.state, service.connect):
        with pytest.raises(PcscError) as error:
            refused("none")
        assert error.value.code == UNKNOWN_READER
    with pytest.raises(PcscError):
        service.connect(SAM).transmit(b"\0\0")


def test_a_card_is_read_by_the_shipped_driver(library: Any) -> None:
    readers = Readers(None, [PcscSettings("desk", lambda: PcscLibrary(library), "Läser")])
    events = [event for at in range(6) for event in readers.poll(at * 0.04)]
    (placed,) = (event for event in events if isinstance(event, TagPlaced))
    assert placed.tag.unseal().uid == UID
    readers.close()


class Stopped:
    """A library whose service does not run, as Windows' before the first reader was plugged in."""

    def __init__(self, abi: Abi) -> None:
        self.abi = abi

    def __getattr__(self, name: str) -> Any:
        return lambda *_: ctypes.c_int32(NO_SERVICE).value

    def __setattr__(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)


@pytest.mark.parametrize(("abi", "code"), [(WINDOWS, NO_READERS), (LITE, NO_SERVICE)])
def test_a_service_that_ends_without_readers_means_that_none_is_plugged_in(abi: Abi, code: int) -> None:
    with pytest.raises(PcscError) as error:
        PcscLibrary(Stopped(abi))
    assert error.value.code == code
