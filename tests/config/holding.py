"""Tables whose panels ask to be held for another time than the usual 0.8 s."""

from msgspec.structs import replace

from table.config import Config


def asking(blue_ms: int, red_ms: int, config: Config | None = None) -> Config:
    """Return the configuration with `hold_ms` of each seat's panel."""
    config = Config() if config is None else config
    panels = {
        name: replace(panel, hold_ms={config.seats.blue.panel: blue_ms, config.seats.red.panel: red_ms}[name])
        for name, panel in config.panels.items()
    }
    return replace(config, panels=panels)
