"""Check a finger that holds once too often at the same place: does it spend something else there?"""

from collections import Counter
from pathlib import Path

from msgspec.structs import replace

from lab.headless import HeadlessParts
from lab.presses.screen_places import Point, ScreenPlaces
from lab.presses.skilled import Glance, Played, SkilledMatch
from lab.presses.ways import Act
from table.rules.prompts import ChooseOne, Number
from table.rules.seats import Seat
from table.session.input import Touched
from table.view.published import Focus, Published


class FingerMatch(SkilledMatch):
    """A match by touch. It checks a second hold at every place where a hold has spent something."""

    def __init__(
        self, parts: HeadlessParts, folder: Path, played: Played, seed: int, glance: Glance = lambda _: None
    ) -> None:
        super().__init__(parts, folder, played, seed, glance)
        self._places = ScreenPlaces()
        self.held = 0
        """The number of holds that spent something."""
        self.slips: Counter[str] = Counter()
        """The questions that the hold too many would answer differently."""
        self.unguarded: Counter[str] = Counter()
        """The same for the control, in which only the answered question is asked afterwards."""

    def _do(self, seat: Seat, act: Act) -> None:
        point = self._places.point_of(self.view, seat, self.focus(seat), act) if self._spends(seat, act) else None
        super()._do(seat, act)
        if point is None or not isinstance(act, Touched):
            return
        self.held += 1
        alone = tuple(prompt for prompt in self.view.prompts if prompt.standing or prompt.key == act.prompt)
        self.slips[act.prompt] += self._another(self.view, seat, self.focus(seat), act, point)
        control = replace(self.view, prompts=alone)
        self.unguarded[act.prompt] += self._another(control, seat, Focus(act.prompt, 0), act, point)

    def _spends(self, seat: Seat, act: Act) -> bool:
        """True if the act answers a list or a dial of play by a hold."""
        if not isinstance(act, Touched) or not act.hold:
            return False
        asked = (prompt for prompt in self.view.prompts if prompt.key == act.prompt and prompt.seat in (seat, None))
        return any(isinstance(one, ChooseOne | Number) and one.hold and not one.standing for one in asked)

    def _another(self, view: Published, seat: Seat, focus: Focus | None, act: Touched, point: Point) -> bool:
        """True if a hold at this point would give the answered question another answer."""
        under = self._places.under(view, seat, focus, point)
        if not isinstance(under, Touched) or under.seat not in (seat, None):
            return False
        return under.hold and under.prompt == act.prompt and under.value != act.value
