"""Run one table in its window, with sound, a judge's terminal and signals, until it has to end."""

import logging
import os
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

import hal.events as hw
from hal.closing import close_each
from hal.computer.process import disable_core_dumps
from hal.computer.users import user_id
from table.config.schema import ScreenConfig
from table.devices.configured.device_settings import turned_seats
from table.devices.configured.panel_settings import without_lamp
from table.devices.edge.edge import LAST_CLIENT_S, SocketEdge
from table.devices.edge.service import Service
from table.devices.latest_view import LatestView
from table.devices.live import TableCallbacks, TableStart
from table.devices.service.lines import FIRST_PICTURE, READY
from table.devices.service.notify import Notifier
from table.devices.setup import Setup
from table.devices.sound import speaker, voice
from table.devices.sound.voice import PACKAGE, Voice
from table.devices.table_far import TableFar
from table.devices.threads import STOP_S, JoinDeadline, Worker
from table.devices.watchdog import Pulse
from table.program.backends import backend_of
from table.program.collector import collect_again
from table.program.doctor.ground_now import ground_now
from table.program.early_end import EndRequest, heed, raise_lost_end
from table.program.result_cards import ResultCards
from table.program.table_feeds import table_feeds
from table.program.table_phones import PhoneCalls, pages_at, table_phones
from table.program.table_sockets import open_sockets
from table.records.folder import has_pair
from table.records.lock import exposed
from table.rules.text import text
from table.screen.display_wait import awaited
from table.screen.drawing.typefaces import TYPE_SCALES
from table.screen.loop import Loop, ScreenCallbacks
from table.screen.painter import Painter
from table.screen.sound.cues import Cues
from table.screen.speech.spoken import SpokenLines
from table.screen.window import Window
from table.session.input import ScreenInput
from table.session.phones.phone_ways import PhoneWay
from table.session.ports import PhonePages
from table.view.published import Published, ScreenRole
from table.words import Words, languages
from table.words.terminal import print_line

if TYPE_CHECKING:
    from table.devices.phones.screen_mirror import ScreenMirror
    from table.devices.phones.wishes import SetupAnswer
    from table.emulation.scripts.participants import Participants
    from table.program.phone_access.web_pipe import WebNews
    from table.program.phone_access.web_process import WebProcess

log = logging.getLogger(__name__)

END_S = 1.7
"""The longest wait at the program's end. It leaves time for Python's own end within the 2 s of a service."""
HANDS_S = 0.2
"""The longest wait for a script in the middle of a line, and for the bots."""


def run(
    setup: Setup, opening: TableStart, participants: "Participants | None" = None, access: "WebProcess | None" = None
) -> bool:
    """Run the table until its window is closed, or SIGTERM, SIGINT or SIGHUP comes.

    Return False if it did not end cleanly.

    `access` is the web program that was started for it. `participants` act at an emulated table beside the players.
    Without a display a service waits for one, and any other program raises `NoDisplayError`; nothing is started before.
    """
    disable_core_dumps()  # they would contain locked cards
    umask = os.umask(0o077)  # new files are private to this user
    manager = Notifier.of(os.environ, time.monotonic)
    window = opened_window(setup.config.screen, manager, None if access is None else access.mirror)
    program = Program(setup, opening, window, manager, participants, access)
    try:
        program.begin()
        collect_again()  # `command-table run` pauses it while the table starts
        program.go_on()
    finally:
        stopped = program.end()
        os.umask(umask)
    return stopped


def opened_window(screen: ScreenConfig, manager: Notifier, mirror: "ScreenMirror | None" = None) -> Window:
    """Return the table's window. A service waits for its display; any other program raises NoDisplayError.

    With a `mirror`, only a browser shows it.
    """
    size = (screen.width, screen.height)
    if mirror is not None:
        from table.screen.browser_window import BrowserWindow

        return BrowserWindow(mirror, size, "command-table")

    def opened() -> Window:
        return Window(size, "command-table", fullscreen=screen.fullscreen, rotation=screen.rotation)

    if not manager.listens:
        return opened()
    return awaited(opened, manager.ready, manager.alive, time.sleep)


