"""The timer unit: a prescaled 16-bit count-down that the transmitter can start and the receiver can stop (8.5)."""

from sim_hardware.clock import US, Clock
from sim_hardware.clock import Timer as Appointment
from sim_hardware.nfc.air import carrier_ns
from sim_hardware.nfc.mfrc522 import interrupts
from sim_hardware.nfc.mfrc522.interrupts import Interrupts
from sim_hardware.nfc.mfrc522.registers import Reg, Registers

AUTO, AUTO_RESTART = 0x80, 0x10
PRESCALE_EVEN = 0x10
RESTART_STEP_NS = 20 * US
"""The least nanoseconds between two expiries of an auto-restarting timer. No host can clear its request faster."""


class TimerUnit:
    def __init__(self, clock: Clock, registers: Registers, irq: Interrupts) -> None:
        self._clock = clock
        self._registers = registers
        self._irq = irq
        self._due: Appointment | None = None
        self._ends_ns = 0
        self._value = 0

    @property
    def running(self) -> bool:
        return self._due is not None

    @property
    def automatic(self) -> bool:
        return bool(self._registers[Reg.T_MODE] & AUTO)

    @property
    def value(self) -> int:
        """Return the counter as a host reads it."""
        if self._due is None:
            return self._value
        left_ns = max(0, self._ends_ns - self._clock.now_ns)
        return min(0xFFFF, left_ns // max(1, carrier_ns(self._tick_cycles)))

    def start(self) -> None:
        self.stop()
        self._arm(self._clock.now_ns)

    def stop(self) -> None:
        if self._due is not None:
            self._value = self.value
            self._due.cancel()
            self._due = None

    def reset(self) -> None:
        self.stop()
        self._value = 0

    @property
    def _tick_cycles(self) -> int:
        prescaler = (self._registers[Reg.T_MODE] & 0x0F) << 8 | self._registers[Reg.T_PRESCALER]
        even = self._registers[Reg.DEMOD] & PRESCALE_EVEN and self._registers[Reg.VERSION] != 0x91
        return 2 * prescaler + (2 if even else 1)

    def _arm(self, from_ns: int) -> None:
        reload = self._registers[Reg.T_RELOAD_H] << 8 | self._registers[Reg.T_RELOAD_L]
        self._ends_ns = from_ns + carrier_ns((reload + 1) * self._tick_cycles)
        if self._registers[Reg.T_MODE] & AUTO_RESTART:
            self._ends_ns = max(self._ends_ns, from_ns + RESTART_STEP_NS)
        self._due = self._clock.at(self._ends_ns, self._expire)

    def _expire(self) -> None:
        self._due = None
        self._value = 0
        self._irq.request(interrupts.TIMER)
        if self._registers[Reg.T_MODE] & AUTO_RESTART:
            self._arm(self._ends_ns)
