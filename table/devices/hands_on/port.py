"""The step `dispenser`: the port and the device there. If nothing answers: cable, BOOTSEL or name."""

from collections.abc import Container, Iterator

from hal.dispenser import Link
from hal.events import DispenserDown, DispenserUp, Fault
from table.devices.hands_on.dialogue import Dialogue, DoctorTime
from table.devices.hands_on.parts import BuiltParts
from table.devices.hands_on.questions import Deed, HandsQuestion
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness, part, untried, well, wrong

STEP = HandsStep.DISPENSER
BOOTSEL = "2e8a:0003"
"""The RP2040's boot ROM, which shows itself as a drive."""
RASPBERRY = "2e8a:"
"""The USB vendor id of every mode of a Pico."""
PATIENCE_S = 8.0
TICK_S = 0.01
MAY_PASS = frozenset({"dispenser.silent", "dispenser.reset", "dispenser.stopped", "dispenser.noisy"})
NAMED = {
    "dispenser.no_firmware": Mistake.NO_FIRMWARE,
    "dispenser.old_firmware": Mistake.OTHER_FIRMWARE,
    "dispenser.new_firmware": Mistake.OTHER_FIRMWARE,
    "dispenser.no_permission": Mistake.NO_GROUP,
    "dispenser.renumbered": Mistake.PORT_NAME,
}


def port(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    where, path = part("dispenser"), parts.port
    if (link := parts.link()) is None:
        yield untried(STEP, where, "no_dispenser")
        return
    try:
        greeted = greeting(link, dialogue.time, MAY_PASS)
    finally:
        link.close()
    if isinstance(greeted, DispenserUp):
        if greeted.other:
            yield wrong(STEP, where, Mistake.OTHER_FIRMWARE, Witness.TABLE)
        else:
            yield well(STEP, where, "dispenser", Witness.TABLE, firmware=greeted.firmware)
    elif greeted.code in NAMED:
        yield wrong(STEP, where, NAMED[greeted.code], Witness.TABLE, path=path)
    elif greeted.code == "dispenser.unplugged":
        yield _absent(parts, dialogue, path)
    else:
        yield wrong(STEP, where, Mistake.PORT_FAULT, Witness.TABLE, path=path)


def greeting(link: Link, time: DoctorTime, may_pass: Container[str] = ()) -> DispenserUp | Fault:
    """Return the greeting of a dispenser, or the fault that prevented it for 8 s.

    `may_pass` has the codes of faults that do not end the wait.
    """
    until_s, fault = time.now_s() + PATIENCE_S, Fault("dispenser.silent", "dispenser")
    while time.now_s() < until_s:
        for event in link.step(time.now_s()):
            if isinstance(event, DispenserUp):
                return event
            if isinstance(event, DispenserDown):
                fault = event.fault
                if fault.code not in may_pass:
                    return fault
        time.pause(TICK_S)
    return fault


def _absent(parts: BuiltParts, dialogue: Dialogue, path: str) -> HandsVerdict:
    where = part("dispenser")

    def there() -> bool:
        return any(device.startswith(RASPBERRY) for device in parts.usb())

    if BOOTSEL in parts.usb():
        return wrong(STEP, where, Mistake.BOOTSEL, Witness.TABLE)
    if there():
        return wrong(STEP, where, Mistake.PORT_NAME, Witness.TABLE, path=path)
    if dialogue.tried(HandsQuestion(Deed.OTHER_CABLE), there):
        return wrong(STEP, where, Mistake.CABLE, Witness.HANDS)
    return wrong(STEP, where, Mistake.PICO_GONE, Witness.HANDS)
