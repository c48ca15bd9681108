"""The verdicts of the interactive doctor: a part is correct, or has a certain mistake, with the witness."""

from enum import StrEnum

from msgspec import Struct

from table.rules.text import Text, text

HandsStep = StrEnum("HandsStep", "SUPPLY READERS REACH BUTTONS LAMPS DISPENSER BARRIERS DISCS SCREEN SOUND")
"""The steps, in their order. Each can be run alone."""


Mistake = StrEnum(
    "Mistake",
    "BROWN_OUT SPI_OFF NO_GROUP READER_UNPOWERED RESET_LOW DATA_SWAPPED READER_SELECT READER_STARVED MISO_CONTENDED "
    "RESETS_SWAPPED RESET_UNWIRED IRQ_WRONG READER_FAULT READERS_SWAPPED READER_MUTE THICK_TOP METAL ANTENNA_WEAK "
    "BUTTON_STUCK WRONG_PULL BUTTONS_SWAPPED BUTTON_PIN BUTTON_DEAD LAMP_COMMON COLOURS_SWAPPED COLOUR_DEAD "
    "NO_RESISTOR BOOTSEL CABLE PICO_GONE PORT_NAME NO_FIRMWARE OTHER_FIRMWARE PORT_FAULT BARRIER_INVERTED "
    "BARRIER_DARK BARRIER_BLIND MOTOR_REVERSED MOTOR_UNPOWERED COMMON_GROUND NO_TOKEN SCREEN_CLOSED SCREEN_UNSEEN "
    "SCREEN_TURNED SCREEN_CUT UNHEARD",
)
"""Every mistake that a builder can make, and every part that can be bought broken."""


Witness = StrEnum("Witness", "TABLE HANDS EYES")
"""The witness of a verdict: the table itself, the table with a person's help, or only a person's eyes and ears."""


class HandsVerdict(Struct, frozen=True):
    step: HandsStep
    part: Text
    words: Text
    witness: Witness
    mistake: Mistake | None = None
    tried: bool = True
    """False if the step was skipped, so that its result is unknown."""


def well(step: HandsStep, part: Text, key: str, witness: Witness, **args: str | int | Text) -> HandsVerdict:
    return HandsVerdict(step, part, text(f"hands.well.{key}", **args), witness)


def wrong(step: HandsStep, part: Text, mistake: Mistake, witness: Witness, **args: str | int | Text) -> HandsVerdict:
    return HandsVerdict(step, part, text(f"hands.found.{mistake}", **args), witness, mistake)


def untried(step: HandsStep, part: Text, key: str = "skipped", **args: str | int | Text) -> HandsVerdict:
    return HandsVerdict(step, part, text(f"hands.untried.{key}", **args), Witness.TABLE, tried=False)


def part(kind: str, **args: str | int) -> Text:
    return text(f"doctor.part.{kind}", **args)
