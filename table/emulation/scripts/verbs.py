"""Verbs for answers by touch, in the words on the screen."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from hal.events import Button
from sim_hardware.dispenser import vocabulary as dispenser_words
from sim_hardware.nfc import naming
from sim_hardware.nfc import vocabulary as reader_words
from table.emulation import acts
from table.emulation.hands.parts import called_back
from table.emulation.scripts.forms import FORMS
from table.emulation.scripts.stage import PowerCut, Stage, answer, asked, card_key, event_name
from table.rules.match.payouts import HAND, TOKENS_BACK
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Roll, SealedCard
from table.rules.seats import SEATS, Seat
from table.session.input import Marked, Pointed, Touched
from table.view.published import Published, ReaderState
from table.words.lexer import Glossary, LexerError, RestOfLine, ScriptWord, is_whole, quoted

StageAct: TypeAlias = Callable[[Stage], None]
"""An act of a script. Raises LexerError if the table knows no such thing, CannotError if it cannot be done now."""

VERBS = Glossary[StageAct]()
SEEN_S = 0.5
"""The longest time until a press shows on the screen."""
PROMPT_S = 10.0
"""The longest time that an answer waits for its prompt, and a lock for its card."""
MOST_PRESSES = 1_000
BUTTONS = tuple(str(button) for button in Button)


@VERBS.form(*FORMS.verbs["lay"])
def read_lay(rest: RestOfLine) -> StageAct:
    owner = rest.seat()
    key = _read_tag(rest) if rest.takes("tag") else _read_card(rest, owner)
    reader = rest.seat() if rest.takes("on") else owner
    aside_mm = rest.millimetres() if rest.takes("aside") else 0.0
    return lambda stage: stage.perform(acts.Lay(reader, key(stage), aside_mm))


@VERBS.form(*FORMS.verbs["lift"])
def read_lift(rest: RestOfLine) -> StageAct:
    seat = rest.seat()
    if not rest.more:
        return partial(_lift_all, seat)
    key = _read_tag(rest) if rest.takes("tag") else _read_card(rest, seat)
    return lambda stage: stage.perform(acts.Lift(key(stage)))


def _lift_all(seat: Seat, stage: Stage) -> None:
    for key in stage.lying(seat):
        stage.perform(acts.Lift(key))


def _read_card(rest: RestOfLine, owner: Seat) -> Callable[[Stage], str]:
    card = rest.word("card")
    if not (copy := rest.count("number of a copy") if rest.takes("copy") else 1):
        raise card.wrong("copies are numbered from 1")
    return lambda stage: card_key(stage, owner, card, copy)


def _read_tag(rest: RestOfLine) -> Callable[[Stage], str]:
    name = rest.word("tag")
    try:
        naming.tag(name.text)
    except ValueError as error:
        raise name.wrong(str(error)) from None
    return lambda _: acts.TAG + name.text


@VERBS.form(*FORMS.verbs["lock"])
def read_lock(rest: RestOfLine) -> StageAct:
    seat, card = rest.seat(), rest.word("card")
    at = SEATS.index(seat)

    def lock(stage: Stage) -> None:
        wait_for_prompt(stage, seat, "*", SealedCard)
        key = card_key(stage, seat, card, 1)
        if stage.now.desks[at].reader is not ReaderState.EMPTY:
            _lift_all(seat, stage)
            stage.wait_for(lambda now: now.desks[at].reader is ReaderState.EMPTY, PROMPT_S)
        stage.perform(acts.Lay(seat, key))
        if not stage.wait_for(lambda now: now.desks[at].reader is ReaderState.CARD, PROMPT_S):
            raise acts.CannotError(f"{seat}'s reader does not see the card: it says {stage.now.desks[at].reader}")
        _hold(seat, Button.CONFIRM, stage)

    return lock


def _button(rest: RestOfLine) -> Button:
    return Button(rest.choice("button", BUTTONS)) if rest.more else Button.CONFIRM


@VERBS.form(*FORMS.verbs["press"])
def read_press(rest: RestOfLine) -> StageAct:
    seat, button = rest.seat(), _button(rest)
    times = rest.count("number of presses", MOST_PRESSES) if rest.more else 1

    def press(stage: Stage) -> None:
        for _ in range(times):
            _finger(seat, button, acts.TAP_S, stage)

    return press


@VERBS.form(*FORMS.verbs["hold"])
def read_hold(rest: RestOfLine) -> StageAct:
    return partial(_hold, rest.seat(), _button(rest))


def _hold(seat: Seat, button: Button, stage: Stage) -> None:
    _finger(seat, button, acts.hold_lasts_s(stage.hold_s[seat]), stage)


def _finger(seat: Seat, button: Button, lasting_s: float, stage: Stage) -> None:
    """Press and release a button, and wait until the table has seen it, or for a moment if it changes nothing."""
    before = _before(stage.now, seat)
    stage.perform(acts.Press(seat, button))
    stage.wait(lasting_s)
    stage.perform(acts.Release(seat, button))
    stage.wait(acts.TAP_S)
    stage.wait_for(lambda now: _before(now, seat) != before, SEEN_S)


def _before(now: Published, seat: Seat) -> object:
    desk = now.desks[SEATS.index(seat)]
    return (desk.focus, desk.locked, desk.note, now.prompts, now.notice)


@VERBS.form(*FORMS.verbs["down"])
def read_down(rest: RestOfLine) -> StageAct:
    seat, button = rest.seat(), _button(rest)
    return lambda stage: stage.perform(acts.Press(seat, button))


@VERBS.form(*FORMS.verbs["up"])
def read_up(rest: RestOfLine) -> StageAct:
    seat, button = rest.seat(), _button(rest)
    return lambda stage: stage.perform(acts.Release(seat, button))


def wait_for_prompt(stage: Stage, seat: Seat, key: str, *kinds: type[AnyPrompt]) -> AnyPrompt:
    """Wait for the seat's first prompt of this kind, standing prompts last, and return it."""

    def fitting(now: Published) -> list[AnyPrompt]:
        return [prompt for prompt in asked(now, seat, key) if isinstance(prompt, kinds)]

    def waited_for(now: Published) -> bool:
        return any(key != "*" or not prompt.standing for prompt in fitting(now))

    if not stage.wait_for(waited_for, PROMPT_S):
        named = "nothing of the kind" if key == "*" else quoted(key)
        open_now = ", ".join(prompt.key for prompt in asked(stage.now, seat)) or "nothing"
        raise acts.CannotError(f"{seat} is asked {named} here; open are: {open_now}")
    return fitting(stage.now)[0]


