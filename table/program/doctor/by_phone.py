"""The doctor's findings for the owner's phone, of a table that runs: its devices are left alone meanwhile."""

import time

from table.config import Config
from table.devices.hands_on.dialogue import DoctorTime
from table.devices.phones.wishes import AnsweredLine, SetupAct, SetupAnswer
from table.games.files.list_format import Tone
from table.program.doctor.doctor import devices_left_alone, program
from table.program.doctor.finding import Finding, FindingState
from table.rules.text import text
from table.words import Words

TONES = {
    FindingState.WELL: Tone.GOOD,
    FindingState.NOTE: Tone.PLAIN,
    FindingState.MEND: Tone.WRONG,
    FindingState.SKIPPED: Tone.DOUBTFUL,
}


def examined_parts(config: Config, words: Words) -> SetupAnswer:
    """Return what the doctor finds without touching a device."""
    found = (*program(config), *devices_left_alone(config, DoctorTime(time.monotonic, time.sleep)))
    return SetupAnswer(SetupAct.DOCTOR, tuple(_line(each, words) for each in found))


def _line(finding: Finding, words: Words) -> AnsweredLine:
    state = words.say(text(f"doctor.state.{finding.state}"))
    return AnsweredLine(f"{words.say(finding.part)}: {words.say(finding.said)} ({state})", TONES[finding.state])
