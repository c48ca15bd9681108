"""Write acts at the bench as lines of a script. An act that no replay needs becomes an empty line."""

from collections.abc import Iterator

from table.emulation.acts import (
    TAG,
    Act,
    AirNoise,
    DispenserFault,
    Fill,
    Lay,
    Lift,
    LineNoise,
    PlugCable,
    PlugReader,
    PowerDispenser,
    PowerTable,
    Press,
    PutBack,
    ReaderFault,
    Release,
    Take,
)
from table.emulation.scripts.lexer import quoted
from table.emulation.scripts.names import asked, in_words, keyed_cards, same
from table.emulation.scripts.stage import Stage
from table.emulation.scripts.verbs.faults import TABLE_FAULTS
from table.rules.prompts import AnyPrompt, ChooseOne, ChooseSome, Roll
from table.rules.seats import SEATS, Seat
from table.session.input import LetGo, Marked, Pointed, ScreenInput, Touched


def line_of(act: Act, stage: Stage) -> str:
    match act:
        case Lay():
            on = f" on {act.reader}" if _owner(act) is not act.reader else ""
            aside = f" aside {act.aside_mm:.6g}" if act.aside_mm else ""
            return f"lay {_card(stage, act.card, act.reader)}{on}{aside}"
        case Lift():
            return f"lift {_card(stage, act.card, Seat.BLUE)}"
        case Press():
            return f"down {act.seat} {act.button}"
        case Release():
            return f"up {act.seat} {act.button}"
        case PlugReader():
            return f"reader {act.seat} {'plug' if act.plugged else 'unplug'}"
        case ReaderFault():
            return f"reader {act.seat} {act.word}"
        case AirNoise():
            return f"reader {act.seat} noise {act.share:.6f}"
        case PowerTable():
            return "" if act.on else "table blackout"
        case _:
            return _at_dispenser(act)


def _at_dispenser(act: Act) -> str:
    match act:
        case PlugCable():
            return f"dispenser {'plug' if act.plugged else 'unplug'}"
        case PowerDispenser():
            return f"dispenser {'power-on' if act.on else 'power-cut'}"
        case DispenserFault() if act.word in TABLE_FAULTS:
            return f"table {act.word}"
        case DispenserFault():
            return f"dispenser {act.word} {act.hopper}"
        case LineNoise():
            return f"dispenser noise {act.share:.6f}"
        case Fill():
            return f"load {act.hopper} {act.tokens}"
        case Take():
            return f"take {'all' if act.hopper is None else act.hopper}"
        case PutBack():
            return "put-back all"
        case _:
            return ""


def _owner(act: Lay) -> Seat:
    return act.reader if act.card.startswith(TAG) else Seat(act.card.partition("/")[0])


def _card(stage: Stage, key: str, seat: Seat) -> str:
    """Return a card as `blue Ambush`, with its number among cards of the same name."""
    if key.startswith(TAG):
        return f"{seat} tag {key.removeprefix(TAG)}"
    owner = Seat(key.partition("/")[0])
    cards = keyed_cards(stage, owner)
    name = next((name for each, name, _ in cards if each == key), key)
    copies = [each for each, other, _ in cards if same(other, name)]
    copy = f" copy {copies.index(key) + 1}" if len(copies) > 1 else ""
    return f"{owner} {quoted(name)}{copy}"


def lines_of(touch: ScreenInput, stage: Stage) -> Iterator[str]:
    """Return the lines of a touch.

    One for both seats is written for the first, except for a focus, which each seat has.
    """
    seat = touch.seat or SEATS[0]
    prompt = next(iter(asked(stage.now, seat, touch.prompt)), None)
    match touch:
        case Pointed():
            for each in SEATS if touch.seat is None else (seat,):
                yield f"point {each} {quoted(touch.prompt)} {touch.cursor}"
        case LetGo():
            if isinstance(prompt, ChooseOne) and touch.value in (ids := [option.id for option in prompt.options]):
                yield f"point {seat} {quoted(touch.prompt)} {ids.index(str(touch.value))}"
        case Marked():
            yield f"mark {seat} {quoted(touch.option)} to {quoted(touch.prompt)}"
        case Touched(value=None):
            yield f"{'roll' if isinstance(prompt, Roll) else 'confirm'} {seat} {quoted(touch.prompt)}"
        case Touched():
            yield f"answer {seat} {in_words(touch.value)} to {quoted(touch.prompt)}{_remark(touch, prompt, stage)}"


def _remark(touch: Touched, prompt: AnyPrompt | None, stage: Stage) -> str:
    """Return a remark that tells people the answer, since ids say little."""
    if not isinstance(prompt, ChooseOne | ChooseSome):
        return ""
    ids = touch.value if isinstance(touch.value, tuple) else (touch.value,)
    names = [stage.words.say(option.label) for option in prompt.options if option.id in ids]
    return f"  # {', '.join(names)}" if names else ""
