"""The harnesses at the Raspberry Pi's header, from a configuration: readers and panels."""

from collections.abc import Iterator

from lab.pages.harness.drawn import Connector, Harness, HarnessCable, HarnessWire, PinOf
from lab.pages.harness.headers import PI, PI_3V3, PI_GROUND
from table.config import Config
from table.config.schema import PanelConfig, ReaderConfig

SPI_PINS = ({"SCK": 11, "MOSI": 10, "MISO": 9}, {"SCK": 21, "MOSI": 20, "MISO": 19})
SELECT_PINS = {(0, 0): 8, (0, 1): 7, (1, 0): 18, (1, 1): 17, (1, 2): 16}
"""The chip selects by bus and device, as the kernel's overlays define them."""
READER_POWER = ((PI_3V3[1], 20), (PI_3V3[0], 14))
"""The 3.3 V and ground pins of two boards; a third board shares those of the first."""
PANEL_GROUND = (9, 34)
RC522_WIRE_M, PANEL_WIRE_M, BOARD_WIRE_M, USB_M = 0.2, 2.0, 0.2, 5.0
BUTTONS = (("previous", "WH"), ("next", "YE"), ("confirm", "GY"))
LAMPS = (("lamp_red", "RD"), ("lamp_green", "GN"), ("lamp_blue", "BU"))


def rc522(config: Config) -> Harness:
    """Return the RC522 boards of a configuration on their SPI buses."""
    used: dict[str, PinOf] = {}
    boards, cables = [], []
    for place, (name, reader) in enumerate((n, r) for n, r in config.readers.items() if r.kind == "rc522"):
        signals = tuple(_rc522_signals(reader, place))
        boards.append(
            Connector(
                f"{name} reader", "rc522", tuple(PinOf(board, board) for board, *_ in signals), "3.3 V, never 5 V"
            )
        )
        for _, number, signal, _ in signals:
            used[number] = PinOf(number, signal)
        wires = tuple(HarnessWire(colour, number, board) for board, number, _, colour in signals)
        cables.append(HarnessCable(f"{name} wires", "Pi", f"{name} reader", RC522_WIRE_M, wires))
    pi = Connector("Pi", "pi", _by_number(used))
    return Harness("rc522", "RC522 boards beside the Pi", (pi, *boards), tuple(cables))


