"""The contactless side: frames from the FIFO onto the air and back, at 106 kbit/s (data sheet 8.1, 10.3.1.8)."""

from collections.abc import Callable
from enum import IntEnum

from sim_hardware.clock import Clock
from sim_hardware.clock import Timer as Appointment
from sim_hardware.nfc.air import Frame, Reception, bits_ns
from sim_hardware.nfc.crc import crc16
from sim_hardware.nfc.field import Field
from sim_hardware.nfc.mfrc522 import interrupts
from sim_hardware.nfc.mfrc522.fifo import Fifo
from sim_hardware.nfc.mfrc522.interrupts import Interrupts
from sim_hardware.nfc.mfrc522.registers import Reg, Registers
from sim_hardware.nfc.mfrc522.timer import TimerUnit

CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
TX_GUARD_BITS = 7
"""The bit times that the chip adds to MfTxReg.TxWait: 9 in all, 85 us, since the last reception."""
TIMER_STOP_BITS = 5
"""The bits after which a reception stops an automatic timer: a start bit and four data bits."""
COLL_POS_NOT_VALID = 0x20
LONG_ANSWER, BYTE_BITS, CRC_SIZE = 32, 9, 2
"""The size from which an answer goes into the FIFO as it comes, the bits of a byte with parity, and the CRC's size."""


class ModemState(IntEnum):
    """The values of Status2Reg.ModemState."""

    IDLE = 0
    WAIT_SEND = 1
    TX_WAIT = 2
    TRANSMITTING = 3
    RX_WAIT = 4
    LISTENING = 5
    RECEIVING = 6


