"""Compare our drivers with public ones on the same emulated chips: identify a card, and notice that there is none.

Run it by `make foreign`, which installs the libraries into a folder of their own. Each keeps its own defaults, such as
how long it waits for a card. Time is emulated: buses, serial line, chip and radio, but no time of a program.
"""

import importlib
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import click
from msgspec.structs import replace

from hal.last_frames import LastFrames
from hal.readers import Readers, ReaderSettings
from hal.readers.iso14443 import identify, wake
from hal.readers.package import open_package
from hal.readers.pn532.chip import Pn532Chip
from hal.readers.pn532.links import FIRST_BAUD, HsuLink
from hal.readers.pn532.settings import Pn532Settings
from hal.readers.pn532.speed import find, hasten
from hal.readers.transport import Transport
from lab.figure import Figure, NotMeasuredError, at_least, published
from lab.figures.figure_report import print_report, report
from sim_hardware.clock import MS, Clock, S
from sim_hardware.nfc import ReaderWorld
from sim_hardware.nfc.places import AnyPlace, HsuPlace, Place
from sim_hardware.nfc.tags import Classic, Ntag
from table.words.terminal import print_line

NAME, PATH = "desk", "/dev/serial0"
SPEED_HZ = 1_000_000
TYPE_A = 0
TIMES = 20
SHORT, LONG = bytes.fromhex("DEADBEEF"), bytes.fromhex("04A1B2C3D4E5F6")
OURS, ABSENT = "ours", "absent"
VIRTUAL_MS = "ms (virtual)"


class Cost(NamedTuple):
    """The cost of a call. `transfers` counts frames on SPI, and bytes on a serial line in both directions."""

    time_ms: float
    transfers: int


class Driver(NamedTuple):
    """A driver for one kind of chip. Both fields set it up on a desk's chip, and return its measurement."""

    identify: Callable[["PeerDesk"], Callable[[], bytes]]
    """Returns the UID that it finds in one call, in its usual way."""
    absent: Callable[["PeerDesk"], Callable[[], object]]
    """Looks for a card where none lies."""


class PeerDesk:
    """A chip of its own for each driver. All are alike."""

    def __init__(self, place: AnyPlace) -> None:
        self.clock = Clock()
        self.world = ReaderWorld(self.clock, {NAME: place}, seed=1)

    @property
    def transfers(self) -> int:
        if self.world.buses:
            return self.world.buses[0].traffic.transfers
        wire: Any = self.world.wire(NAME)
        bytes_: int = wire.bytes
        return bytes_

    def cost(self, action: Callable[[], object]) -> Cost:
        began_ns, before = self.clock.now_ns, self.transfers
        action()
        return Cost((self.clock.now_ns - began_ns) / MS, self.transfers - before)

    def time(self) -> Any:
        """Return a replacement of the module `time` that uses the emulated chip's clock."""
        return SimpleNamespace(
            sleep=lambda wait_s: self.clock.advance(round(wait_s * S)),
            time=lambda: self.clock.now_s,
            monotonic=lambda: self.clock.now_s,
        )


class PeerPort:
    """A look-alike of pyserial's port, over the emulated line. A read returns after its timeout."""

    def __init__(self, desk: PeerDesk, baud: int = FIRST_BAUD) -> None:
        self._clock, self._line, self._left = desk.clock, desk.world.serial(PATH), bytearray()
        self._line.set_baud(baud)
        self.timeout = 0.1
        self.port, self.baudrate = PATH, baud

    def open(self) -> None:
        """Do nothing: it is open."""

    def close(self) -> None:
        """Do nothing: it is used again."""

    def write(self, data: bytes) -> int:
        self._line.write(bytes(data))
        return len(data)

    @property
    def in_waiting(self) -> int:
        self._left += self._line.read(0.0)
        return len(self._left)

    def inWaiting(self) -> int:  # noqa: N802 (pyserial's old name)
        return self.in_waiting

    def read(self, size: int = 1) -> bytes:
        until_ns = self._clock.now_ns + round(self.timeout * S)
        while len(self._left) < size and self._clock.now_ns < until_ns:
            self._left += self._line.read((until_ns - self._clock.now_ns) / S)
        taken, self._left = bytes(self._left[:size]), self._left[size:]
        return taken

    def reset_input_buffer(self) -> None:
        self._line.read(0.0)
        self._left.clear()

    flushInput = reset_input_buffer  # noqa: N815 (pyserial's old name)

    def flushOutput(self) -> None:  # noqa: N802 (pyserial's old name)
        """Do nothing: all is written."""