def _rc522_signals(reader: ReaderConfig, place: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield the board's pin, the header's pin, the header's signal and the wire's colour."""
    power, ground = READER_POWER[place % len(READER_POWER)]
    yield "3.3V", str(power), "3V3", "RD"
    yield "GND", str(ground), "GND", "BK"
    colours = {"SCK": "YE", "MOSI": "BU", "MISO": "GN"}
    for signal, pin in SPI_PINS[reader.bus].items():
        yield signal, str(PI[pin]), f"GPIO{pin} {signal}", colours[signal]
    select = SELECT_PINS[reader.bus, reader.device]
    yield "SDA", str(PI[select]), f"GPIO{select} CE{reader.device}", "WH"
    if reader.reset_pin is not None:
        yield "RST", str(PI[reader.reset_pin]), f"GPIO{reader.reset_pin}", "OG"
    if reader.irq_pin is not None:
        yield "IRQ", str(PI[reader.irq_pin]), f"GPIO{reader.irq_pin}", "VT"


def usb_readers(config: Config) -> Harness:
    """Return the PN532 boards of a configuration on their USB-serial leads, which a hub powers."""
    pairs = [(name, reader) for name, reader in config.readers.items() if reader.kind == "pn532" and reader.port]
    sockets = ("Pi", *(name for name, _ in pairs))
    parts = [
        Connector("Pi", "pi", (PinOf("USB", "USB"),)),
        Connector("hub", "usb-hub", tuple(PinOf(str(n), each) for n, each in enumerate(sockets))),
    ]
    cables = [HarnessCable("hub's lead", "Pi", "hub", USB_M, (HarnessWire("BK", "USB", "0"),))]
    crossed = (("5V", "VCC", "RD"), ("GND", "GND", "BK"), ("TXD", "RX", "GN"), ("RXD", "TX", "BU"))
    for number, (name, _) in enumerate(pairs, 1):
        lead, board = f"{name} lead", f"{name} reader"
        pins = (PinOf("USB", "USB"), *(PinOf(each, each) for each, _, _ in crossed))
        parts.append(Connector(lead, "usb-serial-lead", pins, "its jumper, if it has one, at 5 V"))
        ends = tuple(PinOf(each, {"RX": "RX (SDA)", "TX": "TX (SCL)"}.get(each, each)) for _, each, _ in crossed)
        parts.append(Connector(board, "pn532", ends, "both switches off"))
        cables.append(HarnessCable(f"{name} USB", "hub", lead, USB_M, (HarnessWire("BK", str(number), "USB"),)))
        wires = tuple(HarnessWire(colour, of_lead, of_board) for of_lead, of_board, colour in crossed)
        cables.append(HarnessCable(f"{name} wires", lead, board, BOARD_WIRE_M, wires))
    return Harness("usb-readers", "A PN532 on a USB lead before each player", tuple(parts), tuple(cables))


def panels(config: Config) -> Harness:
    """Return the panels of a configuration on the header."""
    used: dict[str, PinOf] = {}
    parts, cables = [], []
    for (name, panel), ground in zip(config.panels.items(), PANEL_GROUND, strict=True):
        signals = [*_panel_signals(panel), ("GND", str(ground), "GND", "BK")]
        common = "common cathode" if panel.lamp_common == "cathode" else "common anode"
        pins = tuple(PinOf(end, end) for end, *_ in signals)
        parts.append(Connector(f"{name} panel", "panel", pins, f"lamp with {common}"))
        for _, number, signal, _ in signals:
            used[number] = PinOf(number, signal)
        wires = tuple(HarnessWire(colour, number, end) for end, number, _, colour in signals)
        cables.append(HarnessCable(f"{name} wires", "Pi", f"{name} panel", PANEL_WIRE_M, wires))
    return Harness(
        "panels", "The panels' seven wires", (Connector("Pi", "pi", _by_number(used)), *parts), tuple(cables)
    )


def _panel_signals(panel: PanelConfig) -> Iterator[tuple[str, str, str, str]]:
    for field, colour in (*BUTTONS, *LAMPS):
        pin: int = getattr(panel, field)
        yield field.upper().replace("LAMP_", ""), str(PI[pin]), f"GPIO{pin}", colour


def panel_inside() -> Harness:
    """Return the inside of a panel: each button connects its wire to ground, and each colour has its own resistor."""
    colours = {field.upper().replace("LAMP_", ""): colour for field, colour in (*BUTTONS, *LAMPS)}
    ends = tuple(PinOf(end, end) for end in (*colours, "GND"))
    parts = [Connector("wires from the Pi", "panel-lead", ends)]
    cables = []
    for field, _ in BUTTONS:
        name = field.upper()
        parts.append(Connector(f"button {name}", "button", (PinOf("1", "one leg"), PinOf("2", "other leg"))))
        wires = (HarnessWire(colours[name], name, "1"), HarnessWire("BK", "GND", "2"))
        cables.append(HarnessCable(f"to {name}", "wires from the Pi", f"button {name}", BOARD_WIRE_M, wires))
    legs = (("RED", "330 ohm"), ("GREEN", "100 ohm"), ("BLUE", "47 ohm"))
    lamp = Connector("lamp", "rgb-led", tuple(PinOf(each, each) for each in ("RED", "GREEN", "BLUE", "COMMON")))
    for colour, ohms in legs:
        name = f"{colour} resistor"
        parts.append(Connector(name, "resistor-lamp", (PinOf("1", "wire"), PinOf("2", "lamp")), ohms))
        code = colours[colour]
        cables.append(
            HarnessCable(f"to {name}", "wires from the Pi", name, BOARD_WIRE_M, (HarnessWire(code, colour, "1"),))
        )
        cables.append(HarnessCable(f"{colour} leg", name, "lamp", BOARD_WIRE_M, (HarnessWire(code, "2", colour),)))
    cables.append(
        HarnessCable("common leg", "wires from the Pi", "lamp", BOARD_WIRE_M, (HarnessWire("BK", "GND", "COMMON"),))
    )
    return Harness("panel-inside", "A panel from within", (*parts, lamp), tuple(cables))


def _by_number(used: dict[str, PinOf]) -> tuple[PinOf, ...]:
    assigned = {str(number) for number in (*PI.values(), *PI_3V3, *PI_GROUND)}
    if not assigned.issuperset(used):
        raise ValueError(f"no pins of the header: {sorted(used.keys() - assigned)}")
    return tuple(sorted(used.values(), key=lambda pin: int(pin.number)))