class Modem:
    def __init__(
        self, clock: Clock, field: Field, registers: Registers, fifo: Fifo, irq: Interrupts, timer: TimerUnit
    ) -> None:
        self.state = ModemState.IDLE
        self.cipher: int | None = None
        """The Crypto1 session, or None. Status2Reg.MFCrypto1On shows whether there is one."""
        self.deaf = False
        """True while the receiver hangs. A reset frees it."""
        self.air_ns = 0
        """The nanoseconds with a frame on the air, in either direction."""
        self.on_received: Callable[[], None] | None = None
        """Called when a frame was received."""
        self._clock = clock
        self._field = field
        self._registers = registers
        self._fifo = fifo
        self._irq = irq
        self._timer = timer
        self._quiet_since_ns = -bits_ns(TX_GUARD_BITS + 3)
        self._appointments: list[Appointment] = []
        self._trickled = 0
        self._waits_blindly = True
        """True in Transceive: the receiver is off for RxSelReg.RxWait after a frame was sent."""

    def await_send(self) -> None:
        """Begin Transceive."""
        self.stop()
        self.state = ModemState.WAIT_SEND
        self._waits_blindly = True

    def listen(self) -> None:
        """Begin Receive, without RxWait. An answer to Transmit is received if it begins from now on."""
        self._waits_blindly = False
        self.state = ModemState.LISTENING

    def stop(self) -> None:
        """Stop for another command. A frame that is being sent is cut off."""
        for appointment in self._appointments:
            appointment.cancel()
        self._appointments.clear()
        if self.state is ModemState.TRANSMITTING:
            self._field.jumble()
        self.state = ModemState.IDLE

    def reset(self) -> None:
        self.stop()
        self.cipher = None
        self.deaf = False
        self._field.switch(False)

    @property
    def guard_ns(self) -> int:
        """Return the nanoseconds for which the chip still delays a transmission after the last reception."""
        wait = bits_ns(TX_GUARD_BITS + (self._registers[Reg.MF_TX] & 0x03))
        return max(0, self._quiet_since_ns + wait - self._clock.now_ns)

    def heard_until_now(self) -> None:
        self._quiet_since_ns = self._clock.now_ns

    def send(self, done: Callable[[], None] | None = None) -> None:
        """Send the content of the FIFO. Nothing is sent if it is empty, or if it waits for a field that is off."""
        waits_for_field = self._registers[Reg.MODE] & 0x20 and not self._field.on
        if (
            self.state in (ModemState.TX_WAIT, ModemState.TRANSMITTING, ModemState.RECEIVING)
            or not len(self._fifo)
            or waits_for_field
        ):
            return
        self.state = ModemState.TX_WAIT
        self._later(self.guard_ns, lambda: self._begin(done))

    def _begin(self, done: Callable[[], None] | None) -> None:
        self.state = ModemState.TRANSMITTING
        data = self._fifo.take_all()
        last_bits = self._registers[Reg.BIT_FRAMING] & 0x07
        bits = len(data) * 8 - (8 - last_bits if last_bits else 0)
        if self._registers[Reg.TX_MODE] & 0x80:
            data += crc16(data, CRC_PRESETS[self._registers[Reg.MODE] & 0x03]).to_bytes(2, "little")
            bits = len(data) * 8
        frame = Frame.of(data, bits, cipher=self.cipher)
        self.air_ns += frame.air_ns
        self._later(frame.air_ns, lambda: self._end(frame, done))

    def _end(self, frame: Frame, done: Callable[[], None] | None) -> None:
        self.state = ModemState.LISTENING
        self._irq.request(interrupts.TX)
        if self._timer.automatic:
            self._timer.start()
        if self._registers[Reg.TX_MODE] & 0x70:
            self._field.jumble()  # a speed that these tags do not speak
            reception = None
        else:
            reception = self._field.send(frame)
        if done is not None:
            self.state = ModemState.IDLE
            done()
        if reception is not None:
            # No later command cancels a reply that is on its way.
            self._clock.after(reception.delay_ns, lambda: self._start_bit(reception))

    def _start_bit(self, reception: Reception) -> None:
        blind = self._waits_blindly and reception.delay_ns < bits_ns(self._registers[Reg.RX_SEL] & 0x3F)
        if self.state is not ModemState.LISTENING or not self._receiver_on or blind:
            return
        self.state = ModemState.RECEIVING
        self._irq.forgive(interrupts.RECEIVER_ERRORS)
        self._registers.latch(Reg.COLL, (self._registers[Reg.COLL] & 0x80) | COLL_POS_NOT_VALID)
        if self._timer.automatic:
            self._later(bits_ns(TIMER_STOP_BITS), self._timer.stop)
        self._trickled = 0
        if len(reception.frame.data) > LONG_ANSWER:
            self._later(bits_ns(1 + BYTE_BITS), lambda: self._trickle(reception.frame.data))
        self._later(reception.frame.air_ns, lambda: self._last_bit(reception))

    def _trickle(self, data: bytes) -> None:
        """Put each byte of a long answer into the FIFO when it arrives, and the CRC last.

        The host drains the FIFO meanwhile.
        """
        if self.state is not ModemState.RECEIVING or self._trickled == len(data) - CRC_SIZE:
            return
        self._fifo.push(data[self._trickled])
        self._trickled += 1
        self._later(bits_ns(BYTE_BITS), lambda: self._trickle(data))

    @property
    def _receiver_on(self) -> bool:
        switched_off = self._registers[Reg.COMMAND] & 0x20 or self._registers[Reg.RX_MODE] & 0x70
        return not switched_off and not self.deaf

    def _last_bit(self, reception: Reception) -> None:
        reception = self._field.arrived(reception)
        self.air_ns += reception.frame.air_ns
        self.heard_until_now()
        self.state = ModemState.LISTENING if self._registers[Reg.RX_MODE] & 0x04 else ModemState.WAIT_SEND
        silent = self._registers[Reg.RX_MODE] & 0x08 and reception.broken and reception.frame.bits < 4
        if silent:
            self.state = ModemState.LISTENING
            return
        self._deliver(reception)
        self._irq.request(interrupts.RX)
        if self.on_received is not None:
            self.on_received()

    def _deliver(self, reception: Reception) -> None:
        frame = reception.frame
        align = self._registers[Reg.BIT_FRAMING] >> 4 & 0x07
        value, bits = frame.value, frame.bits
        if reception.collision is not None:
            self._collide(reception.collision + align)
            if not self._registers[Reg.COLL] & 0x80:
                value &= (1 << reception.collision) - 1
        elif frame.bad_parity:
            self._irq.fail(interrupts.PARITY_ERR)
        if reception.broken:
            self._irq.fail(interrupts.PROTOCOL_ERR)
        bits += align
        data = (value << align).to_bytes((bits + 7) // 8, "little")
        if self._registers[Reg.RX_MODE] & 0x80:
            preset = CRC_PRESETS[self._registers[Reg.MODE] & 0x03]
            if bits % 8 or len(data) < 3 or crc16(data, preset):
                self._irq.fail(interrupts.CRC_ERR)
            else:
                data = data[:-2]
        self._registers.latch(Reg.CONTROL, (self._registers[Reg.CONTROL] & ~0x07) | bits % 8)
        for byte in data[self._trickled :]:
            self._fifo.push(byte)

    def _collide(self, bit: int) -> None:
        """Set CollPos. It counts from 1, is 0 for the 32nd bit, and is not valid beyond that (9.3.1.15)."""
        position = COLL_POS_NOT_VALID if bit >= 32 else (bit + 1) % 32
        self._registers.latch(Reg.COLL, (self._registers[Reg.COLL] & 0x80) | position)
        self._irq.fail(interrupts.COLL_ERR)

    def _later(self, delay_ns: int, action: Callable[[], None]) -> None:
        self._appointments = [kept for kept in self._appointments if kept.at_ns > self._clock.now_ns]
        self._appointments.append(self._clock.after(delay_ns, action))
