"""The step `buttons`: each button is pressed, and every pin of the header is watched for it."""

from collections.abc import Iterator

from hal.events import Button
from hal.panels.header import HeaderInputs
from hal.panels.settings import PanelSettings
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.parts import BuiltParts
from table.devices.hands_on.questions import Deed, HandsQuestion, HandsReply
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness, part, untried, well, wrong

STEP = HandsStep.BUTTONS
HEADER = frozenset(range(2, 28))
"""The pins of the header, without the two that belong to the identification of boards."""
SETTLE_S = 0.05


def buttons(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    if not (panels := parts.panels):
        yield untried(STEP, part("panels"), "no_panels")
        return
    taken = _others(parts, panels)
    for panel in panels:
        yield from _panel(parts, dialogue, panel, HEADER - taken)


def _others(parts: BuiltParts, panels: tuple[PanelSettings, ...]) -> frozenset[int]:
    """Return the pins that are wired to parts other than buttons."""
    return parts.taken | {pin for panel in panels for pin in (panel.lamp_red, panel.lamp_green, panel.lamp_blue)}


def _panel(parts: BuiltParts, dialogue: Dialogue, panel: PanelSettings, pins: frozenset[int]) -> Iterator[HandsVerdict]:
    where = part("panel", panel=panel.name)
    own = frozenset(pin for _, pin in panel.buttons)
    with HeaderInputs(parts.pins(), pins, panel.pull_up, own) as inputs:
        dialogue.time.pause(SETTLE_S)
        if stuck := [str(button).upper() for button, pin in panel.buttons if pin in inputs.active()]:
            yield wrong(STEP, where, Mistake.BUTTON_STUCK, Witness.TABLE, buttons=", ".join(stuck))
            return
        seen = {button: _pressed(dialogue, panel, button, inputs) for button, _ in panel.buttons}
    if all(pin is HandsReply.DONE for pin in seen.values()):
        yield from _other_pull(parts, dialogue, panel, pins)
        return
    yield from _compared(panel, seen)


def _pressed(dialogue: Dialogue, panel: PanelSettings, button: Button, inputs: HeaderInputs) -> int | HandsReply | None:
    """Return the pin that moves with this button; DONE if none does, None if it was skipped."""
    question = HandsQuestion(Deed.PRESS, panel.name, str(button).upper())

    def put() -> int | HandsReply:
        answer = dialogue.watched(question, inputs.moved)
        until_s = dialogue.time.now_s() + 2.0
        while inputs.active() and dialogue.time.now_s() < until_s:  # the same press must not count twice
            dialogue.time.pause(SETTLE_S)
        return answer

    return dialogue.agreed(put)


def _other_pull(
    parts: BuiltParts, dialogue: Dialogue, panel: PanelSettings, pins: frozenset[int]
) -> Iterator[HandsVerdict]:
    """Watch again with the other pull, because only that shows buttons wired to the wrong side."""
    where, pull = part("panel", panel=panel.name), "down" if panel.pull_up else "up"
    with HeaderInputs(parts.pins(), pins, not panel.pull_up) as inputs:
        dialogue.time.pause(SETTLE_S)
        seen = _pressed(dialogue, panel, Button.CONFIRM, inputs)
    if isinstance(seen, int):
        yield wrong(STEP, where, Mistake.WRONG_PULL, Witness.HANDS, pull=pull)
    else:
        yield wrong(STEP, where, Mistake.BUTTON_DEAD, Witness.HANDS, buttons="PREVIOUS, NEXT, CONFIRM")


def _compared(panel: PanelSettings, seen: dict[Button, "int | HandsReply | None"]) -> Iterator[HandsVerdict]:
    where, own = part("panel", panel=panel.name), dict(panel.buttons)
    found = {button: pin for button, pin in seen.items() if isinstance(pin, int)}
    astray = {button: pin for button, pin in found.items() if pin != own[button]}
    dead = [str(button).upper() for button, pin in seen.items() if pin is HandsReply.DONE]
    setting = ", ".join(f"{button} = {pin}" for button, pin in found.items())
    if astray:
        swapped = set(astray.values()) <= set(own.values())
        mistake = Mistake.BUTTONS_SWAPPED if swapped else Mistake.BUTTON_PIN
        yield wrong(STEP, where, mistake, Witness.HANDS, setting=setting)
    if dead:
        yield wrong(STEP, where, Mistake.BUTTON_DEAD, Witness.HANDS, buttons=", ".join(dead))
    if any(pin is None for pin in seen.values()):
        yield untried(STEP, where)
    elif not astray and not dead:
        yield well(STEP, where, "buttons", Witness.HANDS)
