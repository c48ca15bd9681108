"""Messages wait by table, so that no table delays another one."""

import aiomqtt

from table.network.hall.organiser.message_queues import MessageQueues, topics
from table.network.hall.wire.messages import MOST_STATE_BYTES


def message(topic: str, payload: bytes = b"{}", *, retain: bool = False) -> aiomqtt.Message:
    return aiomqtt.Message(topic, payload, 0, retain, 1, None)


def queued(*messages: aiomqtt.Message) -> MessageQueues:
    queues = MessageQueues()
    for each in messages:
        queues.add(each)
    return queues


def test_a_round_has_one_message_of_each_table() -> None:
    many = [message("command-table/table-1/event", b"%d" % number) for number in range(100)]
    queues = queued(*many, message("command-table/table-2/event", b"other"))
    assert [(each.table, each.payload) for each in queues.next_round()] == [("table-1", b"0"), ("table-2", b"other")]
    assert [each.payload for each in queues.next_round()] == [b"1"]
    assert queues


def test_messages_of_a_table_keep_their_order() -> None:
    last = ("online", "state", "event", "state")
    queues = queued(*(message(f"command-table/table-1/{each}") for each in last))
    assert [queues.next_round()[0].last for _ in last] == [*last]
    assert not queues


def test_other_topics_are_no_messages_of_tables() -> None:
    others = (
        "command-table/table-1/ask",
        "command-table/hall/main/online",
        "command-table/Table/event",
        "a",
        "a/b/event",
    )
    assert not queued(*map(message, others))


def test_garbage_that_the_broker_retained_is_recognised() -> None:
    topic, large = "command-table/table-1", b" " * (MOST_STATE_BYTES + 1)
    garbage = (
        message(f"{topic}/event", retain=True), message(f"{topic}/state", large, retain=True),
        message(f"{topic}/online", large, retain=True),
    )  # fmt: skip
    sound = (
        message(f"{topic}/event"), message(f"{topic}/state", large), message(f"{topic}/state", retain=True),
    )  # fmt: skip
    for each in garbage:
        assert queued(each).next_round()[0].is_garbage
    for each in sound:
        assert not queued(each).next_round()[0].is_garbage


def test_the_hall_subscribes_to_all_tables_until_one_is_paused() -> None:
    assert topics((), frozenset()) == {f"command-table/+/{last}" for last in ("event", "state", "online")}
    paused = topics(("table-1", "table-2"), frozenset({"table-2"}))
    assert paused == {f"command-table/table-1/{last}" for last in ("event", "state", "online")}
