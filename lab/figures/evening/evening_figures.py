"""Measure an evening with two phones and one screen. It needs Xvfb, xdotool and zxing-cpp; without them only taps."""

import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from pathlib import Path

from lab.figure import Figure, NotMeasuredError, at_most, control_of, left_out, none_of
from lab.figures.evening import seen_codes, talkative, whole_matches
from lab.figures.evening.socket_phone import SocketPhone
from lab.figures.evening.two_phones import GAME, PROGRAM, TwoPhones, evening_folder
from lab.figures.pc import desktop
from lab.headless import HeadlessParts
from lab.presses.skilled import Played, SkilledMatch
from lab.presses.ways import CardLaid, Goal
from lab.trials.game_trials import game_trials
from table.records.temporary import temporary_folder
from table.rules.commands import Answer
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Number, SealedCard, Value
from table.rules.seats import BLUE, RED, SEATS, Seat

MENU = 1
"""The taps that open the menu, which has everything that is always possible."""


class PhoneMatch(SkilledMatch):
    """A match of two skilled players with phones. The cards lie on readers, and count as one hold each."""

    def __init__(self, parts: HeadlessParts, folder: Path, played: Played, seed: int) -> None:
        super().__init__(parts, folder, played, seed)
        self.taps = Counter[str]()
        """The taps of both players, by the key of the answered question."""
        self.presses = Counter[str]()
        """The presses that the same answers would take at the seats' panels, with a card laid on a reader as one."""
        self.answers = 0
        self.dearer = list[str]()
        """The answers that take more taps than presses."""

    def _give(self, seat: Seat, goal: Goal, cards: tuple[CardLaid, ...] = ()) -> None:
        view = self.view.view
        chips = {piece.id for side in view.seats if side.seat is seat for piece in side.pieces} if view else ()
        key, laid = goal.prompt.key.partition(":")[0], isinstance(goal.prompt, SealedCard)
        tapped, pressed = taps(goal.prompt, goal.value, chips), len(self.ways(seat, goal)) + laid
        self.answers += 1
        self.taps[key] += tapped
        self.presses[key] += pressed
        if tapped > pressed:
            self.dearer.append(f"{key}: {tapped} taps, {pressed} presses")
        if laid:
            super()._give(seat, goal)
        else:
            self.step(Answer(seat, goal.prompt.key, goal.value))
            self.settle()


def taps(prompt: AnyPrompt, value: Value, chips: Container[str] = ()) -> int:
    """Return the taps and holds of an answer on the page of a phone (`asking.js`, `seat.js`).

    `chips` are the ids of the units below the questions. Holding one reports what happens to units most often.
    """
    menu = MENU if prompt.standing and not prompt.ready else 0
    match prompt:
        case ChooseOne() if menu and prompt.often > 0 and isinstance(value, str) and value in chips:
            return 1
        case ChooseSome():
            return menu + 1 + len({*(value if isinstance(value, tuple) else ())} ^ {*prompt.proposed})
        case Number():
            return menu + 1 + (abs(value - prompt.first) if isinstance(value, int) else 0)
        case _:
            return menu + 1


MOST_ACTS, MOST_SECONDS, MOST_TAPS, MOST_AGAIN = 12, 3, 26, 2
STARTS = 5


def measure(seed: int) -> Iterator[Figure]:
    yield from _taps(seed)
    if left_out("evening.* but taps", missing()):
        return
    stuck = list[str]()
    for part in (_whole, _in_every_step, _of_a_talkative_table):
        try:
            yield from _at_a_table(part)
        except NotMeasuredError as error:
            stuck.append(f"{part.__name__}: {error}")
    yield none_of("evening.stuck", stuck, "evenings without an end", 3, "; ".join(stuck))
    if not left_out("evening.matches.*", whole_matches.missing()):
        yield from _matches(seed)


def _at_a_table(part: Callable[[TwoPhones], Iterable[Figure]]) -> Iterator[Figure]:
    """Measure at an evening of its own."""
    with evening_folder() as folder:
        program = talkative.MODULE if part is _of_a_talkative_table else PROGRAM
        evening = TwoPhones(Path(folder), program=program)
        try:
            yield from part(evening)
        finally:
            evening.close()


def _whole(evening: TwoPhones) -> Iterator[Figure]:
    yield at_most("evening.seconds", _starts(evening), MOST_SECONDS, "s")
    yield from _first_reveal(evening)
    yield from _lost(evening)


