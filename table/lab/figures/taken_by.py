"""Each figure is taken by one of these modules. None is imported before it is asked, so that `--help` is quick."""

from types import MappingProxyType

MEASURES = MappingProxyType(
    {
        "reader": "table.lab.figures.reader",
        "pn532": "table.lab.figures.readers.pn532",
        "pcsc": "table.lab.figures.readers.pcsc",
        "dispense": "table.lab.campaigns.dispense.bench_figures",
        "tokens": "table.lab.campaigns.dispense.evenings",
        "firmware": "table.lab.figures.firmware",
        "games": "table.lab.figures.games",
        "session": "table.lab.figures.session",
        "feed": "table.lab.figures.feed",
        "web": "table.lab.figures.web.figures",
        "hall": "table.lab.figures.web.outage",
        "start": "table.lab.figures.start",
        "memory": "table.lab.figures.memory",
        "screen": "table.lab.figures.screen",
        "house": "table.lab.figures.house",
        "lists": "table.lab.figures.lists",
        "cli": "table.lab.figures.cli",
        "presses": "table.lab.figures.presses",
    }
)
"""The module that measures figures, by the first part of their name. It is imported when it is needed."""
OF_GAMES = "table.lab.figures.game_data"
"""The module of the figures that games bring along, which begin with a game's name."""
CAMPAIGNS = MappingProxyType(
    {
        "presence": "table.lab.campaigns.presence",
        "play": "table.lab.campaigns.play",
        "dispense": "table.lab.campaigns.dispense.campaign",
        "forge": "table.lab.campaigns.forge.campaign",
        "chance": "table.lab.campaigns.chance",
        "leak": "table.lab.campaigns.leak.campaign",
        "barrier": "table.lab.campaigns.barrier.campaign",
        "second-choice": "table.lab.campaigns.second_choice.campaign",
        "power": "table.lab.campaigns.power.campaign",
        "endurance": "table.lab.campaigns.endurance",
        "lists": "table.lab.campaigns.lists",
        "hands": "table.lab.campaigns.hands",
        "hostile": "table.lab.campaigns.hostile.campaign",
        "ends": "table.lab.campaigns.ends.campaign",
        "kills": "table.lab.campaigns.ends.kills",
        "codes": "table.lab.campaigns.codes",
        "demo": "table.lab.campaigns.demo",
        "clock": "table.lab.campaigns.clock",
        "web": "table.lab.campaigns.web.campaign",
        "phone": "table.lab.campaigns.phone.campaign",
        "hall": "table.lab.campaigns.hall.campaign",
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
