"""The steps in their order, all of them or a selection."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from table.devices.hands_on import buttons, chips, hoppers, lamps, port, reach, senses
from table.devices.hands_on.dialogue import Dialogue
from table.devices.hands_on.parts import BuiltParts
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict, part, untried

STEPS: Mapping[HandsStep, Callable[[BuiltParts, Dialogue], Iterator[HandsVerdict]]] = MappingProxyType(
    {
        HandsStep.SUPPLY: senses.supply,
        HandsStep.READERS: chips.chips,
        HandsStep.REACH: reach.reach,
        HandsStep.BUTTONS: buttons.buttons,
        HandsStep.LAMPS: lamps.lamps,
        HandsStep.DISPENSER: port.port,
        HandsStep.BARRIERS: hoppers.barriers,
        HandsStep.DISCS: hoppers.discs,
        HandsStep.SCREEN: senses.screen,
        HandsStep.SOUND: senses.sound,
    }
)
NEEDS = MappingProxyType(
    {HandsStep.REACH: HandsStep.READERS, HandsStep.BARRIERS: HandsStep.DISPENSER, HandsStep.DISCS: HandsStep.DISPENSER}
)
"""The steps that mean nothing while an earlier one has found a mistake."""


def examined(
    parts: BuiltParts, dialogue: Dialogue, steps: Sequence[HandsStep] = tuple(HandsStep)
) -> Iterator[HandsVerdict]:
    """Yield the verdicts of these steps. A part that cannot be opened ends only its own step."""
    broken: set[HandsStep] = set()
    for step in steps:
        if NEEDS.get(step) in broken:
            yield untried(step, part("devices"), "needs", first=str(NEEDS[step]))
            continue
        try:
            for verdict in STEPS[step](parts, dialogue):
                if verdict.mistake is not None:
                    broken.add(step)
                yield verdict
        except OSError as error:
            broken.add(step)
            yield untried(step, part("devices"), "closed", why=str(error))
