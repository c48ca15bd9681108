/** A second verifier of match files, written from docs/develop/match_file.md alone. It knows no game's rules. The caller
 * brings its own SHA-256. */

const LF = 0x0a;
const NAMED = (seat) => `"${seat}":\\["([^"\\\\\\x00-\\x1f]+)","([0-9a-f]{64})"\\]`;
const PLAYERS = `(,"players":\\{(?:${NAMED("blue")}(?:,${NAMED("red")})?|${NAMED("red")})\\})?`;
const HEADER = new RegExp(
  `^\\{"format":"command-table match 1","match":"([a-z0-9_]+)","system":"([a-z0-9_]+)"${PLAYERS}\\}$`,
);
const SOME_HEADER = /^\{"format":"command-table match [0-9]+"/;
const BEGIN = /^\{"chain":"([0-9a-f]{64})","batch":$/;
const BEGIN_LENGTH = '{"chain":"'.length + 64 + '","batch":'.length;
const END = /^\{"head":"([0-9a-f]{64})","batches":([1-9][0-9]*)\}$/;
const TOKEN = /"((?:[^"\\]|\\.)*)"|[{}[\]:,]|true|false|null|-?[0-9]+/gy;
const LEVELS = 64;
const MOST_BYTES = 8 * 1024 * 1024;
export const MOST_BODY = 1024 * 1024;
export const HEX_64 = /^[0-9a-f]{64}$/;
export const GONE = new Set(["SealWithdrawn", "SealBroken", "SealVoided"]);
const TEXT = (value) => typeof value === "string";
const COUNT = (value) => counts(value, 0);
const FLAG = (value) => typeof value === "boolean";
const HEX = (value) => TEXT(value) && HEX_64.test(value);
const SEAT = (value) => SEATS.includes(value);
const FIELDS = {
  MatchOpened: { id: TEXT, system: TEXT, commitment: HEX, version: TEXT },
  RulesRevised: { version: TEXT },
  NumbersAwaited: {},
  ClockSet: { mode: TEXT, time_ms: COUNT, setup_ms: COUNT, at_zero: TEXT },
  ClockRuns: { at_ms: COUNT, blue: FLAG, red: FLAG, since_ms: COUNT },
  NumberDialled: { seat: SEAT, number: COUNT },
  PlayerNamed: { seat: SEAT, commitment: (value) => value === "" || HEX(value) },
  CardSealed: { seat: SEAT, commitment: HEX },
  SealWithdrawn: { seat: SEAT },
  SealBroken: { seat: SEAT },
  SealVoided: { seat: SEAT },
  SealOpened: { seat: SEAT, commitment: HEX, salt: HEX, card: TEXT },
  SecretDisclosed: { secret: HEX },
};
export const SEATS = ["blue", "red"];

export class Forged extends Error {}

export function demand(holds, what) {
  if (!holds) throw new Forged(what);
}

const ENCODER = new TextEncoder();
const LATIN = new TextDecoder("latin1");
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Texts as UTF-8 and bytes, joined. */
function joined(...parts) {
  const pieces = parts.map((part) => (typeof part === "string" ? ENCODER.encode(part) : part));
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

export function linesOf(raw) {
  demand(raw.length > 0 && raw[raw.length - 1] === LF, "the last line does not end");
  const lines = [];
  let start = 0;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, start)) {
    lines.push(raw.subarray(start, at));
    start = at + 1;
  }
  return lines;
}

/** The bodies of the batches, when form and chain hold. */
export function chained(raw, sha256) {
  demand(raw.length <= MOST_BYTES, "too large");
  const lines = linesOf(raw);
  const first = UTF8.decode(lines[0]);
  demand(hexOf(ENCODER.encode(first)) === hexOf(lines[0]), "a first line that is no text");
  const header = HEADER.exec(first);
  if (!header) {
    const known = SOME_HEADER.test(LATIN.decode(lines[0]));
    throw new Forged(known ? "a format that is not known here" : "not a match file");
  }
  demand(lines.length >= 3, "nothing between the header and the end");
  let link = sha256(joined("command-table journal 1\0", header[1]));
  const bodies = [];
  const links = [];
  for (const line of lines.slice(1, -1)) {
    const begin = BEGIN.exec(LATIN.decode(line.subarray(0, BEGIN_LENGTH)));
    demand(begin && line[line.length - 1] === 0x7d && line.length > BEGIN_LENGTH, "not a batch");
    const body = line.subarray(BEGIN_LENGTH, line.length - 1);
    link = sha256(joined(link, body));
    demand(hexOf(link) === begin[1], `batch ${bodies.length + 1} does not follow`);
    bodies.push(body);
    links.push(begin[1]);
  }
  const end = END.exec(LATIN.decode(lines[lines.length - 1]));
  demand(end && end[1] === hexOf(link) && Number(end[2]) === bodies.length, "the end does not fit");
  const players = {};
  if (header[4]) players.blue = [header[4], header[5]];
  if (header[6] ?? header[8]) players.red = [header[6] ?? header[8], header[7] ?? header[9]];
  return { match: header[1], system: header[2], players, head: end[1], bodies, links };
}

