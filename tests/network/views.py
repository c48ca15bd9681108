"""Views of all kinds, as Hypothesis makes them: small, so that two of them are often alike in part."""

from hypothesis import strategies as st

from table.rules.match.events import MatchEnd
from table.rules.prompts import AnyPrompt, ChooseOne, Confirm, Option
from table.rules.result import Result, RoundPoints, WonBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.text import Text, text
from table.rules.view import Card, Counter, Piece, Pool, Rolled, SeatView, Step, View
from table.view.published import ClockFace, Desk, FaultNote, Focus, Published, PublishedScore, ReaderState
from table.view.sentences import Sayings
from table.words import Words

SAYINGS = Sayings({"en": Words("en")})
few = st.integers(-2, 3)
names = st.sampled_from(["", "a", "b/c", "~d", "ä"])
texts = st.builds(Text, st.sampled_from(["seat.blue", "screen.first", "no.such.key"]), st.just(()))
seats = st.sampled_from(SEATS)


def several(each: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(each, max_size=3).map(tuple)


cards = st.builds(Card, names, st.none() | texts, st.none() | few, st.booleans())
pieces = st.builds(Piece, names, names, names, names, several(names))
counters = st.builds(Counter, texts, few, names, names)
pools = st.builds(Pool, texts, several(st.tuples(names, few)))


def seat_views(seat: Seat) -> st.SearchStrategy[SeatView]:
    return st.builds(
        SeatView, st.just(seat), names, st.none() | cards, several(counters), several(pools), several(pieces)
    )


views = st.builds(
    View,
    system=names,
    round=few,
    rounds=few,
    phase=texts,
    steps=several(st.builds(Step, names, texts, names)),
    seats=st.tuples(seat_views(BLUE), seat_views(RED)),
    headline=st.just(text("screen.first", seat=text("seat.red"))) | texts,
    first=st.none() | seats,
    rolled=st.none() | st.builds(Rolled, names, names, seats, few, st.booleans(), st.none() | texts),
    reveals=few,
    over=st.booleans(),
    story=several(texts),
    line_count=st.integers(0, 6),
)
questions = st.builds(
    ChooseOne,
    key=names,
    seat=st.none() | seats,
    ask=texts,
    rule=names,
    standing=st.booleans(),
    options=several(st.builds(Option, names, texts)),
) | st.just(Confirm(key="match.judge.go_on", seat=None, ask=text("screen.first"), rule="TB-77"))
prompts: st.SearchStrategy[tuple[AnyPrompt, ...]] = st.lists(questions, max_size=3).map(tuple)
scores = st.builds(
    PublishedScore,
    rounds=several(st.builds(RoundPoints, few, few, few)),
    counts=st.booleans(),
    ended=st.none() | st.sampled_from(list(MatchEnd)),
    result=st.none() | st.builds(Result, st.none() | seats, st.sampled_from(list(WonBy)), names),
    cards=st.just((0, 0)),
    lasted_s=st.none(),
)
clocks = st.builds(ClockFace, few, few, several(seats), st.booleans(), st.none() | few)


def desks(seat: Seat) -> st.SearchStrategy[Desk]:
    return st.builds(
        Desk, st.just(seat), st.sampled_from(list(ReaderState)), st.booleans(), st.none() | st.builds(Focus, names, few)
    )


published = st.builds(
    Published,
    match=st.sampled_from(["", "one", "two"]),
    view=st.none() | views,
    prompts=prompts,
    desks=st.tuples(desks(BLUE), desks(RED)),
    faults=several(st.builds(FaultNote, st.sampled_from(["reader.missing", "program.stuck"]), names, names)),
    commitment=names,
    score=scores,
    clock=st.none() | clocks,
)
