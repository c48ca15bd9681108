// A second verifier of match files on the command line. `verifier.mjs`, which a browser runs as well, knows the files of one table; here are those
// of matches at two tables (docs/develop/two_tables.md): their signatures, locks, openings and rolls.
//
//   node verify.mjs FILE...             a line of JSON for each file
//   node verify.mjs --every-byte FILE   changes each byte of the file in turn, and tells which changes it did not find
import { createHash, createHmac, createPublicKey, verify as verifySignature } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  GONE, HEX_64, MOST_BODY, SEATS, checkOpening, checked, counts, demand, demandEvents, demandForm, hexBytes, isForgery,
  linesOf, named,
} from "../../table/network/web/shipped/verifier.mjs";

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const PAIR_FILE = '{"format":"command-table two tables ';
const PAIR_FORMAT = "command-table two tables 1";
const OPENED = ['["blue"]', '["red"]', '["blue","red"]'];
const OWED = ["offer", "signature", "opening", "part", "result"];
const OPENING = ["card", "index", "leaf_salt", "lock", "match", "path", "salt", "seat"];
const STOP = ["head", "match", "number", "seat", "why"];
const WHY = ["left", "lie", "state", "two_hashes", "rolls", "answered"];
const HEAD = /^([0-9a-f]{64})?$/;
const [HAND_DEPTH, CHANCE_DEPTH] = [8, 12];
const ROLLS = 2 ** CHANCE_DEPTH;
const PART = ["contribution", "match", "path", "question", "seat"];
const OFFER = ["chance", "data", "hand", "match", "rules", "seat", "side", "system"];
const domain = (name) => `command-table ${name} 1\0`;
const hashed = (name, ...parts) => sha256(domain(name), ...parts);

function fields(...parts) {
  const rows = parts.map((part) => {
    const content = part instanceof Uint8Array ? part : Buffer.from(String(part), "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, content]);
  });
  return Buffer.concat(rows);
}

const isText = (value) => typeof value === "string";
const byBytes = (one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other));

/** A value in its one spelling: names in order, no blanks. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort(byBytes).map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join()}}`;
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
  const empty = (each) => each === null || each === "" || (Array.isArray(each) && each.length === 0);
  demand(!allowed.some((name) => names.includes(name) && empty(value[name])), "a field that has nothing");
  return value;
}

// Keys of small order, with the highest bit 0: anybody can sign with them.
const WEAK_KEYS = new Set([
  "00".repeat(32),
  "01" + "00".repeat(31),
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  ...["ec", "ed", "ee"].map((first) => first + "ff".repeat(30) + "7f"),
]);

function isWeak(key) {
  const last = parseInt(key.slice(62), 16) & 0x7f;
  return WEAK_KEYS.has(key.slice(0, 62) + last.toString(16).padStart(2, "0"));
}

function isSigned(key, name, content, signature) {
  if (![key, signature].every(isText)) return false;
  if (!HEX_64.test(key) || isWeak(key) || !/^[0-9a-f]{128}$/.test(signature)) return false;
  const der = Buffer.from(`302a300506032b6570032100${key}`, "hex");
  const of = Buffer.concat([Buffer.from(domain(name)), content]);
  return verifySignature(null, of, createPublicKey({ key: der, format: "der", type: "spki" }), Buffer.from(signature, "hex"));
}

const BATCH = ["events", "from", "last", "match", "number", "state"];
const MORE_OF_BATCH = ["chance", "command", "lock", "offers", "openings", "parts", "proposal", "roll", "signed"];

const isHash = (value) => isText(value) && HEX_64.test(value);
const isSeat = (value) => isText(value) && SEATS.includes(value);
const isWhole = (value) => Number.isInteger(value);
const listOf = (is) => (value) => Array.isArray(value) && value.every(is);
const formed = (form) => (value) => named(value, ...Object.keys(form)) && Object.entries(form).every(([name, is]) => is(value[name]));
const IS_OF_BATCH = {
  chance: listOf((entry) => listOf(isWhole)(entry) && entry.length === 3),
  command: (value) => typeof value === "object" && !Array.isArray(value) && Object.keys(value).length > 0,
  events: listOf((event) => isText(event?.type)),
  from: isSeat,
  last: isText,
  lock: formed({ attempt: isWhole, round: isWhole }),
  match: isText,
  number: (value) => counts(value, 1),
  offers: listOf(formed({
    chance: isHash, data: isText, hand: isHash, match: isText, rules: isText, seat: isSeat, side: () => true, system: isText,
  })),
  openings: listOf(formed({
    card: isText, index: isWhole, leaf_salt: isText, lock: isText, match: isText, path: isText, salt: isText, seat: isSeat,
  })),
  parts: listOf(formed({ contribution: isText, match: isText, path: isText, question: isWhole, seat: isSeat })),
  proposal: isText,
  roll: isWhole,
  signed: listOf(isText),
  state: isHash,
};

/** A batch whose fields are of their types, whether it holds or was refused. */
function batchIn(body) {
  const batch = fromCanonical(Buffer.from(body, "utf8"), BATCH, MORE_OF_BATCH);
  for (const [name, value] of Object.entries(batch)) demand(IS_OF_BATCH[name](value), `${name} of a batch is of another type`);
  return batch;
}

