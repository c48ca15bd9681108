"""The person at an emulated table, who follows the doctor's requests and answers truthfully."""

from lab.built.built_table import BuiltTable
from lab.built.plants import Plant
from sim_hardware.clock import MS, S
from table.devices.hands_on.questions import Deed, HandsQuestion, HandsReply

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


class EmulatedOperator:
    """Hands and eyes at a `BuiltTable`."""

    def __init__(self, table: BuiltTable) -> None:
        self._table = table
        self.asked = 0
        self._question: HandsQuestion | None = None
        self._asked_s = 0.0
        self._direction = 0
        self._slid_mm = 0.0

    def show(self, question: HandsQuestion) -> None:
        self._question, self._asked_s = question, self._table.time.now_s()
        self._direction, self._slid_mm = 0, 0.0
        self.asked += 1
        self._does(question)

    def reply(self) -> HandsReply | None:
        question = self._question
        if question is None:
            return None
        reply = self._answer(question)
        if reply is not None:
            self._question = None
        return reply

    def _waited_s(self) -> float:
        return self._table.time.now_s() - self._asked_s

    def _answer(self, question: HandsQuestion) -> HandsReply | None:
        waited_s = self._waited_s()
        if question.deed is Deed.SLIDE:
            self._slid_mm = min(LONGEST_MM, SLIDE_MM_S * waited_s)
            self._table.readers.slide(self._slid_mm)
            return HandsReply.DONE if self._slid_mm >= LONGEST_MM else None
        if question.deed is Deed.DISC:
            return self._disc(question, waited_s)
        return self._truth(question) if waited_s >= self._patience_s(question.deed) else None

    def _patience_s(self, deed: Deed) -> float:
        """Return the seconds after which the person answers `done` although the table has seen nothing."""
        return {Deed.PRESS: 2.0, Deed.LAY: 2.0, Deed.HOLD_TOKEN: 5.0}.get(deed, ANSWER_S)

    # Hands.

    def _does(self, question: HandsQuestion) -> None:
        table, readers, place = self._table, self._table.readers, question.place
        match question.deed:
            case Deed.PRESS:
                self._press(question)
            case Deed.LAY:
                readers.lay(self._part(place, readers.names))
            case Deed.HOLD_TOKEN:
                self._hold(question)
            case Deed.RESET_OFF:
                readers.take_reset_off(place)
            case Deed.SWAP_DATA:
                readers.swap_data(place)
            case Deed.LAY_BARE:
                readers.lay_bare()
            case Deed.LIFT_BOARD:
                readers.lift_board()
            case Deed.TAKE_OFF:
                readers.take_off()
            case Deed.OTHER_CABLE:
                table.good_cable = True
            case Deed.GROUND_WIRE:
                table.lay_ground_wire()
            case (
                Deed.READER_LAMP
                | Deed.SLIDE
                | Deed.MILLIMETRES
                | Deed.LAMP
                | Deed.RESISTORS
                | Deed.DISC
                | Deed.UPRIGHT
                | Deed.WHOLE
                | Deed.HEARD
            ):
                pass  # the person only looks or listens

    def _press(self, question: HandsQuestion) -> None:
        panels, clock = self._table.panels, self._table.clock
        button = self._part(question.detail.lower(), ("previous", "next", "confirm"))
        clock.after(PRESS_AFTER_NS, lambda: panels.tap(question.place, button, PRESS_NS))

    def _hold(self, question: HandsQuestion) -> None:
        hoppers = self._table.dispenser.hoppers
        number = self._part(question.place, tuple(str(each + 1) for each in range(len(hoppers))))
        part = hoppers[int(number) - 1]
        part.block(True)
        self._table.clock.after(HOLD_NS, lambda: part.block(False))

    def _part(self, named: str, parts: tuple[str, ...]) -> str:
        """Return the part of this kind that the hands take: the one that was named."""
        return named

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
