"""The questions for a judge while a match is frozen: corrections, and the questions common to all matches."""

from collections.abc import Iterator

from table.rules.match.judge import CORRECTING, LOG
from table.rules.prompts import AnyPrompt
from table.view.published import Published


def offered_to_a_judge(prompts: tuple[AnyPrompt, ...]) -> Iterator[AnyPrompt]:
    """Yield the prompts of a frozen match that a judge may answer remotely. The log is sent separately."""
    for prompt in prompts:
        if prompt.rule in CORRECTING or (prompt.key.startswith("match.") and prompt.key != LOG):
            yield prompt


def can_call_a_judge(published: Published) -> bool:
    """True if there is a match that a judge can freeze. The match itself makes the final decision."""
    return bool(published.match) and not published.judged and published.score.ended is None
