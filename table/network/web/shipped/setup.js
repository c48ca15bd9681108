// @ts-check
/** The owner's phone: lists, matches, the state of the parts, as the table's own commands have them. */

import { button } from "./asking.js";
import { bringsAlone, brought } from "./bringing.js";
import { at, made, show } from "./drawing.js";
import { word } from "./words.js";

/** @typedef {import("./seat.js").Page} Page */
/**
 * @typedef {{role: "setup", view: number, match: string, faults: string[], hoppers: string[], languages: string[], editions: string[],
 *   far: string, notice: string, asked: never[]}} SetupSight
 * @typedef {{act: string, fine: boolean, lines: {say: string, tone: string, match: string, deck: string, far: string, list: string}[]}} Answer
 */

/** Each act, and the place on the page in which its answer stands. */
const PLACES = { doctor: "found", lists: "there", matches: "played", verify: "verified", match: "verified", nameless: "verified", backup: "packed", language: "spoken", enrol: "enrolled", decks: "decks", far: "paired" };

/** @type {Map<string, Answer>} */
const answers = new Map();
/** @type {string} */
let working = "";
let made_once = false;
let brings = false;

/**
 * Take the answer to a wish.
 * @param {Answer} answer
 */
export function answered(answer) {
  answers.set(answer.act, answer);
  if (working === answer.act) working = "";
}

/** Wait for no answer any more: a file came in its place, or the line is broken and a press asks for it again. */
export function waitsNoLonger() {
  working = "";
}

/** Return what a voice says of the last answer, and of each card that was laid. */
export function worked() {
  const enrolled = answers.get("enrol")?.lines.map((line) => line.say).join(". ") ?? "";
  return working ? word("page.phone.setup.working") : enrolled;
}

/**
 * Draw the owner's part of the page.
 * @param {SetupSight} sight
 * @param {Page} page
 */
export function setup(sight, page) {
  /** @param {string} act @param {string} [value] */
  const wish = (act, value = "") => {
    working = act;
    answers.delete(act);
    page.posts({ wish: act === "far" ? { act, value, code: /** @type {HTMLTextAreaElement} */ (at("far-code")).value } : { act, value } });
    page.draws();
  };
  if (!made_once) {
    made_once = true;
    at("doctoring").append(button("doctor", word("page.phone.setup.doctor"), () => wish("doctor")));
    at("listing").append(button("lists", word("page.phone.setup.there"), () => wish("lists")));
    at("enrolling").append(button("decks", word("page.phone.setup.decks"), () => wish("decks")));
    at("history").append(button("matches", word("page.phone.setup.all"), () => wish("matches")));
    at("inviting").append(
      made("p", "note", word("page.phone.setup.far.why")),
      made("label", "row", word("page.phone.setup.far.join"), textField("far-code")),
      button("far", word("page.phone.setup.far.lists"), () => wish("far")),
    );
    at("packing").append(
      made("p", "note", word("page.phone.setup.backup.why")),
      button("backup", word("page.phone.setup.backup"), () => wish("backup")),
    );
    const named = (/** @type {string} */ code) => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
    at("languages").append(...sight.languages.map((code) => button(`language/${code}`, named(code), () => wish("language", code))));
  }
  const state = [...sight.faults, ...sight.hoppers];
  show(at("parts"), state, () => [
    ...(sight.faults.length ? sight.faults.map((line) => made("p", "wrong", line)) : [made("p", "", word("page.phone.setup.well"))]),
    ...(sight.hoppers.length ? [made("ul", "", ...sight.hoppers.map((line) => made("li", "", line)))] : []),
  ]);
  bringing(sight.editions, page);
  drawAnswers(PLACES, wish);
  show(at("refusal"), sight.notice, () => (sight.notice ? [made("p", "wrong", sight.notice)] : []));
  show(at("invited"), sight.far, () => (sight.far ? [made("label", "row", word("page.phone.setup.far.code"), textField("far-invitation", sight.far))] : []));
  const waits = answers.get("enrol")?.fine === true && answers.get("enrol")?.lines.at(-1)?.tone === "plain";
  show(at("ending"), waits, () => waits ? [button("enrol/", word("page.phone.setup.enrol.end"), () => wish("enrol"))] : []);
}

/**
 * Draw what a list is brought with, and what it was matched to; below `place`, if the form has another one on this page.
 * @param {string[]} editions
 * @param {Page} page
 * @param {HTMLElement} [place]
 */
export function bringing(editions, page, place) {
  if (!brings) {
    brings = true;
    place?.append(at("bringing"), at("matched"), at("keeping"), at("kept"));
    at("bringing").append(...brought(editions, page, () => {
      working = "read";
      answers.delete("read");
      answers.delete("keep");
      page.draws();
    }));
  }
  drawAnswers({ read: "matched", keep: "kept" }, () => undefined);
  at("keeping").hidden = answers.get("read")?.fine !== true;
}

/**
 * Draw the answer to each act at its place.
 * @param {Record<string, string>} places
 * @param {(act: string, value?: string) => void} wish
 */
function drawAnswers(places, wish) {
  for (const [act, place] of Object.entries(places)) {
    const known = Object.entries(places).filter(([, other]) => other === place).map(([other]) => other);
    if (act !== known[0]) continue;
    const given = known.map((each) => answers.get(each)).filter((each) => each !== undefined);
    const busy = known.includes(working);
    show(at(place), [given, busy], () => [
      ...(busy ? [made("p", "note", word("page.phone.setup.working"))] : []),
      ...given.map((each) => lines(each, wish)),
    ]);
  }
}

/**
 * @param {Answer} answer
 * @param {(act: string, value?: string) => void} wish
 */
function lines(answer, wish) {
  return made("ul", "answer", ...answer.lines.map((line) => {
    if (line.list) return made("li", "", button(`alone/${line.list}`, line.say, () => bringsAlone(line.list)));
    const item = made("li", line.tone === "plain" ? "" : line.tone, line.say);
    if (line.match) {
      for (const [act, words] of Object.entries({ match: "get", nameless: "get.nameless", verify: "verify" })) {
        const one = button(`${act}/${line.match}`, word(`page.phone.setup.${words}`), () => wish(act, line.match));
        one.setAttribute("aria-label", `${one.textContent}: ${line.say}`);
        item.append(" ", one);
      }
    }
    for (const [act, value] of Object.entries({ enrol: line.deck, far: line.far })) {
      if (!value) continue;
      const one = button(`${act}/${value}`, word(`page.phone.setup.${act === "far" ? "far.play" : act}`), () => wish(act, value));
      one.setAttribute("aria-label", `${one.textContent}: ${line.say}`);
      item.append(" ", one);
    }
    return item;
  }));
}

/**
 * Return a field for a long code: an empty one to paste it, or one with the code to copy.
 * @param {string} name
 * @param {string} [code]
 */
function textField(name, code) {
  const field = document.createElement("textarea");
  field.id = field.dataset["name"] = name;
  field.rows = code === undefined ? 3 : 5;
  field.spellcheck = false;
  if (code === undefined) return field;
  field.value = code;
  field.readOnly = true;
  field.addEventListener("focus", () => field.select());
  return field;
}
