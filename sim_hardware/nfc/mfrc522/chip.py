"""The MFRC522 as seen at its pins: SPI, IRQ and NRSTPD. It is not made for a particular driver; any should work."""

import random
from collections.abc import Callable

from sim_hardware.clock import Clock
from sim_hardware.nfc.air import carrier_ns
from sim_hardware.nfc.field import Field
from sim_hardware.nfc.mfrc522.chip_commands import Command, CommandUnit
from sim_hardware.nfc.mfrc522.fifo import Fifo
from sim_hardware.nfc.mfrc522.interrupts import Interrupts
from sim_hardware.nfc.mfrc522.modem import Modem
from sim_hardware.nfc.mfrc522.registers import Reg, Registers
from sim_hardware.nfc.mfrc522.timer import TimerUnit

WAKE_NS = carrier_ns(512)
"""The nanoseconds that the oscillator takes after a reset or power-down: 1024 clocks of the 27.12 MHz crystal (8.8)."""
RCV_OFF, POWER_DOWN = 0x20, 0x10
MF_CRYPTO1_ON = 0x08
FLUSH_BUFFER, START_SEND, T_STOP_NOW, T_START_NOW = 0x80, 0x80, 0x80, 0x40
GAINS_DB = (18, 23, 18, 23, 33, 38, 43, 48)
VERSION_2 = 0x92