/** Red has signed its act before blue did: the signature in the batch is one of the batch without it. */
function demandProposed(key, batch) {
  demand(SEATS.includes(batch.from) && (batch.from === "red") === (batch.proposal !== undefined), "an act of nobody");
  const { proposal, ...act } = batch;
  const hash = () => hashed("batch", canonical(act));
  demand(batch.from === "blue" || isSigned(key, "proposal", hash(), proposal), "red has not proposed this");
}

const isStatement = (each) => named(each, "body", "kind", "signature") && isText(each.body);

/** The openings, or the parts of a roll, of the last line: each is signed by its side. */
function openedIn(keys, match, end) {
  demand(end.opened === undefined || Array.isArray(end.opened), "opened by nobody");
  const opened = (end.opened ?? []).map((each) => {
    const ofKind = isStatement(each) && ["opening", "part"].includes(each.kind) && each.kind === end.opened[0].kind;
    demand(ofKind, "an opening that is none");
    const body = Buffer.from(each.body, "utf8");
    const value = fromCanonical(body, each.kind === "part" ? PART : OPENING);
    demand(IS_OF_BATCH[`${each.kind}s`]([value]) && value.match === match, "an opening of another match");
    demand(isSigned(keys[value.seat], each.kind, body, each.signature), "an opening that is not signed");
    return { ...value, kind: each.kind };
  });
  demand(!opened.length || OPENED.includes(JSON.stringify(opened.map((each) => each.seat))), "opened by nobody");
  return opened;
}

/** The statements of the last line: each is signed by its side, and the refused batch would be the next one. */
function demandStatements(keys, match, end, next) {
  const stops = (end.stops ?? []).map((each) => {
    demand(isStatement(each) && each.kind === "stop", "a stop that is none");
    const body = Buffer.from(each.body, "utf8");
    const stop = fromCanonical(body, STOP, ["refused"]);
    const texts = [stop.head, stop.refused ?? ""].every((text) => isText(text) && HEAD.test(text));
    demand(texts && counts(stop.number, 0) && WHY.includes(stop.why), "a stop that is none");
    demand((stop.refused !== undefined) === (stop.why === "state"), "a stop that refuses nothing, or something else");
    demand(stop.match === match && typeof stop.seat === "string", "a stop of another match");
    demand(isSigned(keys[stop.seat] ?? "", "stop", body, each.signature), "a stop that is not signed");
    return stop;
  });
  const seats = JSON.stringify(stops.map((stop) => stop.seat));
  demand(end.stops === undefined || OPENED.includes(seats), "other stops than those of both sides");
  if (end.refused === undefined) return bothAtEnd(stops, end, () => false);
  demand(isStatement(end.refused), "a refused batch that is none");
  const { body, kind, signature } = end.refused;
  const batch = batchIn(body);
  demand(batch.match === match && batch.number === next.number && batch.last === next.last, "another batch is refused than the next");
  demand(kind === "batch" || kind === "proposal", "something else is refused");
  const [writer, reader] = kind === "batch" ? SEATS : [...SEATS].reverse();
  const hash = hashed("batch", body);
  demand(isSigned(keys[writer], kind, hash, signature), "a refused batch that is not signed");
  return bothAtEnd(stops, end, (stop) => {
    const named = stop.seat === reader && stop.number === next.number && stop.refused === hash.toString("hex");
    return named && stop.head !== "" && stop.head !== batch.state;
  });
}

