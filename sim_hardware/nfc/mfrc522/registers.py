"""The MFRC522's register file: addresses, reset values, and the bits that a host can store (data sheet, chapter 9)."""

from enum import IntEnum


class Reg(IntEnum):
    COMMAND = 0x01
    COM_IEN = 0x02
    DIV_IEN = 0x03
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS1 = 0x07
    STATUS2 = 0x08
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    WATER_LEVEL = 0x0B
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_MODE = 0x12
    RX_MODE = 0x13
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    TX_SEL = 0x16
    RX_SEL = 0x17
    RX_THRESHOLD = 0x18
    DEMOD = 0x19
    MF_TX = 0x1C
    MF_RX = 0x1D
    SERIAL_SPEED = 0x1F
    CRC_RESULT_H = 0x21
    CRC_RESULT_L = 0x22
    MOD_WIDTH = 0x24
    RF_CFG = 0x26
    GS_N = 0x27
    CW_GS_P = 0x28
    MOD_GS_P = 0x29
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_H = 0x2C
    T_RELOAD_L = 0x2D
    T_COUNTER_H = 0x2E
    T_COUNTER_L = 0x2F
    TEST_SEL1 = 0x31
    TEST_SEL2 = 0x32
    TEST_PIN_EN = 0x33
    TEST_PIN_VALUE = 0x34
    TEST_BUS = 0x35
    AUTO_TEST = 0x36
    VERSION = 0x37
    ANALOG_TEST = 0x38
    TEST_DAC1 = 0x39
    TEST_DAC2 = 0x3A
    TEST_ADC = 0x3B


RESET = bytes.fromhex(
    "00208000 14000021 00000008 1000A000"
    "003F0000 80001084 844D0000 620000EB"
    "00FFFF88 26874888 20200000 00000000"
    "00000080 00004000 00000000 FF000300"
)
"""The reset values by address. FIFO, interrupts and timer are kept and read elsewhere."""

STORED: dict[int, int] = {
    Reg.WATER_LEVEL: 0x3F,
    Reg.BIT_FRAMING: 0x77,
    Reg.COLL: 0x80,
    Reg.MODE: 0xAB,
    Reg.TX_MODE: 0xF8,
    Reg.RX_MODE: 0xFC,
    Reg.TX_CONTROL: 0xFB,
    Reg.TX_ASK: 0x40,
    Reg.TX_SEL: 0x3F,
    Reg.RX_SEL: 0xFF,
    Reg.RX_THRESHOLD: 0xF7,
    Reg.DEMOD: 0xFF,
    Reg.MF_TX: 0x03,
    Reg.MF_RX: 0x10,
    Reg.SERIAL_SPEED: 0xFF,
    Reg.MOD_WIDTH: 0xFF,
    Reg.RF_CFG: 0x70,
    Reg.GS_N: 0xFF,
    Reg.CW_GS_P: 0x3F,
    Reg.MOD_GS_P: 0x3F,
    Reg.T_MODE: 0xFF,
    Reg.T_PRESCALER: 0xFF,
    Reg.T_RELOAD_H: 0xFF,
    Reg.T_RELOAD_L: 0xFF,
    Reg.TEST_SEL1: 0x07,
    Reg.TEST_SEL2: 0xFF,
    Reg.TEST_PIN_EN: 0xFE,
    Reg.TEST_PIN_VALUE: 0xFE,
    Reg.AUTO_TEST: 0x7F,
    Reg.ANALOG_TEST: 0xFF,
    Reg.TEST_DAC1: 0x3F,
    Reg.TEST_DAC2: 0x3F,
}
"""The bits that a write changes; the others keep their reset value. A register that is not listed ignores writes."""


class Registers(bytearray):
    """This stores the registers' bytes by address. The chip itself acts on writes."""

    def __init__(self) -> None:
        super().__init__(RESET)

    def reset(self) -> None:
        self[:] = RESET

    def store(self, address: int, value: int) -> None:
        mask = STORED.get(address, 0)
        self[address] = (self[address] & ~mask) | (value & mask)

    def latch(self, address: int, value: int) -> None:
        """Store a value that the chip itself writes."""
        self[address] = value
