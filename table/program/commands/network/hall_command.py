"""The command `command-table hall`: look after all tables of a hall."""

import logging
import socket
import ssl
import time
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from msgspec import Struct, json

from hal.computer.files import replaced
from table.config.checks import is_name
from table.network.hall.organiser.folder import CLOCK, HallSettings, MatchFiles, read_settings
from table.program.early_end import HEEDED, ending_early, raise_lost_end
from table.program.error_ends import ending_with
from table.program.packages import needing_hall
from table.program.shared_options import FOLDER
from table.rules.text import Text, text
from table.words import Words, languages
from table.words.brought_file import content_of
from table.words.terminal import print_document, print_line, stop_with

if TYPE_CHECKING:
    from table.network.hall.organiser.setting_up import HallPlan

folder_option = click.option(
    "--folder", type=FOLDER, help="The hall's folder; else one in the state folder of your user."
)
MOST_TABLES = 999


@click.group(
    invoke_without_command=True, epilog="\b\nExample:\n  command-table hall init --tables 8\n  command-table hall"
)
@folder_option
@click.option("--verbose", "-v", is_flag=True, help="Log more.")
@click.pass_context
def command(context: click.Context, folder: Path | None, verbose: bool) -> None:
    """Look after all tables of a hall.

    Without a subcommand, it receives the events of all tables through the broker, stores and acknowledges them, and
    shows a page: tables that need help, all tables, the round's clock, the results. You can end it at any time. "A
    hall of tables" in the documentation explains how to set up a hall.
    """
    if context.invoked_subcommand is not None:
        context.obj = folder
        return
    from table.devices.service.lines import log_to_stderr

    log_to_stderr(logging.DEBUG if verbose else logging.INFO)
    with ending_early():
        words = {language: Words(language) for language in languages()}
        place = _place(folder)
        settings = _settings(place)
        from table.records.verify.file import links_of

        with needing_hall(Words()):
            from table.network.hall.organiser.hall_program import HallProgram
        encrypts = _encryption(settings, place)
        try:
            program = HallProgram(settings, place, words, socket.gethostname(), links_of, context=encrypts)
        except OSError as error:
            why = f"{error.filename or settings.listen}: {error.strerror or error}"
            _end(text("hall.not_begun", folder=str(place), why=why))
        scheme = "http" if encrypts is None else "https"
        message = text(
            "hall.open", scheme=scheme, address=settings.listen, port=str(settings.page_port), hall=settings.hall
        )
        print_line(Words().say(message))
        try:
            raise_lost_end()
            program.run(HEEDED)
        except OSError as error:
            _end(text("hall.disk", folder=str(place), why=error.strerror or str(error)))


class InitOptions(Struct, frozen=True):
    """A hall as the command line describes it."""

    hall: str
    tables: int | None
    named: tuple[str, ...]
    address: str
    port: int | None
    certificate: str
    key: str
    ca: str


@command.command(epilog="\b\nExample:\n  command-table hall init --folder hall --tables 8 --address hall.local")
@folder_option
@click.option("--hall", default="main", show_default=True, help="Name of the hall.")
@click.option("--tables", type=click.IntRange(1, MOST_TABLES), help="Number of tables: table-1, table-2, ...")
@click.option("--table", "named", multiple=True, metavar="NAME", help="A table of another name; as often as needed.")
@click.option("--address", default="", help="The broker's name or address as tables know it; else this machine's name.")
@click.option("--port", type=click.IntRange(1, 65535), help="The broker's port; else 1883, or 8883 with a certificate.")
@click.option("--certificate", default="", metavar="FILE", help="The broker's certificate: then all is encrypted.")
@click.option("--key", default="", metavar="FILE", help="The key that belongs to it.")
@click.option("--ca", default="", metavar="FILE", help="The authority that signed it, as tables have its file.")
@click.pass_context
def init(context: click.Context, /, folder: Path | None, **given: Any) -> None:
    """Make a hall's folder, with a password for each table.

    It contains all files that Mosquitto needs. Run it again with a higher number to add tables, as root if Mosquitto's
    files belong to root; existing passwords stay.
    """
    from table.network.hall.organiser.setting_up import set_up

    place, plan = _place(folder or context.obj), _plan(InitOptions(**given))
    denied = ending_with(PermissionError, lambda error: _end(text("hall.denied", path=str(error.filename))))
    with _usable(place), denied:
        found = set_up(place, plan)
    print_line(Words().say(text("hall.made", folder=str(place), tables=len(found))))


