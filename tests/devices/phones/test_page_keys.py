"""The page's own program makes the same keys and frames as the table."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from table.devices.phones.phone_frames import CarriedMessages, FrameFiller, filled
from table.devices.phones.phone_keys import OPENING_BYTES, KeyPair, agreed, check_opening, read_hello, secret_id
from table.records.two_tables.sealing import FrameOpener, Sealer
from table.view.seat_frames import DOWN_BYTES

SHIPPED = Path(__file__).parents[3] / "table/network/web/shipped"
SECRET, SEED = bytes(range(16)), bytes(range(32, 96))
SCRIPT = """
import { readFileSync } from "node:fs";
import { Handshake, SealedWire, secretOf, textOf } from "SHIPPED/sealed.js";
const [secret, seed, first, second] = JSON.parse(readFileSync(0, "utf8")).map((text) => Buffer.from(text, "hex"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
const handshake = new Handshake(new Uint8Array(secret), new Uint8Array(seed));
const reveal = handshake.reveal(new Uint8Array(first));
const forged = new Uint8Array(second);
forged[40] ^= 1;
let refused = false;
try { handshake.keys(forged); } catch { refused = true; }
const keys = handshake.keys(new Uint8Array(second));
const wire = new SealedWire(keys);
wire.posts({ long: "x".repeat(1500) });
console.log(JSON.stringify({
  hello: hex(handshake.hello()), reveal: hex(reveal), refused, to_phone: hex(keys.toPhone),
  next: hex(keys.nextSecret),  words: keys.words, frames: [hex(wire.seal()), hex(wire.seal()), hex(wire.seal())],
  text: textOf(secretOf(textOf(new Uint8Array(secret)))), none: secretOf("no secret"),
}));
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("node") is None, reason="Node runs the page's own program here")
def test_a_phones_page_agrees_with_the_table() -> None:
    table = KeyPair("table", lambda size: bytes(range(64, 64 + size)))
    first, second = filled(table.commitment, DOWN_BYTES), filled(table.opening, DOWN_BYTES)
    done = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT.replace("SHIPPED", str(SHIPPED))],
        input=json.dumps([SECRET.hex(), SEED.hex(), first.hex(), second.hex()]),
        capture_output=True, text=True, check=True, timeout=30,
    )  # fmt: skip
    document = json.loads(done.stdout)
    begun, opening = bytes.fromhex(document["hello"]), bytes.fromhex(document["reveal"])[:OPENING_BYTES]
    hello = read_hello(begun)
    check_opening("phone", opening, hello.commitment)
    assert document["refused"], "the page checks that the table opens what it committed to"
    assert hello.secret_id == secret_id(SECRET)
    keys = agreed(table, opening, SECRET, (begun[:49], table.commitment, opening, table.opening))
    assert (document["to_phone"], document["next"]) == (keys.to_phone.hex(), keys.next_secret.hex())
    assert tuple(document["words"]) == keys.words
    opener, reader = FrameOpener(keys.to_table), CarriedMessages(4096)
    read = [each for frame in document["frames"] for each in reader.take(opener.open(bytes.fromhex(frame)))]
    assert read == [json.dumps({"long": "x" * 1500}, separators=(",", ":")).encode()]
    assert (document["text"], document["none"]) == ("AAECAwQFBgcICQoLDA0ODw", None)


@pytest.mark.campaign
@pytest.mark.skipif(shutil.which("node") is None, reason="Node runs the page's own program here")
def test_a_phones_page_opens_the_tables_frames_in_their_turn_alone() -> None:
    key = bytes(32)
    filler, sealer = FrameFiller(DOWN_BYTES), Sealer(key)
    filler.put("told", b'{"told":"' + b"y" * 5000 + b'"}')
    frames = [sealer.seal(filler.next()) for _ in range(2)]
    script = """
import { readFileSync } from "node:fs";
import { SealedWire } from "SHIPPED/sealed.js";
const [key, ...frames] = JSON.parse(readFileSync(0, "utf8")).map((text) => new Uint8Array(Buffer.from(text, "hex")));
const wire = new SealedWire({ toPhone: key, toTable: key, nextSecret: key, words: [0, 0] });
const [first, second] = frames;
const tries = (frame) => { try { return wire.open(frame).length; } catch { return "refused"; } };
const forged = first.slice(); forged[100] ^= 1;
console.log(JSON.stringify([tries(second), tries(forged), tries(first), tries(first), tries(second), tries(second)]));
"""
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script.replace("SHIPPED", str(SHIPPED))],
        input=json.dumps([each.hex() for each in (key, *frames)]),
        capture_output=True, text=True, check=True, timeout=30,
    )  # fmt: skip
    assert json.loads(done.stdout) == ["refused", "refused", 0, "refused", 1, "refused"]