@VERBS.form(*FORMS.verbs["answer"])
def read_answer(rest: RestOfLine) -> StageAct:
    seat = rest.seat()
    given = (rest.word("answer"), *rest.words(until="to"))
    key = rest.word("question").text if rest.takes("to") else ""

    def say(stage: Stage) -> None:
        prompt = _early_number(stage, seat, given) if not key else None
        prompt = prompt or wait_for_prompt(stage, seat, key or "*", ChooseOne, ChooseSome, Number, Roll)
        stage.touch(Touched(seat, prompt.key, answer(stage, prompt, given), hold=prompt.hold))

    return say


def _early_number(stage: Stage, seat: Seat, given: tuple[ScriptWord, ...]) -> AnyPrompt | None:
    """Return the dial for the chance, if a bare number is meant for it before there is a question, else None.

    So `answer blue 7` sets the dial at the start of a match, without naming its question.
    """
    if len(given) != 1 or not is_whole(given[0].text):
        return None

    def asked_now(now: Published) -> list[AnyPrompt]:
        kinds = (ChooseOne, ChooseSome, Number, Roll)
        return [prompt for prompt in asked(now, seat) if isinstance(prompt, kinds) and not prompt.standing]

    def dials(now: Published) -> list[Number]:
        return [prompt for prompt in asked(now, seat) if isinstance(prompt, Number) and prompt.words]

    stage.wait_for(lambda now: bool(asked_now(now) or dials(now)), PROMPT_S)
    first, early = asked_now(stage.now)[:1], dials(stage.now)[:1]
    if not early or (first and _takes(stage, first[0], given)):
        return None
    return early[0]


def _takes(stage: Stage, prompt: AnyPrompt, given: tuple[ScriptWord, ...]) -> bool:
    try:
        answer(stage, prompt, given)
    except LexerError:
        return False
    return True


@VERBS.form(*FORMS.verbs["confirm"])
def read_confirm(rest: RestOfLine) -> StageAct:
    return _read_plain(rest, Confirm, SealedCard)


@VERBS.form(*FORMS.verbs["roll"])
def read_roll(rest: RestOfLine) -> StageAct:
    return _read_plain(rest, Roll)


def _read_plain(rest: RestOfLine, *kinds: type[AnyPrompt]) -> StageAct:
    """Read an answer without a value."""
    seat = rest.seat()
    key = rest.word("question").text if rest.more else "*"

    def say(stage: Stage) -> None:
        try:
            prompt = wait_for_prompt(stage, seat, key, *kinds)
        except acts.CannotError:
            if key.startswith(HAND):
                return  # the table asks nobody whether tokens are taken any more, and its note is gone already
            raise
        stage.touch(Touched(seat, prompt.key, None, hold=prompt.hold))

    return say


