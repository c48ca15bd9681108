"""Each figure is taken by one of these modules. None is imported before it is asked, so that `--help` is quick."""

from types import MappingProxyType

MEASURES = MappingProxyType(
    {
        "reader": "lab.figures.reader",
        "pn532": "lab.figures.readers.pn532",
        "pcsc": "lab.figures.readers.pcsc",
        "dispense": "lab.campaigns.dispense.bench_figures",
        "tokens": "lab.campaigns.dispense.evenings",
        "firmware": "lab.figures.firmware",
        "games": "lab.figures.games",
        "session": "lab.figures.session",
        "feed": "lab.figures.feed",
        "web": "lab.figures.web.figures",
        "hall": "lab.figures.web.outage",
        "start": "lab.figures.start",
        "memory": "lab.figures.memory",
        "screen": "lab.figures.screen",
        "house": "lab.figures.house",
        "lists": "lab.figures.lists",
        "cli": "lab.figures.cli",
        "presses": "lab.figures.presses",
    }
)
"""The module that measures figures, by the first part of their name. It is imported when it is needed."""
OF_GAMES = "lab.figures.game_data"
"""The module of the figures that games bring along, which begin with a game's name."""
CAMPAIGNS = MappingProxyType(
    {
        "presence": "lab.campaigns.presence",
        "play": "lab.campaigns.play",
        "dispense": "lab.campaigns.dispense.campaign",
        "forge": "lab.campaigns.forge.campaign",
        "chance": "lab.campaigns.chance",
        "leak": "lab.campaigns.leak.campaign",
        "barrier": "lab.campaigns.barrier.campaign",
        "second-choice": "lab.campaigns.second_choice.campaign",
        "power": "lab.campaigns.power.campaign",
        "endurance": "lab.campaigns.endurance",
        "lists": "lab.campaigns.lists",
        "hands": "lab.campaigns.hands",
        "hostile": "lab.campaigns.hostile.campaign",
        "ends": "lab.campaigns.ends.campaign",
        "kills": "lab.campaigns.ends.kills",
        "codes": "lab.campaigns.codes",
        "demo": "lab.campaigns.demo",
        "clock": "lab.campaigns.clock",
        "web": "lab.campaigns.web.campaign",
        "phone": "lab.campaigns.phone.campaign",
        "hall": "lab.campaigns.hall.campaign",
    }
)
COUNTED = MappingProxyType(
    {
        "presence": "polls",
        "play": "commands",
        "dispense": "jobs",
        "forge": "bytes",
        "chance": "rolls",
        "leak": "cards",
        "barrier": "steps",
        "second-choice": "depth",
        "power": "cuts",
        "endurance": "events",
        "lists": "lists",
        "hands": "tables",
        "hostile": "cases",
        "ends": "ends",
        "kills": "kills",
        "codes": "codes",
        "demo": "seeds",
        "clock": "matches",
        "web": "worlds",
        "phone": "frames",
        "hall": "deaths",
    }
)
"""The thing that each campaign's count counts."""
SHORT = MappingProxyType(
    {
        "presence": 2_000,
        "play": 1_000,
        "dispense": 120,
        "forge": 300,
        "chance": 100_000,
        "leak": 4,
        "barrier": 16_000,
        "second-choice": 3,
        "power": 300,
        "endurance": 5_000,
        "lists": 12,
        "hands": 3,
        "hostile": 300,
        "ends": 6,
        "kills": 3,
        "codes": 100,
        "demo": 1,
        "clock": 60,
        "web": 3,
        "phone": 300,
        "hall": 1,
    }
)
"""The count of each campaign's short form, which takes seconds: `make campaigns` runs them all."""