/** True if both sides have signed a stop at the last batch, or one that refuses the batch after it. */
function bothAtEnd(stops, end, refuses) {
  const atEnd = (stop) => (stop.why === "state" ? refuses(stop) : stop.number === end.batches && stop.head === end.head);
  return stops.filter(atEnd).length === SEATS.length;
}

/** True if the path leads from the leaf in this place to the root. */
function leadsTo(root, leaf, place, path, depth) {
  const whole = typeof path === "string" && path.length === 64 * depth && /^[0-9a-f]*$/.test(path);
  demand(whole && counts(place, 0), "a path that is none");
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
  demand(whole && Array.isArray(header.pairing) && isText(header.system) && /^[a-z0-9_]+$/.test(header.system), "a header that is none");
  for (const hello of header.hellos) {
    const fits = named(hello, "identity", "match", "nonce", "version") && hello.version === 1;
    const texts = fits && [hello.identity, hello.match, hello.nonce].every(isText);
    demand(texts && /^[0-9a-f]{32}$/.test(hello.nonce), "a hello that is none");
  }
  const [ours, theirs] = header.hellos;
  demand(ours.identity !== theirs.identity && ours.match !== theirs.match, "a key that both sides have");
  const match = hashed("pairing", fields(...header.hellos.map((hello) => canonical(hello)))).toString("hex");
  demand(match === header.match, "another match than both sides paired for");
  header.hellos.forEach((hello, n) => {
    demand(isSigned(hello.identity, "pairing", Buffer.from(match, "hex"), header.pairing[n]), "a pairing that is not signed");
  });
  const keys = Object.fromEntries(SEATS.map((seat, n) => [seat, header.hellos[n].match]));
  let last = "";
  const batches = lines.slice(1, -1).map((line, n) => {
    const held = fromCanonical(line, ["blue", "body"], ["red"]);
    demand(typeof held.body === "string", "a batch without its body");
    const batch = batchIn(held.body);
    hexBytes(batch.state);
    const follows = batch.match === match && batch.number === n + 1 && batch.last === last;
    demand(follows, `batch ${n + 1} does not follow from the one before it`);
    const hash = hashed("batch", held.body);
    for (const seat of SEATS) demand(isSigned(keys[seat], "batch", hash, held[seat] ?? ""), `${seat} has not signed`);
    demandProposed(keys.red, batch);
    last = hash.toString("hex");
    return { ...batch, hash: last };
  });
  const end = fromCanonical(lines.at(-1), ["batches", "head"], ["lie", "opened", "owed", "refused", "stops"]);
  demand(end.batches === batches.length && end.head === last, "the end does not fit");
  demand(end.owed === undefined || OWED.includes(end.owed), "something else is owed");
  const opened = openedIn(keys, match, end);
  const stopped = demandStatements(keys, match, end, { number: batches.length + 1, last });
  return { match, system: header.system, batches, end, keys, opened, stopped };
}

