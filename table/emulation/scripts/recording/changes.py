"""Put what is new in a published view into words, in those of expectations where one exists."""

from collections.abc import Iterator

from table.emulation.scripts.lexer import quoted
from table.rules.seats import SEATS
from table.view.published import Published
from table.words import Words


def turning_points(now: Published) -> tuple[str, ...]:
    """Return the expectations at a recording's turning points: seals, cards, rolls, priority, rounds, the end."""
    return (*_seals(now), *_course(now))


def _seals(now: Published) -> Iterator[str]:
    for desk in now.desks:
        if desk.locked:
            yield f"locked {desk.seat}"


def _course(now: Published) -> Iterator[str]:
    view = now.view
    if view is None:
        return
    yield f"round {view.round}"
    for seat in view.seats:
        if seat.card is not None:
            yield f"card {seat.seat} {quoted(seat.card.name)}"
    if view.rolled is not None:
        yield f"rolled {quoted(view.rolled.face)}"
    if view.first is not None:
        yield f"priority {view.first}"
    if view.over:
        yield "over"


def states(now: Published) -> tuple[str, ...]:
    """Return everything about the table that a bystander would tell."""
    return (*turning_points(now), *_around(now))


def _around(now: Published) -> Iterator[str]:
    for desk in now.desks:
        yield f"reader {desk.seat} {desk.reader}"
    yield f"dispenser {now.dispenser}"
    for note in now.faults:
        yield f"fault {note.code}"
    for prompt in now.prompts:
        if not prompt.standing:
            for seat in SEATS if prompt.seat is None else (prompt.seat,):
                yield f"prompt {seat} {prompt.key}"


def news(before: Published | None, now: Published, words: Words) -> tuple[str, ...]:
    """Return the lines that are new."""
    was = frozenset() if before is None else frozenset(states(before))
    told = _told(before, now, words)
    return (*told, *(line for line in states(now) if line not in was))


def _told(before: Published | None, now: Published, words: Words) -> Iterator[str]:
    old = () if before is None or before.view is None else before.view.story
    new = () if now.view is None else now.view.story
    shared = next((n for n in range(len(new), -1, -1) if old[len(old) - n :] == new[:n]), 0)
    yield from (f"said {quoted(words.say(line))}" for line in new[shared:])
    if now.notice is not None and (before is None or before.notice != now.notice):
        yield f"notice {quoted(words.say(now.notice.words))} {now.notice.rule}".rstrip()
    for index, desk in enumerate(now.desks):
        if desk.note is not None and (before is None or before.desks[index].note != desk.note):
            yield f"notice {quoted(words.say(desk.note.words))} {desk.note.rule}"
