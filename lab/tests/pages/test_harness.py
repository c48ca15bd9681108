"""A pin in the picture is a pin in the code: harnesses, examples, pages and firmware have one set of pins."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.pi import PiBoardInfo
from msgspec.structs import replace as changed

from firmware_bridge.firmware.wiring import HOPPERS, LOW, Hopper
from lab.pages.harness import drawn_files, pi, pico_wires
from lab.pages.harness.build_page import read_parts
from lab.pages.harness.drawn import Harness
from lab.pages.harness.headers import PI, PI_3V3, PI_GROUND, PICO, PICO_3V3, PICO_GROUND
from table.config import Config, load
from table.config.schema import ReaderConfig

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
PI_4 = 0xC03111
GPIO = re.compile(r"GPIO(\d+)")
GP = re.compile(r"GP(\d+)")


@pytest.fixture(scope="module")
def wired() -> Config:
    config, problems = load(ROOT / drawn_files.WIRED)
    assert problems == ()
    return config


@pytest.fixture(scope="module")
def drawings() -> Mapping[str, Harness]:
    return {each.name: each for each in drawn_files.harnesses(ROOT)}


@pytest.mark.parametrize("name", drawn_files.files(ROOT))
def test_the_source_is_the_one_that_the_pins_make(name: str) -> None:
    assert (DOCS / drawn_files.FOLDER / name).read_text("utf-8") == drawn_files.files(ROOT)[name], "run `make docs`"


def test_no_other_source_lies_there() -> None:
    assert {path.name for path in (DOCS / drawn_files.FOLDER).glob("*.yml")} == set(drawn_files.files(ROOT))


@pytest.mark.parametrize("name", [each.name for each in drawn_files.harnesses(ROOT)])
def test_the_picture_shows_each_wire_of_its_source(name: str, drawings: Mapping[str, Harness]) -> None:
    """WireViz writes both ends of a wire beside it, as `Pi:11:GPIO17`."""
    drawing = drawings[name]
    root = ElementTree.fromstring((DOCS / drawn_files.FOLDER / f"{name}.svg").read_text("utf-8"))
    drawn = Counter(node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text"))
    labelled = {each.name for each in drawing.connectors if any(pin.number != pin.signal for pin in each.pins)}
    wanted = Counter(
        ":".join((part, pin.number, *((pin.signal,) if part in labelled else ())))
        for cable in drawing.cables
        for wire in cable.wires
        for part, number in ((cable.first, wire.first), (cable.second, wire.second))
        for pin in drawing.connector(part).pins
        if pin.number == number
    )
    assert wanted - drawn == Counter(), "run `make kit`"


def test_every_wire_leads_from_a_pin_to_a_pin(drawings: Mapping[str, Harness]) -> None:
    for drawing in drawings.values():
        for cable in drawing.cables:
            first = {pin.number for pin in drawing.connector(cable.first).pins}
            second = {pin.number for pin in drawing.connector(cable.second).pins}
            assert {wire.first for wire in cable.wires} <= first, (drawing.name, cable.name)
            assert {wire.second for wire in cable.wires} <= second, (drawing.name, cable.name)
            assert len({wire.second for wire in cable.wires}) == len(cable.wires), (drawing.name, cable.name)


def drawn_pins(drawing: Harness, pattern: re.Pattern[str], board: str) -> dict[int, str]:
    """Return the signals' numbers on a board with the pins where they are drawn."""
    return {int(found[1]): pin.number for pin in drawing.connector(board).pins if (found := pattern.match(pin.signal))}


def test_the_pi_pins_of_the_pictures_are_those_of_the_example(wired: Config, drawings: Mapping[str, Harness]) -> None:
    panels = {
        getattr(panel, field)
        for panel in wired.panels.values()
        for field in ("previous", "next", "confirm", "lamp_red", "lamp_green", "lamp_blue")
    }
    assert set(drawn_pins(drawings["panels"], GPIO, "Pi")) == panels
    resets = {reader.reset_pin for reader in wired.readers.values()}
    bus_and_selects = {11, 10, 9, 8, 7}
    assert set(drawn_pins(drawings["rc522"], GPIO, "Pi")) == resets | bus_and_selects


