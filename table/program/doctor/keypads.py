"""Examine the keypads of the seats through the driver of a match. Each is grabbed for a moment."""

from collections.abc import Collection, Iterator

from hal.events import Fault
from hal.panels.keypads.claim import KEY_DOWN_S, KeypadClaim
from hal.panels.keypads.input_device import InputKernel
from hal.panels.keypads.listed import listed_keypads
from hal.panels.keypads.settings import KeypadSettings
from table.devices.hands_on.dialogue import DoctorTime
from table.program.doctor.finding import ConfigChange, Finding, faulty, named, note, offer, well
from table.words.faults import fault_words

MOVED = "keypad.moved"


def keypads(
    settings: tuple[KeypadSettings, ...], named_places: Collection[str], inputs: InputKernel, time: DoctorTime
) -> Iterator[Finding]:
    """Yield a finding for each keypad of a seat, for equal keypads, and for those that are not configured.

    `named_places` are the places of all keypads in the configuration, those without a seat too.
    """
    places = frozenset(each.place for each in settings)
    for each in settings:
        part = named("keypad", keypad=each.name)
        claim = KeypadClaim(each, inputs, places)
        if (fault := _fault_of(claim, time)) is None:
            yield well(part, "keypad.well", place=each.place)
        elif fault.code == MOVED:
            change = ConfigChange(("keypads", each.name, "place"), fault.detail, ours=True)
            yield offer(part, "fault", change, fault=fault_words(fault.code, fault.part, fault.detail))
        else:
            yield faulty(part, fault)
    if len({each.usb for each in settings if each.usb}) < len(settings) > 1:
        yield note(named("keypads"), "keypad.equal")
    for keypad in listed_keypads(inputs.listing()):
        if keypad.on_usb and keypad.typed and not keypad.keyboard and keypad.place not in named_places:
            yield note(named("keypads"), "keypad.unused", keypad=keypad.name, place=keypad.place)


def _fault_of(claim: KeypadClaim, time: DoctorTime) -> Fault | None:
    """Return the fault that prevents grabbing a keypad. A key that is down may be released meanwhile."""
    try:
        claim.news(time.now_s())
        while not claim.there and claim.fault is None:
            time.pause(KEY_DOWN_S)
            claim.news(time.now_s())
        return claim.fault
    finally:
        claim.close()
