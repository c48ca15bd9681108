"""The table of verbs. The page `docs/develop/scripts.md` and the console's `help` are made from it."""

from table.emulation.scripts.names import NOTHING
from table.emulation.scripts.verbs import answers, cards_and_buttons, faults
from table.emulation.scripts.verbs.verb import Verb

VERBS = (
    Verb(
        "lay",
        "lay SEAT CARD [copy N] [on SEAT] [aside N]",
        "A card of the seat's comes to lie on its reader, or on the other's; `aside`: so many millimetres off the"
        " middle of the antenna. Instead of a card `tag KIND:UID` is a tag that the table does not know.",
        "lay blue Ambush",
        cards_and_buttons.read_lay,
    ),
    Verb(
        "lift",
        "lift SEAT [CARD [copy N]]",
        "The seat's card is taken off the reader; without a card, all that lies on the seat's reader.",
        "lift blue",
        cards_and_buttons.read_lift,
    ),
    Verb(
        "lock",
        "lock SEAT CARD",
        "All of it, as a player does it: the reader is cleared, the card laid, seen, and CONFIRM held.",
        "lock blue Ambush",
        cards_and_buttons.read_lock,
    ),
    Verb(
        "press",
        "press SEAT [BUTTON [TIMES]]",
        "A button: `previous`, `next`, or `confirm`, which needs no name.",
        "press blue next 2",
        cards_and_buttons.read_press,
    ),
    Verb(
        "hold",
        "hold SEAT [BUTTON]",
        "Down for 0.1 s longer than the panel's `hold_ms`.",
        "hold blue",
        cards_and_buttons.read_hold,
    ),
    Verb("down", "down SEAT [BUTTON]", "A finger goes down, and stays.", "down blue", cards_and_buttons.read_down),
    Verb("up", "up SEAT [BUTTON]", "It leaves.", "up blue", cards_and_buttons.read_up),
    Verb(
        "answer",
        "answer SEAT ANSWER... [to QUESTION]",
        "By touch, in the words on the screen or by their key. It waits for its question, at most 10 s; without `to` it"
        f" is the first that waits for an answer. `{NOTHING}` chooses none where some may be chosen.",
        "answer blue 7 to match.number",
        answers.read_answer,
    ),
    Verb(
        "confirm",
        "confirm SEAT [QUESTION]",
        "What is only to be confirmed; where a card is to be locked, it locks what lies on the reader, or unlocks it.",
        "confirm blue effect",
        answers.read_confirm,
    ),
    Verb("roll", "roll SEAT [QUESTION]", "The table rolls its die.", "roll blue", answers.read_roll),
    Verb(
        "point",
        "point SEAT QUESTION STOP",
        "A finger moves the seat's focus there.",
        "point blue orders 0",
        answers.read_point,
    ),
    Verb(
        "mark",
        "mark SEAT OPTION [to QUESTION]",
        "Marks or unmarks it, where several are chosen.",
        "mark blue no",
        answers.read_mark,
    ),
    Verb("load", "load HOPPER N", "Hands put tokens into a hopper.", "load corps 3", faults.read_load),
    Verb(
        "put-back",
        "put-back [all]",
        "The tokens that the table asks for go back into their hoppers; with `all` the table is told so, too.",
        "put-back",
        faults.read_back,
    ),
    Verb(
        "take",
        "take KIND|all",
        "The players take a token of this kind, or all, out of the tray.",
        "take all",
        faults.read_take,
    ),
    Verb(
        "dispenser",
        "dispenser FAULT [HOPPER|SHARE]",
        "A word of [the faults](../build/faults.md) happens to the dispenser, or to a hopper by kind or number; `noise`"
        " may say which share of the lines is spoilt.",
        "dispenser jam corps",
        faults.read_dispenser,
    ),
    Verb(
        "reader",
        "reader SEAT FAULT",
        "A word of the readers' faults, `unplug` or `plug`, or `noise` with the share of replies that are lost or"
        " mangled.",
        "reader blue noise 0.02",
        faults.read_reader,
    ),
    Verb(
        "table",
        "table FAULT [before|after EVENT]",
        "A word of the faults happens to the table's own program and disk. `kill` and `blackout` may wait for the"
        " moment at which the journal is about to write an event, or has just written it and shown nothing yet.",
        "table blackout before SealOpened",
        faults.read_table,
    ),
    Verb("wait", "wait DURATION", "Time passes: `250ms`, `2s`, `1.5min`.", "wait 2s", faults.read_wait),
)
"""All verbs but `bots` and `expect`, which need the expectations."""