def test_the_pi_pins_of_the_pictures_are_those_of_the_header(drawings: Mapping[str, Harness]) -> None:
    """gpiozero has its own table of the header."""
    header = PiBoardInfo.from_revision(PI_4).headers["J8"]
    names = {pin.number: pin.name for pin in header.pins.values()}
    assert {f"GPIO{bcm}": number for bcm, number in PI.items()} == {
        name: number for number, name in names.items() if name.startswith("GPIO")
    }
    assert {names[number] for number in PI_3V3} == {"3V3"}
    assert {number for number, name in names.items() if name == "GND"} == set(PI_GROUND)
    for name in ("panels", "rc522"):
        for bcm, number in drawn_pins(drawings[name], GPIO, "Pi").items():
            assert names[int(number)] == f"GPIO{bcm}"


def test_the_picos_header_has_every_pin_once() -> None:
    known = [*PICO.values(), *PICO_GROUND, PICO_3V3]
    others = {30: "RUN", 35: "ADC_VREF", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}
    assert sorted([*known, *others]) == list(range(1, 41))
    assert list(PICO.values()) == sorted(PICO.values())


def test_the_pico_pins_of_the_pictures_are_those_of_the_firmware(drawings: Mapping[str, Harness]) -> None:
    drawn: dict[int, str] = {}
    for drawing in drawings.values():
        if drawing.name.startswith("hopper"):
            pins = drawn_pins(drawing, GP, "Pico")
            assert not drawn.keys() & pins.keys(), "one pin in two pictures"
            drawn |= pins
    wiring = {pin for each in HOPPERS for pin in (each.forward, each.backward, each.barrier) if pin >= 0}
    assert set(drawn) == wiring
    assert all(PICO[gp] == int(number) for gp, number in drawn.items())


def test_the_readers_page_has_the_wires_of_the_picture(drawings: Mapping[str, Harness]) -> None:
    page = (DOCS / "build" / "readers.md").read_text("utf-8")
    columns = [{wire.second: wire.first for wire in cable.wires} for cable in drawings["rc522"].cables]
    for pin in ("3.3V", "GND", "SCK", "MOSI", "MISO", "SDA", "RST"):
        (row,) = (line for line in page.splitlines() if re.match(rf"\| {re.escape(pin)} [|(]", line))
        reported = [cell.split()[0] for cell in row.split("|")[2:4]]
        assert reported == [column[pin] for column in columns], pin


def test_the_configuration_page_has_the_panels_of_the_picture(drawings: Mapping[str, Harness]) -> None:
    page = (DOCS / "build" / "configuration.md").read_text("utf-8")
    for name, cable in zip(("blue", "red"), drawings["panels"].cables, strict=True):
        row = next(line for line in page.splitlines() if line.startswith(f"| {name} | ") and "(" in line)
        reported = re.findall(r"\((\d+)\)", row)
        assert reported == [wire.first for wire in cable.wires if wire.second != "GND"]


def test_no_pin_of_the_pi_has_two_uses_on_one_table(drawings: Mapping[str, Harness]) -> None:
    shared = {"GPIO11 SCK", "GPIO10 MOSI", "GPIO9 MISO", "3V3", "GND"}
    uses = Counter(
        pin.number
        for name in ("panels", "rc522")
        for pin in drawings[name].connector("Pi").pins
        if pin.signal not in shared
    )
    assert [number for number, count in uses.items() if count > 1] == []


def test_a_table_wired_otherwise_is_drawn_otherwise(wired: Config) -> None:
    """An IRQ line, the second bus, an anode lamp, a hopper with a barrier that falls: each is seen in its picture."""
    second = ReaderConfig(bus=1, device=1, reset_pin=None, irq_pin=26)
    drawing = pi.rc522(changed(wired, readers={"far": second}))
    assert drawn_pins(drawing, GPIO, "Pi") == {21: "40", 20: "38", 19: "35", 17: "11", 26: "37"}
    lamps = {name: changed(panel, lamp_common="anode") for name, panel in wired.panels.items()}
    assert "anode" in pi.panels(changed(wired, panels=lamps)).connector("blue panel").note
    (falling,) = pico_wires.hoppers([Hopper(forward=14, barrier=15, barrier_dark=LOW)])
    assert drawn_pins(falling, GP, "Pico") == {14: "19", 15: "20"}
    assert "low while a token" in falling.connector("barrier 1").note


def test_a_pin_that_no_header_has_is_refused(wired: Config) -> None:
    strange = replace(pi.panels(wired).connector("Pi").pins[0], number="2")
    with pytest.raises(ValueError, match="no pins of the header: \\['2'\\]"):
        pi._by_number({"2": strange})


