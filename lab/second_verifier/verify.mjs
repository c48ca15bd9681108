// A second verifier of match files, written from docs/develop/match_file.md alone. It knows no game's rules.
// It also knows the files of matches at two tables (docs/develop/two_tables.md): their signatures, locks, openings and rolls.
//
//   node verify.mjs FILE...             a line of JSON for each file
//   node verify.mjs --every-byte FILE   changes each byte of the file in turn, and tells which changes it did not find
import { createHash, createHmac, createPublicKey, verify as verifySignature } from "node:crypto";
import { readFileSync } from "node:fs";

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
const MOST_BODY = 1024 * 1024;
const HEX_64 = /^[0-9a-f]{64}$/;
const GONE = new Set(["SealWithdrawn", "SealBroken", "SealVoided"]);
const FIELDS = {
  MatchOpened: ["id", "system", "commitment", "version"],
  RulesRevised: ["version"],
  NumbersAwaited: [],
  ClockSet: ["mode", "time_ms", "setup_ms", "at_zero"],
  ClockRuns: ["at_ms", "blue", "red", "since_ms"],
  NumberDialled: ["seat", "number"],
  PlayerNamed: ["seat", "commitment"],
  CardSealed: ["seat", "commitment"],
  SealWithdrawn: ["seat"],
  SealBroken: ["seat"],
  SealVoided: ["seat"],
  SealOpened: ["seat", "commitment", "salt", "card"],
  SecretDisclosed: ["secret"],
};
const SEATS = ["blue", "red"];

class Forged extends Error {}

