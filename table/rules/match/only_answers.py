"""Questions with one possible answer, which nobody is asked: the table answers them (TB-19). Pure."""

from table.rules.match.commands import OnlyAnswer
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Confirm, Number, Value


def only_answer(asked: tuple[AnyPrompt, ...]) -> OnlyAnswer | None:
    """Return the answer to the first of a game's questions that has only one, or None.

    A seat that is asked something else beside it has a choice: which of the two comes first, or not at all.
    """
    for prompt in asked:
        seat, beside = prompt.seat, [one for one in asked if one is not prompt and one.seat in (prompt.seat, None)]
        if seat is None or prompt.standing or prompt.hold or prompt.moment or any(not one.standing for one in beside):
            continue
        if (values := _values(prompt)) is not None:
            return OnlyAnswer(seat, prompt.key, values[0])
    return None


def has_one_answer(prompt: AnyPrompt) -> bool:
    """True if nothing can be chosen: a list or a dial with one answer, or a confirmation."""
    return isinstance(prompt, Confirm) or _values(prompt) is not None


def _values(prompt: AnyPrompt) -> tuple[Value] | None:
    """Return the one answer of a list or a dial; None if it has more, or is neither."""
    match prompt:
        case ChooseOne() if len(prompt.options) == 1:
            return (prompt.options[0].id,)
        case ChooseSome() if prompt.least == len(prompt.options):
            return (tuple(option.id for option in prompt.options),)
        case Number() if prompt.least == prompt.most:
            return (prompt.least,)
        case _:
            return None