def _plan(options: InitOptions) -> "HallPlan":
    """Return the plan of a hall. Raises BadParameter for an invalid name, or a certificate without its key."""
    from table.network.hall.organiser.mosquitto_files import BrokerFiles
    from table.network.hall.organiser.setting_up import HallPlan

    names = (*(f"table-{number}" for number in range(1, (options.tables or 0) + 1)), *options.named)
    for name in (options.hall, *names):
        if not is_name(name):
            raise click.BadParameter(Words().say(text("hall.name", name=name)))
    if bool(options.certificate) is not bool(options.key):
        raise click.BadParameter(Words().say(text("hall.certificate")))
    port = options.port or (8883 if options.certificate else 1883)
    broker = BrokerFiles("", port, options.certificate, options.key)
    return HallPlan(options.hall, names, options.address or f"{socket.gethostname()}.local", broker, options.ca)


@command.command(epilog="\b\nExample:\n  command-table hall clock --minutes 150 --go")
@folder_option
@click.option("--minutes", type=click.IntRange(1, 6000), help="Set so much time.")
@click.option("--round", "number", type=click.IntRange(1, 999), help="The number of the round; else it stays.")
@click.option("--go/--stop", "goes", default=None, help="Let it run, or stand.")
@click.option("--away", is_flag=True, help="Show no clock any more.")
@click.pass_context
def clock(
    context: click.Context, folder: Path | None, minutes: int | None, number: int | None, goes: bool | None, away: bool
) -> None:
    """Set the round's clock for all tables, start or stop it.

    The hall's page shows it, and so does each table whose owner allows requests of the hall (`[hall] asks`). Without
    options, it prints the time left.
    """
    from table.network.hall.organiser.round_clock import MOST_BYTES, changed, read_clock

    place, now_s = _place(folder or context.obj), time.time()
    if away:
        with _usable(place):
            (place / CLOCK).unlink(missing_ok=True)
        print_line(Words().say(text("hall.clock.away")))
        return
    try:
        found = read_clock(content_of(place / CLOCK, MOST_BYTES))
    except OSError:
        found = None
    set_to = changed(found, now_s, minutes, number, goes)
    if (minutes, number, goes) != (None, None, None):
        with _usable(place):
            replaced(place / CLOCK, json.encode(set_to))
    left = int(set_to.left(now_s))
    state = text("hall.clock.runs" if set_to.runs else "hall.clock.stands")
    print_line(
        Words().say(text("hall.clock", round=set_to.round, minutes=left // 60, seconds=f"{left % 60:02}", state=state))
    )


@command.command(epilog="\b\nExample:\n  command-table hall judge table-3")
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@folder_option
@click.pass_context
def judge(context: click.Context, tables: tuple[str, ...], folder: Path | None) -> None:
    """Call a judge at tables, and freeze their matches.

    Somebody at the table continues the match. The hall has to be running, and the table's owner has to allow its
    requests (`[hall] asks`). A request that does not reach its table within a minute expires. The page shows the tables
    with a judge.
    """
    import secrets

    from table.network.hall.organiser.judge_calls import JudgeCall, note
    from table.network.hall.organiser.setting_up import tables_of

    place = _place(folder or context.obj)
    _settings(place)
    known = tables_of(place)
    for name in tables:
        if name not in known:
            raise click.BadParameter(Words().say(text("hall.no_table", name=name, names=", ".join(known))))
    with _usable(place):
        for name in tables:
            note(place, JudgeCall(secrets.token_hex(8), name, time.time()))
    print_line(Words().say(text("hall.judge_called", tables=", ".join(tables))))


@command.command(epilog="\b\nExample:\n  command-table hall desk")
@folder_option
@click.pass_context
def desk(context: click.Context, folder: Path | None) -> None:
    """Make a new password for the organiser's desk, and print it once.

    Earlier passwords no longer work, and everybody is logged out. The hall need not be restarted. The desk is the page
    `/desk` of the hall, over https or on this machine.
    """
    from table.network.hall.organiser.desk.desk_lock import FILE, made_password

    place = _place(folder or context.obj)
    settings = _settings(place)
    password, content = made_password()
    with _usable(place):
        replaced(place / FILE, content)
    scheme, address = ("https", settings.listen) if settings.page_cert else ("http", "127.0.0.1")
    port = str(settings.page_port)
    message = text("hall.desk_password", password=password, scheme=scheme, address=address, port=port)
    print_line(Words().say(message))


@command.command(epilog="\b\nExample:\n  command-table hall results --json")
@folder_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, not lines of commas.")
@click.option(
    "--without-names",
    is_flag=True,
    help="Leave out the names of the players, and the organiser's reasons, which may have them.",
)
@click.pass_context
def results(context: click.Context, folder: Path | None, as_json: bool, without_names: bool) -> None:
    """Print all results that both players have confirmed."""
    from table.network.hall.organiser import exports
    from table.network.hall.organiser.folder import PAIRINGS
    from table.network.hall.organiser.hall import Hall
    from table.network.hall.organiser.hall_log import lines_of
    from table.network.hall.organiser.pairings import MOST_BYTES, read_pairings
    from table.records.verify.file import links_of

    place, hall = _place(folder or context.obj), Hall(links_of)
    _settings(place)
    with _usable(place):
        with suppress(FileNotFoundError):  # nobody has run it yet
            for line in lines_of(place):
                hall.remembers(line)
        with suppress(FileNotFoundError):
            hall.pairings, _ = read_pairings(content_of(place / PAIRINGS, MOST_BYTES))
    files = MatchFiles(place)
    for match in hall.matches.over:
        if (finding := files.finding(match.table, match.match)) is not None:
            hall.matches.found(match, finding)
    found = hall.view(0.0).results
    found = exports.nameless(found) if without_names else found
    print_document((exports.as_json(found).decode() if as_json else exports.as_csv(found)).rstrip("\n"))


def _place(folder: Path | None) -> Path:
    if folder is not None:
        return folder
    from platformdirs import user_state_path

    return user_state_path("command-table-hall", appauthor=False)


def _usable(folder: Path) -> AbstractContextManager[None]:
    """End the program with the reason if the hall's folder cannot be used as it is."""

    def end(error: Exception) -> NoReturn:
        _end(text("hall.not_begun", folder=str(folder), why=str(error)))

    return ending_with((OSError, ValueError), end)


def _settings(folder: Path) -> HallSettings:
    none = ending_with(FileNotFoundError, lambda _: _end(text("hall.not_there", folder=str(folder))))
    with _usable(folder), none:
        return read_settings(folder)


def _encryption(settings: HallSettings, folder: Path) -> ssl.SSLContext | None:
    """Return the TLS context of the page, or None for plain http. End the program if it is unusable."""
    from table.config.schema import TlsConfig, WebConfig
    from table.program.commands.network.certificate import TlsKeys, encryption

    if bool(settings.page_cert) is not bool(settings.page_key):
        _end(text("hall.not_begun", folder=str(folder), why=Words().say(text("hall.certificate"))))
    tls = TlsConfig(cert=settings.page_cert, key=settings.page_key)
    page = WebConfig(listen=settings.listen, port=settings.page_port, hosts=settings.hosts, tls=tls)
    with _usable(folder):  # it may listen at no address
        return encryption(page, socket.gethostname(), TlsKeys("page_cert", "page_key", "hosts"), Words())


def _end(message: Text) -> NoReturn:
    stop_with(Words().say(message))