function demand(holds, what) {
  if (!holds) throw new Forged(what);
}

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function linesOf(raw) {
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
export function chained(raw) {
  demand(raw.length <= MOST_BYTES, "too large");
  const lines = linesOf(raw);
  const first = lines[0].toString("utf8");
  demand(Buffer.from(first, "utf8").equals(lines[0]), "a first line that is no text");
  const header = HEADER.exec(first);
  if (!header) {
    const known = SOME_HEADER.test(lines[0].toString("latin1"));
    throw new Forged(known ? "a format that is not known here" : "not a match file");
  }
  demand(lines.length >= 3, "nothing between the header and the end");
  let link = sha256("command-table journal 1\0", header[1]);
  const bodies = [];
  for (const line of lines.slice(1, -1)) {
    const begin = BEGIN.exec(line.subarray(0, BEGIN_LENGTH).toString("latin1"));
    demand(begin && line[line.length - 1] === 0x7d && line.length > BEGIN_LENGTH, "not a batch");
    const body = line.subarray(BEGIN_LENGTH, line.length - 1);
    link = sha256(link, body);
    demand(link.toString("hex") === begin[1], `batch ${bodies.length + 1} does not follow`);
    bodies.push(body);
  }
  const end = END.exec(lines[lines.length - 1].toString("latin1"));
  demand(end && end[1] === link.toString("hex") && Number(end[2]) === bodies.length, "the end does not fit");
  const players = {};
  if (header[4]) players.blue = [header[4], header[5]];
  if (header[6] ?? header[8]) players.red = [header[6] ?? header[8], header[7] ?? header[9]];
  return { match: header[1], system: header[2], players, head: end[1], bodies };
}

/** Only the one spelling: no blanks, integers that are exact, no name twice, not too deep, text that is text. */
function demandForm(text) {
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

const named = (value, ...names) =>
  value !== null && typeof value === "object" && Object.keys(value).sort().join() === names.join();

function batchOf(body, at) {
  demand(body.length <= MOST_BODY, "too long a batch");
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  demandForm(text);
  const batch = JSON.parse(text);
  demand(named(batch, "cause", "events") && named(batch.cause, "chance", "command"), "not a batch");
  const { events, cause } = batch;
  demand(Array.isArray(events) && events.length > 0, "a batch without events");
  for (const event of events) {
    demand(typeof event?.type === "string", "an event without a type");
    const own = Object.hasOwn(FIELDS, event.type) ? FIELDS[event.type] : Object.keys(event);
    const more = Object.keys(event).filter((name) => name !== "type" && !own.includes(name));
    demand(more.length === 0, `${event.type} has ${more.join()}, which no match file of this format has`);
  }
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

function hexBytes(text) {
  demand(typeof text === "string" && HEX_64.test(text), "not hex of its length");
  return Buffer.from(text, "hex");
}

function checkOpening(file, batches) {
  const opened = batches.flatMap((batch) => batch.events).filter((event) => event.type === "MatchOpened");
  demand(opened.length === 1 && batches[0].events[0] === opened[0], "a match is opened once, by the first event");
  demand(opened[0].id === file.match && opened[0].system === file.system, "the header names another match");
  hexBytes(opened[0].commitment);
  const stating = batches.flatMap((batch) => batch.events).filter((event) => event.type === "RulesRevised");
  demand([...opened, ...stating].every((event) => typeof event.version === "string"), "rules of no version");
}

function checkPlayers(file, batches) {
  const named = batches.flatMap((batch) => batch.events).filter((event) => event.type === "PlayerNamed");
  const last = Object.fromEntries(named.map((event) => [event.seat, event.commitment]));
  demand(named.every((event) => SEATS.includes(event.seat)), "a name of no seat");
  for (const [seat, [name, salt]] of Object.entries(file.players)) {
    const commitment = sha256("command-table name 1\0", hexBytes(salt), Buffer.from(name, "utf8")).toString("hex");
    demand(last[seat] === commitment, `another player of ${seat}`);
  }
}

function checkSeals(batches) {
  const sealed = new Map();
  let opened = 0;
  for (const batch of batches) {
    const openings = batch.events.filter((event) => event.type === "SealOpened").map((event) => event.seat);
    const all = [...sealed.keys()].sort().join() === [...openings].sort().join();
    demand(openings.length === 0 || all, "some seals are opened and others are not");
    for (const event of batch.events) {
      if (event.type === "CardSealed") {
        demand(SEATS.includes(event.seat) && !sealed.has(event.seat), "a seal over a seal");
        hexBytes(event.commitment);
        sealed.set(event.seat, event.commitment);
      } else if (GONE.has(event.type)) {
        demand(sealed.delete(event.seat), "what was never sealed is taken back");
      } else if (event.type === "SealOpened") {
        demand(typeof event.card === "string", "an opening without a card");
        const salt = hexBytes(event.salt);
        const commitment = sha256("command-table seal 1\0", salt, Buffer.from(event.card, "utf8")).toString("hex");
        const holds = commitment === event.commitment && sealed.get(event.seat) === commitment;
        demand(holds, "another card is opened than was sealed");
        sealed.delete(event.seat);
        opened += 1;
      }
    }
  }
  return { opened, closed: sealed.size };
}

const counts = (value, least) => Number.isSafeInteger(value) && value >= least;

function derived(secret, numbers, question, bound) {
  const limit = (2n ** 64n / BigInt(bound)) * BigInt(bound);
  for (let attempt = 0; ; attempt += 1) {
    const message = [numbers.get("blue"), numbers.get("red"), question, attempt].join(",");
    const word = createHmac("sha256", secret).update(message).digest().readBigUInt64BE(0);
    if (word < limit) return Number(word % BigInt(bound));
  }
}

function checkChance(batches) {
  const numbers = new Map();
  const asked = [];
  let known = false;
  for (const batch of batches) {
    demand(batch.chance.length === 0 || numbers.size === 2, "the chance is asked before both numbers are dialled");
    demand(batch.chance.length === 0 || !known, "the chance is asked when everybody knows its secret");
    known ||= batch.events.some((event) => event.type === "SecretDisclosed");
    asked.push(...batch.chance);
    for (const event of batch.events.filter((each) => each.type === "NumberDialled")) {
      demand(SEATS.includes(event.seat) && !numbers.has(event.seat), "a number is dialled again");
      demand(counts(event.number, 0), "a number that is none");
      numbers.set(event.seat, event.number);
    }
  }
  const events = batches.flatMap((batch) => batch.events);
  const byHand = events.filter((event) => event.by_hand === true).length;
  const disclosed = events.filter((event) => event.type === "SecretDisclosed");
  if (disclosed.length === 0) return { disclosed: false, checked: 0, waiting: asked.length, byHand };
  demand(disclosed.length === 1, "the secret is disclosed twice");
  const secret = hexBytes(disclosed[0].secret);
  const commitment = sha256("command-table chance 1\0", secret).toString("hex");
  demand(commitment === events[0].commitment, "another secret than the match began with");
  for (const [question, bound, came] of asked) {
    demand(derived(secret, numbers, question, bound) === came, `question ${question} came out otherwise`);
  }
  return { disclosed: true, checked: asked.length, waiting: 0, byHand };
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
  demand(counts(set[0].setup_ms, 0), "a set-up time that is none");
  const spent = { blue: { charged: 0, not: 0 }, red: { charged: 0, not: 0 } };
  let at = 0;
  let now = { at_ms: 0, blue: false, red: false, since_ms: set[0].setup_ms };
  for (const batch of batches) {
    const runs = batch.events.filter((event) => event.type === "ClockRuns");
    const next = batch.events.at(-1);
    demand(runs.length === 1 && next === runs[0], "a batch does not end with its time");
    demand(batch !== batches[0] || next.at_ms === 0, "a first batch that is not at the beginning");
    demand(counts(next.at_ms, at) && counts(next.since_ms, 0), "a time that goes back");
    for (const seat of SEATS) {
      demand(typeof next[seat] === "boolean", "a clock that neither runs nor stands");
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

const PAIR_FILE = '{"format":"command-table two tables ';
const PAIR_FORMAT = "command-table two tables 1";
const domain = (name) => `command-table ${name} 1\0`;
const hashed = (name, ...parts) => sha256(domain(name), ...parts);

function fields(...parts) {
  const rows = parts.map((part) => {
    const content = Buffer.isBuffer(part) ? part : Buffer.from(String(part), "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, content]);
  });
  return Buffer.concat(rows);
}

/** A value in its one spelling: names in order, no blanks. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
}

function fromCanonical(raw, needed, allowed = []) {
  demand(raw.length <= MOST_BODY, "too long a line");
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw);
  demandForm(text);
  const value = JSON.parse(text);
  demand(canonical(value) === text, "JSON in another spelling");
  const names = Object.keys(value ?? {});
  demand(needed.every((name) => names.includes(name)), "a field is missing");
  demand(names.every((name) => needed.includes(name) || allowed.includes(name)), "a field too many");
  return value;
}

function isSigned(key, name, content, signature) {
  if (!HEX_64.test(key) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const der = Buffer.from(`302a300506032b6570032100${key}`, "hex");
  const of = Buffer.concat([Buffer.from(domain(name)), content]);
  return verifySignature(null, of, createPublicKey({ key: der, format: "der", type: "spki" }), Buffer.from(signature, "hex"));
}

/** True if the path leads from the leaf in this place to the root. */
function leadsTo(root, leaf, place, path) {
  demand(typeof path === "string" && /^([0-9a-f]{64})*$/.test(path) && counts(place, 0), "a path that is none");
  let hash = leaf;
  let at = place;
  for (const beside of path.match(/.{64}/g) ?? []) {
    const other = Buffer.from(beside, "hex");
    hash = at % 2 ? hashed("node", other, hash) : hashed("node", hash, other);
    at = Math.floor(at / 2);
  }
  return at === 0 && hash.toString("hex") === root;
}

function pairFile(raw) {
  const lines = linesOf(raw);
  demand(lines.length >= 3, "nothing between the header and the end");
  const header = fromCanonical(lines[0], ["format", "hellos", "match", "pairing", "system"]);
  demand(header.format === PAIR_FORMAT, "a format that is not known here");
  const whole = Array.isArray(header.hellos) && header.hellos.length === 2 && header.pairing?.length === 2;
  demand(whole && Array.isArray(header.pairing) && typeof header.system === "string", "a header that is none");
  for (const hello of header.hellos) {
    demand(named(hello, "identity", "match", "nonce", "version") && hello.version === 1, "a hello that is none");
  }
  const match = hashed("pairing", fields(...header.hellos.map((hello) => canonical(hello)))).toString("hex");
  demand(match === header.match, "another match than both sides paired for");
  header.hellos.forEach((hello, n) => {
    demand(isSigned(hello.identity, "pairing", Buffer.from(match, "hex"), header.pairing[n]), "a pairing that is not signed");
  });
  const keys = Object.fromEntries(SEATS.map((seat, n) => [seat, header.hellos[n].match]));
  let last = "";
  const batches = lines.slice(1, -1).map((line, n) => {
    const held = fromCanonical(line, ["blue", "body"], ["proposal", "red"]);
    demand(typeof held.body === "string", "a batch without its body");
    const body = Buffer.from(held.body, "utf8");
    const batch = fromCanonical(
      body,
      ["events", "from", "last", "match", "number", "state"],
      ["chance", "command", "offers", "openings", "parts", "roll"],
    );
    const follows = batch.match === match && batch.number === n + 1 && batch.last === last;
    demand(follows, `batch ${n + 1} does not follow from the one before it`);
    const hash = hashed("batch", body);
    for (const seat of SEATS) demand(isSigned(keys[seat], "batch", hash, held[seat] ?? ""), `${seat} has not signed`);
    demand(SEATS.includes(batch.from) && (batch.from === "red") === (held.proposal !== undefined), "an act of nobody");
    demand(batch.from === "blue" || isSigned(keys.red, "proposal", hash, held.proposal), "red has not proposed this");
    last = hash.toString("hex");
    return { ...batch, hash: last };
  });
  const end = fromCanonical(lines.at(-1), ["batches", "head"], ["lie", "owed"]);
  demand(end.batches === batches.length && end.head === last, "the end does not fit");
  return { match, system: header.system, batches, end };
}

/** Each card that is opened is the one that was locked, and of the committed hand. */
function checkPairSeals(file, offers) {
  const locks = new Map();
  const rounds = { blue: 1, red: 1 };
  const tries = { blue: 0, red: 0 };
  let opened = 0;
  for (const batch of file.batches) {
    const openings = batch.openings ?? [];
    const shown = batch.events.filter((event) => event.type === "SealOpened");
    const seats = (list) => list.map((each) => each.seat).sort().join();
    demand(seats(shown) === seats(openings) && (!shown.length || seats(shown) === [...locks.keys()].sort().join()), "other openings than reveals");
    for (const opening of openings) {
      const lock = locks.get(opening.seat);
      const salt = hexBytes(opening.salt);
      const place = [file.match, opening.round, opening.seat, opening.attempt, lock.last, salt];
      const seal = hashed("seal", hashed("choice", fields(...place)), Buffer.from(opening.card, "utf8")).toString("hex");
      const event = shown.find((each) => each.seat === opening.seat);
      const stated = opening.match === file.match && opening.lock === lock.hash;
      const timely = opening.round === rounds[opening.seat] && opening.attempt === lock.attempt;
      const fits = event.commitment === seal && event.card === opening.card && lock.commitment === seal;
      demand(stated && timely && fits, "another card is opened than was locked");
      const leaf = hashed("leaf", fields(opening.index, hexBytes(opening.leaf_salt), opening.card));
      demand(leadsTo(offers[opening.seat].hand, leaf, opening.index, opening.path), "a card that is not in the hand");
    }
    for (const event of batch.events) {
      if (event.type === "CardSealed") {
        demand(SEATS.includes(event.seat) && !locks.has(event.seat), "a lock over a lock");
        hexBytes(event.commitment);
        const attempt = tries[event.seat]++;
        locks.set(event.seat, { last: batch.last, hash: batch.hash, commitment: event.commitment, attempt });
      } else if (GONE.has(event.type)) {
        demand(locks.delete(event.seat), "what was never locked is taken back");
      } else if (event.type === "SealOpened") {
        locks.delete(event.seat);
        rounds[event.seat] += 1;
        tries[event.seat] = 0;
        opened += 1;
      }
    }
  }
  return { opened, closed: locks.size };
}

/** Each roll comes from a contribution of both sides, to which they committed in the first batch. */
function checkPairChance(file, offers) {
  let act = null;
  let checked = 0;
  for (const batch of file.batches) {
    const parts = batch.parts ?? [];
    const chance = batch.chance ?? [];
    demand(act !== null || (parts.length === 0 && chance.length === 0), "a roll without an act that holds");
    demand(act === null || (batch.command === undefined && chance.length > 0 && chance[0][0] === act), "another batch than the open roll");
    const of = new Map();
    for (const part of parts) {
      const contribution = hexBytes(part.contribution);
      const leaf = hashed("contribution", fields(part.question, contribution));
      const fits = part.match === file.match && leadsTo(offers[part.seat].chance, leaf, part.question, part.path);
      demand(fits, "another contribution than was committed to");
      of.set(`${part.seat} ${part.question}`, contribution);
    }
    for (const [question, bound, came] of chance) {
      demand(counts(question, 0) && counts(bound, 1), "a question that is none");
      const [blue, red] = SEATS.map((seat) => of.get(`${seat} ${question}`));
      demand(blue && red, "a contribution is missing");
      const key = Buffer.from(blue.map((byte, n) => byte ^ red[n]));
      const limit = (2n ** 64n / BigInt(bound)) * BigInt(bound);
      for (let attempt = 0; ; attempt += 1) {
        const digest = createHmac("sha256", key).update(domain("die")).update(fields(question, attempt)).digest();
        const word = digest.readBigUInt64BE(0);
        if (word >= limit) continue;
        demand(Number(word % BigInt(bound)) === came, `question ${question} came out otherwise`);
        break;
      }
      checked += 1;
    }
    act = batch.roll ?? null;
    demand(act === null || (counts(act, 0) && batch.events.length === 0), "an act with a roll and events");
  }
  return { checked };
}

function verifyPair(raw) {
  const file = pairFile(raw);
  for (const batch of file.batches) {
    demand(Array.isArray(batch.events) && batch.events.every((event) => typeof event?.type === "string"), "not a batch");
  }
  const first = file.batches[0];
  demand(first.offers?.map((offer) => offer.seat).join() === "blue,red", "a first batch without both offers");
  const offers = Object.fromEntries(first.offers.map((offer) => [offer.seat, offer]));
  for (const each of ["match", "system", "rules", "data"]) demand(offers.blue[each] === offers.red[each], `other ${each}`);
  const commitment = hashed("chance of two", fields(offers.blue.chance, offers.red.chance)).toString("hex");
  const opened = first.events[0];
  const begun = opened.type === "MatchOpened" && opened.id === file.match && opened.system === file.system;
  demand(begun && opened.commitment === commitment && opened.version === offers.blue.rules, "another match is opened");
  const seals = checkPairSeals(file, offers);
  const chance = checkPairChance(file, offers);
  demand(file.end.lie === undefined, `${file.end.lie?.seat} lied: ${file.end.lie?.lie}`);
  const proved = ["chain", ...(seals.closed ? [] : ["seals"]), "chance"];
  return { ok: true, proved, match: file.match, head: file.end.head, seals, chance };
}

export function verify(raw) {
  try {
    if (raw.subarray(0, PAIR_FILE.length).toString("latin1") === PAIR_FILE) return verifyPair(raw);
    const file = chained(raw);
    const batches = file.bodies.map(batchOf);
    checkOpening(file, batches);
    checkPlayers(file, batches);
    const seals = checkSeals(batches);
    const chance = checkChance(batches);
    const clock = checkClock(batches);
    // It knows no rules, so a match as such is never proved here.
    const proved = ["chain", ...(seals.closed ? [] : ["seals"]), ...(chance.disclosed && !chance.byHand ? ["chance"] : [])];
    return { ok: true, proved, match: file.match, head: file.head, seals, chance, ...(clock && { clock }) };
  } catch (error) {
    if (error instanceof Forged || error instanceof SyntaxError || error instanceof TypeError) {
      return { ok: false, why: error.message };
    }
    throw error;
  }
}

function everyByte(raw) {
  const missed = [];
  for (let at = 0; at < raw.length; at += 1) {
    const was = raw[at];
    raw[at] = was ^ (1 << at % 8);
    if (verify(raw).ok) missed.push(at);
    raw[at] = was;
  }
  return { tried: raw.length, missed };
}

const [first, ...rest] = process.argv.slice(2);
if (first === "--every-byte") {
  console.log(JSON.stringify(everyByte(readFileSync(rest[0]))));
} else {
  for (const path of [first, ...rest]) console.log(JSON.stringify(verify(readFileSync(path))));
}
