"""Verbs for tokens, faults, cuts and time."""

from collections.abc import Mapping
from types import MappingProxyType

from sim_hardware.dispenser import vocabulary as dispenser_words
from sim_hardware.nfc import vocabulary as reader_words
from table.emulation.acts import (
    AirNoise,
    CannotError,
    DispenserFault,
    Fill,
    LineNoise,
    PlugReader,
    ReaderFault,
    Take,
)
from table.emulation.hands.parts import PLUGS, RESTARTS
from table.emulation.scripts.lexer import RestOfLine, ScriptWord, is_whole
from table.emulation.scripts.names import event_name
from table.emulation.scripts.stage import PowerCut, Stage
from table.emulation.scripts.verbs.verb import StageAct
from table.rules.match.payouts import TOKENS_BACK
from table.rules.tokens import HandBack
from table.session.input import Touched

_OWN = tuple(word for word in dispenser_words.FAULTS if word.of == dispenser_words.TABLE)
_OWN_CURES = tuple(word.cure for word in _OWN if word.cure)
ENDS = "It ends what lasts."
TABLE_FAULTS: Mapping[str, str] = MappingProxyType(
    {**{word.word: word.what for word in _OWN}, **dict.fromkeys(_OWN_CURES, ENDS)}
)
DISPENSER_FAULTS: Mapping[str, str] = MappingProxyType(
    {
        **{word.word: word.what for word in dispenser_words.WORDS if word not in _OWN},
        **{cure: ENDS for cure in dispenser_words.CURES if cure not in _OWN_CURES},
    }
)
READER_FAULTS: Mapping[str, str] = MappingProxyType(
    {
        reader_words.UNPLUG.word: reader_words.UNPLUG.what,
        reader_words.UNPLUG.cure: "They are put on again.",
        "noise": "This share of its replies is lost or mangled; 0 ends it.",
        **{word.word: word.what for word in reader_words.FAULTS},
        **dict.fromkeys(reader_words.CURES, ENDS),
    }
)
"""Each word with the sentence that says what happens at it."""


def _hopper(stage: Stage, word: ScriptWord) -> int:
    """Return the hopper that is named by its kind of token or by its number from 0."""
    hoppers = stage.hoppers()
    if is_whole(word.text) and int(word.text) in hoppers.values():
        return int(word.text)
    if word.text.lower() not in hoppers:
        raise word.none_of("hopper", hoppers)
    return hoppers[word.text.lower()]


def read_load(rest: RestOfLine) -> StageAct:
    hopper, count = rest.word("hopper"), rest.tokens()
    return lambda stage: stage.perform(Fill(_hopper(stage, hopper), count))


def read_take(rest: RestOfLine) -> StageAct:
    if rest.takes("all"):
        return lambda stage: stage.perform(Take())
    hopper = rest.word("kind of token, or all")
    return lambda stage: stage.perform(Take(_hopper(stage, hopper)))


def read_back(rest: RestOfLine) -> StageAct:
    return _put_back_and_say_so if rest.takes("all") else _put_back


def _put_back_and_say_so(stage: Stage) -> None:
    _put_back(stage)
    stage.hear(Touched(None, TOKENS_BACK, None, hold=True))


def _put_back(stage: Stage) -> None:
    asks = any(prompt.key == TOKENS_BACK for prompt in stage.now.prompts)
    called: tuple[HandBack, ...] = () if stage.play is None else stage.play.state.ledger.called_back
    if not called or not asks:
        raise CannotError("the table asks for no tokens back")
    for token in called:
        if token.kind in stage.hoppers():
            stage.perform(Fill(stage.hoppers()[token.kind], token.count))


def read_dispenser(rest: RestOfLine) -> StageAct:
    word = rest.choice("fault of a dispenser", DISPENSER_FAULTS)
    if word in PLUGS:
        return lambda stage: stage.perform(PLUGS[word])
    if not rest.more:
        return lambda stage: stage.perform(DispenserFault(word))
    if word == "noise":
        share = rest.share()
        return lambda stage: stage.perform(LineNoise(share))
    hopper = rest.word("hopper")
    return lambda stage: stage.perform(DispenserFault(word, _hopper(stage, hopper)))


def read_reader(rest: RestOfLine) -> StageAct:
    seat = rest.seat()
    word = rest.choice("fault of a reader", READER_FAULTS)
    if word == "noise":
        share = rest.share()
        return lambda stage: stage.perform(AirNoise(seat, share))
    if word in ("unplug", "plug"):
        return lambda stage: stage.perform(PlugReader(seat, word == "plug"))
    return lambda stage: stage.perform(ReaderFault(word, seat))


def read_table(rest: RestOfLine) -> StageAct:
    word = rest.choice("fault of a table", TABLE_FAULTS)
    if not rest.more or word not in RESTARTS:
        return lambda stage: stage.perform(DispenserFault(word))
    when = rest.choice("moment", ("before", "after"))
    event = rest.word("event of the journal")
    return lambda stage: stage.cut(PowerCut(word == "blackout", event_name(stage, event), when == "after"))


def read_wait(rest: RestOfLine) -> StageAct:
    seconds = rest.seconds()
    return lambda stage: stage.wait(seconds)