@contextmanager
def lent(modules: Mapping[str, ModuleType]) -> Iterator[None]:
    """Replace modules that only exist on a Raspberry Pi, while a driver imports them."""
    kept = {name: sys.modules.pop(name) for name in modules if name in sys.modules}
    sys.modules.update(modules)
    try:
        yield
    finally:
        for name in modules:
            sys.modules.pop(name, None)
        sys.modules.update(kept)


@contextmanager
def fresh(package: str) -> Iterator[None]:
    """Forget the modules of a driver afterwards: each desk has its own."""
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            del sys.modules[name]


def module(name: str, **names: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(names)
    return made


# Our drivers.


def _our_rc522(desk: PeerDesk) -> Callable[[], bytes]:
    transport = Transport(open_package(desk.world.spidev, 0, 0, SPEED_HZ).spi, SPEED_HZ)
    transport.set_up(4)

    def found() -> bytes:
        wake(transport)
        return identify(transport).uid

    return found


def _our_pn532(desk: PeerDesk, most: int = 1) -> Callable[[], bytes]:
    chip = Pn532Chip(HsuLink(desk.world.serial(PATH)), LastFrames())
    find(chip)
    hasten(chip)
    chip.retries()
    chip.field(True)
    return lambda: b"".join(each.uid for each in chip.listed(most))


def _our_poll(desk: PeerDesk) -> Callable[[], object]:
    """Return the poll of a reader that has begun. It also checks that the chip still works."""
    if desk.world.buses:
        readers = Readers(desk.world.spidev, [ReaderSettings(NAME, speed_hz=SPEED_HZ)])
    else:
        readers = Readers(None, [Pn532Settings(NAME, lambda: HsuLink(desk.world.serial(PATH)), PATH)])
    for _ in range(8):
        readers.poll(desk.clock.now_s)
        desk.clock.advance(40 * MS)
    return lambda: readers.poll(desk.clock.now_s)


# Public drivers of the MFRC522.


def _mfrc522(desk: PeerDesk) -> Any:
    package: Any = open_package(desk.world.spidev, 0, 0, SPEED_HZ)
    if not hasattr(package, "MFRC522_Request"):
        raise ModuleNotFoundError(name="mfrc522")
    return package


def _mfrc522_identify(desk: PeerDesk) -> Callable[[], bytes]:
    package = _mfrc522(desk)

    def found() -> bytes:
        package.MFRC522_Request(package.PICC_REQIDL)
        _, uid = package.MFRC522_Anticoll()
        package.MFRC522_SelectTag(uid)
        return bytes(uid[:4])

    return found


def _mfrc522_absent(desk: PeerDesk) -> Callable[[], object]:
    package = _mfrc522(desk)
    return lambda: package.MFRC522_Request(package.PICC_REQIDL)


def _pi_rc522(desk: PeerDesk) -> Any:
    gpio = module("RPi.GPIO", BOARD=10, setmode=lambda _: None)
    rpi = module("RPi", GPIO=gpio)
    with lent({"spidev": desk.world.spidev, "RPi": rpi, "RPi.GPIO": gpio}), fresh("pirc522"):
        return importlib.import_module("pirc522").RFID(speed=SPEED_HZ, pin_rst=0, pin_irq=None)


def _pi_rc522_identify(desk: PeerDesk) -> Callable[[], bytes]:
    chip = _pi_rc522(desk)

    def found() -> bytes:
        uid = bytes(chip.read_id() or b"")
        if len(uid) == 4:  # it has selected only a card with a longer one
            chip.select_tag([*uid, uid[0] ^ uid[1] ^ uid[2] ^ uid[3]])
        return uid

    return found


# Public drivers of the PN532, on a serial line.


def _adafruit(desk: PeerDesk) -> Any:
    circuit_python = {
        "busio": module("busio", UART=object),
        "circuitpython_typing": module("circuitpython_typing", ReadableBuffer=bytes),
        "digitalio": module("digitalio", DigitalInOut=object, Direction=None),
        "micropython": module("micropython", const=lambda value: value),
    }
    with lent(circuit_python), fresh("adafruit_pn532"):
        base = importlib.import_module("adafruit_pn532.adafruit_pn532")
        uart = importlib.import_module("adafruit_pn532.uart")
    vars(base)["time"] = vars(uart)["time"] = desk.time()
    chip = uart.PN532_UART(PeerPort(desk))
    chip.SAM_configuration()
    return chip


def _adafruit_identify(desk: PeerDesk) -> Callable[[], bytes]:
    chip = _adafruit(desk)
    return lambda: bytes(chip.read_passive_target() or ())


def _pn532pi(desk: PeerDesk) -> Any:
    chip = importlib.import_module("pn532pi.nfc.pn532")
    link = importlib.import_module("pn532pi.interfaces.pn532hsu")
    vars(link)["Serial"] = lambda *_, **__: PeerPort(desk)
    driver = chip.Pn532(link.Pn532Hsu(0))
    driver.begin()
    if not driver.SAMConfig():
        raise NotMeasuredError("pn532pi does not reach the chip")
    return driver


def _pn532pi_identify(desk: PeerDesk) -> Callable[[], bytes]:
    driver = _pn532pi(desk)
    return lambda: bytes(driver.readPassiveTargetID(TYPE_A)[1])


def _nfcpy(desk: PeerDesk) -> tuple[Any, Any]:
    clf = importlib.import_module("nfc.clf")
    link = importlib.import_module("nfc.clf.transport")
    chips = [importlib.import_module(f"nfc.clf.{name}") for name in ("pn532", "pn53x")]
    for each in chips:
        vars(each)["time"] = desk.time()
    # It asks `stty -F PORT SPEED` whether the port has a higher speed, and uses the highest of up to 921,600 baud.
    offers = desk.world.lines[PATH].offers
    vars(chips[0])["os"] = SimpleNamespace(system=lambda command: int(command.split()[3]) > offers)
    vars(link)["serial"] = SimpleNamespace(
        Serial=lambda _, baud, **__: PeerPort(desk, baud), SerialTimeoutException=TimeoutError
    )
    return chips[0].init(link.TTY(PATH)), clf.RemoteTarget("106A")


def _nfcpy_identify(desk: PeerDesk) -> Callable[[], bytes]:
    device, target = _nfcpy(desk)

    def found() -> bytes:
        sensed = device.sense_tta(target)
        return b"" if sensed is None else bytes(sensed.sdd_res)

    return found


def _nfcpy_absent(desk: PeerDesk) -> Callable[[], object]:
    device, target = _nfcpy(desk)
    return lambda: device.sense_tta(target)


PLACES: Mapping[str, AnyPlace] = {
    "rc522": Place(0, 0),
    "pn532": HsuPlace(PATH),
    "pn532_slow_port": HsuPlace(PATH, FIRST_BAUD),
}
_RC522 = {
    OURS: Driver(_our_rc522, _our_poll),
    "mfrc522": Driver(_mfrc522_identify, _mfrc522_absent),
    "pi_rc522": Driver(_pi_rc522_identify, lambda desk: _pi_rc522(desk).request),
}
_PN532 = {
    OURS: Driver(_our_pn532, _our_poll),
    "adafruit": Driver(_adafruit_identify, lambda desk: _adafruit(desk).read_passive_target),
    "pn532pi": Driver(_pn532pi_identify, lambda desk: partial(_pn532pi(desk).readPassiveTargetID, TYPE_A)),
    "nfcpy": Driver(_nfcpy_identify, _nfcpy_absent),
}
DRIVERS: Mapping[str, Mapping[str, Driver]] = {"rc522": _RC522, "pn532": _PN532, "pn532_slow_port": _PN532}
BESIDE: Mapping[str, Driver] = {"ours_two": Driver(partial(_our_pn532, most=2), _our_poll)}
"""Drivers of the PN532 whose task is another one. They have no goal."""
NOTES = {
    "rc522": "frames on SPI at 1 MHz. Identify: from the request to a selected card, so that it can be read",
    "pn532": "bytes on a serial line, at the speed that each driver chooses: ours and nfcpy 921,600 baud, the others "
    "115,200. Identify: the chip's list of one card",
    "pn532_slow_port": "the same behind a port that has 115,200 baud at most",
    "ours_two": "what the table asks of a new card: the chip also looks for a second one, which no other driver does",
}
GIVES_UP = "it stops waiting after a second, without the chip's answer: 10 of our 27 bytes"
CARDS = {"4_bytes": (Classic, SHORT), "7_bytes": (Ntag, LONG)}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON.")
def main(as_json: bool) -> None:
    """Compare our drivers with public ones on the same emulated chips."""
    print_report(report("make foreign", 1, measure()), as_json)


def measure() -> Iterator[Figure]:
    """Yield the cost of each driver, and the ratio to ours. A driver that is not installed is left out."""
    for chip, place in PLACES.items():
        ours, *others = DRIVERS[chip].items()
        own = _costs(ours[1], place)
        yield from _figures(chip, ours[0], own, NOTES[chip])
        for name, driver in others:
            try:
                theirs = _costs(driver, place)
            except ModuleNotFoundError as error:
                print_line(f"{name} is not installed ({error.name}): make foreign installs it", error=True)
                continue
            yield from _figures(chip, name, theirs)
            yield from _compared(chip, name, own, theirs)
    for name, driver in BESIDE.items():
        with suppress(ModuleNotFoundError):
            place = PLACES["pn532"]
            own, theirs = _costs(DRIVERS["pn532"][OURS], place), _costs(driver, place)
            yield from _figures("pn532", name, theirs, NOTES[name])
            yield from (replace(each, goal=None, ok=True) for each in _compared("pn532", name, own, theirs))


def _figures(chip: str, name: str, costs: Mapping[str, Cost | None], note: str = "") -> Iterator[Figure]:
    for task, cost in costs.items():
        if cost is not None:
            yield published(f"reader.peers.{chip}.{name}.{task}.time", [cost.time_ms], VIRTUAL_MS, note=note)
            yield published(f"reader.peers.{chip}.{name}.{task}.transfers", [cost.transfers], "transfers")
            note = ""


def _compared(
    chip: str, name: str, own: Mapping[str, Cost | None], theirs: Mapping[str, Cost | None]
) -> Iterator[Figure]:
    for task, cost in theirs.items():
        ours = own[task]
        if ours is None:
            raise NotMeasuredError(f"our driver does not do {task} on {chip}")
        if cost is None:
            yield published(f"reader.peers.{chip}.{name}.{task}.whole", [0], "UIDs", note="it reads half of this UID")
            continue
        for what in ("time_ms", "transfers"):
            ratio = getattr(cost, what) / getattr(ours, what)
            figure = at_least(
                f"reader.peers.{chip}.{name}.{task}.{what.removesuffix('_ms')}_ratio", [ratio], 1, "x ours"
            )
            no_goal = replace(figure, goal=None, ok=True, note=GIVES_UP if ratio < 1 else "")
            yield figure if task != ABSENT or what == "time_ms" else no_goal


def _costs(driver: Driver, place: AnyPlace) -> dict[str, Cost | None]:
    """Return the cost of each task; None for a card that is not found whole."""
    costs = {f"identify_{card}": identified(driver, place, card) for card in CARDS}
    return {**costs, ABSENT: found_none(driver, place)}


def identified(driver: Driver, place: AnyPlace, card: str) -> Cost | None:
    """Return the median cost of a card that was just laid, or None if its whole UID was not found."""
    desk, (kind, uid) = PeerDesk(place), CARDS[card]
    find = driver.identify(desk)
    found: list[bytes] = []
    costs = []
    for _ in range(TIMES):
        tag = kind(uid)
        desk.world.lay(NAME, tag)
        desk.clock.advance(10 * MS)
        costs.append(desk.cost(lambda: found.append(find())))
        desk.world.lift(NAME, tag)
        desk.clock.advance(10 * MS)
    return _median(costs) if set(found) == {uid} else None


def found_none(driver: Driver, place: AnyPlace) -> Cost:
    desk = PeerDesk(place)
    look = driver.absent(desk)
    desk.clock.advance(10 * MS)
    costs = []
    for _ in range(TIMES):
        costs.append(desk.cost(look))
        desk.clock.advance(10 * MS)
    return _median(costs)


def _median(costs: list[Cost]) -> Cost:
    times, transfers = [each.time_ms for each in costs], [each.transfers for each in costs]
    return Cost(statistics.median(times), round(statistics.median(transfers)))


if __name__ == "__main__":
    main()