/** Only the one spelling: no blanks, integers that are exact, no name twice, not too deep, text that is text. */
export function demandForm(text) {
  const open = [];
  let name = null;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [token] = TOKEN.exec(text) ?? [];
    demand(token !== undefined, "a blank, a fraction, or what is no JSON");
    if (token === "{" || token === "[") demand(open.push(new Set()) <= LEVELS, "too deep");
    if (token === "}" || token === "]") open.pop();
    if (token === ":") {
      demand(name !== null && !open.at(-1)?.has(name), "a name twice in one object");
      open.at(-1)?.add(name);
    }
    name = token[0] === '"' ? JSON.parse(token) : null;
    demand(name === null || !/\p{Surrogate}/u.test(name), "half a surrogate pair");
    demand(token !== "-0", "a zero with a sign");
    if (/^[-0-9]/.test(token)) demand(Number.isSafeInteger(Number(token)), "too large an integer");
  }
}

/** True for the same names; joined by a comma, a name that has one could pass for two. */
const sameNames = (one, other) => JSON.stringify(one) === JSON.stringify(other);
export const named = (value, ...names) =>
  value !== null && typeof value === "object" && sameNames(Object.keys(value).sort(), names);

export function demandEvents(events) {
  for (const event of events) {
    demand(typeof event?.type === "string", "an event without a type");
    if (!Object.hasOwn(FIELDS, event.type)) continue;
    const has = Object.keys(event).filter((name) => name !== "type").sort();
    const known = FIELDS[event.type];
    demand(sameNames(has, Object.keys(known).sort()), `${event.type} has ${has}, which no match file of this format has`);
    for (const [name, is] of Object.entries(known)) demand(is(event[name]), `${event.type} has no ${name}`);
  }
}

function batchOf(body, at) {
  demand(body.length <= MOST_BODY, "too long a batch");
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  demandForm(text);
  const batch = JSON.parse(text);
  demand(named(batch, "cause", "events") && named(batch.cause, "chance", "command"), "not a batch");
  const { events, cause } = batch;
  demand(Array.isArray(events) && events.length > 0, "a batch without events");
  demandEvents(events);
  const follows = at === 0 ? cause.command === null : typeof cause.command?.type === "string";
  demand(follows, "a command in the first batch, or none in another");
  demand(Array.isArray(cause.chance), "a batch without its chance");
  for (const entry of cause.chance) {
    demand(Array.isArray(entry) && entry.length === 3, "a question that is none");
    const [question, bound, came] = entry;
    demand(counts(question, 0) && counts(bound, 1) && counts(came, 0), "a question that is none");
  }
  return { events, chance: cause.chance };
}

export function hexBytes(text) {
  demand(typeof text === "string" && HEX_64.test(text), "not hex of its length");
  return Uint8Array.from(text.match(/../g), (pair) => Number.parseInt(pair, 16));
}

export function checkOpening(file, batches) {
  const opened = batches.flatMap((batch) => batch.events).filter((event) => event.type === "MatchOpened");
  demand(opened.length === 1 && batches[0].events[0] === opened[0], "a match is opened once, by the first event");
  demand(opened[0].id === file.match && opened[0].system === file.system, "the header names another match");
}

function checkPlayers(file, batches, sha256) {
  const named = batches.flatMap((batch) => batch.events).filter((event) => event.type === "PlayerNamed");
  const last = Object.fromEntries(named.map((event) => [event.seat, event.commitment]));
  for (const [seat, [name, salt]] of Object.entries(file.players)) {
    const commitment = hexOf(sha256(joined("command-table name 1\0", hexBytes(salt), name)));
    demand(last[seat] === commitment, `another player of ${seat}`);
  }
}

function checkSeals(batches, sha256) {
  const sealed = new Map();
  let opened = 0;
  for (const batch of batches) {
    const openings = batch.events.filter((event) => event.type === "SealOpened").map((event) => event.seat);
    const all = [...sealed.keys()].sort().join() === [...openings].sort().join();
    demand(openings.length === 0 || all, "some seals are opened and others are not");
    for (const event of batch.events) {
      if (event.type === "CardSealed") {
        demand(!sealed.has(event.seat), "a seal over a seal");
        sealed.set(event.seat, event.commitment);
      } else if (GONE.has(event.type)) {
        demand(sealed.delete(event.seat), "what was never sealed is taken back");
      } else if (event.type === "SealOpened") {
        const salt = hexBytes(event.salt);
        const commitment = hexOf(sha256(joined("command-table seal 1\0", salt, event.card)));
        const holds = commitment === event.commitment && sealed.get(event.seat) === commitment;
        demand(holds, "another card is opened than was sealed");
        sealed.delete(event.seat);
        opened += 1;
      }
    }
  }
  return { opened, closed: sealed.size };
}

export const counts = (value, least) => Number.isSafeInteger(value) && value >= least;

