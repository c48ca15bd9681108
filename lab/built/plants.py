"""Every mistake that can be planted in an emulated table, and the diagnosis that the doctor has to give."""

from enum import Enum, StrEnum, auto
from typing import NamedTuple, Self

from table.devices.hands_on.verdicts import HandsStep, Mistake


class PlantedAt(Enum):
    """The part that a table must have for a mistake."""

    ANY = auto()
    RC522 = auto()
    """An RC522 on its wires."""
    PN532 = auto()
    """A PN532 on its lead."""
    PCSC = auto()
    """A reader by PC/SC."""


class Expected(NamedTuple):
    """The step in which a mistake has to be found, and its right name."""

    step: HandsStep
    mistake: Mistake


class Plant(StrEnum):
    """The mistakes, each with the step that has to find it and its right name.

    A cut 3.3 V and a cut ground both leave a board dark; a dead antenna and a deaf receiver both leave it mute. Each
    pair has one name, because the remedy is the same. A reader other than an RC522 names its mistake by its fault.
    """

    expected: Expected
    at: PlantedAt

    def __new__(cls, word: str, step: HandsStep, mistake: Mistake, at: PlantedAt = PlantedAt.ANY) -> Self:
        plant = str.__new__(cls, word)
        plant._value_ = word
        plant.expected, plant.at = Expected(step, mistake), at
        return plant

    BROWN_OUT = "brown-out", HandsStep.SUPPLY, Mistake.BROWN_OUT
    SPI_OFF = "spi-off", HandsStep.READERS, Mistake.SPI_OFF, PlantedAt.RC522
    NO_GROUP = "no-group", HandsStep.READERS, Mistake.NO_GROUP, PlantedAt.RC522
    READER_NO_POWER = "reader-no-power", HandsStep.READERS, Mistake.READER_UNPOWERED, PlantedAt.RC522
    READER_NO_GROUND = "reader-no-ground", HandsStep.READERS, Mistake.READER_UNPOWERED, PlantedAt.RC522
    WRONG_SELECT = "wrong-select", HandsStep.READERS, Mistake.READER_SELECT, PlantedAt.RC522
    DATA_SWAPPED = "data-swapped", HandsStep.READERS, Mistake.DATA_SWAPPED, PlantedAt.RC522
    RESET_LOW = "reset-low", HandsStep.READERS, Mistake.RESET_LOW, PlantedAt.RC522
    HALF_FED = "half-fed", HandsStep.READERS, Mistake.READER_STARVED, PlantedAt.RC522
    MISO_CONTENDED = "miso-contended", HandsStep.READERS, Mistake.MISO_CONTENDED, PlantedAt.RC522
    WEAK_ANTENNA = "weak-antenna", HandsStep.REACH, Mistake.ANTENNA_WEAK
    METAL = "metal", HandsStep.REACH, Mistake.METAL
    THICK_TOP = "thick-top", HandsStep.REACH, Mistake.THICK_TOP
    DEAD_ANTENNA = "dead-antenna", HandsStep.REACH, Mistake.READER_MUTE
    DEAF_BOARD = "deaf-board", HandsStep.REACH, Mistake.READER_MUTE, PlantedAt.RC522
    READERS_SWAPPED = "readers-swapped", HandsStep.REACH, Mistake.READERS_SWAPPED
    RESETS_SWAPPED = "resets-swapped", HandsStep.READERS, Mistake.RESETS_SWAPPED, PlantedAt.RC522
    IRQ_WRONG = "irq-wrong", HandsStep.READERS, Mistake.IRQ_WRONG, PlantedAt.RC522
    LINES_CROSSED = "lines-crossed", HandsStep.READERS, Mistake.READER_FAULT, PlantedAt.PN532
    LEAD_OUT = "lead-out", HandsStep.READERS, Mistake.READER_FAULT, PlantedAt.PN532
    NO_DAEMON = "no-daemon", HandsStep.READERS, Mistake.READER_FAULT, PlantedAt.PCSC
    BUTTON_STUCK = "button-stuck", HandsStep.BUTTONS, Mistake.BUTTON_STUCK
    WRONG_PULL = "wrong-pull", HandsStep.BUTTONS, Mistake.WRONG_PULL
    BUTTONS_SWAPPED = "buttons-swapped", HandsStep.BUTTONS, Mistake.BUTTONS_SWAPPED
    BUTTON_PIN = "button-pin", HandsStep.BUTTONS, Mistake.BUTTON_PIN
    LAMP_COMMON = "lamp-common", HandsStep.LAMPS, Mistake.LAMP_COMMON
    COLOUR_DEAD = "colour-dead", HandsStep.LAMPS, Mistake.COLOUR_DEAD
    COLOURS_SWAPPED = "colours-swapped", HandsStep.LAMPS, Mistake.COLOURS_SWAPPED
    NO_RESISTOR = "no-resistor", HandsStep.LAMPS, Mistake.NO_RESISTOR
    CHARGE_ONLY = "charge-only", HandsStep.DISPENSER, Mistake.CABLE
    BOOTSEL = "bootsel", HandsStep.DISPENSER, Mistake.BOOTSEL
    PORT_NAME = "port-name", HandsStep.DISPENSER, Mistake.PORT_NAME
    NO_FIRMWARE = "no-firmware", HandsStep.DISPENSER, Mistake.NO_FIRMWARE
    OTHER_FIRMWARE = "other-firmware", HandsStep.DISPENSER, Mistake.OTHER_FIRMWARE
    BARRIER_INVERTED = "barrier-inverted", HandsStep.BARRIERS, Mistake.BARRIER_INVERTED
    MOTOR_UNPOWERED = "motor-unpowered", HandsStep.DISCS, Mistake.MOTOR_UNPOWERED
    MOTOR_REVERSED = "motor-reversed", HandsStep.DISCS, Mistake.MOTOR_REVERSED
    NO_COMMON_GROUND = "no-common-ground", HandsStep.DISCS, Mistake.COMMON_GROUND
    SCREEN_CLOSED = "screen-closed", HandsStep.SCREEN, Mistake.SCREEN_CLOSED
    SCREEN_TURNED = "screen-turned", HandsStep.SCREEN, Mistake.SCREEN_TURNED
    SCREEN_CUT = "screen-cut", HandsStep.SCREEN, Mistake.SCREEN_CUT
    UNHEARD = "unheard", HandsStep.SOUND, Mistake.UNHEARD


EXPECTED = {plant: plant.expected for plant in Plant}
