"""The modules that measure figures and run campaigns, by name. Each is imported on use, so that `--help` is quick."""

from types import MappingProxyType

MEASURES = MappingProxyType(
    {
        "reader": "lab.figures.reader_figures",
        "pn532": "lab.figures.readers.pn532_figures",
        "pcsc": "lab.figures.readers.pcsc_figures",
        "dispense": "lab.campaigns.dispense.dispense_figures",
        "tokens": "lab.campaigns.dispense.token_figures",
        "firmware": "lab.figures.firmware",
        "games": "lab.figures.game_figures",
        "session": "lab.figures.session_figures",
        "feed": "lab.figures.feed_figures",
        "web": "lab.figures.web.web_figures",
        "hall": "lab.figures.web.outbox_figures",
        "start": "lab.figures.start_figures",
        "memory": "lab.figures.memory_figures",
        "screen": "lab.figures.screen_figures",
        "house": "lab.figures.house",
        "lists": "lab.figures.list_figures",
        "cli": "lab.figures.cli_figures",
        "presses": "lab.figures.press_figures",
    }
)
"""The module that measures figures, by the first part of their name."""
OF_GAMES = "lab.figures.game_data"
"""The module for figures of games, which begin with a game's name."""
CAMPAIGNS = MappingProxyType(
    {
        "presence": "lab.campaigns.presence_campaign",
        "play": "lab.campaigns.play_campaign",
        "dispense": "lab.campaigns.dispense.dispense_campaign",
        "forge": "lab.campaigns.forge.forge_campaign",
        "chance": "lab.campaigns.chance_campaign",
        "leak": "lab.campaigns.leak.leak_campaign",
        "barrier": "lab.campaigns.barrier.barrier_campaign",
        "second-choice": "lab.campaigns.second_choice.second_choice_campaign",
        "power": "lab.campaigns.power.power_campaign",
        "endurance": "lab.campaigns.endurance_campaign",
        "lists": "lab.campaigns.lists_campaign",
        "hands": "lab.campaigns.hands_campaign",
        "hostile": "lab.campaigns.hostile.hostile_campaign",
        "ends": "lab.campaigns.ends.ends_campaign",
        "kills": "lab.campaigns.ends.kills_campaign",
        "codes": "lab.campaigns.codes_campaign",
        "demo": "lab.campaigns.demo_campaign",
        "clock": "lab.campaigns.clock_campaign",
        "web": "lab.campaigns.web.web_campaign",
        "phone": "lab.campaigns.phone.phone_campaign",
        "hall": "lab.campaigns.hall.hall_campaign",
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
