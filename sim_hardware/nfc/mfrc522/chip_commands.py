"""The command unit: the commands in CommandReg, and how each of them ends (data sheet 10.3)."""

import random
from collections.abc import Callable
from enum import IntEnum

from sim_hardware.clock import Clock
from sim_hardware.clock import Timer as Appointment
from sim_hardware.nfc.air import bits_ns, reply_delay_ns
from sim_hardware.nfc.crc import crc16
from sim_hardware.nfc.field import Field
from sim_hardware.nfc.mfrc522 import interrupts, self_test
from sim_hardware.nfc.mfrc522.fifo import Fifo
from sim_hardware.nfc.mfrc522.interrupts import Interrupts
from sim_hardware.nfc.mfrc522.modem import CRC_PRESETS, Modem, ModemState
from sim_hardware.nfc.mfrc522.registers import Reg, Registers
from sim_hardware.nfc.mfrc522.timer import TimerUnit

MEM_SIZE = 25
RANDOM_ID_SIZE = 10
SELF_TEST = 0x09
AUTHENT_ARGUMENTS = 12
CRC_READY = 0x20
AUTH_BEFORE_NONCE_BITS = 1 + 36
AUTH_AFTER_NONCE_BITS = 1 + 36 + 1 + 72
"""The bits of the tag's nonce, and of the reader's answer. The tag's own answer ends it, with 1 + 36 more."""


class Command(IntEnum):
    IDLE = 0x0
    MEM = 0x1
    GENERATE_RANDOM_ID = 0x2
    CALC_CRC = 0x3
    TRANSMIT = 0x4
    NO_CMD_CHANGE = 0x7
    RECEIVE = 0x8
    TRANSCEIVE = 0xC
    MF_AUTHENT = 0xE
    SOFT_RESET = 0xF