def missing() -> str:
    """Return a sentence about a part that is missing on this machine; empty if none is."""
    return desktop.missing() or seen_codes.missing()


def _starts(evening: TwoPhones) -> list[float]:
    """Start the table a few times, and return the seconds until both codes could be read. The last one continues."""
    taken = []
    for _ in range(STARTS):
        evening.end()
        evening.acts.clear()
        taken.append(evening.begin())
    return taken


def _matches(seed: int) -> Iterator[Figure]:
    """Play a whole match of each game on small phones, with a browser as the screen."""
    matches = whole_matches.whole_matches(seed)
    lines = [f"{each.game}: {each.taps} taps, {each.pictures} pictures" for each in matches.ended]
    note = "; ".join((*lines, *matches.stuck))
    yield none_of("evening.matches", matches.stuck, "matches without a result", len(whole_matches.GAMES), note)
    scrolled = [f"{each.game}: {line}" for each in matches.ended for line in each.scrolled]
    looks = sum(each.looks for each in matches.ended)
    yield none_of("evening.matches.scrolled", scrolled, "looks", looks, ", ".join(scrolled[:3]))


def _taps(seed: int) -> Iterator[Figure]:
    """Yield the taps in a round of Legion, and the answers in any game that take more taps than presses at a panel."""
    dearer = list[str]()
    answers = 0
    with temporary_folder() as folder:
        parts = HeadlessParts(folder, phones_alone=True)
        for game in parts.setup.games.rule_sets:
            if (trial := game_trials(game).evening) is None:
                continue
            match = PhoneMatch(parts, Path(folder, game), Played(parts.games[game], trial()), seed)
            rounds = max(1, match.play().rounds)
            dearer += (f"{game}: {each}" for each in match.dearer)
            answers += match.answers
            if game == GAME:
                yield at_most(
                    "evening.taps", [match.taps.total() / rounds], MOST_TAPS, "taps", note=_note(match, rounds)
                )
    yield none_of("evening.taps.dearer", dearer, "answers", answers, ", ".join(dearer[:3]))


def _note(match: PhoneMatch, rounds: int) -> str:
    """Return a note on the taps of a match, and on the presses of the same answers at panels."""
    parts = ", ".join(f"{key} {count / rounds:.1f}" for key, count in match.taps.most_common())
    of_one, pressed = match.taps.total() / len(SEATS) / rounds, match.presses.total() / rounds
    return (
        f"of both players in a round, {of_one:.1f} of one; at the panels {pressed:.1f}; "
        f"{match.answers / rounds:.1f} answers; in {rounds} rounds of {GAME}: {parts}"
    )


def _first_reveal(evening: TwoPhones) -> Iterator[Figure]:
    """Play to the first reveal. No message to a phone may tell the other seat's card before it."""
    seen, messages = _seen_early(evening)
    note = f"{', '.join(evening.acts)}; 0 files edited, 1 terminal"
    yield at_most("evening.acts", [len(evening.acts)], MOST_ACTS, "acts", note=note)
    yield none_of("evening.seen_early", seen, "messages", messages)


def _of_a_talkative_table(evening: TwoPhones) -> Iterator[Figure]:
    """Play to the first reveal at a table that tells each phone the other seat's card."""
    evening.begin()
    seen, messages = _seen_early(evening)
    yield control_of("evening.seen_early.control", len(seen), "messages", messages)


def _seen_early(evening: TwoPhones) -> tuple[list[Seat], int]:
    """Play to the first reveal. Return who was sent the other's card before it, and the number of messages."""
    for seat, address in zip(SEATS, evening.codes(2), strict=True):
        evening.sit(seat, address)
    evening.choose_match()
    laid = evening.reveal()
    sights = [
        (seat, sight)
        for seat in SEATS
        for message in evening.phones[seat].received
        if (sight := message.get("sight")) and not sight["now"]["moment"][0]
    ]
    return [seat for seat, sight in sights if laid[seat.opponent] in str(sight)], len(sights)