@VERBS.form(*FORMS.verbs["point"])
def read_point(rest: RestOfLine) -> StageAct:
    seat, key = rest.seat(), rest.word("question").text
    cursor = rest.word("number of a stop")
    if not is_whole(cursor.text.removeprefix("-")):
        raise cursor.wrong("stops are counted from 0; -1 is the closed one")
    return lambda stage: stage.touch(Pointed(seat, key, int(cursor.text)))


@VERBS.form(*FORMS.verbs["mark"])
def read_mark(rest: RestOfLine) -> StageAct:
    seat, given = rest.seat(), rest.word("option")
    key = rest.word("question").text if rest.takes("to") else "*"

    def mark(stage: Stage) -> None:
        prompt = wait_for_prompt(stage, seat, key, ChooseSome)
        value = answer(stage, prompt, (given,))
        for id in value if isinstance(value, tuple) else ():
            stage.touch(Marked(seat, prompt.key, id))

    return mark


_OWN = tuple(row for row in dispenser_words.FAULTS if row.of == dispenser_words.TABLE)
_OWN_CURES = tuple(word.cure for word in _OWN if word.cure)
ENDS = "Ends the faults that last."
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
        reader_words.UNPLUG.cure: "The wires are put on again.",
        "noise": "This share of the replies is lost or mangled; 0 ends it.",
        **{word.word: word.what for word in reader_words.FAULTS},
        **dict.fromkeys(reader_words.CURES, ENDS),
    }
)
"""Each word with a sentence about its effect."""


def _hopper(stage: Stage, word: ScriptWord) -> int:
    """Return the hopper that is named by its kind of token or by its number from 0."""
    hoppers = stage.hoppers
    if is_whole(word.text) and int(word.text) in hoppers.values():
        return int(word.text)
    if word.text.lower() not in hoppers:
        raise word.none_of("hopper", hoppers)
    return hoppers[word.text.lower()]


@VERBS.form(*FORMS.verbs["load"])
def read_load(rest: RestOfLine) -> StageAct:
    hopper, count = rest.word("hopper"), rest.tokens()
    return lambda stage: stage.perform(acts.Fill(_hopper(stage, hopper), count))


@VERBS.form(*FORMS.verbs["take"])
def read_take(rest: RestOfLine) -> StageAct:
    if rest.takes("all"):
        return lambda stage: stage.perform(acts.Take())
    hopper = rest.word("kind of token, or all")
    return lambda stage: stage.perform(acts.Take(_hopper(stage, hopper)))


@VERBS.form(*FORMS.verbs["put-back"])
def read_back(rest: RestOfLine) -> StageAct:
    confirms = rest.takes("all")

    def put_back(stage: Stage) -> None:
        for token in called_back(stage.play, stage.now):
            if token.kind in stage.hoppers:
                stage.perform(acts.Fill(stage.hoppers[token.kind], token.count))
        if confirms:
            stage.touch(Touched(None, TOKENS_BACK, None, hold=True))

    return put_back


@VERBS.form(*FORMS.verbs["dispenser"])
def read_dispenser(rest: RestOfLine) -> StageAct:
    word = rest.choice("fault of a dispenser", DISPENSER_FAULTS)
    if not rest.more or word in (*acts.CABLE, *acts.PICO):
        return lambda stage: stage.perform(acts.DispenserFault(word))
    if word == dispenser_words.CableFaultWord.NOISE:
        share = rest.share()
        return lambda stage: stage.perform(acts.LineNoise(share))
    hopper = rest.word("hopper")
    return lambda stage: stage.perform(acts.DispenserFault(word, _hopper(stage, hopper)))


@VERBS.form(*FORMS.verbs["reader"])
def read_reader(rest: RestOfLine) -> StageAct:
    seat = rest.seat()
    if (word := rest.choice("fault of a reader", READER_FAULTS)) == "noise":
        share = rest.share()
        return lambda stage: stage.perform(acts.AirNoise(seat, share))
    return lambda stage: stage.perform(acts.ReaderFault(word, seat))


@VERBS.form(*FORMS.verbs["table"])
def read_table(rest: RestOfLine) -> StageAct:
    word = rest.choice("fault of a table", TABLE_FAULTS)
    if not rest.more or word not in tuple(dispenser_words.RestartWord):
        return lambda stage: stage.perform(acts.DispenserFault(word))
    after, event = rest.choice("moment", ("before", "after")) == "after", rest.word("event of the journal")
    all_power = word == dispenser_words.RestartWord.BLACKOUT
    return lambda stage: stage.cut(PowerCut(all_power, event_name(stage, event), after))


@VERBS.form(*FORMS.verbs["wait"])
def read_wait(rest: RestOfLine) -> StageAct:
    seconds = rest.seconds()
    return lambda stage: stage.wait(seconds)
