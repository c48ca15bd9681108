// @ts-check
/** A match that was played, step by step; everything is checked here, and nothing leaves this browser. */

import { Pictures, journalOf } from "./journal.js";
import { at, made } from "./drawing.js";
import { clock, seatName } from "./parts.js";
import { part, picture } from "./picture.js";
import { isForgery } from "./verifier.mjs";
import { say, word } from "./words.js";

/** @typedef {import("./journal.js").Journal} Journal */
/** @typedef {import("./journal.js").Step} Step */

const LARGEST = 64 * 1024 * 1024;
/** The lines of the story beside the picture. */
const STORY = 12;
/** The first letters of the file of a match at two tables. */
const TWO_TABLES = '{"format":"command-table two tables ';
const GROUPED = 5;
const LETTERS = 26;
const BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** A map, for a file may have an event `toString`. */
const SEALS = new Map([
  ["CardSealed", "page.match.sealed"], ["SealOpened", "page.match.opened"],
  ["SealWithdrawn", "page.match.unsealed"], ["SealBroken", "page.match.unsealed"], ["SealVoided", "page.match.unsealed"],
]);

/** @type {Journal | null} */
let journal = null;
/** @type {Pictures | null} */
let pictures = null;
let step = 1;

/** @param {Uint8Array} raw */
function opens(raw) {
  try {
    journal = journalOf(raw);
  } catch (error) {
    if (!isForgery(error)) throw error;
    journal = null;
    at("replay").hidden = true;
    if (new TextDecoder().decode(raw.subarray(0, TWO_TABLES.length)) === TWO_TABLES) {
      at("state").textContent = word("page.match.two_tables");
      return;
    }
    const why = made("code", "", error.message);
    why.setAttribute("lang", "en");
    at("state").replaceChildren(made("strong", "wrong", word("page.match.forged")), " ", why);
    return;
  }
  at("state").replaceChildren();
  pictures = journal.pictures.length && !journal.strange ? new Pictures(journal.pictures) : null;
  at("replay").hidden = false;
  at("proved").replaceChildren(...proved(journal));
  at("lines").replaceChildren(...lines(journal).map((line, before) => {
    const button = made("button", "", line);
    button.addEventListener("click", () => goes(before + 1));
    return made("li", "", button);
  }));
  slider().max = String(journal.steps.length);
  goes(1);
}

/**
 * What is proved of a file, what is not, and what this page cannot prove.
 * @param {Journal} of
 */
function proved({ file, steps, pictures: drawn, strange }) {
  const { seals, chance } = file;
  const rows = [made("li", "good", word("page.match.chain", { steps: steps.length, code: code(file.file.head) }))];
  if (seals.opened) rows.push(made("li", "good", word("page.match.seals", { count: seals.opened })));
  if (seals.closed) rows.push(made("li", "doubtful", word("page.match.seals.closed", { count: seals.closed })));
  if (chance.checked) rows.push(made("li", "good", word("page.match.chance", { count: chance.checked })));
  if (!chance.disclosed) rows.push(made("li", "doubtful", word("page.match.chance.open", { count: chance.waiting })));
  if (chance.byHand) rows.push(made("li", "doubtful", word("page.match.by_hand", { count: chance.byHand })));
  if (strange) rows.push(made("li", "wrong", word("page.match.strange", { step: strange })));
  else rows.push(made("li", drawn.length ? "good" : "doubtful", word(drawn.length ? "page.match.pictures" : "page.match.bare")));
  rows.push(made("li", "doubtful", word("page.match.rules")));
  return rows;
}

/**
 * The 26 letters of a hash, as the table shows them.
 * @param {string} digest
 */
function code(digest) {
  const bits = [...digest].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
  const letters = Array.from({ length: LETTERS }, (_, at) => BASE_32[Number.parseInt(bits.slice(5 * at, 5 * at + 5), 2)]).join("");
  return (letters.match(new RegExp(`.{1,${GROUPED}}`, "g")) ?? []).join(" ");
}

/**
 * A line for each step: the story's, the file's own, or what happens now at the table.
 * @param {Journal} of
 */