/** HMAC-SHA-256 (RFC 2104) of a text, with a key of 32 bytes. */
function hmac(key, text, sha256) {
  const padded = joined(key, new Uint8Array(64 - key.length));
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), text));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

/** The digest from which a question's result is taken. */
function digestOf(secret, numbers, question, attempt, sha256) {
  return hmac(secret, [numbers.get("blue"), numbers.get("red"), question, attempt].join(","), sha256);
}

function derived(secret, numbers, question, bound, sha256) {
  const limit = (2n ** 64n / BigInt(bound)) * BigInt(bound);
  for (let attempt = 0; ; attempt += 1) {
    const word = BigInt(`0x${hexOf(digestOf(secret, numbers, question, attempt, sha256).subarray(0, 8))}`);
    if (word < limit) return Number(word % BigInt(bound));
  }
}

function checkChance(batches, sha256) {
  const numbers = new Map();
  const asked = [];
  let known = false;
  for (const batch of batches) {
    demand(batch.chance.length === 0 || numbers.size === 2, "the chance is asked before both numbers are dialled");
    demand(batch.chance.length === 0 || !known, "the chance is asked when everybody knows its secret");
    known ||= batch.events.some((event) => event.type === "SecretDisclosed");
    asked.push(...batch.chance);
    for (const event of batch.events.filter((each) => each.type === "NumberDialled")) {
      demand(!numbers.has(event.seat), "a number is dialled again");
      numbers.set(event.seat, event.number);
    }
  }
  const events = batches.flatMap((batch) => batch.events);
  const byHand = events.filter((event) => event.by_hand === true).length;
  const disclosed = events.filter((event) => event.type === "SecretDisclosed");
  if (disclosed.length === 0) return { disclosed: false, checked: 0, waiting: asked.length, byHand };
  demand(disclosed.length === 1, "the secret is disclosed twice");
  const secret = hexBytes(disclosed[0].secret);
  const commitment = hexOf(sha256(joined("command-table chance 1\0", secret)));
  demand(commitment === events[0].commitment, "another secret than the match began with");
  for (const [question, bound, came] of asked) {
    demand(derived(secret, numbers, question, bound, sha256) === came, `question ${question} came out otherwise`);
  }
  const codes = asked.map(([question]) => [question, hexOf(digestOf(secret, numbers, question, 0, sha256).subarray(0, 4))]);
  return { disclosed: true, checked: asked.length, waiting: 0, byHand, codes: Object.fromEntries(codes) };
}

/** The milliseconds that were charged to each seat and those that were not, and the match's time. */
function checkClock(batches) {
  const all = batches.flatMap((batch) => batch.events);
  const set = all.filter((event) => event.type === "ClockSet");
  if (set.length === 0) {
    demand(!all.some((event) => event.type === "ClockRuns"), "a clock runs that was never set");
    return null;
  }
  demand(set.length === 1 && batches[0].events.includes(set[0]), "a clock is set once, in the first batch");
  const spent = { blue: { charged: 0, not: 0 }, red: { charged: 0, not: 0 } };
  let at = 0;
  let now = { at_ms: 0, blue: false, red: false, since_ms: set[0].setup_ms };
  for (const batch of batches) {
    const runs = batch.events.filter((event) => event.type === "ClockRuns");
    const next = batch.events.at(-1);
    demand(runs.length === 1 && next === runs[0], "a batch does not end with its time");
    demand(batch !== batches[0] || next.at_ms === 0, "a first batch that is not at the beginning");
    demand(next.at_ms >= at, "a time that goes back");
    for (const seat of SEATS) {
      for (let from = at; from < next.at_ms; ) {
        const free = !now[seat] || from < now.since_ms;
        const to = now[seat] && from < now.since_ms ? Math.min(now.since_ms, next.at_ms) : next.at_ms;
        spent[seat][free ? "not" : "charged"] += to - from;
        from = to;
      }
    }
    at = next.at_ms;
    now = next;
  }
  return { ...spent, match: at };
}

/**
 * Everything that a match file tells without the game's rules: its form, chain, names, seals, chance and clock hold, or a
 * Forged is thrown. `sha256` makes the 32 bytes of SHA-256 of bytes.
 */
export function checked(raw, sha256) {
  const file = chained(raw, sha256);
  const batches = file.bodies.map(batchOf);
  checkOpening(file, batches);
  checkPlayers(file, batches, sha256);
  const seals = checkSeals(batches, sha256);
  const chance = checkChance(batches, sha256);
  const clock = checkClock(batches);
  // It knows no rules, so a match as such is never proved here, and no part of which the file has nothing.
  const proved = ["chain", ...(seals.opened && !seals.closed ? ["seals"] : []), ...(chance.checked && !chance.byHand ? ["chance"] : [])];
  return { file, batches, proved, seals, chance, clock };
}

/** True for an error that says that a file is forged, or is no match file. */
export const isForgery = (error) => error instanceof Forged || error instanceof SyntaxError || error instanceof TypeError;
