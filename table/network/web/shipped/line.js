// @ts-check
/** The line from this phone to the table. A phone that was let in reconnects by itself; a code is tried once. */

import { Handshake, SealedWire, secretOf, textOf } from "./sealed.js";

/** Each page keeps a secret of its own. */
const KEPT = location.pathname;
const FIRST_MS = 500;
const LONGEST_MS = 5000;
const SENT_AWAY = 4001;
const CUT = 1006;
/** The table sends eight frames a second. Without any for so long the network has gone, and nothing has said so. */
const SILENT_MS = 8000;
const LOOK_MS = 500;

/** @typedef {"joining" | "knocking" | "in" | "away"} Standing */

/**
 * Join the table with the secret in the address, or with the one that was kept. The address loses its secret at once.
 * @param {{stands: (standing: Standing, words: [number, number]) => void, received: (message: any) => void}} heard
 * @param {boolean} [prompt] true for a screen, whose frames go at once and only if they say anything: no card is in them
 * @returns {(message: unknown) => void} a function that sends a message to the table
 */
export function join(heard, prompt = false) {
  let invited = secretOf(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
  const kept = sessionStorage.getItem(KEPT);
  /** @type {Uint8Array | null} */
  let secret = invited ?? (kept === null ? null : secretOf(kept));
  let wait = FIRST_MS;
  /** @type {SealedWire | null} */
  let wire = null;
  /** @type {() => void} */
  let sends = () => {};
  /** @type {Standing} */
  let standing = "joining";

  /** @param {Standing} now */
  function stands(now) {
    standing = now;
    if (now === "away") sessionStorage.removeItem(KEPT);
    heard.stands(now, wire === null ? [0, 0] : wire.keys.words);
  }

  /** @param {any} message */
  function takes(message) {
    if (!("state" in message)) {
      heard.received(message);
      return;
    }
    if (message.state === "in" && invited !== null && wire !== null) {
      invited = null;
      secret = wire.keys.nextSecret;
      sessionStorage.setItem(KEPT, textOf(secret));
    }
    stands(message.state);
  }

  function connects() {
    if (secret === null) {
      stands("away");
      return;
    }
    const handshake = new Handshake(secret);
    const socket = new WebSocket(`ws${location.protocol.slice(4)}//${location.host}/api/v1/seat`);
    socket.binaryType = "arraybuffer";
    wire = null;
    sends = () => {
      while (wire !== null && wire.waiting.length && socket.readyState === WebSocket.OPEN) socket.send(wire.seal());
    };
    let known = false;
    let answered = false;
    let heard_at = performance.now();
    const looking = setInterval(() => {
      if (performance.now() - heard_at < SILENT_MS) return;
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      ends(CUT);
    }, LOOK_MS);
    socket.onopen = () => socket.send(handshake.hello());
    socket.onmessage = (came) => {
      heard_at = performance.now();
      answered = true;
      const frame = new Uint8Array(came.data);
      try {
        if (handshake.bound === null) {
          socket.send(handshake.reveal(frame));
          return;
        }
        if (wire === null) {
          wire = new SealedWire(handshake.keys(frame));
          wire.posts({ lang: document.documentElement.lang });
        } else {
          for (const message of wire.open(frame)) takes(message);
          known = true;
          wait = FIRST_MS;
        }
      } catch {
        socket.close();
        return;
      }
      if (prompt && known) sends();
      else socket.send(wire.seal());
    };
    socket.onclose = (end) => ends(end.code);

    /** @param {number} code */
    function ends(code) {
      clearInterval(looking);
      wire = null;
      if (standing === "away") return;
      // A code is good for one handshake: with a second one, somebody in between would guess again at the two words.
      const used = invited !== null && answered;
      const over = (code === SENT_AWAY && !known) || used;
      stands(over ? "away" : "joining");
      if (over) return;
      setTimeout(connects, wait);
      wait = Math.min(2 * wait, LONGEST_MS);
    }
  }

  // The address of another code is this same page to a browser, which loads nothing anew for it.
  addEventListener("hashchange", () => location.reload());
  stands("joining");
  connects();
  return (message) => {
    wire?.posts(message);
    if (prompt) sends();
  };
}