function lines({ steps }) {
  let story = 0;
  let before = "";
  return steps.map((each, at) => {
    const seen = pictures?.goTo(at + 1) ?? null;
    const sentences = (seen?.story ?? []).filter((line) => line.number > story).map((line) => say(line.say));
    story = seen?.story.at(-1)?.number ?? 0;
    const now = [say(seen?.table.play?.headline), ...(seen?.table.questions ?? []).map((one) => say(one.ask))].join(" ").trim();
    const next = now === before ? "" : now;
    before = now;
    return [...sentences, ...(sentences.length ? [] : plain(each))].join(" · ") || next || word(seen ? "page.match.quiet" : "page.match.unread");
  });
}

/**
 * The name of a card after its id, such as "legion.card.standing-orders". A file has no other name of it.
 * @param {string} id
 */
function cardName(id) {
  return id.slice(id.lastIndexOf(".") + 1).replaceAll(/[_-]/g, " ").replaceAll(/(^| )\p{L}/gu, (first) => first.toUpperCase());
}

/**
 * What the file says of a step to those who know no rules.
 * @param {Step} of
 */
function plain({ events, chance }) {
  const sentences = chance.map(([question, bound, came]) =>
    word("page.match.came", { number: question + 1, came: came + 1, bound }));
  for (const event of events) {
    const seat = /** @type {"blue" | "red"} */ (event["seat"]);
    const key = SEALS.get(event.type);
    if (event.type === "MatchOpened") sentences.push(word("page.match.begun"));
    else if (event.type === "SecretDisclosed") sentences.push(word("page.match.disclosed"));
    else if (event.type === "NumberDialled") {
      sentences.push(word("page.match.dialled", { seat: seatName(seat), number: Number(event["number"]) }));
    } else if (key !== undefined) {
      sentences.push(word(key, { seat: seatName(seat), card: cardName(String(event["card"] ?? "")) }));
    }
  }
  return sentences;
}

/** @param {number} wanted */
function goes(wanted) {
  if (journal === null) return;
  const rows = at("lines").children;
  step = Math.min(Math.max(wanted, 1), rows.length);
  for (const row of at("lines").querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
  const row = rows[step - 1]?.firstElementChild;
  row?.setAttribute("aria-current", "step");
  reveals(row ?? null);
  at("step").textContent = word("page.match.step", { step, steps: rows.length });
  slider().value = String(step);
  const seen = pictures?.goTo(step);
  at("table").hidden = !seen?.table.play;
  at("where").textContent = seen?.table.play ? at("where").textContent : journal.file.file.match;
  if (!seen?.table.play) return;
  const { table, story } = seen;
  if (table.play) picture(table.play, table.questions, story.slice(-STORY), "");
  part("clock", table.clock, () => (table.clock === null ? [] : clock(table.clock, 0)));
}

/**
 * Show a line within its list, without moving the page.
 * @param {Element | null} row
 */
function reveals(row) {
  const list = at("lines");
  if (!(row instanceof HTMLElement)) return;
  const above = row.offsetTop - list.offsetTop;
  if (above < list.scrollTop || above + row.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = above - list.clientHeight / 3;
  }
}

function slider() {
  return /** @type {HTMLInputElement} */ (at("slider"));
}

/** @param {Blob | undefined} file */
async function takes(file) {
  if (file === undefined) return;
  if (file.size > LARGEST) at("state").textContent = word("page.match.forged");
  else opens(new Uint8Array(await file.arrayBuffer()));
}

/** Open the match that the address names, if a table serves this page. */
async function asks() {
  const [, page, match] = location.pathname.split("/");
  if (!location.protocol.startsWith("http") || page !== "match" || !match) return;
  for (const kind of ["replay", "jsonl"]) {
    const answer = await fetch(`/match/${match}.${kind}`).catch(() => null);
    if (answer?.ok) {
      opens(new Uint8Array(await answer.arrayBuffer()));
      return;
    }
  }
  at("state").textContent = word("page.match.none");
}

const moves = /** @type {Record<string, () => number>} */ ({
  first: () => 1, back: () => step - 1, next: () => step + 1, last: () => Infinity,
});
const KEYS = /** @type {Record<string, string>} */ ({ Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" });

for (const [id, where] of Object.entries(moves)) at(id).addEventListener("click", () => goes(where()));
slider().addEventListener("input", () => goes(Number(slider().value)));
at("file").addEventListener("change", () => takes(/** @type {HTMLInputElement} */ (at("file")).files?.[0]));
addEventListener("keydown", (event) => {
  const where = moves[KEYS[event.key] ?? ""];
  if (where === undefined || event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  goes(where());
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  takes(event.dataTransfer?.files[0]);
});
asks();
