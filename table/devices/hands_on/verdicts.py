"""The verdicts of the interactive doctor: a part is correct, or has a certain mistake, with the witness."""

from enum import StrEnum

from msgspec import Struct

from table.rules.text import Text, text


class HandsStep(StrEnum):
    """The steps, in their order. Each can be run alone."""

    SUPPLY = "supply"
    READERS = "readers"
    REACH = "reach"
    BUTTONS = "buttons"
    LAMPS = "lamps"
    DISPENSER = "dispenser"
    BARRIERS = "barriers"
    DISCS = "discs"
    SCREEN = "screen"
    SOUND = "sound"


class Mistake(StrEnum):
    """Every mistake that a builder can make, and every part that can be bought broken."""

    BROWN_OUT = "brown_out"
    SPI_OFF = "spi_off"
    NO_GROUP = "no_group"
    READER_UNPOWERED = "reader_unpowered"
    RESET_LOW = "reset_low"
    DATA_SWAPPED = "data_swapped"
    READER_SELECT = "reader_select"
    READER_STARVED = "reader_starved"
    MISO_CONTENDED = "miso_contended"
    RESETS_SWAPPED = "resets_swapped"
    RESET_UNWIRED = "reset_unwired"
    IRQ_WRONG = "irq_wrong"
    READER_FAULT = "reader_fault"
    READERS_SWAPPED = "readers_swapped"
    READER_MUTE = "reader_mute"
    THICK_TOP = "thick_top"
    METAL = "metal"
    ANTENNA_WEAK = "antenna_weak"
    BUTTON_STUCK = "button_stuck"
    WRONG_PULL = "wrong_pull"
    BUTTONS_SWAPPED = "buttons_swapped"
    BUTTON_PIN = "button_pin"
    BUTTON_DEAD = "button_dead"
    LAMP_COMMON = "lamp_common"
    COLOURS_SWAPPED = "colours_swapped"
    COLOUR_DEAD = "colour_dead"
    NO_RESISTOR = "no_resistor"
    BOOTSEL = "bootsel"
    CABLE = "cable"
    PICO_GONE = "pico_gone"
    PORT_NAME = "port_name"
    NO_FIRMWARE = "no_firmware"
    OTHER_FIRMWARE = "other_firmware"
    PORT_FAULT = "port_fault"
    BARRIER_INVERTED = "barrier_inverted"
    BARRIER_DARK = "barrier_dark"
    BARRIER_BLIND = "barrier_blind"
    MOTOR_REVERSED = "motor_reversed"
    MOTOR_UNPOWERED = "motor_unpowered"
    COMMON_GROUND = "common_ground"
    NO_TOKEN = "no_token"
    SCREEN_CLOSED = "screen_closed"
    SCREEN_UNSEEN = "screen_unseen"
    SCREEN_TURNED = "screen_turned"
    SCREEN_CUT = "screen_cut"
    UNHEARD = "unheard"


class Witness(StrEnum):
    """The witness of a verdict: the table itself, the table with a person's help, or only a person's eyes and ears."""

    TABLE = "table"
    HANDS = "hands"
    EYES = "eyes"


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
