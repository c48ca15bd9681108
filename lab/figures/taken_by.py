"""The modules that measure figures and run campaigns, by name. Each is imported on use, so that `--help` is quick."""

import importlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from lab.figure import Figure

MEASURES = MappingProxyType(
    {
        "reader": "lab.figures.reader_figures",
        "pn532": "lab.figures.readers.pn532_figures",
        "pcsc": "lab.figures.readers.pcsc_figures",
        "pc": "lab.figures.pc.pc_figures",
        "dispense": "lab.campaigns.dispense.dispense_figures",
        "tokens": "lab.campaigns.dispense.token_figures",
        "firmware": "lab.figures.firmware",
        "games": "lab.figures.game_figures",
        "session": "lab.figures.session_figures",
        "feed": "lab.figures.feed_figures",
        "web": "lab.figures.web.web_figures",
        "hall": "lab.figures.web.outbox_figures",
        "pages": "lab.figures.pages.page_figures",
        "hall.desk": "lab.campaigns.hall.desk_figures",
        "two_tables.relay": "lab.campaigns.two_tables.relay.relay_figures",
        "start": "lab.figures.start_figures",
        "memory": "lab.figures.memory_figures",
        "screen": "lab.figures.screen_figures",
        "house": "lab.figures.house",
        "lists": "lab.figures.list_figures",
        "cli": "lab.figures.cli_figures",
        "presses": "lab.figures.press_figures",
        "evening": "lab.figures.evening.evening_figures",
        "pc.parts": "lab.figures.pc.parts_figures",
        "parts": "lab.figures.pc.parts_figures",
        "platform": "lab.figures.platform_figures",
    }
)
"""The module that measures figures, by the first part of their name."""
OF_GAMES = "lab.figures.game_data"
"""The module for figures of games, which begin with a game's name."""


class CampaignModule(NamedTuple):
    """The module of a campaign, and the unit that it counts, which names its option."""

    module: str
    counted: str
    short: int
    """The count of its short form, which takes seconds: `make campaigns` runs them all."""
    extra: str = ""
    """The lab's extra that it needs. `make campaigns` leaves it out, since it has an environment of its own."""
    tested_by: str = ""
    """The target whose test runs the short form and looks at more figures. `make campaigns` leaves it out, too."""


CAMPAIGNS = MappingProxyType(
    {
        "presence": CampaignModule("lab.campaigns.presence_campaign", "polls", 2_000),
        "play": CampaignModule("lab.campaigns.play_campaign", "commands", 1_000),
        "dispense": CampaignModule("lab.campaigns.dispense.dispense_campaign", "jobs", 120),
        "forge": CampaignModule("lab.campaigns.forge.forge_campaign", "bytes", 300),
        "chance": CampaignModule("lab.campaigns.chance_campaign", "rolls", 1_000_000),
        "leak": CampaignModule("lab.campaigns.leak.leak_campaign", "cards", 4),
        "barrier": CampaignModule("lab.campaigns.barrier.barrier_campaign", "steps", 16_000),
        "second-choice": CampaignModule("lab.campaigns.second_choice.second_choice_campaign", "depth", 3),
        "power": CampaignModule("lab.campaigns.power.power_campaign", "cuts", 300),
        "endurance": CampaignModule("lab.campaigns.endurance_campaign", "events", 5_000),
        "lists": CampaignModule("lab.campaigns.lists_campaign", "lists", 6),
        "hands": CampaignModule("lab.campaigns.hands_campaign", "tables", 3),
        "hostile": CampaignModule("lab.campaigns.hostile.hostile_campaign", "cases", 300),
        "ends": CampaignModule("lab.campaigns.ends.ends_campaign", "ends", 6),
        "kills": CampaignModule("lab.campaigns.ends.kills_campaign", "kills", 3),
        "units": CampaignModule("lab.campaigns.units_campaign", "options", 200),
        "codes": CampaignModule("lab.campaigns.codes_campaign", "codes", 100),
        "demo": CampaignModule("lab.campaigns.demo_campaign", "seeds", 1),
        "clock": CampaignModule("lab.campaigns.clock_campaign", "matches", 60),
        "web": CampaignModule("lab.campaigns.web.web_campaign", "worlds", 3),
        "phone": CampaignModule("lab.campaigns.phone.phone_campaign", "frames", 300),
        "hall": CampaignModule("lab.campaigns.hall.hall_campaign", "deaths", 1, tested_by="hall"),
        "two-tables": CampaignModule("lab.campaigns.two_tables.two_tables_campaign", "pairs", 8),
        "triggers": CampaignModule("lab.campaigns.triggers_campaign", "matches", 4),
        "attackers": CampaignModule("lab.adversaries.attackers.attackers_campaign", "acts", 600),
        "adversaries": CampaignModule("lab.adversaries.adversaries_campaign", "promises", 4),
        "hopper": CampaignModule("lab.campaigns.hopper_campaign", "pours", 2, extra="hopper"),
    }
)


