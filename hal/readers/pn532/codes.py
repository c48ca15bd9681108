"""The commands, statuses and registers of a PN532 that are used here (UM0701-02, 7)."""

from enum import IntEnum


class Pn532Command(IntEnum):
    DIAGNOSE = 0x00
    GET_FIRMWARE_VERSION = 0x02
    READ_REGISTER = 0x06
    WRITE_REGISTER = 0x08
    SET_SERIAL_BAUD_RATE = 0x10
    SAM_CONFIGURATION = 0x14
    POWER_DOWN = 0x16
    RF_CONFIGURATION = 0x32
    IN_DATA_EXCHANGE = 0x40
    IN_COMMUNICATE_THRU = 0x42
    IN_LIST_PASSIVE_TARGET = 0x4A
    IN_RELEASE = 0x52


class TagStatus(IntEnum):
    """The errors in the first byte of an answer (7.1). The upper two bits have another meaning."""

    WELL = 0x00
    TIMED_OUT = 0x01
    CRC = 0x02
    PARITY = 0x03
    BIT_COUNT = 0x04
    FRAMING = 0x05
    COLLISION = 0x06


STATUS_BITS = 0x3F
IC_PN532 = 0x32
"""The first byte of GetFirmwareVersion."""

TX_MODE, RX_MODE, TX_CONTROL, CONTROL, BIT_FRAMING = 0x6302, 0x6303, 0x6304, 0x633C, 0x633D
"""Registers of the contactless unit, which is similar to an MFRC522."""

SAM_NORMAL, SAM_NO_IRQ = 0x01, 0x00
RF_FIELD, TIMINGS, RETRIES = 0x01, 0x02, 0x05
"""The items of RFConfiguration (7.3.1)."""
FIELD_ON, FIELD_OFF = 0x01, 0x00
TYPE_A_106 = 0x00
WAKE_BY = {"hsu": 0x10, "spi": 0x20, "i2c": 0x80}
"""The bits of PowerDown's WakeUpEnable, by link."""
BAUD_CODES = {115_200: 0x04, 230_400: 0x05, 460_800: 0x06, 921_600: 0x07}
"""The codes of SetSerialBaudRate (7.2.8), by speed."""
COMMUNICATION_LINE, ROM_TEST, RAM_TEST = 0x00, 0x01, 0x02
"""The tests of Diagnose (7.2.1)."""
