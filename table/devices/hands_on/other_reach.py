"""The step `reach` at a reader other than an RC522. Its gain cannot be set; its share of detections is measured."""

from collections.abc import Iterator, Sequence

from hal.readers.card_reader import CardReader
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.hearing import HEARD_LEAST, emptied, lost_at, seen_by, share_heard
from table.devices.hands_on.parts import BuiltParts, UnfitPartError
from table.devices.hands_on.questions import Deed, HandsQuestion, HandsReply
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness, part, untried, well, wrong
from table.rules.text import text

STEP = HandsStep.REACH


def other_reach(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    readers = parts.other_readers()
    try:
        for reader in readers:
            if (fault := reader.revive(dialogue.time.now_s())) is not None:
                raise UnfitPartError(f"{reader.name}: {fault.code}")
        for reader in readers:
            yield from _reader(dialogue, reader, readers)
    finally:
        for reader in readers:
            reader.close()


def _reader(dialogue: Dialogue, reader: CardReader, every: Sequence[CardReader]) -> Iterator[HandsVerdict]:
    where, name = part("reader", reader=reader.name), reader.name
    saw = dialogue.agreed(lambda: seen_by(dialogue, name, every))
    if saw is None:
        yield untried(STEP, where)
        return
    if saw not in (name, HandsReply.DONE):
        yield wrong(STEP, where, Mistake.READERS_SWAPPED, Witness.HANDS, other=str(saw))
        emptied(dialogue, name, every)
        return
    if (share := share_heard(dialogue, reader)) < HEARD_LEAST:
        yield _weak(dialogue, reader, share)
        emptied(dialogue, name, every)
        return
    far = lost_at(dialogue, name, reader)
    if far is HandsReply.SKIP:
        yield well(STEP, where, "heard_plain", Witness.HANDS)
    else:
        yield well(STEP, where, "reach_plain", Witness.HANDS, distance=text(f"hands.reply.{far}"))


def _weak(dialogue: Dialogue, reader: CardReader, before: float) -> HandsVerdict:
    """Find out why: the top between, metal beneath, or the board itself."""
    where, name, best = part("reader", reader=reader.name), reader.name, before

    def answers() -> bool:
        nonlocal best
        best = max(best, share := share_heard(dialogue, reader))
        return share >= HEARD_LEAST

    share = round(100 * before)
    if dialogue.tried(HandsQuestion(Deed.LAY_BARE, name), answers):
        return wrong(STEP, where, Mistake.THICK_TOP, Witness.HANDS, share=share)
    if dialogue.tried(HandsQuestion(Deed.LIFT_BOARD, name), answers):
        return wrong(STEP, where, Mistake.METAL, Witness.HANDS, share=share)
    mistake = Mistake.ANTENNA_WEAK if best else Mistake.READER_MUTE
    return wrong(STEP, where, mistake, Witness.HANDS, share=share)
