"""A Mosquitto with the settings of `docs/build/relay.md`, on this machine."""

from pathlib import Path

from lab.campaigns.hall.mosquitto import Mosquitto
from lab.certificates import Signed
from lab.local_machine import free_port

SETTINGS = (
    "allow_anonymous true",
    "persistence false",
    "connection_messages false",
    "set_tcp_nodelay true",
    "max_packet_size 2098176",
    "max_queued_messages 64",
    "max_connections 1000",
)
"""The lines of the page that do not name a file or a port."""
ACCESS = ("pattern readwrite command-table-far/%u/blue", "pattern readwrite command-table-far/%u/red")


def relay_broker(folder: Path, program: str, tls: Signed | None = None) -> Mosquitto:
    """Return a broker that is not started. `program` is the path of a Mosquitto; without `tls` nothing is encrypted."""
    port = free_port()
    access = folder / "relay.access"
    access.write_text("".join(f"{line}\n" for line in ACCESS), "utf-8")
    config = folder / "relay.conf"
    files = () if tls is None else (f"certfile {tls.cert}", f"keyfile {tls.key}")
    lines = (f"listener {port} 127.0.0.1", *files, f"acl_file {access}", *SETTINGS)
    config.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return Mosquitto(program, config, port)