def test_every_connector_is_in_the_list_of_parts_as_often_as_it_is_drawn(drawings: Mapping[str, Harness]) -> None:
    parts = {part.id: part for part in read_parts(DOCS)}
    made = {"panel"}
    drawn = {each.bought for drawing in drawings.values() for each in drawing.connectors}
    assert drawn - made <= parts.keys()
    counts = Counter(
        each.bought
        for drawing in drawings.values()
        if drawing.name not in ("supply", "panel-inside", "motor-by-transistor")
        for each in drawing.connectors
    )
    for bought in ("pn532", "usb-serial-lead", "rc522", "gear-motor", "barrier", "motor-driver"):
        assert counts[bought] == parts[bought].needed(len(HOPPERS)), bought
    inside = Counter(each.bought for each in drawings["panel-inside"].connectors)
    assert all(inside[bought] == parts[bought].count for bought in ("button", "rgb-led", "resistor-lamp", "panel-lead"))
    supply = Counter(each.bought for each in drawings["supply"].connectors)
    assert supply["motor-driver"] == supply["fuse"] == parts["fuse"].needed(len(HOPPERS))


def test_every_wire_of_the_dispenser_is_in_the_list_of_parts(drawings: Mapping[str, Harness]) -> None:
    parts = {part.id: part for part in read_parts(DOCS)}
    hoppers = [cable for name, drawing in drawings.items() if name.startswith("hopper") for cable in drawing.cables]
    assert {cable.most_m for cable in hoppers} == {0.5}
    assert sum(len(cable.wires) for cable in hoppers) == parts["wire-hopper"].needed(len(HOPPERS))
    supply = [cable for cable in drawings["supply"].cables if cable.name != "USB"]
    long = [cable for cable in supply if cable.most_m == 1.0]
    assert sum(len(cable.wires) for cable in long) == parts["wire-supply"].needed(len(HOPPERS))
    assert [cable.most_m for cable in supply if cable not in long] == [0.5, 0.5], "two for the ground point"


def nets(drawing: Harness) -> list[set[tuple[str, str]]]:
    """Return what is connected, as sets of parts with their pins. All places of a terminal strip are one."""
    strips = [each for each in drawing.connectors if each.bought == "terminal"]
    joined = [{(strip.name, pin.number) for pin in strip.pins} for strip in strips]
    for cable in drawing.cables:
        for wire in cable.wires:
            ends = {(cable.first, wire.first), (cable.second, wire.second)}
            met = [net for net in joined if net & ends]
            joined = [net for net in joined if net not in met] + [ends.union(*met)]
    return joined


def faults_of_the_diode(drawing: Harness) -> list[str]:
    """Return in which ways the flyback diode does not lead the coil's current back to plus."""
    found = nets(drawing)
    needed = {
        "its band is not at the fused plus": {("flyback diode", "K"), ("motor", "+"), ("fuse", "2")},
        "its plain end is not at the transistor": {("flyback diode", "A"), ("motor", "-"), ("transistor", "D")},
        "the transistor is not at ground": {("transistor", "S"), ("motors' supply", "-"), ("Pico", "3")},
    }
    return [fault for fault, ends in needed.items() if not any(ends <= net for net in found)]


def test_the_flyback_diode_is_across_the_motor_with_its_band_at_plus(drawings: Mapping[str, Harness]) -> None:
    drawing = drawings["motor-by-transistor"]
    assert faults_of_the_diode(drawing) == []
    assert len(nets(drawing)) == 5, "signal, plus, fused plus, switched minus, ground"


def test_a_diode_the_wrong_way_round_is_found(drawings: Mapping[str, Harness]) -> None:
    drawing = drawings["motor-by-transistor"]
    turned = [
        replace(cable, wires=tuple(replace(wire, second="-" if wire.second == "+" else "+") for wire in cable.wires))
        if cable.name == "across"
        else cable
        for cable in drawing.cables
    ]
    assert len(faults_of_the_diode(replace(drawing, cables=tuple(turned)))) == 2


def test_the_table_of_what_protects_whom_has_each_protecting_part() -> None:
    page = (DOCS / "build" / "dispenser.md").read_text("utf-8")
    table = page.partition("### What protects whom")[2].partition("## Wiring")[0]
    for protecting in ("fuse", "firmware", "watchdog", "10 k", "flyback diode", "100 nF", "470", "stall current"):
        assert protecting in table, protecting


def test_no_part_stands_twice_and_none_has_a_shop_or_a_price() -> None:
    parts = read_parts(DOCS)
    assert [name for name, count in Counter(part.id for part in parts).items() if count > 1] == []
    text = (DOCS / "build" / "kit" / "parts.toml").read_text("utf-8")
    assert re.findall(r"https?:|www\.|[€$£]|\bUSD\b|\bEUR\b", text) == []
    assert all(part.count >= 1 and part.look_for for part in parts)
