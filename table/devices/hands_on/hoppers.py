"""The steps `barriers` and `discs`: a person holds a token in each barrier, and watches each disc turn."""

from collections.abc import Callable, Iterator

from hal.dispenser import Link
from hal.events import DispenserDown, DispenserUp, HopperSign, Outcome, PayOut, PayoutEnded, Sign
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.parts import BuiltParts, UnfitPartError
from table.devices.hands_on.port import MAY_PASS, greeting
from table.devices.hands_on.questions import TURNS, Deed, HandsQuestion, HandsReply
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, Mistake, Witness, part, untried, well, wrong

SIGNS_S = 1.5
"""The time in which a dispenser reports the state of its hoppers after its greeting."""
PAYOUT_S = 1000.0
"""Longer than any hopper takes to give up, with the longest timings that its builder may set."""
OUT_S = 6.0
"""The longest wait until a token that was held is taken out."""
TICK_S = 0.01
DARK = (Sign.BLOCKED, Sign.NEVER_LIGHT)


class HopperBench:
    """A dispenser that is up, without a session."""

    def __init__(self, link: Link, dialogue: Dialogue, name: str) -> None:
        """Raises UnfitPartError if it does not come up."""
        self._link, self._dialogue, self._name = link, dialogue, name
        self._jobs = 0
        self._ended: dict[str, PayoutEnded] = {}
        self._lost = 0
        """The number of times that the dispenser was lost. A job requested before a loss never ends."""
        self._asked: dict[str, int] = {}
        """The value of `losses` when the job began."""
        self.signs: dict[int, Sign] = {}
        up = greeting(link, dialogue.time, MAY_PASS)
        if not isinstance(up, DispenserUp):
            raise UnfitPartError(f"the dispenser: {up.code}")
        self.hoppers = up.hoppers
        self.runs(SIGNS_S)

    def step(self) -> None:
        for event in self._link.step(self._dialogue.time.now_s()):
            if isinstance(event, HopperSign):
                self.signs[event.hopper] = event.sign
            if isinstance(event, PayoutEnded):
                self._ended[event.job] = event
            if isinstance(event, DispenserDown):
                self._lost += 1
                if event.fault.code not in MAY_PASS:
                    raise UnfitPartError(f"the dispenser: {event.fault.code}")

    def runs(self, seconds: float) -> None:
        until_s = self._dialogue.time.now_s() + seconds
        while self._dialogue.time.now_s() < until_s:
            self.step()
            self._dialogue.time.pause(TICK_S)

    def begins(self, hopper: int) -> str:
        """Request one token from this hopper, and return the job."""
        self._jobs += 1
        job = f"{self._name}-{self._jobs}"
        self._asked[job] = self._lost
        self._link.request(PayOut(job, hopper, 1))
        return job

    def ends(self, job: str) -> PayoutEnded | None:
        """Wait for the end of a payout that was begun; None if the dispenser is lost meanwhile."""
        until_s = self._dialogue.time.now_s() + PAYOUT_S
        while job not in self._ended and self._asked[job] == self._lost and self._dialogue.time.now_s() < until_s:
            self.runs(TICK_S)
        return self._ended.get(job)


def barriers(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    return _at_each(parts, dialogue, HandsStep.BARRIERS, parts.name + "b", _barrier)


def discs(parts: BuiltParts, dialogue: Dialogue) -> Iterator[HandsVerdict]:
    return _at_each(parts, dialogue, HandsStep.DISCS, parts.name + "d", _disc)


def _at_each(
    parts: BuiltParts,
    dialogue: Dialogue,
    step: HandsStep,
    name: str,
    tries: Callable[[HopperBench, Dialogue, int], HandsVerdict],
) -> Iterator[HandsVerdict]:
    """Try each hopper of the configuration that the dispenser has; `name` begins the names of the jobs."""
    if (link := parts.link()) is None:
        yield untried(step, part("dispenser"), "no_dispenser")
        return
    try:
        bench = HopperBench(link, dialogue, name)
        for hopper in sorted(parts.hoppers & frozenset(range(bench.hoppers))):
            yield tries(bench, dialogue, hopper)
    finally:
        link.close()


def _barrier(bench: HopperBench, dialogue: Dialogue, hopper: int) -> HandsVerdict:
    """Have a token held in the barrier. The change of the signal shows its polarity."""
    where, step = part("hopper", hopper=hopper + 1), HandsStep.BARRIERS
    dark = bench.signs.get(hopper) in DARK

    def changed() -> bool | None:
        bench.step()
        return True if (bench.signs.get(hopper) in DARK) != dark else None

    def put() -> bool | HandsReply:
        answer = dialogue.watched(HandsQuestion(Deed.HOLD_TOKEN, str(hopper + 1)), changed)
        until_s = dialogue.time.now_s() + OUT_S
        while changed() and dialogue.time.now_s() < until_s:  # the same token must not count twice
            bench.runs(TICK_S)
        bench.runs(SIGNS_S)
        return answer

    if (seen := dialogue.agreed(put)) is None:
        return untried(step, where)
    if seen is True:
        mistake = Mistake.BARRIER_INVERTED if dark else None
    else:
        mistake = Mistake.BARRIER_DARK if dark else Mistake.BARRIER_BLIND
    if mistake is None:
        return well(step, where, "barrier", Witness.HANDS)
    return wrong(step, where, mistake, Witness.HANDS)


def _disc(bench: HopperBench, dialogue: Dialogue, hopper: int) -> HandsVerdict:
    where, step = part("hopper", hopper=hopper + 1), HandsStep.DISCS
    if bench.signs.get(hopper) in DARK:
        return untried(step, where, "barrier_first")
    given: list[bool] = []

    def turned() -> HandsReply:
        """Turn the disc, and return the direction that a person saw."""
        job = bench.begins(hopper)
        answer = dialogue.watched(HandsQuestion(Deed.DISC, str(hopper + 1), replies=TURNS), bench.step)
        ended = bench.ends(job)
        given.append(ended is not None and ended.outcome is Outcome.DONE)
        bench.runs(SIGNS_S)
        return answer

    if (saw := dialogue.agreed(turned)) is None:
        return untried(step, where)
    if saw is HandsReply.FROM_CHUTE:
        return wrong(step, where, Mistake.MOTOR_REVERSED, Witness.EYES)
    if saw is HandsReply.TO_CHUTE or all(given):
        if any(given):
            return well(step, where, "disc", Witness.HANDS)
        return wrong(step, where, Mistake.NO_TOKEN, Witness.HANDS)

    def turns() -> bool:
        return dialogue.agreed(turned) in (HandsReply.TO_CHUTE, HandsReply.FROM_CHUTE)

    if dialogue.tried(HandsQuestion(Deed.GROUND_WIRE, str(hopper + 1)), turns, bench.step):
        return wrong(step, where, Mistake.COMMON_GROUND, Witness.HANDS)
    return wrong(step, where, Mistake.MOTOR_UNPOWERED, Witness.HANDS)
