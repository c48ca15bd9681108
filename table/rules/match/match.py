"""A match around a game: the numbers for the chance, the seals, the tokens, the end. Pure.

It has the same functions as a game, and holds no state: the session does.
"""

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from msgspec.structs import replace

from table.rules.chance import Chance, NoChance, NumbersMissingError
from table.rules.commands import Answer, Reveal
from table.rules.game import Event, Game
from table.rules.match import (
    clock,
    ending,
    hoppers,
    judge,
    ledger,
    payouts,
    questions,
    score,
    seals,
    story,
    trays,
    undo,
)
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.questions import OWN_KEYS, MatchQuestions
from table.rules.match.revision import OF_EVERY_MATCH, Revision, revision_of
from table.rules.match.state import STORY_LINES, MatchState
from table.rules.prompts import AnyPrompt, Seal
from table.rules.refusal import Refusal
from table.rules.result import Result
from table.rules.seats import BLUE, Seat
from table.rules.text import Text, text
from table.rules.tokens import HandBack
from table.rules.view import StepState, View

S = TypeVar("S")


class Match(MatchQuestions[S]):
    """Wraps a game as a match. It holds the rules, and no state."""

    def __init__(self, game: Game[S]) -> None:
        super().__init__(game)
        self.events: tuple[type[Event], ...] = (*ev.MATCH_EVENTS, *game.events)
        self._of_game = frozenset(game.events)

    @classmethod
    def at(cls, game: Game[S], decided: Revision) -> Self | None:
        """Return the rules of a revision, or None if this program does not have them."""
        then = game.at(decided.game) if decided.match == OF_EVERY_MATCH else None
        return None if then is None else cls(then)

    def revision(self, program: str) -> Revision:
        """Return the revision of these rules in this version of the program."""
        return Revision(program, OF_EVERY_MATCH, self.game.revision)

    def begin(
        self,
        opened: ev.MatchOpened,
        setup: Mapping[Seat, Any],
        loaded: ev.HoppersLoaded,
        there: ev.DispenserFound | ev.DispenserAwaited | None,
        spent: ev.SpentTokens | None = None,
        clock_set: ev.ClockSet | None = None,
    ) -> tuple[Event, ...] | tuple[Refusal, ...]:
        """Return the first batch of a match, or every refusal of the sides that the players brought.

        `spent` is the treatment of tokens that are called back; with None the players are asked for each immediately.
        `clock_set` is the clock of the match, if it has one.
        """
        begun = self.game.begin(setup)
        refusals = tuple(item for item in begun if isinstance(item, Refusal))
        if refusals:
            return refusals
        agreed = () if spent is None else (ev.SpentTokensSet(spent),)
        timed = () if clock_set is None else (clock_set,)
        head: tuple[Event, ...] = (opened, loaded, *agreed, *timed, *((there,) if there is not None else ()))
        return self.opening(head, tuple(item for item in begun if isinstance(item, Event)))

    def opening(self, head: tuple[Event, ...], begun: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the first batch: the match's own events, and the game's with their tokens.

        The clock runs from here on, so the first choice is charged, too (TB-97).
        """
        batch = (*head, *self._with_tokens(self.fold(None, head), begun))
        state = self.fold(None, batch)
        if state.clock is None:
            return batch
        return (*batch, clock.runs(state.clock, 0, self.charged(state)))

    # -- events of a command -----------------------------------------------------------------------------------------

    def decide(
        self, state: MatchState[S], command: cmd.MatchCommand, chance: Chance | None
    ) -> tuple[Event, ...] | Refusal:
        """Return the events of a command, or its refusal. `chance` is None until both numbers are dialled.

        Before that, a command that needs a roll or draw opens the question for the numbers instead. Send it again
        afterwards.
        """
        try:
            follows = self._decided(state, command, chance)
        except NumbersMissingError:
            return (ev.NumbersAwaited(),)
        return follows if isinstance(follows, Refusal) else (*follows, *self._left_after_close(state, follows))

    def _left_after_close(self, state: MatchState[S], follows: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the call for tokens that fell, or were taken, after a match was closed (TB-12)."""
        if state.ended is None or not follows:
            return ()
        return payouts.all_back(self.fold(state, follows).ledger)

    def _decided(
        self, state: MatchState[S], command: cmd.MatchCommand, chance: Chance | None
    ) -> tuple[Event, ...] | Refusal:
        match command:
            case cmd.Timed():
                return self._timed(state, command, chance)
            case Answer():
                return self._answered(state, command, chance)
            case cmd.OnlyAnswer():
                return self._answered_by_table(state, command, chance)
            case cmd.OpenSeals():
                return self._revealed(state, command, chance)
            case cmd.CardLifted():
                return seals.lifted(state, command.seat)
            case cmd.ReaderIs():
                return self._reader_is(state, command)
            case cmd.Restarted():
                return (
                    *seals.voided(state),
                    *payouts.connection(state.ledger, cmd.DispenserIs(up=False, restart=True)),
                )
            case cmd.ReviseRules():
                later = revision_of(command.version).is_later(revision_of(state.version))
                return (ev.RulesRevised(command.version),) if later else ()
            case cmd.LoadHoppers():
                return (ev.HoppersLoaded(command.hoppers),)
            case cmd.CallJudge():
                return judge.called(state, command)
            case cmd.NamePlayer():
                named = dict(state.players).get(command.seat, "") == command.commitment
                return () if state.ended or named else (ev.PlayerNamed(command.seat, command.commitment),)
            case cmd.Disclose():
                return (ev.SecretDisclosed(command.secret.hex()),) if state.ended and not state.secret else ()
            case _:
                return _reported(state, command)

    def _timed(self, state: MatchState[S], command: cmd.Timed, chance: Chance | None) -> tuple[Event, ...] | Refusal:
        """Return the events of a command. The last one names the seats whose time runs from then on."""
        if state.clock is None:
            return Refusal(clock.RULE, text("match.no_clock"))
        follows = self.decide(state, command.command, chance)
        if isinstance(follows, Refusal) or not follows:
            return follows
        after = self.fold(state, follows)
        return (*follows, clock.runs(state.clock, command.at_ms, self.charged(after), follows))

    def _reader_is(self, state: MatchState[S], command: cmd.ReaderIs) -> tuple[Event, ...]:
        """Return the event of a lost or found reader: the clock stops for a seat without one (TB-97)."""
        known = command.there is (command.seat not in state.unread)
        if known or state.clock is None or state.ended:
            return ()
        return (ev.ReaderFound(command.seat) if command.there else ev.ReaderLost(command.seat),)

    def _answered(self, state: MatchState[S], answer: Answer, chance: Chance | None) -> tuple[Event, ...] | Refusal:
        prompt = find(self.prompts(state), answer)
        if prompt is None or not prompt.accepts(answer.value):
            return self._refused(state, answer, prompt, chance)
        if isinstance(answer.value, Seal):
            return seals.lock(answer, answer.value)
        match answer.prompt:
            case questions.NUMBER:
                return (ev.NumberDialled(answer.seat, int(str(answer.value))),)
            case seals.UNLOCK:
                return (ev.SealWithdrawn(answer.seat),)
            case judge.GO_ON:
                return (ev.JudgeLeft(),)
            case judge.LOG:
                return ()
            case undo.TAKE_BACK:
                return self._with_seals(state, undo.settled(state))
            case undo.UNDO:
                return undo.proposed(state, answer.seat)
            case undo.AGREE:
                return self._undone(state, answer)
            case _:
                pass
        if answer.prompt in ending.KEYS:
            return self._to_end(state, answer)
        if answer.prompt in score.KEYS:
            return score.answered(state.score, answer, self.scored_round(state))
        if payouts.is_ours(answer.prompt):
            return payouts.answered(state, answer)
        if hoppers.is_ours(answer.prompt):
            return hoppers.answered(state.ledger, answer)
        answered = ev.Answered(answer.seat, answer.prompt)
        follows = self._ask_game(state, answer, chance)
        if isinstance(follows, Refusal) or not follows:
            return follows
        return self._with_seals(state, (answered, *follows))

    def _answered_by_table(
        self, state: MatchState[S], command: cmd.OnlyAnswer, chance: Chance | None
    ) -> tuple[Event, ...] | Refusal:
        if self.only_answer(state) != command:
            return Refusal("TB-19", text("match.not_an_answer"))
        follows = self._ask_game(state, Answer(command.seat, command.prompt, command.value), chance)
        if isinstance(follows, Refusal) or not follows:
            return follows
        return self._with_seals(state, (ev.AnsweredByTable(command.seat, command.prompt), *follows))

    def _with_seals(self, state: MatchState[S], follows: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return these events, and the withdrawal of locks whose cards return unseen (TB-16)."""
        if not state.seals:
            return follows
        after = self.fold(state, follows)
        narrowed = [seat for seat, _ in after.seals if self.narrowed(state, after, seat)]
        return (*follows, *seals.withdrawn(after, self._game_prompts(after), narrowed))

    def _undone(self, state: MatchState[S], answer: Answer) -> tuple[Event, ...]:
        if answer.value == "no":
            return (ev.UndoDeclined(answer.seat),)
        return self._with_seals(state, undo.settled(state))

    def _refused(
        self, state: MatchState[S], answer: Answer, prompt: AnyPrompt | None, chance: Chance | None
    ) -> Refusal:
        """Return the refusal of an answer. For a question of the game it has the game's rule id."""
        if state.judged and prompt is None:
            return Refusal(judge.RULE, text("match.headline.judge"))
        ours = answer.prompt.startswith(OWN_KEYS)
        if state.game is not None and not self.dialling(state) and not state.ended and not ours:
            refused = self.game.decide(state.game, answer, chance or NoChance())
            if isinstance(refused, Refusal):
                return refused
        if prompt is None:
            return Refusal("TB-06", text("match.not_asked", seat=text(f"seat.{answer.seat}")))
        return Refusal(prompt.rule, text("match.not_an_answer"))

    def _to_end(self, state: MatchState[S], answer: Answer) -> tuple[Event, ...]:
        """Return the events of an answer about the end of the match."""
        if answer.prompt in (ending.END, ending.WINNER):
            return (ev.EndProposed(answer.seat, ev.EndWay(str(answer.value))),)
        if answer.prompt == ending.CLOSE:
            time_up = self.time_is_up(state)
            result = ending.known(state, self.game, time_up)
            if ending.takes_both(state, self.game, time_up):
                return (ev.EndProposed(answer.seat, ev.EndWay.FINISH if result else ev.EndWay.OPEN),)
            return self._ended(state, ev.MatchEnd.FINISHED, result)
        if state.proposal is None or answer.value == "decline":
            return (ev.EndDeclined(answer.seat),)
        seat, how = state.proposal
        return self._ended(state, ending.HOW[how], ending.agreed(state, self.game, seat, how))

    def _ended(self, state: MatchState[S], how: ev.MatchEnd, result: Result | None) -> tuple[Event, ...]:
        return (
            *seals.voided(state), ev.MatchClosed(how), *ending.named(result), *payouts.all_back(state.ledger),
        )  # fmt: skip

    def _revealed(
        self, state: MatchState[S], command: cmd.OpenSeals, chance: Chance | None
    ) -> tuple[Event, ...] | Refusal:
        openings = seals.opened(state, command, self._game_prompts(state))
        if isinstance(openings, Refusal):
            return openings
        reveal = Reveal(tuple((opening.seat, opening.card) for opening in openings))
        follows = self._ask_game(state, reveal, chance)
        return follows if isinstance(follows, Refusal) else (*openings, *follows)

    def _ask_game(
        self, state: MatchState[S], command: Answer | Reveal, chance: Chance | None
    ) -> tuple[Event, ...] | Refusal:
        if state.game is None or (chance is None and self.dialling(state)):
            return Refusal("TB-07", text("match.not_begun"))
        follows = self.game.decide(state.game, command, chance or NoChance())
        return follows if isinstance(follows, Refusal) else self._with_tokens(state, follows)

    def _with_tokens(self, state: MatchState[S], events: tuple[Event, ...]) -> tuple[Event, ...]:
        """Return the game's events, each followed by the tokens that it hands out or calls back."""
        batch: list[Event] = []
        game, tokens = state.game, state.ledger
        for event in events:
            backs = self.game.hand_backs(game, event) if game is not None else ()
            outs = self.game.hand_outs(event)
            moved: tuple[Event, ...] = payouts.owed(state.id, tokens, outs) if outs else ()
            game = self.game.evolve(game, event)
            for each in moved:
                tokens = ledger.record(tokens, each)
            left = self._came_back(game, tokens, backs) if backs else ()
            for each in left:
                tokens = ledger.record(tokens, each)
            batch += (event, *moved, *left)
        return tuple(batch)

    def _came_back(self, game: S, tokens: ledger.Ledger, backs: tuple[HandBack, ...]) -> tuple[Event, ...]:
        needs = () if tokens.spent is None else self.game.will_hold(game)
        return trays.came_back(tokens, backs, trays.tally(needs))

    # -- state -------------------------------------------------------------------------------------------------------

    def fold(self, state: MatchState[S] | None, events: tuple[Event, ...]) -> MatchState[S]:
        for event in events:
            state = self.evolve(state, event)
        if state is None:
            raise ValueError("a match begins with its first event")
        return state

    def evolve(self, state: MatchState[S] | None, event: Event) -> MatchState[S]:
        if state is None:
            if not isinstance(event, ev.MatchOpened):
                raise ValueError(f"a match begins with MatchOpened, not {type(event).__name__}")
            return MatchState(
                id=event.id, system=event.system, commitment=event.commitment, version=event.version, events=1
            )
        ours = type(event) not in self._of_game
        line = story.line(event) if ours else self.game.line(event)
        story_now, lines = (state.story, state.lines) if line is None else _with_line(state, line)
        if isinstance(event, ev.ClockRuns) and state.clock is not None:
            turned = clock.turned(state.clock, event, self.round(state))
            return replace(state, events=state.events + 1, clock=replace(turned, closed=state.ended is not None))
        if ours:
            if isinstance(event, ending.VOIDING):
                state = replace(state, proposal=None)
            return _evolved(replace(state, events=state.events + 1, story=story_now, lines=lines), event)
        marks, undoing = ((), None) if event.final else (state.marks, state.undo)
        game = self.game.evolve(state.game, event)
        return replace(
            state, events=state.events + 1, story=story_now, lines=lines, marks=marks, undo=undoing, game=game,
            score=score.counted(state.score, self.game, state.game, game),
        )  # fmt: skip

    def view(self, state: MatchState[S]) -> View | None:
        """Return the public view, or None before the game has begun.

        A round that the clock has cut off is not shown.
        """
        if state.game is None:
            return None
        view = self._shown(state.game)
        if self.dialling(state):
            view = replace(view, headline=text("match.headline.number"))
        elif state.judged:
            view = replace(view, headline=text("match.headline.judge"))
        elif state.result is not None:
            view = replace(view, headline=ending.headline(state.result))
        elif self.time_is_up(state):
            view = replace(view, headline=text("match.headline.time_up"), over=True)
        if self.time_is_up(state):
            done = tuple(replace(step, state=StepState.DONE) for step in view.steps)
            view = replace(view, round=self.scored_round(state), steps=done)
        return replace(view, story=state.story, line_count=state.lines, over=view.over or bool(state.ended))

    def questions(self, state: MatchState[S]) -> int:
        return 0 if state.game is None else self.game.questions(state.game)


def find(prompts: tuple[AnyPrompt, ...], answer: Answer) -> AnyPrompt | None:
    """Return the open prompt for this answer, or None."""
    return next((p for p in prompts if p.key == answer.prompt and p.seat in (None, answer.seat)), None)


def _reported(state: MatchState[S], command: cmd.FromDispenser) -> tuple[Event, ...] | Refusal:
    """Return the events of a report of the dispenser, or its refusal."""
    match command:
        case cmd.DispenserIs():
            return payouts.connection(state.ledger, command)
        case cmd.AwaitDispenser():
            return payouts.awaited(state.ledger)
        case cmd.HopperLevel():
            return hoppers.level(state.ledger, command)
        case _:
            return payouts.reported(state, command)


def _with_line(state: MatchState[S], line: Text) -> tuple[tuple[Text, ...], int]:
    """Return the last lines of the story with one more, and the number of all."""
    return (*state.story, line)[-STORY_LINES:], state.lines + 1


def _evolved(state: MatchState[S], event: Event) -> MatchState[S]:
    """Return the state after an event of the match itself. The ledger handles every event that is not listed here."""
    if isinstance(event, ev.ClockSet | ev.ReaderLost | ev.ReaderFound):
        return _around_the_clock(state, event)
    if isinstance(event, score.EVENTS):
        return replace(state, score=score.evolve(state.score, event))
    if isinstance(event, ending.EVENTS):
        return ending.evolve(state, event)
    match event:
        case ev.RulesRevised():
            return replace(state, version=event.version)
        case ev.NumbersAwaited():
            return replace(state, awaiting=True)
        case ev.NumberDialled():
            return replace(state, numbers=(*state.numbers, (event.seat, event.number)))
        case ev.PlayerNamed():
            others = tuple(item for item in state.players if item[0] is not event.seat)
            return replace(state, players=(*others, *(((event.seat, event.commitment),) if event.commitment else ())))
        case ev.JudgeCalled() | ev.JudgeLeft():
            return replace(state, judged=isinstance(event, ev.JudgeCalled))
        case ev.CardSealed():
            return replace(state, seals=(*state.seals, (event.seat, event.commitment)))
        case ev.Answered():
            return undo.marked(state, event)
        case ev.UndoProposed() | ev.UndoDeclined() | ev.AnsweredByTable():
            return replace(state, undo=event.seat if isinstance(event, ev.UndoProposed) else None)
        case ev.Undone():
            return undo.undone(state, event.to)
        case ev.SealOpened():
            hidden = tuple(item for item in state.seals if item[0] is not event.seat)
            blue, red = state.opened
            opened = (blue + (event.seat is BLUE), red + (event.seat is not BLUE))
            return replace(state, seals=hidden, opened=opened, marks=(), undo=None)
        case ev.SealWithdrawn() | ev.SealBroken() | ev.SealVoided():
            return replace(state, seals=tuple(item for item in state.seals if item[0] is not event.seat))
        case ev.SecretDisclosed():
            return replace(state, secret=event.secret)
        case _:
            return replace(state, ledger=ledger.record(state.ledger, event))


def _around_the_clock(state: MatchState[S], event: ev.ClockSet | ev.ReaderLost | ev.ReaderFound) -> MatchState[S]:
    match event:
        case ev.ClockSet():
            return replace(state, clock=clock.begun(event))
        case ev.ReaderLost():
            return replace(state, unread=state.unread | {event.seat})
        case ev.ReaderFound():
            return replace(state, unread=state.unread - {event.seat})
