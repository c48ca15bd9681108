"""The doctor's findings as the owner's phone shows them."""

from collections.abc import Iterable

from table.devices.phones.wishes import AnsweredLine, SetupAct, SetupAnswer
from table.games.files.list_format import Tone
from table.program.doctor.finding import Finding, FindingState
from table.rules.text import text
from table.words import Words

TONES = {
    FindingState.WELL: Tone.GOOD,
    FindingState.NOTE: Tone.PLAIN,
    FindingState.MEND: Tone.WRONG,
    FindingState.SKIPPED: Tone.DOUBTFUL,
}


def phone_answer(findings: Iterable[Finding], words: Words) -> SetupAnswer:
    """Return the doctor's findings as an answer to the owner's phone."""
    return SetupAnswer(SetupAct.DOCTOR, tuple(_line(each, words) for each in findings))


def _line(finding: Finding, words: Words) -> AnsweredLine:
    state = words.say(text(f"doctor.state.{finding.state}"))
    return AnsweredLine(f"{words.say(finding.part)}: {words.say(finding.words)} ({state})", TONES[finding.state])
