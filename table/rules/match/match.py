"""A match around a game: the numbers for the chance, the seals, the tokens, the end. Pure.

It has the same functions as a game. Only the session keeps a state; this module tells what may follow from it.
"""

from collections.abc import Mapping
from typing import Any, Generic, Self, TypeVar

from msgspec.structs import replace

from table.rules.cards import CardKind
from table.rules.chance import Chance, NoChance, NumbersMissingError
from table.rules.commands import Answer, Reveal
from table.rules.game import Event, Game
from table.rules.kept import Memo, MemoOfTwo
from table.rules.match import clock, ending, hoppers, judge, ledger, payouts, score, seals, story, trays, undo
from table.rules.match import commands as cmd
from table.rules.match import events as ev
from table.rules.match.only_answers import WITH_ONLY_ANSWERS, only_answer
from table.rules.match.state import STORY_LINES, MatchState
from table.rules.prompts import AnyPrompt, Number, Seal, SealedCard
from table.rules.refusal import Refusal
from table.rules.result import Result
from table.rules.revision import EARLIEST_OF_EVERY_MATCH, OF_EVERY_MATCH, Revision, revision_of
from table.rules.seats import BLUE, SEATS, Seat
from table.rules.text import Text, text
from table.rules.tokens import HandBack
from table.rules.view import View

S = TypeVar("S")

OWN_KEYS = "match."
"""The prefix of the keys of the match's own questions. All other keys are the game's."""
NUMBER = "match.number"
NUMBERS_LATE = 3
"""The revision of the rules of every match by which the numbers are asked for before the first roll or draw alone."""
HIGHEST_NUMBER = 99
WITH_WORDS = 2
"""The revision of these rules from which on words may stand for a number (TB-07)."""


