"""The human at an emulated table: does what the doctor asks, answers truly, and makes at most one mistake."""

from collections.abc import Callable
from enum import StrEnum
from random import Random

from msgspec import Struct

from sim_hardware.clock import MS, S
from table.devices.hands_on.questions import Deed, HandsQuestion, HandsReply
from table.emulation.builder.built_table import BuiltTable
from table.emulation.builder.plants import Plant

PRESS_AFTER_NS, PRESS_NS = 300 * MS, 150 * MS
HOLD_NS = 3 * S
WATCH_S = 7.0
"""The seconds for which a disc is watched until it counts as still."""
ANSWER_S = 0.4
SLIDE_MM_S = 20.0
LONGEST_MM = 60.0
SEEN = {
    (0, 0, 0): HandsReply.DARK,
    (1, 0, 0): HandsReply.RED,
    (0, 1, 0): HandsReply.GREEN,
    (0, 0, 1): HandsReply.BLUE,
    (1, 1, 1): HandsReply.WHITE,
    (0, 1, 1): HandsReply.CYAN,
    (1, 0, 1): HandsReply.MAGENTA,
    (1, 1, 0): HandsReply.YELLOW,
}
"""The answer for each light of a lamp: red, green and blue."""


class SlipKind(StrEnum):
    WRONG = "wrong"
    """A false answer, another part than the one that was named, or `done` with nothing done."""
    SKIPPED = "skipped"


class Slip(Struct, frozen=True):
    kind: SlipKind
    at: int
    """The number of the question at which it happens, counted from 0."""


class EmulatedOperator:
    """Hands and eyes at a `BuiltTable`."""

    def __init__(self, table: BuiltTable, slip: Slip | None = None, chance: Random | None = None) -> None:
        self._table, self._slip, self._chance = table, slip, chance or Random(0)
        self.asked = 0
        self._question: HandsQuestion | None = None
        self._asked_s = 0.0
        self._slips = False
        self._direction = 0
        self._slid_mm = 0.0

    def show(self, question: HandsQuestion) -> None:
        self._question, self._asked_s = question, self._table.time.now_s()
        self._slips = self._slip is not None and self._slip.at == self.asked
        self._direction, self._slid_mm = 0, 0.0
        self.asked += 1
        if self._slips and self._slip is not None and self._slip.kind is SlipKind.SKIPPED:
            return
        self._does(question)

    def reply(self) -> HandsReply | None:
        question = self._question
        if question is None:
            return None
        reply = self._answer(question)
        if reply is not None:
            self._question = None
        return reply

    def _answer(self, question: HandsQuestion) -> HandsReply | None:
        waited_s = self._table.time.now_s() - self._asked_s
        if self._slips and self._slip is not None and self._slip.kind is SlipKind.SKIPPED:
            return HandsReply.SKIP if waited_s >= ANSWER_S else None
        if question.deed is Deed.SLIDE and not self._slips:
            self._slid_mm = min(LONGEST_MM, SLIDE_MM_S * waited_s)
            self._table.readers.slide(self._slid_mm)
            return HandsReply.DONE if self._slid_mm >= LONGEST_MM else None
        if question.deed is Deed.DISC:
            true = self._disc(question, waited_s)
            return None if true is None else self._reply(question, true)
        if waited_s < self._patience_s(question.deed):
            return None
        return self._reply(question, self._truth(question))

    def _patience_s(self, deed: Deed) -> float:
        """Return the seconds after which somebody says `done`, though the table has seen nothing."""
        return {Deed.PRESS: 2.0, Deed.LAY: 2.0, Deed.HOLD_TOKEN: 5.0}.get(deed, ANSWER_S)

    def _reply(self, question: HandsQuestion, true: HandsReply) -> HandsReply:
        others = [reply for reply in question.replies if reply is not true]
        return self._chance.choice(others) if self._slips and others else true

    # Hands.

    def _does(self, question: HandsQuestion) -> None:
        act = self._acts().get(question.deed)
        if act is not None:
            act(question)

    def _acts(self) -> dict[Deed, Callable[[HandsQuestion], None]]:
        table, readers = self._table, self._table.readers
        acts: dict[Deed, Callable[[HandsQuestion], None]] = {
            Deed.PRESS: self._press,
            Deed.LAY: lambda question: readers.lay(self._or_other(question.place, readers.names)),
            Deed.HOLD_TOKEN: self._hold,
        }
        if not self._slips:
            acts |= {
                Deed.RESET_OFF: lambda question: readers.take_reset_off(question.place),
                Deed.SWAP_DATA: lambda question: readers.swap_data(question.place),
                Deed.LAY_BARE: lambda _: readers.lay_bare(),
                Deed.LIFT_BOARD: lambda _: readers.lift_board(),
                Deed.TAKE_OFF: lambda _: readers.take_off(),
                Deed.OTHER_CABLE: lambda _: setattr(table, "good_cable", True),
                Deed.GROUND_WIRE: lambda _: table.lay_ground_wire(),
            }
        return acts

    def _press(self, question: HandsQuestion) -> None:
        panels, clock = self._table.panels, self._table.clock
        button = self._or_other(question.detail.lower(), ("previous", "next", "confirm"))
        clock.after(PRESS_AFTER_NS, lambda: panels.tap(question.place, button, PRESS_NS))

    def _hold(self, question: HandsQuestion) -> None:
        hoppers = self._table.dispenser.hoppers
        number = self._or_other(question.place, tuple(str(each + 1) for each in range(len(hoppers))))
        part = hoppers[int(number) - 1]
        part.block(True)
        self._table.clock.after(HOLD_NS, lambda: part.block(False))

    def _or_other(self, wanted: str, names: tuple[str, ...]) -> str:
        others = [name for name in names if name != wanted]
        return self._chance.choice(others) if self._slips and others else wanted

    # Eyes and ears.

    def _disc(self, question: HandsQuestion, waited_s: float) -> HandsReply | None:
        if not self._direction:
            self._direction = self._table.dispenser.hoppers[int(question.place) - 1].direction
        if self._direction:
            return HandsReply.TO_CHUTE if self._direction > 0 else HandsReply.FROM_CHUTE
        return HandsReply.STILL if waited_s >= WATCH_S else None

    def _truth(self, question: HandsQuestion) -> HandsReply:
        table, plant = self._table, self._table.plant
        match question.deed:
            case Deed.READER_LAMP:
                return HandsReply.NO if question.place in table.readers.dark else HandsReply.YES
            case Deed.LAMP:
                red, green, blue = table.panels.lamp(question.place)
                return SEEN[round(red), round(green), round(blue)]
            case Deed.RESISTORS:
                lacks = plant is Plant.NO_RESISTOR and question.place == table.config.seats.blue.panel
                return HandsReply.NO if lacks else HandsReply.YES
            case Deed.MILLIMETRES:
                return HandsReply.FROM_20
            case Deed.UPRIGHT:
                return HandsReply.BOTTOM if plant is Plant.SCREEN_TURNED else HandsReply.TOP
            case Deed.WHOLE:
                return HandsReply.NO if plant is Plant.SCREEN_CUT else HandsReply.YES
            case Deed.HEARD:
                return HandsReply.NO if plant is Plant.UNHEARD else HandsReply.YES
            case _:
                return HandsReply.DONE
