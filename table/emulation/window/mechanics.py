"""The motion on the bench: discs that turn, tokens that fall. Times in, positions out."""

from table.emulation.bench_view import BenchState
from table.emulation.window.dispenser import POCKETS, FallingToken

POCKET_S = 0.12
"""The seconds from one pocket to the next, equal to the emulated hopper's."""
FALL_S = 0.3
"""The seconds that a token falls. A real one falls faster; this one is meant to be seen."""


class Mechanics:
    def __init__(self) -> None:
        self._at_s: float | None = None
        self._tray = 0
        self._turned: dict[int, float] = {}
        self._falls: tuple[tuple[int, float], ...] = ()
        """The hopper of each falling token, and the share of its fall. They are the last tokens of the tray."""
        self._turning = False

    @property
    def moving(self) -> bool:
        return self._turning or bool(self._falls)

    @property
    def discs(self) -> tuple[tuple[int, float], ...]:
        return tuple((number, round(turned, 2)) for number, turned in sorted(self._turned.items()))

    @property
    def falling(self) -> tuple[FallingToken, ...]:
        return tuple(FallingToken(hopper, round(share, 2)) for hopper, share in self._falls)

    def see(self, state: BenchState, now_s: float) -> None:
        first, passed_s = self._at_s is None, (now_s - (self._at_s or now_s)) * state.speed
        self._at_s = now_s
        self._turning = any(hopper.turning for hopper in state.hoppers)
        for hopper in state.hoppers:
            if hopper.turning:
                turned = self._turned.get(hopper.number, 0.0) + hopper.turning * passed_s / POCKET_S
                self._turned[hopper.number] = turned % POCKETS
        falls = ((hopper, share + passed_s / FALL_S) for hopper, share in self._falls)
        kept = tuple((hopper, share) for hopper, share in falls if share < 1)
        if len(state.tray) < self._tray:
            kept = ()  # the players have taken a token out
        fresh = () if first else tuple((hopper, 0.0) for hopper in state.tray[self._tray :])
        self._tray, self._falls = len(state.tray), (*kept, *fresh)