/** The opening is the one of its lock, and of the committed hand. Returns the salt of the seal. */
function demandOpening(file, offers, opening, lock) {
  demand(lock !== undefined && opening.match === file.match && opening.lock === lock.hash, "an opening of no lock");
  const place = [file.match, lock.round, opening.seat, lock.attempt, lock.last, hexBytes(opening.salt)];
  const salted = hashed("choice", fields(...place));
  const seal = hashed("seal", salted, Buffer.from(opening.card, "utf8")).toString("hex");
  demand(lock.commitment === seal, "another card is opened than was locked");
  const leaf = hashed("leaf", fields(opening.index, hexBytes(opening.leaf_salt), opening.card));
  demand(leadsTo(offers[opening.seat].hand, leaf, opening.index, opening.path, HAND_DEPTH), "a card that is not in the hand");
  return salted.toString("hex");
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
    demand(openings.map((each) => each.seat).join() === seats(openings), "openings in another order");
    for (const opening of openings) {
      demand(named(opening, ...OPENING), "an opening that is none");
      const lock = locks.get(opening.seat);
      const salt = demandOpening(file, offers, opening, lock);
      const event = shown.find((each) => each.seat === opening.seat);
      const fits = event.commitment === lock.commitment && event.card === opening.card && event.salt === salt;
      demand(fits, "another card is opened than was locked");
    }
    const locking = batch.events.filter((event) => event.type === "CardSealed").map((event) => event.seat);
    const moments = locking.map((seat) => ({ attempt: tries[seat], round: rounds[seat] }));
    demand(canonical(moments) === canonical(batch.lock === undefined ? [] : [batch.lock]), "a lock of another round or try");
    for (const event of batch.events) {
      if (event.type === "CardSealed") {
        demand(SEATS.includes(event.seat) && !locks.has(event.seat), "a lock over a lock");
        hexBytes(event.commitment);
        locks.set(event.seat, { last: batch.last, hash: batch.hash, commitment: event.commitment, ...batch.lock });
        tries[event.seat] += 1;
      } else if (GONE.has(event.type)) {
        demand(locks.delete(event.seat), "what was never locked is taken back");
      } else if (event.type === "SealOpened") {
        const lock = locks.get(event.seat);
        demand(lock?.commitment === event.commitment && lock.hash !== batch.hash, "another card is opened than was locked");
        locks.delete(event.seat);
        rounds[event.seat] += 1;
        tries[event.seat] = 0;
        opened += 1;
      }
    }
  }
  for (const opening of file.opened.filter((each) => each.kind === "opening")) demandOpening(file, offers, opening, locks.get(opening.seat));
  return { opened, closed: locks.size };
}

/** The part leads to the root of its side. Returns its contribution. */
function demandPart(file, offers, part) {
  demand(isSeat(part.seat), "a part of nobody");
  const contribution = hexBytes(part.contribution);
  const leaf = hashed("contribution", fields(part.seat, part.question, contribution));
  const fits = part.match === file.match && leadsTo(offers[part.seat].chance, leaf, part.question, part.path, CHANCE_DEPTH);
  demand(fits, "another contribution than was committed to");
  return contribution;
}

