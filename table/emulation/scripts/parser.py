"""Parse a line of a script into an act of `verbs` or an expectation."""

from table.emulation.scripts.expectations import EXPECTATIONS, Look
from table.emulation.scripts.lexer import LexerError, RestOfLine, split
from table.emulation.scripts.stage import Stage
from table.emulation.scripts.verbs.table import VERBS
from table.emulation.scripts.verbs.verb import StageAct, Verb
from table.rules.errors import InputError

PATIENCE_S = 15.0
"""The longest time until an expectation must be met. A hopper without tokens takes 12 s to give up."""


class ExpectationError(InputError, AssertionError):
    """An expectation is not met. The message says what there is instead."""


def _look(rest: RestOfLine) -> Look:
    word = rest.word("expectation")
    found = next((each for each in EXPECTATIONS if each.word == word.text.lower()), None)
    if found is None:
        raise word.none_of("expectation", [each.word for each in EXPECTATIONS])
    look = found.read(rest)
    rest.end()
    return look


def _read_expect(rest: RestOfLine) -> StageAct:
    no = rest.takes("no")
    expected = rest.words(until="within")
    within_s = PATIENCE_S
    if rest.takes("within"):
        within_s = rest.seconds()
    end = max((word.column + len(word.text) for word in expected), default=len("expect"))
    look = _look(RestOfLine(expected, end))

    def expect(stage: Stage) -> None:
        if not stage.wait_for(lambda _: look(stage).so is not no, within_s):
            raise ExpectationError(look(stage).there)

    return expect


def _read_bots(rest: RestOfLine) -> StageAct:
    rest.choice("word here", ("until",))
    look = _look(rest)
    return lambda stage: stage.bots(lambda: look(stage).so)


EXPECT = Verb(
    "expect",
    "expect [no] EXPECTATION [within DURATION]",
    f"It becomes so within {PATIENCE_S:.0f} s, or within the time that is said.",
    "expect priority blue",
    _read_expect,
)
BOTS = Verb(
    "bots",
    "bots until EXPECTATION",
    "Two bots play on, by the script's seed, until it is so.",
    "bots until round 2",
    _read_bots,
)
ALL = {verb.word: verb for verb in (*VERBS, BOTS, EXPECT)}


def read_line(line: str) -> StageAct | None:
    """Return the act of a line, or None if the line holds only a remark. Raises LexerError."""
    words = split(line)
    if not words:
        return None
    verb = ALL.get(words[0].text.lower())
    if verb is None:
        raise words[0].none_of("verb", ALL)
    rest = RestOfLine(words[1:], len(line.rstrip()))
    try:
        act = verb.read(rest)
        rest.end()
    except LexerError as error:
        raise LexerError(error.column, f"{str(error).rstrip('.')}. It is written: {verb.usage}") from None
    return act
