// @ts-check
/** A phone's keys and frames, as the table has them (table/devices/phones): all that it says is sealed past this server. */

import { chacha20poly1305, hkdf, sha256, x25519 } from "./vendor/noble.js";

const VERSION = 2;
const UP = 1024;
const DOWN = 4096;
const KEY = 32;
export const SECRET = 16;
const ID = 16;
const OVERHEAD = 24;
const MOST = 1024 * 1024;

/** @param {string} words */
function bytesOf(words) {
  return new TextEncoder().encode(words);
}

/** @param {...Uint8Array} parts */
function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * @param {Uint8Array} content
 * @param {number} size
 */
function filled(content, size) {
  return joined(content, new Uint8Array(size - content.length));
}

/** @param {number} counter */
function nonce(counter) {
  const made = new Uint8Array(12);
  new DataView(made.buffer).setBigUint64(4, BigInt(counter));
  return made;
}

/**
 * @typedef {{toTable: Uint8Array, toPhone: Uint8Array, nextSecret: Uint8Array, words: [number, number]}} Keys
 * The keys of one connection, with the secret with which this phone comes back, and the numbers of the two words.
 */

/**
 * Return the commitment of a side to its key and nonce.
 * @param {"phone" | "table"} side
 * @param {Uint8Array} opening
 */
function committed(side, opening) {
  return sha256(joined(bytesOf(`command-table phone 2 commitment\0${side}\0`), opening));
}

/** The handshake of one connection. Both sides commit to a key and a nonce before either shows them. */
export class Handshake {
  /**
   * @param {Uint8Array} secret
   * @param {Uint8Array} [seed] 64 random bytes for key and nonce; by default the browser's
   */
  constructor(secret, seed = crypto.getRandomValues(new Uint8Array(2 * KEY))) {
    this.secret = secret;
    this.pair = x25519.keygen(seed.slice(0, KEY));
    this.opening = joined(this.pair.publicKey, seed.slice(KEY));
    const id = hkdf(sha256, secret, new Uint8Array(0), bytesOf("command-table phone 2 id\0"), ID);
    this.begun = joined(Uint8Array.of(VERSION), id, committed("phone", this.opening));
    /** @type {Uint8Array | null} the table's commitment */
    this.bound = null;
  }

  /** Return the first frame. */
  hello() {
    return filled(this.begun, UP);
  }

  /**
   * Return the second frame, which shows this phone's key and nonce, after the table has committed to its own.
   * @param {Uint8Array} frame the table's first frame
   */
  reveal(frame) {
    this.bound = frame.slice(0, KEY);
    return filled(this.opening, UP);
  }

  /**
   * Return the keys. Throws if the table shows another key or nonce than it committed to.
   * @param {Uint8Array} frame the table's second frame
   * @returns {Keys}
   */
  keys(frame) {
    const other = frame.slice(0, 2 * KEY);
    const bound = this.bound;
    if (bound === null || committed("table", other).some((byte, at) => byte !== bound[at])) throw new Error("another key");
    const transcript = sha256(joined(this.begun, bound, this.opening, other));
    const domain = joined(bytesOf("command-table phone 2 keys\0"), transcript);
    const shared = x25519.getSharedSecret(this.pair.secretKey, other.slice(0, KEY));
    const made = hkdf(sha256, shared, this.secret, domain, 2 * KEY + SECRET + 2);
    return {
      toTable: made.slice(0, KEY),
      toPhone: made.slice(KEY, 2 * KEY),
      nextSecret: made.slice(2 * KEY, 2 * KEY + SECRET),
      words: [made[2 * KEY + SECRET] ?? 0, made[2 * KEY + SECRET + 1] ?? 0],
    };
  }
}

/** Both directions of one connection: one frame comes, and one goes, each in its turn. */
export class SealedWire {
  /** @param {Keys} keys */
  constructor(keys) {
    this.keys = keys;
    this.sent = 0;
    this.come = 0;
    /** @type {Uint8Array} */
    this.waiting = new Uint8Array(0);
    /** @type {Uint8Array} */
    this.read = new Uint8Array(0);
  }

  /**
   * Keep a message for the next frames.
   * @param {unknown} message
   */
  posts(message) {
    const content = bytesOf(JSON.stringify(message));
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, content.length);
    this.waiting = joined(this.waiting, length, content);
  }

  /** Return the next frame, whether there is anything to say or not. */
  seal() {
    const room = UP - OVERHEAD - 2;
    const now = this.waiting.slice(0, room);
    this.waiting = this.waiting.slice(room);
    const carried = filled(joined(Uint8Array.of(now.length >> 8, now.length & 255), now), UP - OVERHEAD);
    const made = nonce(this.sent);
    this.sent += 1;
    return joined(made.slice(4), chacha20poly1305(this.keys.toTable, made).encrypt(carried));
  }

  /**
   * Return the messages that are whole with this frame; one that begins with a zero is bytes. Throws if it is not the next one of the table.
   * @param {Uint8Array} frame
   * @returns {any[]}
   */
  open(frame) {
    const made = nonce(this.come);
    if (frame.length !== DOWN || made.slice(4).some((byte, at) => byte !== frame[at])) throw new Error("not the next frame");
    const carried = chacha20poly1305(this.keys.toPhone, made).decrypt(frame.slice(8));
    this.come += 1;
    const used = ((carried[0] ?? 0) << 8) | (carried[1] ?? 0);
    this.read = joined(this.read, carried.slice(2, 2 + used));
    const whole = [];
    while (this.read.length >= 4) {
      const length = new DataView(this.read.buffer, this.read.byteOffset).getUint32(0);
      if (length > MOST) throw new Error("a message is too long");
      if (this.read.length < 4 + length) break;
      const message = this.read.slice(4, 4 + length);
      whole.push(message[0] === 0 ? message : JSON.parse(new TextDecoder().decode(message)));
      this.read = this.read.slice(4 + length);
    }
    return whole;
  }
}

/** @param {string} text as it stands in an address: base64 without its + and / */
export function secretOf(text) {
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const secret = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
    return secret.length === SECRET ? secret : null;
  } catch {
    return null;
  }
}

/** @param {Uint8Array} secret */
export function textOf(secret) {
  return btoa(String.fromCharCode(...secret)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