Measure: TypeAlias = Callable[[int], Iterable["Figure"]]
"""`measure(seed)` of a module in MEASURES."""


Campaign: TypeAlias = Callable[[int, int, Callable[[int], None]], Iterable["Figure"]]
"""`campaign(count, seed, done)` of a module in CAMPAIGNS. It calls `done(n)` after n tries."""


def _ignored(_how_far: str) -> None:
    """Ignore the progress."""


def measured(only: str, seed: int, progress: Callable[[str], None] = _ignored) -> Iterator["Figure"]:
    """Yield the figures whose names begin with `only`, as soon as each is measured; an empty `only` means all.

    A part whose name begins with `only` has all its figures measured. If `only` is longer, the part with the longest
    name that begins it is measured. If no part has such a name, the figures of games are measured, which begin with the
    game's name. `progress` is called before each one.
    """
    whole = {module for part, module in MEASURES.items() if part.startswith(only)}
    above = max((part for part in MEASURES if f"{only}.".startswith(f"{part}.")), key=len, default="")
    named = [module for part, module in MEASURES.items() if module in whole or part == above]
    modules = list(dict.fromkeys(named))
    if not only or not modules:
        modules.append(OF_GAMES)
    for module in modules:
        measure: Measure = _loaded(module, "measure")
        for number, figure in enumerate(measure(seed), 1):
            progress(f"{module.rpartition('.')[2]}: {number}, {figure.name}")
            if module in whole or figure.name.startswith(only):
                yield figure


def campaign(name: str) -> Campaign:
    """Return the campaign with this name. Raises KeyError for an unknown name."""
    run: Campaign = _loaded(CAMPAIGNS[name].module, "campaign")
    return run


def sampled(name: str) -> "Callable[[bytes], Iterable[Figure]]":
    """Return the campaign's reader of samples. Raises AttributeError if the campaign takes no samples."""
    read: Callable[[bytes], Iterable[Figure]] = _loaded(CAMPAIGNS[name].module, "of_samples")
    return read


def of_folder(name: str) -> "Callable[[Path], Iterable[Figure]]":
    """Return the campaign's reader of a folder. Raises AttributeError if the campaign reads none."""
    read: Callable[[Path], Iterable[Figure]] = _loaded(CAMPAIGNS[name].module, "of_folder")
    return read


def question(name: str) -> str:
    """Return the question that a campaign answers, from its module's docstring. Raises KeyError for an unknown name."""
    return _docstring(name).partition("\n")[0].partition("`: ")[2]


def meaning(name: str) -> str:
    """Return the description of a campaign, from its module's docstring."""
    return _docstring(name).partition("\n")[2].strip()


def _docstring(name: str) -> str:
    return importlib.import_module(CAMPAIGNS[name].module).__doc__ or ""


def _loaded(module: str, name: str) -> Any:
    return getattr(importlib.import_module(module), name)