class CommandUnit:
    def __init__(
        self,
        clock: Clock,
        field: Field,
        registers: Registers,
        fifo: Fifo,
        irq: Interrupts,
        timer: TimerUnit,
        modem: Modem,
        chance: random.Random,
    ) -> None:
        self.running = Command.IDLE
        self.memory = bytes(MEM_SIZE)
        """The internal buffer. No reset clears it."""
        self._clock = clock
        self._field = field
        self._registers = registers
        self._fifo = fifo
        self._irq = irq
        self._timer = timer
        self._modem = modem
        self._chance = chance
        self._crc = 0
        self._appointments: list[Appointment] = []
        modem.on_received = self._frame_received

    def start(self, code: int) -> None:
        """Start the command that a host wrote into CommandReg. It interrupts the one before.

        The chip handles a soft reset itself.
        """
        if code == Command.NO_CMD_CHANGE:
            return
        self.abort()
        if code == Command.IDLE:
            return
        self._irq.forgive(0xFF & ~(interrupts.TEMP_ERR | interrupts.BUFFER_OVFL))
        beginnings: dict[int, Callable[[], None]] = {
            Command.MEM: self._mem,
            Command.GENERATE_RANDOM_ID: self._random_id,
            Command.CALC_CRC: self._begin_crc,
            Command.TRANSMIT: self._transmit,
            Command.RECEIVE: self._modem.listen,
            Command.TRANSCEIVE: self._modem.await_send,
            Command.MF_AUTHENT: self._authent_arguments,
        }
        if code not in beginnings:
            self._finish()
            return
        self.running = Command(code)
        beginnings[code]()

    def abort(self) -> None:
        for appointment in self._appointments:
            appointment.cancel()
        self._appointments.clear()
        self._modem.stop()
        self.running = Command.IDLE

    def start_send(self) -> None:
        """Handle BitFramingReg.StartSend, a pulse that only Transceive obeys."""
        if self.running is Command.TRANSCEIVE:
            self._modem.send()

    def fifo_written(self) -> None:
        if self.running is Command.CALC_CRC:
            self._feed_crc()
        elif self.running is Command.MF_AUTHENT:
            if self._appointments:
                self._irq.fail(interrupts.WR_ERR)
            else:
                self._authent_arguments()
        elif self._modem.state in (ModemState.LISTENING, ModemState.RECEIVING):
            self._irq.fail(interrupts.WR_ERR)

    def _finish(self) -> None:
        self.running = Command.IDLE
        self._modem.state = ModemState.IDLE
        self._irq.request(interrupts.IDLE)

    def _mem(self) -> None:
        if len(self._fifo):
            self.memory = self._fifo.take_all()[:MEM_SIZE].ljust(MEM_SIZE, b"\0")
        else:
            self._fill(self.memory)
        self._finish()

    def _random_id(self) -> None:
        self.memory = self._chance.randbytes(RANDOM_ID_SIZE) + self.memory[RANDOM_ID_SIZE:]
        self._finish()

    def _fill(self, data: bytes) -> None:
        for byte in data:
            self._fifo.push(byte)

    def _begin_crc(self) -> None:
        if self._registers[Reg.AUTO_TEST] & 0x0F == SELF_TEST:
            self._fifo.take_all()
            self._fill(self_test.result(self._registers[Reg.VERSION]))
            self._finish()
            return
        self._crc = CRC_PRESETS[self._registers[Reg.MODE] & 0x03]
        self._registers.latch(Reg.STATUS1, self._registers[Reg.STATUS1] & ~CRC_READY)
        self._feed_crc()

    def _feed_crc(self) -> None:
        """Feed the CRC unit. It takes less time for a byte than the bus for the next one, so it is always done."""
        self._crc = crc16(self._fifo.take_all(), self._crc)
        self._registers.latch(Reg.CRC_RESULT_H, self._crc >> 8)
        self._registers.latch(Reg.CRC_RESULT_L, self._crc & 0xFF)
        self._registers.latch(Reg.STATUS1, self._registers[Reg.STATUS1] | CRC_READY)
        self._irq.request_div(interrupts.CRC)

    def _transmit(self) -> None:
        self._modem.send(done=self._finish)

    def _frame_received(self) -> None:
        if self.running is Command.RECEIVE and self._modem.state is ModemState.WAIT_SEND:
            self._finish()

    def _authent_arguments(self) -> None:
        if len(self._fifo) < AUTHENT_ARGUMENTS:
            return
        arguments = self._fifo.take_all()
        to_nonce_ns = self._modem.guard_ns + bits_ns(AUTH_BEFORE_NONCE_BITS)
        self._later(to_nonce_ns, lambda: self._authent(arguments))

    def _authent(self, arguments: bytes) -> None:
        """Put the command on the air. A silent tag leaves the chip waiting; only the timer or the host ends that."""
        mode, block, key, uid = arguments[0], arguments[1], arguments[2:8], arguments[8:12]
        session = self._field.authenticate(mode == 0x61, block, key, uid, self._modem.cipher)
        self._modem.cipher = None
        if self._timer.automatic:
            self._timer.start()
        self._modem.air_ns += bits_ns(AUTH_BEFORE_NONCE_BITS)
        if session is None or self._modem.deaf:
            return
        self._modem.air_ns += bits_ns(AUTH_AFTER_NONCE_BITS + AUTH_BEFORE_NONCE_BITS)
        rest_ns = 3 * reply_delay_ns(9) + bits_ns(AUTH_AFTER_NONCE_BITS + AUTH_BEFORE_NONCE_BITS)
        self._later(rest_ns, lambda: self._authenticated(session))

    def _authenticated(self, session: int) -> None:
        if not self._field.reply_was_whole:
            return  # it was lifted meanwhile, and is silent
        self._timer.stop()
        self._modem.cipher = session
        self._modem.heard_until_now()
        self._finish()

    def _later(self, delay_ns: int, action: Callable[[], None]) -> None:
        self._appointments.append(self._clock.after(delay_ns, action))