class Program:
    """The table with everything around it. It belongs to the main thread.

    The constructor makes all parts, in the order in which they can fail, and starts none. A signal that arrives
    meanwhile ends the program once it is complete, so that each part is closed.
    """

    def __init__(
        self,
        setup: Setup,
        opening: TableStart,
        window: Window,
        manager: Notifier,
        participants: "Participants | None" = None,
        access: "WebProcess | None" = None,
    ) -> None:
        self._access = access
        self._terminal: Worker | None = None
        self._games, self._window, self._manager, self._participants = setup.games, window, manager, participants
        self._config = config = setup.config
        self._now_s = time.monotonic
        self._end_request = EndRequest()
        self._edge = SocketEdge(lambda name, error: self._table.failed(name, error))
        self._feeds = table_feeds(config.web, setup.games, lambda: self._latest.shown, self._edge)
        self._spoken: deque[str] = deque()
        """The languages that the owner's phone has chosen, until the main thread speaks them."""
        calls = PhoneCalls(
            lambda message: self._table.send(message),
            lambda: self._table.play,
            lambda role: self._table.helper(role),
            lambda: self._site.cards,
            self._spoken.append,
            self._examined,
        )
        self._phones = table_phones(config.web, setup.games, config.screen.language, calls, self._edge, access)
        acting = () if participants is None else (participants.published,)
        self._latest = LatestView(*self._phones.watchers, *acting, *self._feeds.watchers)
        self._heed_signals()  # before anything is made that has to be taken away again
        self._horn = Pulse(speaker.NAME, time.monotonic)
        pulses = (self._edge.pulse, self._horn)
        self._far = TableFar(
            self._edge,
            lambda message, done: self._table.send(message, done),
            wanted=bool(config.far.url or opening.far or access) or has_pair(config.state.path),
        )
        around = TableCallbacks(
            self._alive,
            lambda: self._loop.takes_press(),
            self._phones.requests,
            self._far.requests,
            self._edge.rests,
            pulses,
        )
        entropy = secrets.token_bytes if participants is None or participants.entropy is None else participants.entropy
        self._site = backend_of(config, setup.session, self._latest, opening, around, entropy)
        self._table = self._site.table
        words = setup.words()
        self._painter = Painter(
            words,
            turned=turned_seats(config),
            lamps=without_lamp(config),
            rolling=config.screen.die_animation,
            type_scale=TYPE_SCALES[config.screen.type],
        )
        if access is not None and access.mirror is not None:
            access.mirror.wake_screen = self._latest.wake.set
            access.mirror.lines = lambda: (each.words for each in self._painter.placed)
        self._bench = self._site.bench(words)
        volume = 0.0 if config.sound.silent else config.sound.volume
        self._cards = ResultCards(config.state.path, done=self._feeds.finished)
        self._speaker = speaker.Speaker(
            volume, self._table.failed, self._horn, config.sound.device, report=self._table.send
        )
        speech = config.speech
        self._spoken_lines = SpokenLines()
        self._voice = Voice(speech.on, speech.words_per_minute, self._table.failed, report=self._table.send)
        self._loop = Loop(
            self._window,
            self._painter,
            self._latest,
            self._latest.wake,
            time.monotonic,
            self._wishes(),
            setup.hold_s,
            self._bench,
        )

    def begin(self) -> None:
        """Start every part and show the first picture. Raises OSError if no picture comes."""
        self._table.start()
        silent = (hw.Fault("program.no_voice", "speech", PACKAGE),) if self._voice.missing else ()
        for fault in (
            *self._site.faults,
            *silent,
            *exposed(self._games.folder, user_id()),
            *ground_now(self._games.folder),
        ):
            self._table.send(hw.PartFailed(fault))
        while not self._end_request and not self._loop.frames:
            self._loop.turn()
        if self._end_request:  # told to end before there was a picture
            return
        log.info(FIRST_PICTURE)
        unopened = open_sockets(
            self._edge,
            self._config.state,
            self._config.web,
            self._terminals,
            self._feeds.services,
            self._phones.services,
            self._far.services,
            self._table.send if self._config.hall.asks else None,
        )
        for fault in unopened:
            self._table.send(hw.PartFailed(fault))
        self._edge.start()
        self._phones.start(self._table.failed)
        if self._access is not None:
            self._access.listen(self._reached)
        self._terminal = self._screen_terminal()
        self._speaker.begin()
        log.info(READY)
        self._manager.ready(READY)
        if self._participants is not None:
            self._site.seat(self._participants, self._painter, self._touch_by_script, lambda: self._loop.showing)

    def _screen_terminal(self) -> Worker | None:
        """Start the terminal that admits a browser as the screen; None if there is a window."""
        if (access := self._access) is None or access.mirror is None:
            return None
        from table.program.phone_access.screen_terminal import ScreenTerminal

        def way() -> PhoneWay | None:
            return self._table.helper(ScreenRole.SCREEN)

        terminal = ScreenTerminal(way, self._table.send, lambda: bool(access.news.addresses), self._painter.words)
        return terminal.start(self._table.failed)

    def _reached(self, news: "WebNews") -> None:
        """Receive the addresses of the web program, on its thread."""
        part = "phones"
        fault = hw.Fault("program.no_web", part, news.why)
        self._table.send(hw.PartFailed(fault) if news.why else hw.PartWorks(part))
        self._table.send(PhonePages(pages_at(news.addresses)))

    def go_on(self) -> None:
        """Show pictures until the window is closed or a signal comes."""
        while not self._end_request:
            self._table.beat()
            if self._spoken:
                self._speak(self._spoken.popleft())
                self._loop.redraw()
            self._loop.turn()

    def end(self) -> bool:
        """End bots and scripts first, then the table's threads, then the parts that these used.

        Each step is tried even if one before it failed. Return False if a thread was stuck or a step failed.
        """
        left_s = JoinDeadline(END_S, self._now_s).left_s
        participants = self._participants
        stopped: list[bool] = []
        steps: list[Callable[[], object]] = [
            self._manager.stopping,
            self._edge.stop,
            self._phones.stop,
            *(() if self._terminal is None else (self._terminal.stop,)),
        ]
        if participants is not None:
            steps.append(lambda: participants.end(left_s(HANDS_S)))
        steps.append(lambda: self._site.leave(left_s(HANDS_S)))
        steps.append(lambda: stopped.append(self._table.stop(left_s(STOP_S))))
        steps.append(lambda: self._edge.close(left_s(LAST_CLIENT_S)))
        steps.append(lambda: self._speaker.close(left_s(speaker.JOIN_S)))
        steps.append(lambda: self._voice.close(left_s(voice.JOIN_S)))
        steps.append(lambda: self._cards.close(left_s(HANDS_S)))
        steps.append(lambda: self._site.close(left_s(STOP_S)))
        well = close_each(steps)
        return stopped == [True] and well

    def _terminals(self) -> tuple[Service]:
        """Return the service for terminals."""
        from table.devices.judge_desk import JudgeDesk

        helper = None if self._phones.requests is None else self._table.helper
        return (JudgeDesk(self._table.send, self._latest, helper).service(),)

    def _examined(self, words: Words) -> "SetupAnswer":
        """Return the doctor's findings about the running table, on the thread of the owner's phone."""
        from table.devices.hands_on.dialogue import DoctorTime
        from table.program.doctor.by_phone import phone_answer
        from table.program.doctor.doctor import devices_left_alone

        return phone_answer(devices_left_alone(self._config, DoctorTime(time.monotonic, time.sleep)), words)

    def _alive(self) -> None:
        """Report to the service manager and the feeds that the table is alive. Watchdog's thread."""
        self._manager.alive()
        self._feeds.live()

    def _wishes(self) -> ScreenCallbacks:
        return ScreenCallbacks(
            on_touch=self._touch,
            on_push=self._site.push,
            on_edge=self._site.edge,
            on_quit=self._end_request,
            on_shown=self._shown(),
            on_translate=self._translate,
            panel_holds=self._site.holding,
        )

    def _shown(self) -> Callable[[Published, tuple[str, float] | None], None]:
        """Return a function that is called for each shown view, with the reveal or roll on the screen.

        It sounds and speaks, saves the card at a match's end, and prints the code for another table, but not into a
        service's log.
        """
        printed, cues = "", Cues()

        def shown(published: Published, act: tuple[str, float] | None) -> None:
            nonlocal printed
            if cue := cues.heard(published, act):
                self._speaker.play(cue)
            words = self._painter.words
            code, before = published.far_code, printed
            printed = code
            if code not in ("", before) and not self._manager.listens:
                print_line(words.say(text("far.joins", code=code)))
            self._voice.speak([words.say(line) for line in self._spoken_lines.heard(published, act)], words.language)
            self._cards.saw(published, self._painter.words)

        return shown

    def _touch(self, touch: ScreenInput) -> None:
        """Put a finger's touch of the screen into the inbox."""
        if self._participants is not None:
            self._participants.touched(touch)
        self._table.acts(touch, self._loop.touched_on)

    def _touch_by_script(self, touch: ScreenInput) -> None:
        """Put a script's touch into the inbox, with the current view.

        Called on the script's thread.
        """
        if self._participants is not None:
            self._participants.touched(touch)
        self._table.send(touch)

    def _translate(self) -> None:
        """Switch to the next language in the ring."""
        ring = languages()
        now = ring.index(self._painter.words.language)
        self._speak(ring[(now + 1) % len(ring)])

    def _speak(self, language: str) -> None:
        self._painter.words = words = self._games.words(language)
        if self._bench is not None:
            self._bench.speak(words)

    def _heed_signals(self) -> None:
        """Make signals end the main loop from now on. Before, a signal ended the start itself."""
        raise_lost_end()
        heed(self._end_request)
