"""Every mistake that can be planted in an emulated table, and what the doctor that asks has to call it."""

from enum import StrEnum
from typing import NamedTuple

from table.devices.hands_on.verdicts import HandsStep, Mistake


class Plant(StrEnum):
    BROWN_OUT = "brown-out"
    SPI_OFF = "spi-off"
    NO_GROUP = "no-group"
    READER_NO_POWER = "reader-no-power"
    READER_NO_GROUND = "reader-no-ground"
    WRONG_SELECT = "wrong-select"
    DATA_SWAPPED = "data-swapped"
    RESET_LOW = "reset-low"
    HALF_FED = "half-fed"
    MISO_CONTENDED = "miso-contended"
    WEAK_ANTENNA = "weak-antenna"
    METAL = "metal"
    THICK_TOP = "thick-top"
    DEAD_ANTENNA = "dead-antenna"
    DEAF_BOARD = "deaf-board"
    READERS_SWAPPED = "readers-swapped"
    RESETS_SWAPPED = "resets-swapped"
    IRQ_WRONG = "irq-wrong"
    LINES_CROSSED = "lines-crossed"
    LEAD_OUT = "lead-out"
    NO_DAEMON = "no-daemon"
    BUTTON_STUCK = "button-stuck"
    WRONG_PULL = "wrong-pull"
    BUTTONS_SWAPPED = "buttons-swapped"
    BUTTON_PIN = "button-pin"
    LAMP_COMMON = "lamp-common"
    COLOURS_SWAPPED = "colours-swapped"
    NO_RESISTOR = "no-resistor"
    CHARGE_ONLY = "charge-only"
    BOOTSEL = "bootsel"
    PORT_NAME = "port-name"
    NO_FIRMWARE = "no-firmware"
    OTHER_FIRMWARE = "other-firmware"
    BARRIER_INVERTED = "barrier-inverted"
    MOTOR_UNPOWERED = "motor-unpowered"
    MOTOR_REVERSED = "motor-reversed"
    NO_COMMON_GROUND = "no-common-ground"
    SCREEN_CLOSED = "screen-closed"
    SCREEN_TURNED = "screen-turned"
    SCREEN_CUT = "screen-cut"
    UNHEARD = "unheard"


WIRES_OF_RC522 = frozenset(
    {
        Plant.SPI_OFF,
        Plant.NO_GROUP,
        Plant.READER_NO_POWER,
        Plant.READER_NO_GROUND,
        Plant.WRONG_SELECT,
        Plant.DATA_SWAPPED,
        Plant.RESET_LOW,
        Plant.HALF_FED,
        Plant.MISO_CONTENDED,
        Plant.DEAF_BOARD,
        Plant.RESETS_SWAPPED,
        Plant.IRQ_WRONG,
    }
)
"""The mistakes that only an RC522 on its wires can have."""


WIRES_OF_PN532 = frozenset({Plant.LINES_CROSSED, Plant.LEAD_OUT})
"""The mistakes that only a PN532 on its lead can have."""
WAYS_OF_PCSC = frozenset({Plant.NO_DAEMON})
"""The mistakes that only a reader by PC/SC can have."""


class Expected(NamedTuple):
    """The step in which a mistake has to be found, and its right name."""

    step: HandsStep
    mistake: Mistake


