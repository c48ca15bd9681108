"""Names on the disk stay the same, even if the program renames them."""

import pytest

from hal.events import LampColour, LampPattern, Outcome
from table.rules.game import Event
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.codec import Cause, EventCodec
from table.rules.seats import BLUE
from table.view.published import Desk, ReaderState

CODEC = EventCodec(ev.MATCH_EVENTS)
COMMANDS: list[tuple[cmd.MatchCommand, bytes]] = [
    (cmd.TokenPassed("m-1", 1), b'{"type":"Counted","job":"m-1","passed":1}'),
    (
        cmd.PayoutEnded("m-1", 0, ev.PayoutOutcome.REFUSED, 3, "busy"),
        b'{"type":"Ended","job":"m-1","passed":0,"outcome":"refused","counter":3,"reason":"busy"}',
    ),
    (cmd.PayoutUnknown("m-1", 0, 1), b'{"type":"Uncertain","job":"m-1","least":0,"most":1}'),
    (cmd.PayoutUnheard("m-1", 3), b'{"type":"Unheard","job":"m-1","counter":3}'),
    (cmd.TokenLate("m-1", 1), b'{"type":"Late","job":"m-1","late":1}'),
    (cmd.HopperLevel(0, False), b'{"type":"LevelIs","hopper":0,"has_tokens":false}'),
    (cmd.ReaderIs(BLUE, there=False), b'{"type":"ReaderIs","seat":"blue","there":false}'),
    (cmd.CallJudge(ev.CalledBy.CARD, BLUE), b'{"type":"CallJudge","how":"card","seat":"blue"}'),
]
EVENTS: list[tuple[Event, bytes]] = [
    (ev.ReaderLost(BLUE), b'{"type":"ReaderLost","seat":"blue"}'),
    (ev.ReaderFound(BLUE), b'{"type":"ReaderFound","seat":"blue"}'),
    (
        ev.PayoutFailed("m-1", 0, ev.PayoutOutcome.JAM),
        b'{"type":"PayoutFailed","job":"m-1","passed":0,"why":"jam","counter":0,"reason":""}',
    ),
    (
        ev.PayoutUncertain("m-1", 0, 1),
        b'{"type":"PayoutUncertain","job":"m-1","least":0,"most":1,"told":false,"why":""}',
    ),
    (
        ev.PayoutUncertain("m-1", 0, 1, reported=True, why=ev.Doubt.FEWER),
        b'{"type":"PayoutUncertain","job":"m-1","least":0,"most":1,"told":true,"why":"fewer"}',
    ),
    (
        ev.PayoutSettled("m-1", 1, ev.SettledBy.PLAYERS),
        b'{"type":"PayoutSettled","job":"m-1","passed":1,"by":"players","counter":0}',
    ),
    (ev.EndProposed(BLUE, ev.EndWay.ABANDON), b'{"type":"EndProposed","seat":"blue","how":"abandon"}'),
    (ev.MatchClosed(ev.MatchEnd.FINISHED), b'{"type":"MatchClosed","how":"finished"}'),
    (ev.JudgeCalled(ev.CalledBy.TERMINAL), b'{"type":"JudgeCalled","how":"terminal","seat":null}'),
]


@pytest.mark.parametrize(("command", "body"), COMMANDS, ids=[type(command).__name__ for command, _ in COMMANDS])
def test_a_command_is_written_under_its_old_name_and_read_again(command: cmd.MatchCommand, body: bytes) -> None:
    cause = b'{"command":' + body + b',"chance":[]}'
    assert CODEC.encode_cause(Cause(command)) == cause
    assert CODEC.decode_cause(cause) == Cause(command)


@pytest.mark.parametrize(("event", "body"), EVENTS, ids=[type(event).__name__ for event, _ in EVENTS])
def test_a_word_of_a_closed_set_is_written_as_itself_and_read_again(event: Event, body: bytes) -> None:
    assert CODEC.encode(event) == body
    assert CODEC.decode(body) == event


def test_the_journal_has_a_word_for_every_outcome_of_a_payout() -> None:
    assert [str(end) for end in Outcome] == [str(end) for end in ev.PayoutOutcome]


def test_a_desk_without_a_panel_shows_the_lamp_that_is_off() -> None:
    assert Desk(BLUE, ReaderState.EMPTY).lamp == (LampColour.OFF, LampPattern.STEADY)
