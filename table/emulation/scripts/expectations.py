"""The expectations of scripts. Each reports the actual state if it is not met."""

from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from typing import NamedTuple, TypeAlias

from table.emulation.scripts.forms import FORMS
from table.emulation.scripts.stage import Stage, asked, event_name, same
from table.rules.match.job_steps import UNSURE, JobState
from table.rules.seats import SEATS, Seat
from table.rules.view import SeatView, StepState, View
from table.view.published import Desk, DispenserState, ReaderState
from table.words.lexer import Glossary, RestOfLine, quoted


class Observation(NamedTuple):
    so: bool
    there: str
    """The actual state in words, also if the expectation is met."""


Look: TypeAlias = Callable[[Stage], Observation]


EXPECTATIONS = Glossary[Look]()


def _of_view(look: Callable[[View], Observation]) -> Look:
    def seen(stage: Stage) -> Observation:
        view = stage.now.view
        return Observation(False, "no match has begun") if view is None else look(view)

    return seen


@EXPECTATIONS.form(*FORMS.expectations["priority"])
def _priority(rest: RestOfLine) -> Look:
    first = rest.choice("seat", (*(str(seat) for seat in SEATS), "none"))
    return _of_view(lambda view: Observation((view.first or "none") == first, f"priority {view.first or 'none'}"))


@EXPECTATIONS.form(*FORMS.expectations["round"])
def _round(rest: RestOfLine) -> Look:
    number = rest.count("number of a round")
    return _of_view(lambda view: Observation(view.round == number, f"round {view.round}"))


@EXPECTATIONS.form(*FORMS.expectations["step"])
def _step(rest: RestOfLine) -> Look:
    step = rest.word("step").text

    def look(view: View) -> Observation:
        now = [each.id for each in view.steps if each.state == StepState.NOW]
        return Observation(step in now, f"step {' '.join(now) or 'none'}")

    return _of_view(look)


@EXPECTATIONS.form(*FORMS.expectations["over"])
def _over(_: RestOfLine) -> Look:
    return _of_view(lambda view: Observation(view.over, "over" if view.over else f"round {view.round} is played"))


@EXPECTATIONS.form(*FORMS.expectations["prompt"])
def _prompt(rest: RestOfLine) -> Look:
    seat, key = rest.seat(), rest.word("question").text

    def look(stage: Stage) -> Observation:
        waiting = [prompt.key for prompt in asked(stage.now, seat) if not prompt.standing]
        found = any(prompt for prompt in asked(stage.now, seat, key) if not prompt.standing or key == prompt.key)
        return Observation(found, f"{seat} is asked {', '.join(waiting) or 'nothing'}")

    return look


@EXPECTATIONS.form(*FORMS.expectations["refused"])
def _refused(rest: RestOfLine) -> Look:
    rule = rest.word("rule").text

    def look(stage: Stage) -> Observation:
        view = stage.now.view
        named = () if view is None else [dict(line.args).get("rule") for line in view.story[-8:]]
        notices = [one for one in (stage.now.notice, *(desk.note for desk in stage.now.desks)) if one is not None]
        so = rule in named or any(one.rule == rule for one in notices)
        last = "; ".join(f"{stage.words.say(one.words)} ({one.rule or 'no rule'})" for one in notices)
        return Observation(so, last or "nothing is refused")

    return look


@EXPECTATIONS.form(*FORMS.expectations["said"])
def _story_has(rest: RestOfLine) -> Look:
    part = rest.word("words").text

    def look(stage: Stage) -> Observation:
        view = stage.now.view
        story = [] if view is None else [stage.words.say(line) for line in view.story]
        return Observation(_has(story, part), "the last lines of the story: " + (" | ".join(story[-5:]) or "none"))

    return look


@EXPECTATIONS.form(*FORMS.expectations["screen"])
def _screen(rest: RestOfLine) -> Look:
    part = rest.word("words").text

    def look(stage: Stage) -> Observation:
        lines = stage.screen()
        return Observation(_has(lines, part), "on the screen: " + " | ".join(lines))

    return look


def _has(lines: Iterable[str], part: str) -> bool:
    return any(part.casefold() in line.casefold() for line in lines)


@EXPECTATIONS.form(*FORMS.expectations["card"])
def _card(rest: RestOfLine) -> Look:
    seat, name = rest.seat(), rest.word("card").text

    def look(view: View) -> Observation:
        card = _seat(view, seat).card
        shown = "none" if card is None else card.name
        return Observation(card is not None and same(shown, name), f"{seat}'s card: {shown}")

    return _of_view(look)


@EXPECTATIONS.form(*FORMS.expectations["rolled"])
def _rolled(rest: RestOfLine) -> Look:
    face = rest.word("face").text

    def look(view: View) -> Observation:
        rolled = "nothing" if view.rolled is None else view.rolled.face
        return Observation(view.rolled is not None and same(rolled, face), f"rolled {rolled}")

    return _of_view(look)


