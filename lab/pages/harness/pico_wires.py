"""The harnesses at the Pico, from the firmware's wiring: a drawing for each motor driver, and one of the supply."""

from collections.abc import Iterator, Sequence

from firmware_bridge.firmware.wiring import HIGH, Hopper
from lab.pages.harness.drawn import Connector, Harness, HarnessCable, HarnessWire, PinOf
from lab.pages.harness.headers import PICO, PICO_3V3, PICO_GROUND

PER_DRIVER = 2
WIRE_M, SUPPLY_M = 0.5, 1.0
BARE = "180 ohm from VCC to its diode, 4.7 kohm from VCC to OUT"
MOTOR = "100 nF across it; a single transistor needs a flyback diode, band at plus"
HALVES = (("AIN1", "AIN2", "AO1", "AO2"), ("BIN1", "BIN2", "BO1", "BO2"))
"""The inputs and outputs of a driver's two halves, as a DRV8833's board names them."""


def hoppers(wiring: Sequence[Hopper]) -> tuple[Harness, ...]:
    """Return a drawing for each motor driver with its one or two hoppers."""
    numbered = list(enumerate(wiring, 1))
    return tuple(_driver(numbered[first : first + PER_DRIVER]) for first in range(0, len(numbered), PER_DRIVER))


def _driver(some: Sequence[tuple[int, Hopper]]) -> Harness:
    first, last = some[0][0], some[-1][0]
    inputs: list[HarnessWire] = []
    outputs: list[PinOf] = []
    parts: list[Connector] = []
    cables: list[HarnessCable] = []
    signals = {str(PICO_3V3): "3V3", str(PICO_GROUND[0]): "GND"}
    for (number, hopper), (in1, in2, out1, out2) in zip(some, HALVES, strict=False):
        for gp, use, end, colour in ((hopper.forward, "forward", in1, "YE"), (hopper.backward, "backward", in2, "OG")):
            if gp >= 0:
                signals[str(PICO[gp])] = f"GP{gp} {number} {use}"
                inputs.append(HarnessWire(colour, str(PICO[gp]), end))
        outputs += [PinOf(out1, out1), PinOf(out2, out2)]
        leads = HarnessWire("RD", out1, "1"), HarnessWire("BK", out2, "2")
        cables.append(HarnessCable(f"to motor {number}", "driver", f"motor {number}", WIRE_M, leads))
        signal, ground = PICO[hopper.barrier], _ground(PICO[hopper.barrier])
        signals |= {str(signal): f"GP{hopper.barrier} {number} barrier", str(ground): "GND"}
        wires = (
            HarnessWire("RD", str(PICO_3V3), "VCC"),
            HarnessWire("GN", str(signal), "OUT"),
            HarnessWire("BK", str(ground), "GND"),
        )
        cables.append(HarnessCable(f"to barrier {number}", "Pico", f"barrier {number}", WIRE_M, wires))
        parts += [_motor(number), _barrier(number, hopper)]
    inputs += [HarnessWire("RD", str(PICO_3V3), "SLEEP"), HarnessWire("BK", str(PICO_GROUND[0]), "GND")]
    pico = Connector("Pico", "pico", tuple(PinOf(pin, signals[pin]) for pin in sorted(signals, key=int)))
    note = "10 kohm from each input to GND; TB6612: STBY, PWMA, PWMB and VCC to 3V3 in the place of SLEEP"
    driver = Connector(
        "driver", "motor-driver", (*(PinOf(each.second, each.second) for each in inputs), *outputs), note
    )
    name, title = (
        (f"hoppers-{first}-{last}", f"Hoppers {first} and {last}")
        if last > first
        else (f"hopper-{first}", f"Hopper {first}")
    )
    to_driver = HarnessCable("to the driver", "Pico", "driver", WIRE_M, tuple(inputs))
    return Harness(name, title, (pico, driver, *parts), (to_driver, *cables))


def _motor(number: int) -> Connector:
    leads = PinOf("1", "one lead"), PinOf("2", "other lead")
    return Connector(f"motor {number}", "gear-motor", leads, MOTOR)


def _barrier(number: int, hopper: Hopper) -> Connector:
    dark = "high" if hopper.barrier_dark == HIGH else "low"
    ends = tuple(PinOf(each, each) for each in ("VCC", "OUT", "GND"))
    return Connector(f"barrier {number}", "barrier", ends, f"OUT is {dark} while a token is in it; a bare part: {BARE}")


def _ground(pin: int) -> int:
    """Return the ground pin nearest to a pin, on the same side of the board."""
    side = [each for each in PICO_GROUND if (each <= 20) == (pin <= 20)]
    return min(side, key=lambda each: abs(each - pin))