EXPECTED = {
    Plant.BROWN_OUT: Expected(HandsStep.SUPPLY, Mistake.BROWN_OUT),
    Plant.SPI_OFF: Expected(HandsStep.READERS, Mistake.SPI_OFF),
    Plant.NO_GROUP: Expected(HandsStep.READERS, Mistake.NO_GROUP),
    Plant.READER_NO_POWER: Expected(HandsStep.READERS, Mistake.READER_UNPOWERED),
    Plant.READER_NO_GROUND: Expected(HandsStep.READERS, Mistake.READER_UNPOWERED),
    Plant.WRONG_SELECT: Expected(HandsStep.READERS, Mistake.READER_SELECT),
    Plant.DATA_SWAPPED: Expected(HandsStep.READERS, Mistake.DATA_SWAPPED),
    Plant.RESET_LOW: Expected(HandsStep.READERS, Mistake.RESET_LOW),
    Plant.HALF_FED: Expected(HandsStep.READERS, Mistake.READER_STARVED),
    Plant.MISO_CONTENDED: Expected(HandsStep.READERS, Mistake.MISO_CONTENDED),
    Plant.WEAK_ANTENNA: Expected(HandsStep.REACH, Mistake.ANTENNA_WEAK),
    Plant.METAL: Expected(HandsStep.REACH, Mistake.METAL),
    Plant.THICK_TOP: Expected(HandsStep.REACH, Mistake.THICK_TOP),
    Plant.DEAD_ANTENNA: Expected(HandsStep.REACH, Mistake.READER_MUTE),
    Plant.DEAF_BOARD: Expected(HandsStep.REACH, Mistake.READER_MUTE),
    Plant.READERS_SWAPPED: Expected(HandsStep.REACH, Mistake.READERS_SWAPPED),
    Plant.RESETS_SWAPPED: Expected(HandsStep.READERS, Mistake.RESETS_SWAPPED),
    Plant.IRQ_WRONG: Expected(HandsStep.READERS, Mistake.IRQ_WRONG),
    Plant.LINES_CROSSED: Expected(HandsStep.READERS, Mistake.READER_FAULT),
    Plant.LEAD_OUT: Expected(HandsStep.READERS, Mistake.READER_FAULT),
    Plant.NO_DAEMON: Expected(HandsStep.READERS, Mistake.READER_FAULT),
    Plant.BUTTON_STUCK: Expected(HandsStep.BUTTONS, Mistake.BUTTON_STUCK),
    Plant.WRONG_PULL: Expected(HandsStep.BUTTONS, Mistake.WRONG_PULL),
    Plant.BUTTONS_SWAPPED: Expected(HandsStep.BUTTONS, Mistake.BUTTONS_SWAPPED),
    Plant.BUTTON_PIN: Expected(HandsStep.BUTTONS, Mistake.BUTTON_PIN),
    Plant.LAMP_COMMON: Expected(HandsStep.LAMPS, Mistake.LAMP_COMMON),
    Plant.COLOURS_SWAPPED: Expected(HandsStep.LAMPS, Mistake.COLOURS_SWAPPED),
    Plant.NO_RESISTOR: Expected(HandsStep.LAMPS, Mistake.NO_RESISTOR),
    Plant.CHARGE_ONLY: Expected(HandsStep.DISPENSER, Mistake.CABLE),
    Plant.BOOTSEL: Expected(HandsStep.DISPENSER, Mistake.BOOTSEL),
    Plant.PORT_NAME: Expected(HandsStep.DISPENSER, Mistake.PORT_NAME),
    Plant.NO_FIRMWARE: Expected(HandsStep.DISPENSER, Mistake.NO_FIRMWARE),
    Plant.OTHER_FIRMWARE: Expected(HandsStep.DISPENSER, Mistake.OTHER_FIRMWARE),
    Plant.BARRIER_INVERTED: Expected(HandsStep.BARRIERS, Mistake.BARRIER_INVERTED),
    Plant.MOTOR_UNPOWERED: Expected(HandsStep.DISCS, Mistake.MOTOR_UNPOWERED),
    Plant.MOTOR_REVERSED: Expected(HandsStep.DISCS, Mistake.MOTOR_REVERSED),
    Plant.NO_COMMON_GROUND: Expected(HandsStep.DISCS, Mistake.COMMON_GROUND),
    Plant.SCREEN_CLOSED: Expected(HandsStep.SCREEN, Mistake.SCREEN_CLOSED),
    Plant.SCREEN_TURNED: Expected(HandsStep.SCREEN, Mistake.SCREEN_TURNED),
    Plant.SCREEN_CUT: Expected(HandsStep.SCREEN, Mistake.SCREEN_CUT),
    Plant.UNHEARD: Expected(HandsStep.SOUND, Mistake.UNHEARD),
}
"""A cut 3.3 V and a cut ground leave a board equally dark, as a dead antenna and a deaf receiver leave it equally mute:
each pair has one name, since what is to be done is the same. A reader that is no RC522 names its mistake by its fault.
"""
