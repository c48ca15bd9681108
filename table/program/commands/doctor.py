"""The command `command-table doctor`."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from table.program.commands.state import set_up
from table.program.doctor.finding import Finding, FindingState
from table.rules.text import Text, text
from table.setup.setup import Setup
from table.words import Words
from table.words.terminal import tell, tell_document

STYLES = {
    FindingState.WELL: "green",
    FindingState.NOTE: "cyan",
    FindingState.MEND: "bold red",
    FindingState.SKIPPED: "yellow",
}


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  command-table doctor --config table.toml",
)
@click.option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    help="TOML file of the table. Without it every part is emulated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(file: Path | None, as_json: bool) -> None:
    """Look at every part of the table, and say what to do.

    Each line says of a part that it is well, or what to do about it. Nobody should touch the table meanwhile; cards may
    lie on the readers. No token is paid out: `command-table firmware test` does that. While a table runs, its devices
    are left alone. The exit status is 1 if something is to be done.
    """
    setup = set_up(file)
    words = Words(setup.config.screen.language)
    findings = []
    for finding in findings_of(setup):
        findings.append(finding)
        if not as_json:
            _print(finding, words)
    if as_json:
        tell_document(json.dumps([told(finding, words) for finding in findings], indent=1, ensure_ascii=False))
    sys.exit(1 if any(finding.state is FindingState.MEND for finding in findings) else 0)


def findings_of(setup: Setup) -> Iterator[Finding]:
    from table.program.doctor.devices import DoctorTime
    from table.program.doctor.doctor import examined, program
    from table.program.world import parts_to_examine

    yield from program(setup.config)
    yield from examined(setup.config, lambda: parts_to_examine(setup), DoctorTime(time.monotonic, time.sleep))


def told(finding: Finding, words: Words) -> dict[str, str]:
    return {"part": words.say(finding.part), "state": str(finding.state), "said": words.say(finding.said)}


def _print(finding: Finding, words: Words) -> None:
    state = words.say(_state(finding.state))
    line = f"{state:>8}  {words.say(finding.part)}: {words.say(finding.said)}"
    tell(line, style=STYLES[finding.state])


def _state(state: FindingState) -> Text:
    return text(f"doctor.state.{state}")
