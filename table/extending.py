"""All that a rule set of one's own needs by name, in one place. What stands here stays: see `docs/extending.md`."""

from table.games.belongings import Belonging
from table.games.cards import KnownCard
from table.games.chance import Chance, Die, draw, roll
from table.games.commands import Answer, Command, Reveal
from table.games.game import Event, Game
from table.games.prompts import (
    AnyPrompt,
    ChooseOne,
    ChooseSome,
    Confirm,
    Number,
    OpenCard,
    Option,
    Roll,
    SealedCard,
)
from table.games.refusal import Refusal
from table.games.seats import BLUE, RED, SEATS, Seat
from table.games.steps import Question, StepBegan, Steps
from table.games.steps import Step as StepOfTable
from table.games.text import Text, text
from table.games.tokens import HandBack, HandOut
from table.games.view import Card, Counter, Piece, Pool, Rolled, SeatView, Step, View
from table.rule_sets import RuleSet, Sides

__all__ = [
    "BLUE", "RED", "SEATS", "Answer", "AnyPrompt", "Belonging", "Card", "Chance", "ChooseOne", "ChooseSome", "Command",
    "Confirm", "Counter", "Die", "Event", "Game", "HandBack", "HandOut", "KnownCard", "Number", "OpenCard", "Option",
    "Piece", "Pool", "Question", "Refusal", "Reveal", "Roll", "Rolled", "RuleSet", "SealedCard", "Seat", "SeatView",
    "Sides", "Step", "StepBegan", "StepOfTable", "Steps", "Text", "View", "draw", "roll", "text",
]  # fmt: skip
