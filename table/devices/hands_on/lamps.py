"""The step `lamps`: each colour is shown alone, and a person names it."""

from collections.abc import Iterator
from typing import Any

from hal.panels.header import BareLamp
from hal.panels.settings import PanelSettings
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.parts import BuiltParts
from table.devices.hands_on.questions import COLOURS, YES_OR_NO, Deed, HandsQuestion, HandsReply
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness, part, untried, well, wrong

STEP = HandsStep.LAMPS
SHOWN = {
    HandsReply.DARK: (0, 0, 0),
    HandsReply.RED: (1, 0, 0),
    HandsReply.GREEN: (0, 1, 0),
    HandsReply.BLUE: (0, 0, 1),
}
"""The colours that are shown, with their levels of red, green and blue."""
INVERTED = {
    HandsReply.DARK: HandsReply.WHITE,
    HandsReply.RED: HandsReply.CYAN,
    HandsReply.GREEN: HandsReply.MAGENTA,
    HandsReply.BLUE: HandsReply.YELLOW,
}
"""The colours that are seen instead where the common leg is wired to the other side."""


def lamps(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    if not (panels := parts.panels):
        yield untried(STEP, part("panels"), "no_panels")
    for panel in panels:
        yield from _lamp(parts.pins(), dialogue, panel)


def _lamp(pin_factory: Any, dialogue: Dialogue, panel: PanelSettings) -> Iterator[HandsVerdict]:
    where, seen = part("panel", panel=panel.name), dict[HandsReply, HandsReply | None]()
    pins = (panel.lamp_red, panel.lamp_green, panel.lamp_blue)
    lamp = BareLamp(pins, pin_factory, common_anode=panel.common_anode)
    try:
        for colour, levels in SHOWN.items():
            lamp.show(levels)
            seen[colour] = dialogue.seen(HandsQuestion(Deed.LAMP, panel.name, str(colour), COLOURS))
        lamp.show(SHOWN[HandsReply.RED])
        resistors = dialogue.seen(HandsQuestion(Deed.RESISTORS, panel.name, replies=YES_OR_NO))
    finally:
        lamp.close()
    yield from _compared(panel, seen)
    if resistors is HandsReply.NO:
        yield wrong(STEP, where, Mistake.NO_RESISTOR, Witness.EYES)
    if resistors is None or None in seen.values():
        yield untried(STEP, where)


def _compared(panel: PanelSettings, seen: dict[HandsReply, HandsReply | None]) -> Iterator[HandsVerdict]:
    where = part("panel", panel=panel.name)
    answered = {shown: colour for shown, colour in seen.items() if colour is not None}
    if all(shown is colour for shown, colour in answered.items()):
        if len(answered) == len(SHOWN):
            yield well(STEP, where, "lamp", Witness.EYES)
        return
    inverted = [INVERTED[shown] is colour for shown, colour in answered.items() if shown is not HandsReply.DARK]
    if (answered.get(HandsReply.DARK, HandsReply.WHITE) is HandsReply.WHITE and any(inverted)) or answered.get(
        HandsReply.DARK
    ) is HandsReply.WHITE:
        common = "cathode" if panel.common_anode else "anode"
        yield wrong(STEP, where, Mistake.LAMP_COMMON, Witness.EYES, common=common)
        return
    dead = [
        str(shown) for shown, colour in answered.items() if shown is not HandsReply.DARK and colour is HandsReply.DARK
    ]
    if dead:
        yield wrong(STEP, where, Mistake.COLOUR_DEAD, Witness.EYES, colours=", ".join(dead))
        return
    pins = {HandsReply.RED: panel.lamp_red, HandsReply.GREEN: panel.lamp_green, HandsReply.BLUE: panel.lamp_blue}
    setting = ", ".join(f"lamp_{colour} = {pins[shown]}" for shown, colour in answered.items() if shown in pins)
    yield wrong(STEP, where, Mistake.COLOURS_SWAPPED, Witness.EYES, setting=setting)