class Mfrc522:
    """An emulated MFRC522. Call `exchange` when the eight clocks of a byte are done. Time passes on its clock."""

    def __init__(
        self, clock: Clock, field: Field, version: int = VERSION_2, chance: random.Random | None = None
    ) -> None:
        self.irq = Interrupts()
        self.field = field
        self._clock = clock
        self._version = version
        self._registers = Registers()
        self._fifo = Fifo(self._registers, self.irq)
        self._timer = TimerUnit(clock, self._registers, self.irq)
        self._modem = Modem(clock, field, self._registers, self._fifo, self.irq, self._timer)
        self._commands = CommandUnit(
            clock, field, self._registers, self._fifo, self.irq, self._timer, self._modem, chance or random.Random(0)
        )
        self._on_read = self._read_behaviours()
        self._on_write = self._write_behaviours()
        self.crystal_ns = WAKE_NS
        """The nanoseconds that the crystal takes after NRSTPD has risen. Earlier writes are lost."""
        self.shortest_reset_ns = 0
        """A shorter pulse on NRSTPD leaves the radio dead, although all registers are correct."""
        self._reset_since_ns = 0
        self._radio_dead = False
        self._held_in_reset = False
        self._awake_ns = 0
        self._deaf_to_writes_ns = 0
        self._powered_down = False
        self._address: int | None = None
        self._reading = False
        self._selected = False
        self._soft_reset()

    @property
    def air_ns(self) -> int:
        return self._modem.air_ns

    def deafen(self) -> None:
        """Make the receiver hang, as in boards after hours of use.

        The chip sends, but receives nothing until the next reset.
        """
        self._modem.deaf = True

    # SPI (8.1.2)

    def select(self) -> None:
        """Drive NSS low."""
        self._selected = True
        self._address = None

    def exchange(self, mosi: int) -> int:
        """Exchange one byte. In a read each byte selects the register that the next byte returns."""
        if not self._selected or self._held_in_reset:
            return 0
        if self._address is None:
            self._reading = bool(mosi & 0x80)
            self._address = mosi >> 1 & 0x3F
            self._latched = self._sample(self._address)
            return 0
        if self._reading:
            miso = self._fifo.pop() if self._address == Reg.FIFO_DATA else self._latched
            self._address = address = mosi >> 1 & 0x3F
            behaviour = self._on_read.get(address)  # as in `_sample`, which would slow down most bytes of a bus
            self._latched = self._registers[address] if behaviour is None else behaviour()
            return miso
        self.write(self._address, mosi & 0xFF)
        return 0

    def repeats(self, mosi: int) -> int | None:
        """Return the value of ComIrqReg while a host reads it over and over; None otherwise.

        Reading it changes nothing, and only an action on the clock raises a request.
        """
        waiting = self._reading and self._address == Reg.COM_IRQ == mosi >> 1 & 0x3F
        return self._latched if waiting and self._selected and not self._held_in_reset else None

    def deselect(self) -> None:
        """Drive NSS high."""
        self._selected = False

    def hold_reset(self, held: bool) -> None:
        """Hold NRSTPD low: hard power-down, everything off. Its rising edge is a reset."""
        if held == self._held_in_reset:
            return
        self._held_in_reset = held
        now_ns = self._clock.now_ns
        if held:
            self._reset_since_ns = now_ns
        else:
            self._radio_dead = now_ns - self._reset_since_ns < self.shortest_reset_ns
        self._soft_reset()
        if not held and self.crystal_ns > WAKE_NS:
            self._awake_ns = self._deaf_to_writes_ns = now_ns + self.crystal_ns

    # Registers (9)

    def read(self, address: int) -> int:
        """Return the value of a register for a host. Reading changes only the FIFO."""
        return self._fifo.pop() if address == Reg.FIFO_DATA else self._sample(address)

    def write(self, address: int, value: int) -> None:
        if self._clock.now_ns < self._deaf_to_writes_ns:
            return
        behaviour = self._on_write.get(address)
        if behaviour is None:
            self._registers.store(address, value)
        else:
            behaviour(value)

    def _sample(self, address: int) -> int:
        behaviour = self._on_read.get(address)
        return self._registers[address] if behaviour is None else behaviour()

    def _read_behaviours(self) -> dict[int, Callable[[], int]]:
        return {
            Reg.COMMAND: self._command,
            Reg.COM_IEN: lambda: self.irq.com_enable,
            Reg.DIV_IEN: lambda: self.irq.div_enable,
            Reg.COM_IRQ: lambda: self.irq.com,
            Reg.DIV_IRQ: lambda: self.irq.div,
            Reg.ERROR: lambda: self.irq.errors,
            Reg.STATUS1: self._status1,
            Reg.STATUS2: self._status2,
            Reg.FIFO_DATA: self._fifo.peek,
            Reg.FIFO_LEVEL: lambda: len(self._fifo),
            Reg.T_COUNTER_H: lambda: self._timer.value >> 8,
            Reg.T_COUNTER_L: lambda: self._timer.value & 0xFF,
        }

    def _write_behaviours(self) -> dict[int, Callable[[int], None]]:
        return {
            Reg.COMMAND: self._write_command,
            Reg.COM_IEN: lambda value: self.irq.enable(com=value),
            Reg.DIV_IEN: lambda value: self.irq.enable(div=value),
            Reg.COM_IRQ: self.irq.write_com,
            Reg.DIV_IRQ: self.irq.write_div,
            Reg.STATUS2: self._write_status2,
            Reg.FIFO_DATA: self._write_fifo,
            Reg.FIFO_LEVEL: self._write_fifo_level,
            Reg.CONTROL: self._write_control,
            Reg.BIT_FRAMING: self._write_bit_framing,
            Reg.TX_CONTROL: self._write_tx_control,
            Reg.RF_CFG: self._write_rf_cfg,
        }

    def _command(self) -> int:
        asleep = self._powered_down or self._clock.now_ns < self._awake_ns
        return self._registers[Reg.COMMAND] & RCV_OFF | (POWER_DOWN if asleep else 0) | self._commands.running

    def _status1(self) -> int:
        crc_zero = not self._registers[Reg.CRC_RESULT_H] and not self._registers[Reg.CRC_RESULT_L]
        return (
            crc_zero << 6
            | self._registers[Reg.STATUS1] & 0x20
            | self.irq.pending << 4
            | self._timer.running << 3
            | self._fifo.hi_alert << 1
            | self._fifo.lo_alert
        )

    def _status2(self) -> int:
        crypto = MF_CRYPTO1_ON if self._modem.cipher is not None else 0
        return self._registers[Reg.STATUS2] & 0xC0 | crypto | self._modem.state

    def _write_status2(self, value: int) -> None:
        """Store Status2Reg. A host can clear MFCrypto1On, and never set it."""
        self._registers.latch(Reg.STATUS2, value & 0xC0)
        if not value & MF_CRYPTO1_ON:
            self._modem.cipher = None

    def _write_fifo(self, value: int) -> None:
        self._fifo.push(value)
        self._commands.fifo_written()

    def _write_fifo_level(self, value: int) -> None:
        if value & FLUSH_BUFFER:
            self._fifo.flush()

    def _write_control(self, value: int) -> None:
        if value & T_STOP_NOW:
            self._timer.stop()
        if value & T_START_NOW:
            self._timer.start()

    def _write_bit_framing(self, value: int) -> None:
        self._registers.store(Reg.BIT_FRAMING, value)
        if value & START_SEND:
            self._commands.start_send()

    def _write_tx_control(self, value: int) -> None:
        self._registers.store(Reg.TX_CONTROL, value)
        self.field.switch(bool(value & 0x03) and not self._powered_down)

    def _write_rf_cfg(self, value: int) -> None:
        self._registers.store(Reg.RF_CFG, value)
        self.field.gain_db = GAINS_DB[value >> 4 & 0x07]

    def _write_command(self, value: int) -> None:
        if value & 0x0F == Command.SOFT_RESET:
            self._soft_reset()
            return
        self._registers.latch(Reg.COMMAND, value & RCV_OFF)
        power_down = bool(value & POWER_DOWN)
        if power_down != self._powered_down:
            self._powered_down = power_down
            self._awake_ns = 0 if power_down else self._clock.now_ns + WAKE_NS
            if power_down:
                self._commands.abort()
                self._timer.stop()
            self.field.switch(bool(self._registers[Reg.TX_CONTROL] & 0x03) and not power_down)
        self._commands.start(value & 0x0F)

    def _soft_reset(self) -> None:
        """Reset every register, and switch the field off. The internal buffer stays."""
        self._commands.abort()
        self._modem.reset()
        self._modem.deaf = self._radio_dead
        self._timer.reset()
        self._registers.reset()
        self._registers.latch(Reg.VERSION, self._version)
        self.field.gain_db = GAINS_DB[self._registers[Reg.RF_CFG] >> 4]
        self.irq.reset()
        self._fifo.flush()
        self._powered_down = False
        self._awake_ns = self._clock.now_ns + WAKE_NS
        self._latched = 0
