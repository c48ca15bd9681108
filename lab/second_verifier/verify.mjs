// A second verifier of match files on the command line. `verifier.mjs`, which a browser runs as well, knows the files of one table; here are those
// of matches at two tables (docs/develop/two_tables.md): their signatures, locks, openings and rolls.
//
//   node verify.mjs FILE...             a line of JSON for each file
//   node verify.mjs --every-byte FILE   changes each byte of the file in turn, and tells which changes it did not find
import { createHash, createHmac, createPublicKey, verify as verifySignature } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  GONE, HEX_64, MOST_BODY, SEATS, checked, counts, demand, demandForm, hexBytes, isForgery, linesOf, named,
} from "../../table/network/web/shipped/verifier.mjs";

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const PAIR_FILE = '{"format":"command-table two tables ';
const PAIR_FORMAT = "command-table two tables 1";
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