def by_transistor(hopper: Hopper) -> Harness:
    """Return a motor that a single transistor switches, with the flyback diode across it."""
    signal, ground = str(PICO[hopper.forward]), str(PICO_GROUND[0])
    parts = (
        Connector("Pico", "pico", (PinOf(ground, "GND"), PinOf(signal, f"GP{hopper.forward} forward"))),
        Connector(
            "transistor", "mosfet", tuple(PinOf(each, each) for each in "GDS"), "220 ohm into G, 10 kohm from G to S"
        ),
        Connector("motor", "gear-motor", (PinOf("+", "plus"), PinOf("-", "minus")), "100 nF across it"),
        Connector("flyback diode", "diode-flyback", (PinOf("K", "band"), PinOf("A", "plain end")), "across the motor"),
        Connector("motors' supply", "motor-supply", (PinOf("+", "+"), PinOf("-", "-"))),
        Connector("fuse", "fuse", (PinOf("1", "supply"), PinOf("2", "motor"))),
        Connector("ground point", "terminal", tuple(PinOf(each, each) for each in ("supply", "Pico", "transistor"))),
    )
    diode = HarnessWire("RD", "K", "+"), HarnessWire("BK", "A", "-")
    cables = (
        HarnessCable("signal", "Pico", "transistor", WIRE_M, (HarnessWire("YE", signal, "G"),)),
        HarnessCable("plus", "motors' supply", "fuse", SUPPLY_M, (HarnessWire("RD", "+", "1"),)),
        HarnessCable("fused", "fuse", "motor", SUPPLY_M, (HarnessWire("RD", "2", "+"),)),
        HarnessCable("switched", "motor", "transistor", WIRE_M, (HarnessWire("BK", "-", "D"),)),
        HarnessCable("across", "flyback diode", "motor", 0.1, diode, "band at plus"),
        HarnessCable("minus", "motors' supply", "ground point", WIRE_M, (HarnessWire("BK", "-", "supply"),)),
        HarnessCable("common ground", "ground point", "Pico", WIRE_M, (HarnessWire("BK", "Pico", ground),)),
        HarnessCable("to ground", "ground point", "transistor", WIRE_M, (HarnessWire("BK", "transistor", "S"),)),
    )
    return Harness("motor-by-transistor", "A motor that a single transistor switches", parts, cables)


def supply(wiring: Sequence[Hopper]) -> Harness:
    """Return the motors' supply: a fuse for each motor driver, and the common ground point."""
    drivers = -(-len(wiring) // PER_DRIVER)
    parts = [
        Connector("motors' supply", "motor-supply", (PinOf("+", "+"), PinOf("-", "-"))),
        Connector("ground point", "terminal", tuple(_terminals(drivers)), "one point, near the supply"),
        Connector("Pico", "pico", (PinOf(str(PICO_GROUND[-1]), "GND"), PinOf("USB", "USB")), "fed by USB alone"),
        Connector("Pi", "pi", (PinOf("USB", "USB"),)),
    ]
    cables = [
        HarnessCable("minus", "motors' supply", "ground point", WIRE_M, (HarnessWire("BK", "-", "supply"),)),
        HarnessCable(
            "common ground", "ground point", "Pico", WIRE_M, (HarnessWire("BK", "Pico", str(PICO_GROUND[-1])),)
        ),
        HarnessCable("USB", "Pi", "Pico", SUPPLY_M, (HarnessWire("BK", "USB", "USB"),), "it carries data"),
    ]
    for number in range(1, drivers + 1):
        fuse, driver = f"fuse {number}", f"driver {number}"
        parts.append(Connector(fuse, "fuse", (PinOf("1", "supply"), PinOf("2", "driver"))))
        parts.append(Connector(driver, "motor-driver", (PinOf("VM", "VM"), PinOf("GND", "GND")), "470 uF across it"))
        cables.append(HarnessCable(f"plus {number}", "motors' supply", fuse, SUPPLY_M, (HarnessWire("RD", "+", "1"),)))
        cables.append(HarnessCable(f"fused {number}", fuse, driver, SUPPLY_M, (HarnessWire("RD", "2", "VM"),)))
        cables.append(
            HarnessCable(f"minus {number}", "ground point", driver, SUPPLY_M, (HarnessWire("BK", driver, "GND"),))
        )
    return Harness("supply", "The motors' supply", tuple(parts), tuple(cables))


def _terminals(drivers: int) -> Iterator[PinOf]:
    for each in ("supply", "Pico", *(f"driver {number}" for number in range(1, drivers + 1))):
        yield PinOf(each, each)
