"""Verbs for answers by touch, in the words on the screen."""

from table.emulation.acts import CannotError
from table.emulation.scripts.lexer import LexerError, RestOfLine, ScriptWord, is_whole, quoted
from table.emulation.scripts.names import answer, asked
from table.emulation.scripts.stage import Stage
from table.emulation.scripts.verbs.verb import PATIENCE_S, StageAct
from table.rules.match.payouts import HAND
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Roll, SealedCard
from table.rules.seats import Seat
from table.session.input import Marked, Pointed, Touched
from table.view.published import Published


def wait_for_prompt(stage: Stage, seat: Seat, key: str, *kinds: type[AnyPrompt]) -> AnyPrompt:
    """Wait for the seat's first prompt of this kind, standing prompts last, and return it."""

    def fitting(now: Published) -> list[AnyPrompt]:
        return [prompt for prompt in asked(now, seat, key) if isinstance(prompt, kinds)]

    def waited_for(now: Published) -> bool:
        return any(key != "*" or not prompt.standing for prompt in fitting(now))

    if not stage.wait_for(waited_for, PATIENCE_S):
        named = "nothing of the kind" if key == "*" else quoted(key)
        open_now = ", ".join(prompt.key for prompt in asked(stage.now, seat)) or "nothing"
        raise CannotError(f"{seat} is asked {named} here; open are: {open_now}")
    return fitting(stage.now)[0]


def read_answer(rest: RestOfLine) -> StageAct:
    seat = rest.seat()
    given = (rest.word("answer"), *rest.words(until="to"))
    key = rest.word("question").text if rest.takes("to") else ""

    def say(stage: Stage) -> None:
        prompt = _early_number(stage, seat, given) if not key else None
        prompt = prompt or wait_for_prompt(stage, seat, key or "*", ChooseOne, ChooseSome, Number, Roll)
        stage.hear(Touched(seat, prompt.key, answer(stage, prompt, given), hold=prompt.hold))

    return say


def _early_number(stage: Stage, seat: Seat, given: tuple[ScriptWord, ...]) -> AnyPrompt | None:
    """Return the dial for the chance, if a bare number is meant for it before anybody is asked; otherwise None.

    Scripts of before say so, when the numbers were the first question of a match.
    """
    if len(given) != 1 or not is_whole(given[0].text):
        return None

    def asked_now(now: Published) -> list[AnyPrompt]:
        kinds = (ChooseOne, ChooseSome, Number, Roll)
        return [prompt for prompt in asked(now, seat) if isinstance(prompt, kinds) and not prompt.standing]

    def dials(now: Published) -> list[Number]:
        return [prompt for prompt in asked(now, seat) if isinstance(prompt, Number) and prompt.words]

    stage.wait_for(lambda now: bool(asked_now(now) or dials(now)), PATIENCE_S)
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


def read_confirm(rest: RestOfLine) -> StageAct:
    return _read_plain(rest, Confirm, SealedCard)


def read_roll(rest: RestOfLine) -> StageAct:
    return _read_plain(rest, Roll)


def _read_plain(rest: RestOfLine, *kinds: type[AnyPrompt]) -> StageAct:
    """Read an answer without a value."""
    seat = rest.seat()
    key = rest.word("question").text if rest.more else "*"

    def say(stage: Stage) -> None:
        try:
            prompt = wait_for_prompt(stage, seat, key, *kinds)
        except CannotError:
            if key.startswith(HAND):
                return  # the table asks nobody whether tokens are taken any more, and its note is gone already
            raise
        stage.hear(Touched(seat, prompt.key, None, hold=prompt.hold))

    return say


def read_point(rest: RestOfLine) -> StageAct:
    seat, key = rest.seat(), rest.word("question").text
    cursor = rest.word("number of a stop")
    if not is_whole(cursor.text.removeprefix("-")):
        raise cursor.wrong("stops are counted from 0; -1 is the closed one")
    return lambda stage: stage.hear(Pointed(seat, key, int(cursor.text)))


def read_mark(rest: RestOfLine) -> StageAct:
    seat, given = rest.seat(), rest.word("option")
    key = rest.word("question").text if rest.takes("to") else "*"

    def mark(stage: Stage) -> None:
        prompt = wait_for_prompt(stage, seat, key, ChooseSome)
        value = answer(stage, prompt, (given,))
        for id in value if isinstance(value, tuple) else ():
            stage.hear(Marked(seat, prompt.key, id))

    return mark