/** Each roll comes from a contribution of both sides, to which they committed in the first batch. */
function checkPairChance(file, offers) {
  let act = null;
  let last = -1;
  let checked = 0;
  for (const batch of file.batches) {
    const parts = batch.parts ?? [];
    const chance = batch.chance ?? [];
    demand(act !== null || (parts.length === 0 && chance.length === 0), "a roll without an act that holds");
    demand(act === null || (batch.command === undefined && chance.length > 0 && chance[0][0] === act), "another batch than the open roll");
    const whole = chance.flatMap((entry) => SEATS.map((seat) => `${seat} ${entry[0]}`));
    demand(parts.map((part) => `${part.seat} ${part.question}`).join() === whole.join(), "other parts than rolls");
    const of = new Map();
    for (const part of parts) {
      of.set(`${part.seat} ${part.question}`, demandPart(file, offers, part));
    }
    for (const entry of chance) {
      const [question, bound, came] = entry;
      demand(entry.length === 3 && counts(question, last + 1) && counts(bound, 1), "a question that is none, or was asked before");
      last = question;
      const [blue, red] = SEATS.map((seat) => of.get(`${seat} ${question}`));
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
    demand(act === null || (counts(act, last + 1) && act < ROLLS), "a roll that was rolled before, or beyond the last");
  }
  const parts = file.opened.filter((each) => each.kind === "part");
  for (const part of parts) {
    demand(act !== null && part.question >= act && part.question === parts[0].question, "a part of no roll");
    demandPart(file, offers, part);
  }
  return { checked, byHand: file.batches.flatMap((batch) => batch.events).filter((event) => event.by_hand === true).length };
}

function verifyPair(raw) {
  const file = pairFile(raw);
  for (const batch of file.batches) {
    demand(Array.isArray(batch.events), "not a batch");
    demandEvents(batch.events);
    const byItself = batch.number === 1 || batch.chance !== undefined;
    const commanded = typeof batch.command?.type === "string";
    demand(byItself ? batch.command === undefined && batch.from === "blue" : commanded, "no command, or one too many");
    demand(batch.openings === undefined || batch.from === "blue", "a reveal of red");
    demand(batch.number === 1 || (batch.offers ?? batch.signed) === undefined, "offers after the first batch");
    const acts = batch.roll !== undefined && !byItself && batch.openings === undefined;
    demand((batch.events.length === 0 ? acts : batch.roll === undefined), "no events, or an act with a roll and events");
  }
  const first = file.batches[0];
  const offered = Array.isArray(first.offers) && first.offers.every((offer) => named(offer, ...OFFER));
  demand(offered && first.offers.map((offer) => offer.seat).join() === "blue,red", "a first batch without both offers");
  for (const offer of first.offers) [offer.hand, offer.chance].forEach(hexBytes);
  demand(first.offers.every((offer) => typeof offer.data === "string"), "an offer without its data");
  const ofThis = (offer) => offer.match === file.match && offer.system === file.system && typeof offer.seat === "string";
  demand(first.offers.every(ofThis), "an offer for another match");
  const signed = Array.isArray(first.signed) && first.signed.length === 2;
  const ofSide = (offer, n) => isSigned(file.keys[offer.seat], "offer", Buffer.from(canonical(offer)), first.signed[n]);
  demand(signed && first.offers.every(ofSide), "an offer that its side has not signed");
  const offers = Object.fromEntries(first.offers.map((offer) => [offer.seat, offer]));
  for (const each of ["match", "system", "rules", "data"]) demand(offers.blue[each] === offers.red[each], `other ${each}`);
  const commitment = hashed("chance of two", fields(offers.blue.chance, offers.red.chance)).toString("hex");
  checkOpening(file, file.batches);
  const opened = first.events[0];
  demand(opened.commitment === commitment && opened.version === offers.blue.rules, "another match is opened");
  const seals = checkPairSeals(file, offers);
  const chance = checkPairChance(file, offers);
  demand(file.end.lie === undefined, `${file.end.lie?.seat} lied: ${file.end.lie?.lie}`);
  const proved = ["chain", ...(seals.opened && !seals.closed ? ["seals"] : []), ...(chance.checked && !chance.byHand ? ["chance"] : [])];
  const ended = file.batches.some((batch) => batch.events.some((event) => event.type === "MatchClosed"));
  return { ok: true, proved, match: file.match, head: file.end.head, ended, stopped: file.stopped, seals, chance };
}

export function verify(raw) {
  try {
    if (raw.subarray(0, PAIR_FILE.length).toString("latin1") === PAIR_FILE) return verifyPair(raw);
    const { file, proved, seals, chance: { codes: _, ...chance }, clock } = checked(raw, sha256);
    return { ok: true, proved, match: file.match, head: file.head, seals, chance, ...(clock && { clock }) };
  } catch (error) {
    if (isForgery(error)) return { ok: false, why: error.message };
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