@EXPECTATIONS.form(*FORMS.expectations["counter"])
def _counter(rest: RestOfLine) -> Look:
    seat, label, number = rest.seat(), rest.word("name of a counter").text, rest.count("number")

    def look(stage: Stage) -> Observation:
        view = stage.now.view
        counters = () if view is None else _seat(view, seat).counters
        shown = [(stage.words.say(each.label), each.value) for each in counters]
        return Observation(any(same(name, label) and n == number for name, n in shown), f"{seat} has {_listed(shown)}")

    return look


@EXPECTATIONS.form(*FORMS.expectations["piece"])
def _piece(rest: RestOfLine) -> Look:
    seat, name, state = rest.seat(), rest.word("name of a unit").text, rest.word("state").text

    def look(view: View) -> Observation:
        pieces = [(piece.name, piece.state or "ready") for piece in _seat(view, seat).pieces]
        so = any(same(each, name) and now == state for each, now in pieces)
        return Observation(so, f"{seat} has {', '.join(f'{quoted(each)} {now}' for each, now in pieces) or 'no units'}")

    return _of_view(look)


def _seat(view: View, seat: Seat) -> SeatView:
    return view.seats[SEATS.index(seat)]


def _tokens(where: str) -> Callable[[RestOfLine], Look]:
    def read(rest: RestOfLine) -> Look:
        if where == "tray" and rest.takes("empty"):
            return lambda stage: Observation(not any(stage.tray().values()), f"tray: {_listed(stage.tray().items())}")
        kind, count = rest.word("kind of token"), rest.count("number of tokens")

        def look(stage: Stage) -> Observation:
            if kind.text.lower() not in stage.hoppers:
                raise kind.none_of("kind of token", stage.hoppers)
            held = stage.tray() if where == "tray" else stage.contents()
            return Observation(held.get(kind.text.lower(), 0) == count, f"{where}: {_listed(held.items())}")

        return look

    return read


EXPECTATIONS.form(*FORMS.expectations["tray"])(_tokens("tray"))


EXPECTATIONS.form(*FORMS.expectations["hopper"])(_tokens("hopper"))


def _listed(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{kind} {n}" for kind, n in counts) or "nothing"


@EXPECTATIONS.form(*FORMS.expectations["fault"])
def _fault(rest: RestOfLine) -> Look:
    code = rest.word("fault").text if rest.more else "*"

    def look(stage: Stage) -> Observation:
        codes = _faults(stage)
        return Observation(any(fnmatchcase(each, code) for each in codes), f"faults: {', '.join(codes) or 'none'}")

    return look


def _faults(stage: Stage) -> list[str]:
    """Return the codes of all faults and of payouts that wait for players, such as `payout.jam`."""
    play = stage.play
    jobs = () if play is None else play.state.ledger.jobs
    failed = [
        f"payout.{job.why}" if job.why else "payout.unknown" for job in jobs if job.state in (JobState.FAILED, *UNSURE)
    ]
    return [*(note.code for note in stage.now.faults), *failed]


@EXPECTATIONS.form(*FORMS.expectations["reader"])
def _reader(rest: RestOfLine) -> Look:
    seat = rest.seat()
    state = rest.choice("state of a reader", tuple(ReaderState))
    return _of_desk(seat, lambda desk: Observation(desk.reader == state, f"{seat}'s reader: {desk.reader}"))


def _of_desk(seat: Seat, look: Callable[[Desk], Observation]) -> Look:
    return lambda stage: look(stage.now.desks[SEATS.index(seat)])


@EXPECTATIONS.form(*FORMS.expectations["locked"])
def _locked(rest: RestOfLine) -> Look:
    seat = rest.seat()
    return _of_desk(seat, lambda desk: Observation(desk.locked, f"{seat} has {'' if desk.locked else 'not '}locked"))


@EXPECTATIONS.form(*FORMS.expectations["lamp"])
def _lamp(rest: RestOfLine) -> Look:
    seat = rest.seat()
    wanted = tuple(word.text for word in rest.words())
    return _of_desk(
        seat, lambda desk: Observation(desk.lamp[: len(wanted)] == wanted, f"{seat}'s lamp: {' '.join(desk.lamp)}")
    )


@EXPECTATIONS.form(*FORMS.expectations["dispenser"])
def _dispenser(rest: RestOfLine) -> Look:
    state = rest.choice("state of a dispenser", tuple(DispenserState))
    return lambda stage: Observation(stage.now.dispenser == state, f"dispenser {stage.now.dispenser}")


@EXPECTATIONS.form(*FORMS.expectations["event"])
def _event(rest: RestOfLine) -> Look:
    event, count = rest.word("event of the journal"), rest.count("number") if rest.more else None

    def look(stage: Stage) -> Observation:
        name = event_name(stage, event)
        written = [type(event).__name__ for event in stage.events()]
        n = written.count(name)
        so = n > 0 if count is None else n == count
        return Observation(so, f"journal: {n} of {name}; last {' '.join(written[-6:])}")

    return look


@EXPECTATIONS.form(*FORMS.expectations["agreement"])
def _agreement(_: RestOfLine) -> Look:
    def look(stage: Stage) -> Observation:
        wrong = stage.disagreements()
        return Observation(not wrong, "; ".join(wrong) or "tray, journal and view agree")

    return look
