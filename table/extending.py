"""All names that a rule set of your own needs. They do not change: see `docs/develop/extending.md`."""

from table.games.files.list_format import ListFormat
from table.games.notebook import EndedMatch, Notebook
from table.games.random_play.trial import System, Trial, offered
from table.games.random_play.tries import PlayResult, tries
from table.games.rule_set import CardCatalogue, FixedCards, GameSettings, RuleSet, Sides
from table.rules.cards import Belonging, CardKind, KnownCard
from table.rules.chance import Chance, Die, draw, roll
from table.rules.commands import Answer, Command, Reveal
from table.rules.event_rows import EventRow, EventTable, no_line, seat_line
from table.rules.game import Event, Game
from table.rules.prompts import (
    AnyPrompt,
    AskedCard,
    ChooseOne,
    ChooseSome,
    Confirm,
    Number,
    OpenCard,
    Option,
    Roll,
    SealedCard,
)
from table.rules.refusal import Refusal
from table.rules.result import Result, WonBy
from table.rules.seats import BLUE, RED, SEATS, Seat
from table.rules.steps import Question, StepBegan, StepOfTable, Steps
from table.rules.text import Text, text
from table.rules.tokens import HandBack, HandOut
from table.rules.view import Card, Counter, Piece, PieceState, Pool, Rolled, SeatView, Step, StepState, View

__all__ = [
    "BLUE", "RED", "SEATS", "Answer", "AnyPrompt", "AskedCard", "Belonging", "Card", "CardCatalogue", "CardKind",
    "Chance", "ChooseOne", "ChooseSome", "Command", "Confirm", "Counter", "Die", "EndedMatch", "Event", "EventRow",
    "EventTable", "FixedCards", "Game", "GameSettings", "HandBack", "HandOut", "KnownCard", "ListFormat",
    "Notebook", "Number", "OpenCard", "Option", "Piece", "PieceState", "Pool", "Question", "Refusal", "Result",
    "Reveal", "Roll", "Rolled", "RuleSet", "SealedCard", "Seat", "SeatView", "Sides", "Step", "StepBegan",
    "StepOfTable", "StepState", "PlayResult", "Steps", "System", "Text", "Trial", "View", "WonBy", "draw", "no_line",
    "offered", "roll", "seat_line", "text", "tries",
]  # fmt: skip