class Match(Generic[S]):
    """This plays a game as a match. It holds the rules and no state."""

    def __init__(self, game: Game[S], of_every_match: int = OF_EVERY_MATCH) -> None:
        """`of_every_match` is the revision that a match began with, if it was an earlier one."""
        self.game = game
        self._of_every_match = of_every_match
        self.events: tuple[type[Event], ...] = (*ev.MATCH_EVENTS, *game.events)
        self._of_game = frozenset(game.events)
        # The same state is asked for its prompts, its view and its decisions, one after the other.
        # What it asked before the last answer is looked at again: could its seat have answered otherwise (TB-94)?
        self._asked = MemoOfTwo(game.prompts)
        self._shown = Memo(game.view)
        self._always = Memo(hoppers.always)
        self._open = Memo(self._prompts)

    @classmethod
    def at(cls, game: Game[S], decided: Revision) -> Self | None:
        """Return the rules by which a match of this game was decided; None where they are not there any more."""
        then = game.at(decided.game) if EARLIEST_OF_EVERY_MATCH <= decided.match <= OF_EVERY_MATCH else None
        return None if then is None else cls(then, decided.match)

    def revision(self, program: str) -> Revision:
        """Return what is stated of these rules by the program of that version."""
        return Revision(program, self._of_every_match, self.game.revision)

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

        `spent` says what becomes of tokens that come back; with None each is asked for as it does. `clock_set` is the
        clock that the match has; with None it has none.
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
        """Return the first batch: the match's own events, and the game's with the tokens that follow from them."""
        return (*head, *self._with_tokens(self.fold(None, head), begun))

    # -- prompts -----------------------------------------------------------------------------------------------------

    def prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        """Return the open prompts: doubts about tokens first, then the game's questions, then those that can wait."""
        return self._open(state)

    def _prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        if state.ended:
            return (*payouts.payout_questions(state), *payouts.token_requests(state))
        if self.dialling(state):
            return self._while_dialling(state)
        if self.time_is_up(state):
            return (
                *payouts.payout_questions(state),
                *hoppers.opened(state.ledger),
                *ending.prompts(state, self.game, self._with_results, time_up=True),
                *payouts.token_requests(state),
                *self._chores(state),
            )
        if state.judged:
            return (
                *payouts.payout_questions(state),
                *hoppers.opened(state.ledger),
                *undo.consent(state),
                *judge.prompts(state, self._game_prompts(state)),
                *payouts.token_requests(state),
                *self._undo_prompts(state),
                *self._chores(state),
            )
        return (
            *payouts.payout_questions(state),
            *hoppers.opened(state.ledger),
            *undo.consent(state),
            *score.consent(state.score),
            *seals.prompts(state, self._game_prompts(state)),
            *payouts.token_requests(state),
            *self._undo_prompts(state),
            *self._score_prompts(state),
            *ending.prompts(state, self.game, self._with_results, time_up=False),
            *self._always(state.ledger),
            *self._number_prompts(state),
            *self._chores(state),
        )

    def dialling(self, state: MatchState[S]) -> bool:
        """True while both seats are asked for their numbers, before anything else.

        That is before the first roll or draw, and as soon as one seat has chosen a number earlier (IB-08). By earlier
        rules it was the first question of all.
        """
        if state.numbered:
            return False
        return state.awaiting or bool(state.numbers) or self._of_every_match < NUMBERS_LATE

    def _while_dialling(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        """Return the dials, beside which tokens go on to be asked for; by earlier rules there were none yet."""
        if self._of_every_match < NUMBERS_LATE:
            return self._number_prompts(state)
        return (
            *payouts.payout_questions(state),
            *hoppers.opened(state.ledger),
            *self._number_prompts(state),
            *payouts.token_requests(state),
            *self._chores(state),
        )

    def time_is_up(self, state: MatchState[S]) -> bool:
        """True if the round is over that a used up time has made the last one (TB-98)."""
        return state.clock is not None and 0 < state.clock.last_round < self.round(state)

    def _undo_prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        alone = self._of_every_match >= undo.WITH_TAKING_BACK
        back = undo.taking_back(state, self.game.questions, self._asked) if alone else ()
        return (*back, *undo.prompts(state))

    def only_answer(self, state: MatchState[S]) -> cmd.OnlyAnswer | None:
        """Return the answer that the table gives by itself now (TB-19), or None. An undo is agreed to first."""
        if state.judged or state.ended is not None or self.dialling(state) or state.undo is not None:
            return None
        if self._of_every_match < WITH_ONLY_ANSWERS or self.time_is_up(state):
            return None
        return only_answer(self._game_prompts(state))

    def _chores(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        """Return what is to be put away now: after a round's end, or earlier if a hopper needs it (TB-78)."""
        back = state.ledger.called_back
        if not back or state.ledger.spent is None or state.game is None:
            return ()
        over = any(not token.later for token in back) and self.game.round_settled(state.game)
        due = over or trays.short(state.ledger, trays.tally(self.game.will_hold(state.game)))
        return payouts.chores(state, due=due)

    def ready_to_open(self, state: MatchState[S]) -> bool:
        """True if every card that was asked for lies locked, so that the session may open the seals.

        While a correction is under way nothing is opened: it may show that this seat is to lay a card too, and it would
        then lay it with the other's in sight.
        """
        if not state.seals:
            return False
        frozen = state.judged or self.dialling(state) or bool(state.ended) or self.time_is_up(state)
        asked = self._game_prompts(state)
        return not frozen and not judge.correcting(asked) and seals.complete(state, asked)

    def sealable(self, state: MatchState[S], seat: Seat, card: str) -> bool:
        """True if the seat may lock this card now (TB-01).

        It tells about a hidden card, so only the session may call it.
        """
        return state.game is None or self.game.sealable(state.game, seat, card)

    def warning(self, state: MatchState[S], seat: Seat, card: str) -> Text | None:
        """Return what the seat is told of a card that it had better not lock, or None."""
        return None if state.game is None else self.game.warning(state.game, seat, card)

    def narrowed(self, before: MatchState[S], after: MatchState[S], seat: Seat) -> bool:
        """True if the seat cannot lock every card that it could lock before (TB-16).

        It does not depend on the locked card.
        """
        return not self._sealable(before, seat) <= self._sealable(after, seat)

    def _sealable(self, state: MatchState[S], seat: Seat) -> frozenset[str]:
        """Return the ids of the command cards that the seat may lock."""
        brought = () if state.game is None else self.game.belongings(state.game, seat)
        return frozenset(
            one.card for one in brought if one.kind == CardKind.COMMAND and self.sealable(state, seat, one.card)
        )

    def _game_prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        return () if state.game is None else self._asked(state.game)

    def _number_prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        dialled = {seat for seat, _ in state.numbers}
        ask, untouched = text("match.number", most=HIGHEST_NUMBER), text("match.number.own")
        early, words = not self.dialling(state), self._of_every_match >= WITH_WORDS
        return tuple(
            Number(
                key=NUMBER, seat=seat, ask=ask, rule="TB-07", least=0, most=HIGHEST_NUMBER, words=words,
                untouched=untouched, standing=early, setting=early,
            )
            for seat in SEATS
            if seat not in dialled
        )  # fmt: skip

    def shortages(self, state: MatchState[S]) -> tuple[hoppers.Shortage, ...]:
        """Return the kinds of token of which the round may need more than there are."""
        if state.game is None or state.ended:
            return ()
        return hoppers.shortages(state.ledger, self.game.worst_case(state.game))

    def _score_prompts(self, state: MatchState[S]) -> tuple[AnyPrompt, ...]:
        """Return the prompts with which a seat says its points: not while a card is to be laid, or all is over."""
        if not self._keeps_points(state) or state.game is None or self.game.over(state.game):
            return ()
        asked = self._game_prompts(state)
        return () if any(isinstance(prompt, SealedCard) for prompt in asked) else score.prompts(state.score)

    def _keeps_points(self, state: MatchState[S]) -> bool:
        return self._with_results and state.game is not None and self.game.keeps_points(state.game)

    def has_points(self, state: MatchState[S]) -> bool:
        """True if victory points are counted in this match, by the game or by the players."""
        if state.game is None:
            return False
        return self._keeps_points(state) or self.game.victory_points(state.game) is not None

    def cards_played(self, state: MatchState[S]) -> tuple[int, int]:
        """Return how many cards blue and red have played: laid face down, or strategy cards spent or in play."""
        blue, red = (0, 0) if state.game is None else (self._strategy_played(state.game, seat) for seat in SEATS)
        return state.opened[0] + blue, state.opened[1] + red

    def _strategy_played(self, game: S, seat: Seat) -> int:
        cards = (card for card in self.game.belongings(game, seat) if card.kind == CardKind.STRATEGY)
        return sum(card.spent or card.in_play for card in cards)

    @property
    def _with_results(self) -> bool:
        return self._of_every_match >= ending.WITH_RESULTS

    # -- events of a command -----------------------------------------------------------------------------------------

    def decide(
        self, state: MatchState[S], command: cmd.MatchCommand, chance: Chance | None
    ) -> tuple[Event, ...] | Refusal:
        """Return the events of a command, or its refusal. `chance` is None until both numbers are dialled.

        What would roll or draw before that asks for the numbers, and is to be said again after them.
        """
        try:
            return self._decided(state, command, chance)
        except NumbersMissingError:
            return (ev.NumbersAwaited(),)

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
            case cmd.DispenserIs():
                return payouts.connection(state.ledger, command)
            case cmd.AwaitDispenser():
                return payouts.awaited(state.ledger)
            case cmd.HopperLevel():
                return hoppers.level(state.ledger, command)
            case cmd.TokenPassed() | cmd.PayoutEnded() | cmd.PayoutUnknown() | cmd.PayoutUnheard() | cmd.TokenLate():
                return payouts.reported(state, command)
            case cmd.Disclose():
                return (ev.SecretDisclosed(command.secret.hex()),) if state.ended and not state.secret else ()

    def _timed(self, state: MatchState[S], command: cmd.Timed, chance: Chance | None) -> tuple[Event, ...] | Refusal:
        """Return the events of a command, and at their end for whom the clock runs from then on."""
        if state.clock is None:
            return Refusal(clock.RULE, text("match.no_clock"))
        follows = self.decide(state, command.command, chance)
        if isinstance(follows, Refusal) or not follows:
            return follows
        after = self.fold(state, follows)
        return (*follows, clock.runs(state.clock, command.at_ms, self._charged(after), follows))

    def _charged(self, state: MatchState[S]) -> frozenset[Seat]:
        """Return the seats whose time runs: of whom the game asks something, while nothing else holds it up."""
        held_up = state.judged or state.undo or state.proposal or state.score.claim or state.ledger.jobs
        if (
            state.game is None
            or self.dialling(state)
            or state.ended
            or held_up
            or self.game.over(state.game)
            or self.time_is_up(state)
        ):
            return clock.NOBODY
        asked = self._game_prompts(state)
        return clock.NOBODY if judge.correcting(asked) else clock.asked(asked)

    def _answered(self, state: MatchState[S], answer: Answer, chance: Chance | None) -> tuple[Event, ...] | Refusal:
        prompt = find(self.prompts(state), answer)
        if prompt is None or not prompt.accepts(answer.value):
            return self._refused(state, answer, prompt, chance)
        if isinstance(answer.value, Seal):
            return seals.lock(answer, answer.value)
        match answer.prompt:
            case "match.number":
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
        if answer.prompt in ending.KEYS:
            return self._to_end(state, answer)
        if answer.prompt in score.KEYS:
            return score.answered(state.score, answer, self.round(state))
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
        """Return these events, and the withdrawal of locked cards that go back unseen (TB-16)."""
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
        """Return the refusal of an answer, by the game's own rule if the question is the game's."""
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
        """Return what follows from an answer about the end of the match."""
        if answer.prompt == ending.END:
            return (ev.EndProposed(answer.seat, ev.EndWay(str(answer.value))),)
        if answer.prompt == ending.CLOSE:
            return self._ended(state, ev.MatchEnd.FINISHED, ending.known(state, self.game, self.time_is_up(state)))
        if answer.prompt == ending.WINNER:
            return self._ended(state, ev.MatchEnd.FINISHED, ending.said(answer.value))
        if state.proposal is None or answer.value == "decline":
            return (ev.EndDeclined(answer.seat),)
        seat, how = state.proposal
        return self._ended(state, ending.HOW[how], ending.agreed(state, seat, how))

    def _ended(self, state: MatchState[S], how: ev.MatchEnd, result: Result | None) -> tuple[Event, ...]:
        named = ending.named(result) if self._with_results else ()
        return (*seals.voided(state), ev.MatchClosed(how), *named, *payouts.all_back(state.ledger))

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
        line = story.tell(event) if ours else self.game.tell(event)
        story_now, told = (state.story, state.told) if line is None else _told(state, line)
        if isinstance(event, ev.ClockRuns) and state.clock is not None:
            turned = clock.turned(state.clock, event, self.round(state))
            return replace(state, events=state.events + 1, clock=turned)
        if ours:
            return evolve_match(replace(state, events=state.events + 1, story=story_now, told=told), event)
        marks, undoing = ((), None) if event.final else (state.marks, state.undo)
        game = self.game.evolve(state.game, event)
        return replace(
            state, events=state.events + 1, story=story_now, told=told, marks=marks, undo=undoing, game=game,
            score=score.counted(state.score, self.game, state.game, game),
        )  # fmt: skip

    def view(self, state: MatchState[S]) -> View | None:
        """Return the public view, or None before the game has begun."""
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
        return replace(view, story=state.story, told=state.told, over=view.over or bool(state.ended))

    def round(self, state: MatchState[S]) -> int:
        """Return the round that is played, or 0 before the game has begun."""
        return 0 if state.game is None else self._shown(state.game).round

    def questions(self, state: MatchState[S]) -> int:
        return 0 if state.game is None else self.game.questions(state.game)


def _told(state: MatchState[S], line: Text) -> tuple[tuple[Text, ...], int]:
    """Return the last lines of the story with one more, and the number of all."""
    return (*state.story, line)[-STORY_LINES:], state.told + 1


def find(prompts: tuple[AnyPrompt, ...], answer: Answer) -> AnyPrompt | None:
    """Return the open prompt for this answer, or None."""
    return next((p for p in prompts if p.key == answer.prompt and p.seat in (None, answer.seat)), None)


def evolve_match(state: MatchState[S], event: Event) -> MatchState[S]:
    if isinstance(event, ev.ClockSet):
        return replace(state, clock=clock.begun(event))
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
        case ev.JudgeCalled() | ev.JudgeLeft():
            return replace(state, judged=isinstance(event, ev.JudgeCalled))
        case ev.CardSealed():
            return replace(state, seals=(*state.seals, (event.seat, event.commitment)))
        case ev.Answered():
            return undo.marked(state, event)
        case ev.UndoProposed():
            return replace(state, undo=event.seat)
        case ev.UndoDeclined() | ev.AnsweredByTable():
            return replace(state, undo=None)
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
