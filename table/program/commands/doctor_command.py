"""The command `command-table doctor`."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import TypeAlias

import click

from table.config import Config
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict
from table.program.commands.config_option import set_up, usual_file
from table.program.doctor.finding import ConfigChange, Finding, FindingState
from table.program.early_end import ending_early
from table.program.shared_options import named_configuration
from table.rules.text import Text, text
from table.words import Words
from table.words.terminal import print_document, print_line

ALL = "all"
REHEARSALS = "command_table.rehearsals"
"""The entry point group of a `Rehearsal`."""
Rehearsal: TypeAlias = Callable[
    [Config | None, Words, Sequence[HandsStep], Callable[[str], None], str], Iterator[HandsVerdict]
]
"""Runs the steps at an emulated table with this planted mistake, if any, and an emulated person."""
STYLES = {
    FindingState.WELL: "green",
    FindingState.NOTE: "cyan",
    FindingState.MEND: "bold red",
    FindingState.SKIPPED: "yellow",
}


@click.command(
    epilog="\b\nExample:\n  command-table doctor --config table.toml\n  command-table doctor --hands --mistake metal"
)
@named_configuration
@click.option("--change", is_flag=True, help="Make every change of the configuration that is offered, without asking.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option(
    "--hands",
    is_flag=False,
    flag_value=ALL,
    metavar="[STEP]",
    type=click.Choice((ALL, *map(str, HandsStep))),
    help="Ask a person at the table to press, lay and look. All steps, or one of them.",
)
@click.option("--screen", "by_screen", is_flag=True, help="With --hands: put the questions on the table's display.")
@click.option(
    "--mistake",
    default="",
    metavar="NAME",
    help="With --hands and the package command-table-lab: plant this mistake at an emulated table, such as `metal`.",
)
def command(file: Path | None, change: bool, as_json: bool, hands: str | None, by_screen: bool, mistake: str) -> None:
    """Check every part of the table, and print how to fix it.

    Each line prints OK for a part, or how to fix it. Do not touch the table meanwhile; cards may be on the readers. No
    token is paid out: `command-table firmware test` does that. The devices of a running table are not touched. The exit
    status is 1 if a part needs fixing.

    A part that is plugged in under another name than the configuration has is examined there. At a terminal the doctor
    then asks whether to change the configuration. Comments in the file stay.

    With --hands it asks a person to press each button, name the colour of a lamp, lay and slide a card, hold a token in
    a light barrier, and watch the discs turn (some tokens fall). Each question is repeated until two answers agree, and
    each can be skipped. The steps are supply, readers, reach, buttons, lamps, dispenser, barriers, discs, screen and
    sound. At an emulated table an emulated person answers.
    """
    with ending_early():
        from table.program.doctor.doctor import table_findings

        file = file or (None if mistake else usual_file())
        config = set_up(file).config
        words = Words(config.screen.language)
        if hands is not None:
            sys.exit(_asks(config, words, file, hands, as_json=as_json, by_screen=by_screen, mistake=mistake))
        if by_screen or mistake:
            raise click.UsageError("--screen and --mistake belong to --hands")
        findings = _look(table_findings(config), words, as_json=as_json)
        made = frozenset() if file is None else _change(findings, file, words, change=change, quiet=as_json)
        sys.exit(any(each.state is FindingState.MEND and each.change not in made for each in findings))


def _change(
    findings: Iterable[Finding], file: Path, words: Words, *, change: bool, quiet: bool
) -> frozenset[ConfigChange]:
    """Ask about the offered changes, and return those that were made. Without a terminal only print them."""
    from table.program.doctor.changing import ask_about, offered

    changes = [finding.change for finding in findings if finding.change is not None]
    if change or (sys.stdin.isatty() and not quiet):
        return ask_about(changes, file, words, print_line, None if change else sys.stdin.readline)
    for each in () if quiet else changes:
        print_line(offered(each, file, words))
    return frozenset()


def _look(there: Iterable[Finding], words: Words, *, as_json: bool) -> list[Finding]:
    """Print the findings, and return them."""
    findings = []
    for finding in there:
        findings.append(finding)
        if not as_json:
            _print(finding, words)
    if as_json:
        found = [finding_words(finding, words) for finding in findings]
        print_document(json.dumps(found, indent=1, ensure_ascii=False))
    return findings


def _asks(
    config: Config, words: Words, file: Path | None, hands: str, *, as_json: bool, by_screen: bool, mistake: str
) -> int:
    """Run the steps with a person, and return the exit status."""
    from table.program.doctor import hands_on
    from table.records.lock import StateInUseError

    steps = tuple(HandsStep) if hands == ALL else (HandsStep(hands),)
    emulated = config.world == "emulated"

    def print_step(line: str) -> None:
        print_line(line, error=as_json)

    if emulated:
        if by_screen:
            raise click.UsageError("at an emulated table an emulated human answers: leave --screen out")
        running = _rehearsal(words)(config if file else None, words, steps, print_step, mistake)
    elif mistake:
        raise click.UsageError("only an emulated table has mistakes planted")
    else:
        print_step(words.say(text("hands.how")))
        running = hands_on.at_a_real_table(config, words, steps, print_step, by_screen=by_screen)
    verdicts: list[HandsVerdict] = []
    try:
        for verdict in running:
            verdicts.append(verdict)
            if not as_json:
                _print_verdict(verdict, words, emulated=emulated)
    except StateInUseError:
        raise click.ClickException(words.say(text("doctor.devices.in_use"))) from None
    except OSError as error:
        raise click.ClickException(str(error)) from error
    if as_json:
        shown = [verdict_words(verdict, words, emulated=emulated) for verdict in verdicts]
        print_document(json.dumps(shown, indent=1, ensure_ascii=False))
    else:
        print_line(words.say(hands_on.summary(verdicts)))
    return 1 if any(verdict.mistake is not None for verdict in verdicts) else 0


def _rehearsal(words: Words) -> Rehearsal:
    """Return the examination of an emulated table, which the lab has."""
    if not (found := tuple(entry_points(group=REHEARSALS))):
        raise click.ClickException(words.say(text("hands.emulated.none")))
    rehearsal: Rehearsal = found[0].load()
    return rehearsal


def verdict_words(verdict: HandsVerdict, words: Words, *, emulated: bool) -> dict[str, str]:
    """Return the words of a verdict: step, part, result and witness."""
    from table.program.doctor.hands_on import witness_words

    return {
        "step": str(verdict.step),
        "part": words.say(verdict.part),
        "state": str(_verdict_state(verdict)),
        "mistake": str(verdict.mistake or ""),
        "said": words.say(verdict.words),
        "witness": words.say(witness_words(verdict, emulated=emulated)) if verdict.tried else "",
    }


def _verdict_state(verdict: HandsVerdict) -> FindingState:
    if not verdict.tried:
        return FindingState.SKIPPED
    return FindingState.WELL if verdict.mistake is None else FindingState.MEND


def _print_verdict(verdict: HandsVerdict, words: Words, *, emulated: bool) -> None:
    shown = verdict_words(verdict, words, emulated=emulated)
    state = _verdict_state(verdict)
    witness = f" [{shown['witness']}]" if shown["witness"] else ""
    print_line(f"{words.say(_state(state)):>8}  {shown['part']}: {shown['said']}{witness}", style=STYLES[state])


def finding_words(finding: Finding, words: Words) -> dict[str, str]:
    return {"part": words.say(finding.part), "state": str(finding.state), "said": words.say(finding.words)}


def _print(finding: Finding, words: Words) -> None:
    state = words.say(_state(finding.state))
    line = f"{state:>8}  {words.say(finding.part)}: {words.say(finding.words)}"
    print_line(line, style=STYLES[finding.state])


def _state(state: FindingState) -> Text:
    return text(f"doctor.state.{state}")
