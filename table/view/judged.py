"""The questions that a judge is offered while having the table: corrections, and what belongs to every match."""

from collections.abc import Iterator

from table.rules.match.judge import CORRECTING, LOG
from table.rules.prompts import AnyPrompt
from table.view.published import Published


def offered_to_a_judge(prompts: tuple[AnyPrompt, ...]) -> Iterator[AnyPrompt]:
    """Yield those of the prompts of a judged match which a judge answers from elsewhere. The log is sent separately."""
    for prompt in prompts:
        if prompt.rule in CORRECTING or (prompt.key.startswith("match.") and prompt.key != LOG):
            yield prompt


def can_call_a_judge(published: Published) -> bool:
    """True if there is a match that a judge can freeze. The match has the last word on it."""
    return bool(published.match) and not published.judged and published.score.ended is None
