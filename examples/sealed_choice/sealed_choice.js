// A secret choice of two sides that do not trust each other: commit, lock, open, verify. For browsers and Node, with no other file.
// docs/develop/two_tables.md is its protocol, and table/rules/choice/sealed_choice.py does the same in Python.
"use strict";
(function (root) {
  const bytes = (text) => new TextEncoder().encode(text);
  const hex = (row) => Array.from(new Uint8Array(row), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (digits) => Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));
  const domain = (name) => bytes(`command-table ${name} 1\0`);

  function joined(...rows) {
    const all = new Uint8Array(rows.reduce((sum, row) => sum + row.length, 0));
    let at = 0;
    for (const row of rows) { all.set(row, at); at += row.length; }
    return all;
  }

  // Each part after its length, so that no two rows of parts are alike.
  function fields(...parts) {
    return joined(...parts.flatMap((part) => {
      const content = part instanceof Uint8Array ? part : bytes(String(part));
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, content.length);
      return [length, content];
    }));
  }

  // Half of a surrogate pair, or a value that is no text, would have the same bytes as another choice.
  const isText = (choice) => typeof choice === "string" && !/\p{Surrogate}/u.test(choice);

  // moment: {match, round, seat, attempt, transcript}. opening: {choice, salt}, the salt as hex digits.
  async function commitmentOf({ match, round, seat, attempt = 0, transcript = "" }, opening) {
    if (!isText(opening.choice)) throw new TypeError("A choice is a string, without half of a surrogate pair.");
    const sha256 = (...rows) => crypto.subtle.digest("SHA-256", joined(...rows));
    const moment = await sha256(domain("choice"), fields(match, round, seat, attempt, transcript, unhex(opening.salt)));
    return hex(await sha256(domain("seal"), new Uint8Array(moment), bytes(opening.choice)));
  }

  // secret: 32 random bytes of this side for this match. After a crash the same choice gives the same commitment.
  async function commit(secret, moment, choice) {
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const { match, round, seat, attempt = 0, transcript = "" } = moment;
    const place = fields(match, round, seat, attempt, transcript);
    const opening = { choice, salt: hex(await crypto.subtle.sign("HMAC", key, joined(domain("salt"), place))) };
    return { commitment: await commitmentOf(moment, opening), opening };
  }

  async function verify(moment, commitment, opening) {
    const formed = isText(opening.choice) && typeof opening.salt === "string" && /^([0-9a-f]{2})*$/.test(opening.salt);
    return formed && (await commitmentOf(moment, opening)) === commitment;
  }

  // One side's part in one choice. Keep `commitment` before you send it, and pass it in after a restart.
  class SealedChoice {
    #secret; #own; #theirs; #opening = null; #theirCommitment = "";
    constructor(secret, own, theirs, commitment = "") {
      [this.#secret, this.#own, this.#theirs, this.commitment] = [secret, own, theirs, commitment];
    }
    async lock(choice) {
      const { commitment, opening } = await commit(this.#secret, this.#own, choice);
      if (this.commitment && this.commitment !== commitment) throw new Error("Another choice is locked. Lock the same one again.");
      [this.commitment, this.#opening] = [commitment, opening];
      return commitment;
    }
    takeCommitment(commitment) {
      if (this.#theirCommitment && this.#theirCommitment !== commitment) throw new Error("The other side has committed to two choices.");
      this.#theirCommitment = commitment;
    }
    open() {
      if (!this.#opening || !this.#theirCommitment) throw new Error("Nothing is opened before both sides are committed.");
      return this.#opening;
    }
    async takeOpening(opening) {
      if (!this.commitment || !this.#theirCommitment) throw new Error("Nothing is opened before both sides are committed.");
      if (!(await verify(this.#theirs, this.#theirCommitment, opening))) throw new Error("The opening does not fit the commitment.");
      return opening.choice;
    }
  }

  const library = { commit, commitmentOf, verify, fields, SealedChoice };
  if (typeof module === "object") module.exports = library;
  else root.sealedChoice = library;
})(globalThis);
