"""The steps `supply`, `screen` and `sound`: the Pi's report about its supply, and a person's eyes and ears."""

from collections.abc import Iterator
from pathlib import Path

from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.parts import BuiltParts
from table.devices.hands_on.questions import EDGES, YES_OR_NO, Deed, HandsQuestion, HandsReply
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness, part, untried, well, wrong

UNDERVOLTED = 1 << 0 | 1 << 16
"""Bits of the firmware's get_throttled: too low now, and at least once since the start."""
ROTATIONS = {HandsReply.RIGHT: 90, HandsReply.BOTTOM: 180, HandsReply.LEFT: 270}
"""The clockwise rotation of the picture in degrees, for each direction of its arrow."""


def throttled(root: Path) -> int | None:
    """Return the bits of get_throttled, or None on a computer other than a Pi."""
    places = sorted((root / "sys/devices/platform").glob("soc*/*firmware/get_throttled"))
    try:
        return int(places[0].read_text("ascii").strip(), 16)
    except (IndexError, OSError, ValueError):
        return None


def supply(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    del dialogue
    bits, where = parts.throttled(), part("power")
    if bits is None:
        yield untried(HandsStep.SUPPLY, where, "no_supply")
    elif bits & UNDERVOLTED:
        yield wrong(HandsStep.SUPPLY, where, Mistake.BROWN_OUT, Witness.TABLE)
    else:
        yield well(HandsStep.SUPPLY, where, "supply", Witness.TABLE)


def screen(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    step, where = HandsStep.SCREEN, part("screen")
    if why := parts.picture.opened():
        yield wrong(step, where, Mistake.SCREEN_CLOSED, Witness.TABLE, why=why)
        return
    try:
        top = dialogue.seen(HandsQuestion(Deed.UPRIGHT, replies=EDGES))
        whole = None if top is HandsReply.UNSEEN else dialogue.seen(HandsQuestion(Deed.WHOLE, replies=YES_OR_NO))
    finally:
        parts.picture.close()
    if top is HandsReply.UNSEEN:
        yield wrong(step, where, Mistake.SCREEN_UNSEEN, Witness.EYES)
        return
    if top in ROTATIONS:
        rotation = (parts.rotation - ROTATIONS[top]) % 360
        yield wrong(step, where, Mistake.SCREEN_TURNED, Witness.EYES, rotation=rotation)
    if whole is HandsReply.NO:
        yield wrong(step, where, Mistake.SCREEN_CUT, Witness.EYES)
    if top is None or whole is None:
        yield untried(step, where)
    elif top is HandsReply.TOP and whole is HandsReply.YES:
        yield well(step, where, "screen", Witness.EYES)


def sound(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    step, where = HandsStep.SOUND, part("sound")
    if parts.muted:
        yield untried(step, where, "muted")
        return
    why = ""

    def put() -> HandsReply:
        nonlocal why
        why = parts.loudspeaker()
        return HandsReply.NO if why else dialogue.once(HandsQuestion(Deed.HEARD, replies=YES_OR_NO))

    if (heard := dialogue.agreed(put)) is None:
        yield untried(step, where)
    elif heard is HandsReply.YES:
        yield well(step, where, "sound", Witness.EYES)
    else:
        yield wrong(step, where, Mistake.UNHEARD, Witness.TABLE if why else Witness.EYES, why=why or "-")
