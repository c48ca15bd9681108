"""The acts of players at panels, on the screen and on phones, each carried out at its seat."""

from collections.abc import Mapping

import hal.events as hw
from table.rules.seats import SEATS, Seat
from table.session.answers.answering import Answering
from table.session.answers.notices import Notices
from table.session.answers.open_questions import Questions
from table.session.intent import pressed, touched
from table.session.phones.phone_acts import ActsOfPhones
from table.session.phones.phone_ways import PhoneWays
from table.session.ports import CardChosen, InputOnView, JudgePhoneActs, PhoneActs, PlayerInput
from table.session.seat_state import SeatState
from table.session.staleness import counts
from table.view.published import Published


class PlayersActs:
    """Takes the acts of players. The session's thread only. `shown` is the last published view."""

    def __init__(
        self,
        seats: Mapping[Seat, SeatState],
        panels: Mapping[str, Seat],
        questions: Questions,
        answering: Answering,
        phones: PhoneWays,
        by_phone: ActsOfPhones,
        notices: Notices,
    ) -> None:
        """`panels` maps each panel to its seat."""
        self._seats, self._panels, self._questions, self._answering = seats, panels, questions, answering
        self._phones, self._by_phone, self._notices = phones, by_phone, notices

    def take(self, act: PlayerInput, shown: Published | None, made: InputOnView | None = None) -> None:
        """Handle an act. `made` has the view that the player saw when acting. Without it, the current view is used."""
        if isinstance(act, hw.PanelEvent):
            seats = [self._seats[self._panels[act.panel]]]
        else:
            seats = [*self._seats.values()] if act.seat is None else [self._seats[act.seat]]
        for state in seats:
            if isinstance(act, hw.PanelEvent) and self._phones.pressed(state.seat):
                continue
            choosing = self._questions.of(state.seat)
            if made is not None and (shown is None or not counts(made, choosing, state.focus, shown)):
                continue
            wish = pressed(state, choosing, act) if isinstance(act, hw.PanelEvent) else touched(state, choosing, act)
            self._notices.acted(state.seat)
            self._answering.carry_out(state, wish)

    def take_phones(self, acts: PhoneActs | CardChosen | JudgePhoneActs, shown: Published | None) -> None:
        """Handle an act of a seat's phone or the judge's. An invalid act changes nothing."""
        prompts, phones = self._questions.open, self._by_phone
        if isinstance(acts, JudgePhoneActs):
            self._answering.carry_out(self._seats[SEATS[0]], phones.judge_wish(acts, prompts, shown))
            return
        state, choosing = self._seats[acts.seat], self._questions.of(acts.seat)
        if isinstance(acts, CardChosen):
            phones.choose(acts, state, choosing)
            return
        wish = phones.wish(acts, state, choosing, prompts, shown)
        if wish is not None:
            self._notices.acted(acts.seat)
        self._answering.carry_out(state, wish)

    def take_off(self) -> None:
        """Remove each card that was chosen on a phone and can no longer be locked."""
        for state in self._seats.values():
            if state.by_phone:
                self._by_phone.take_off(state, self._questions.of(state.seat))
