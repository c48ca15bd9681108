"""Parse a line of a script into an act of `verbs` or an expectation."""

from table.emulation.scripts.expectations import EXPECTATIONS, Look
from table.emulation.scripts.lexer import Glossary, LexerError, RestOfLine, split
from table.emulation.scripts.stage import Stage
from table.emulation.scripts.verbs import VERBS, StageAct
from table.rules.errors import InputError

ALL = Glossary[StageAct](VERBS)
"""Every verb, also those that take an expectation."""
PATIENCE_S = 15.0
"""The longest time until an expectation must be met. A hopper without tokens takes 12 s to give up."""


class ExpectationError(InputError, AssertionError):
    """An expectation is not met. The message has the actual state."""


def _look(rest: RestOfLine) -> Look:
    word = rest.word("expectation")
    found = EXPECTATIONS.get(word.text.lower())
    if found is None:
        raise word.none_of("expectation", EXPECTATIONS)
    look = found.read(rest)
    rest.end()
    return look


@ALL.form(
    "bots until EXPECTATION",
    "Let two bots play by the script's seed until the expectation is met.",
    "bots until round 2",
)
def read_bots(rest: RestOfLine) -> StageAct:
    rest.choice("word here", ("until",))
    look = _look(rest)
    return lambda stage: stage.bots(lambda: look(stage).so)


@ALL.form(
    "expect [no] EXPECTATION [within DURATION]",
    f"Wait until the expectation is met, for {PATIENCE_S:.0f} s or the given time. `no`: until it is not met.",
    "expect priority blue",
)
def read_expect(rest: RestOfLine) -> StageAct:
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
