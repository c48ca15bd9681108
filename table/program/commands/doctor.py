"""The command `command-table doctor`."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from table.config import Config
from table.devices.hands_on.verdicts import HandsStep, HandsVerdict
from table.program.commands.state import configured
from table.program.doctor.finding import Finding, FindingState
from table.program.early_end import ending_early
from table.rules.text import Text, text
from table.words import Words
from table.words.terminal import print_document, print_line

ALL = "all"
STYLES = {
    FindingState.WELL: "green",
    FindingState.NOTE: "cyan",
    FindingState.MEND: "bold red",
    FindingState.SKIPPED: "yellow",
}


@click.command(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="\b\nExample:\n  command-table doctor --config table.toml\n  command-table doctor --hands --mistake metal",
)
@click.option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    help="TOML file of the table. Without it every part is emulated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option(
    "--hands",
    is_flag=False,
    flag_value=ALL,
    metavar="[STEP]",
    type=click.Choice((ALL, *map(str, HandsStep))),
    help="Ask somebody at the table: press this, lay that, what do you see? All steps, or one alone.",
)
@click.option("--screen", "by_screen", is_flag=True, help="With --hands: put the questions on the table's display.")
@click.option(
    "--mistake",
    default="",
    metavar="NAME",
    help="With --hands at an emulated table: plant this mistake, such as `metal` or `lamp-common`.",
)
def command(file: Path | None, as_json: bool, hands: str | None, by_screen: bool, mistake: str) -> None:
    """Look at every part of the table, and say what to do.

    Each line says of a part that it is well, or what to do about it. Nobody should touch the table meanwhile; cards may
    lie on the readers. No token is paid out: `command-table firmware test` does that. While a table runs, its devices
    are left alone. The exit status is 1 if something is to be done.

    With --hands it asks: somebody presses each button, says which colour a lamp has, lays a card and slides it, holds a
    token in a light barrier, and watches the discs turn (some tokens fall). Each thing is asked until two answers
    agree, and each can be skipped. The steps are supply, readers, reach, buttons, lamps, dispenser, barriers, discs,
    screen and sound. At an emulated table an emulated human answers.
    """
    with ending_early():
        from table.program.doctor.doctor import table_findings

        config = configured(file)
        words = Words(config.screen.language)
        if hands is not None:
            sys.exit(_asks(config, words, file, hands, as_json=as_json, by_screen=by_screen, mistake=mistake))
        if by_screen or mistake:
            raise click.UsageError("--screen and --mistake belong to --hands")
        sys.exit(_look(table_findings(config), words, as_json=as_json))


def _look(there: Iterable[Finding], words: Words, *, as_json: bool) -> int:
    """Look at every part, and return the exit status."""
    findings = []
    for finding in there:
        findings.append(finding)
        if not as_json:
            _print(finding, words)
    if as_json:
        print_document(json.dumps([told(finding, words) for finding in findings], indent=1, ensure_ascii=False))
    return 1 if any(finding.state is FindingState.MEND for finding in findings) else 0


def _asks(
    config: Config, words: Words, file: Path | None, hands: str, *, as_json: bool, by_screen: bool, mistake: str
) -> int:
    """Run the steps with somebody who answers, and return the exit status."""
    from table.program.doctor import hands_on
    from table.records.lock import StateInUseError

    steps = tuple(HandsStep) if hands == ALL else (HandsStep(hands),)
    emulated = config.world == "emulated"

    def tell_hand(line: str) -> None:
        print_line(line, error=as_json)

    if emulated:
        if by_screen:
            raise click.UsageError("at an emulated table an emulated human answers: leave --screen out")
        _refuse_unknown(mistake)
        running = hands_on.at_an_emulated_table(config if file else None, words, steps, tell_hand, mistake)
    elif mistake:
        raise click.UsageError("only an emulated table has mistakes planted")
    else:
        tell_hand(words.say(text("hands.how")))
        running = hands_on.at_a_real_table(config, words, steps, tell_hand, by_screen=by_screen)
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
        said = [told_verdict(verdict, words, emulated=emulated) for verdict in verdicts]
        print_document(json.dumps(said, indent=1, ensure_ascii=False))
    else:
        print_line(words.say(hands_on.summary(verdicts)))
    return 1 if any(verdict.mistake is not None for verdict in verdicts) else 0


def _refuse_unknown(mistake: str) -> None:
    from table.emulation.builder.plants import Plant

    if mistake and mistake not in tuple(Plant):
        raise click.BadParameter(f"there is no mistake {mistake}; there are {', '.join(Plant)}")


def told_verdict(verdict: HandsVerdict, words: Words, *, emulated: bool) -> dict[str, str]:
    """Return a verdict with the words of its step, its part, what was found and whose eyes have seen it."""
    from table.program.doctor.hands_on import witness_said

    return {
        "step": str(verdict.step),
        "part": words.say(verdict.part),
        "state": str(_verdict_state(verdict)),
        "mistake": str(verdict.mistake or ""),
        "said": words.say(verdict.said),
        "witness": words.say(witness_said(verdict, emulated=emulated)) if verdict.tried else "",
    }


def _verdict_state(verdict: HandsVerdict) -> FindingState:
    if not verdict.tried:
        return FindingState.SKIPPED
    return FindingState.WELL if verdict.mistake is None else FindingState.MEND


def _print_verdict(verdict: HandsVerdict, words: Words, *, emulated: bool) -> None:
    said = told_verdict(verdict, words, emulated=emulated)
    state = _verdict_state(verdict)
    witness = f" [{said['witness']}]" if said["witness"] else ""
    print_line(f"{words.say(_state(state)):>8}  {said['part']}: {said['said']}{witness}", style=STYLES[state])


def told(finding: Finding, words: Words) -> dict[str, str]:
    return {"part": words.say(finding.part), "state": str(finding.state), "said": words.say(finding.said)}


def _print(finding: Finding, words: Words) -> None:
    state = words.say(_state(finding.state))
    line = f"{state:>8}  {words.say(finding.part)}: {words.say(finding.said)}"
    print_line(line, style=STYLES[finding.state])


def _state(state: FindingState) -> Text:
    return text(f"doctor.state.{state}")
