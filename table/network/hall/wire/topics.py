"""The topics at the broker (`docs/develop/hall_topics.md`)."""

from table.config.checks import HALL, is_name

ROOT = "command-table"


def state_topic(table: str) -> str:
    return f"{ROOT}/{table}/state"


def event_topic(table: str) -> str:
    return f"{ROOT}/{table}/event"


def online_topic(table: str) -> str:
    return f"{ROOT}/{table}/online"


def ask_topic(table: str) -> str:
    return f"{ROOT}/{table}/ask"


def ack_topic(hall: str, table: str) -> str:
    return f"{ROOT}/{HALL}/{hall}/ack/{table}"


def receiver_of(table: str) -> str:
    """Return the hall's user at the broker that receives from this table. No table can have its name."""
    return f"{HALL}.{table}"


def hall_topic(hall: str) -> str:
    return f"{ROOT}/{HALL}/{hall}/online"


def table_of(topic: str) -> tuple[str, str]:
    """Return the table that a topic is about, and the topic's last word; two empty texts for any other topic."""
    parts = topic.split("/")
    if len(parts) != 3 or parts[0] != ROOT or not is_name(parts[1]):
        return "", ""
    return parts[1], parts[2]