def _lost(evening: TwoPhones) -> Iterator[Figure]:
    """Take away a phone, the web program and the table, in the middle of a match, and count the acts to sit again."""
    matches = {_match(evening)}
    again: dict[str, int] = {}

    def tried(name: str, mend: Callable[[], object]) -> None:
        before = len(evening.acts)
        mend()
        again[name] = len(evening.acts) - before
        matches.add(_match(evening))

    tried("phone asleep", lambda: _asleep(evening.phones[BLUE], evening))
    tried("phone gone", lambda: _replaced(evening))
    tried("web program killed", lambda: _web_killed(evening))
    tried("table killed", lambda: _table_killed(evening))
    most = max(acts for name, acts in again.items() if name != "table killed")
    of_a_seat = (again["table killed"] - 1) / len(SEATS)
    note = ", ".join(f"{name}: {acts}" for name, acts in again.items())
    yield at_most(
        "evening.lost.acts",
        [max(most, of_a_seat)],
        MOST_AGAIN,
        "acts",
        note=f"{note} (the command, and two for each seat)",
    )
    yield none_of("evening.lost", len(matches) - 1, "matches", len(again))
    evening.phones[BLUE].sleep()
    time.sleep(2)
    yield control_of("evening.lost.control", int(not evening.phones[BLUE].is_in), "phones", note="one that stays away")


def _in_every_step(evening: TwoPhones) -> Iterator[Figure]:
    """Cut every connection after each step to the first reveal, and count the phones that show anything else then."""
    evening.begin()

    def sits() -> None:
        for seat, address in zip(SEATS, evening.codes(2), strict=True):
            evening.sit(seat, address)

    def reveals() -> None:
        evening.lock(RED)
        evening.wait_for_reveal()

    steps: dict[str, Callable[[], object]] = {
        "both sit": sits,
        "the match begins": evening.choose_match,
        "blue chooses a card": lambda: evening.lay(BLUE),
        "blue locks": lambda: evening.lock(BLUE),
        "red chooses a card": lambda: evening.lay(RED),
        "the reveal": reveals,
    }
    lost = [f"{seat} after {name}" for name, step in steps.items() for seat in _changed_by_a_cut(evening, step)]
    note = "; ".join((f"after {', '.join(steps)}", *lost))
    yield none_of("evening.lost.steps", lost, "phones", len(steps) * len(SEATS), note=note)


def _changed_by_a_cut(evening: TwoPhones, step: Callable[[], object]) -> Iterator[Seat]:
    step()
    before = {seat: _shown(phone) for seat, phone in evening.phones.items()}
    _web_killed(evening)
    for seat, phone in evening.phones.items():
        joined = phone.joined
        phone.sleep()
        phone.wake()
        evening.wait(lambda phone=phone, joined=joined: _back(phone, joined), f"{seat} is out")  # type: ignore[misc]
        if _shown(phone) != before[seat]:
            yield seat


def _back(phone: SocketPhone, joined: int) -> bool:
    """Return whether a phone has joined again since, and was sent everything."""
    return phone.joined > joined and phone.is_in and phone.part("sight") is not None and phone.part("cards") is not None


def _shown(phone: SocketPhone) -> object:
    """Return the contents of a phone: its match, its card, and its questions."""
    now = phone.now
    shown = [now.get(each) for each in ("match", "chosen", "locked", "moment")]
    return (shown, [(each["key"], each["kind"]) for each in phone.asked()], phone.part("cards"))


def _match(evening: TwoPhones) -> str:
    evening.wait(lambda: bool(evening.phones[RED].now.get("match")), "there is no match")
    return str(evening.phones[RED].now["match"])


def _asleep(phone: SocketPhone, evening: TwoPhones) -> None:
    """Let a phone sleep until its code is on the screen, and wake it: it is in again, and the code is gone."""
    phone.sleep()
    evening.codes(1)
    phone.wake()
    phone.wait(lambda: phone.is_in, "the phone is not in again")
    evening.codes(0)


def _replaced(evening: TwoPhones) -> None:
    """Let another phone take the seat of one that is gone."""
    evening.phones.pop(BLUE).end()
    (address,) = evening.codes(1)
    evening.sit(BLUE, address)


def _web_killed(evening: TwoPhones) -> None:
    before = {seat: phone.joined for seat, phone in evening.phones.items()}
    evening.kill_web()
    for seat, phone in evening.phones.items():
        phone.wait(lambda phone=phone, seat=seat: phone.joined > before[seat] and phone.is_in, "the phone is out")  # type: ignore[misc]


def _table_killed(evening: TwoPhones) -> None:
    evening.kill_table()
    for phone in evening.phones.values():
        phone.end()
    evening.begin()
    for seat, address in zip(SEATS, evening.codes(2), strict=True):
        evening.sit(seat, address)
