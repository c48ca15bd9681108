// @ts-check
/** A seat's phone: its questions, its hand, and what is always possible, from the table alone. */

import { asked, button, forget, pending } from "./asking.js";
import { at, made, show } from "./drawing.js";
import { join } from "./line.js";
import { word } from "./words.js";

/** @typedef {import("./asking.js").Question} Question */
/**
 * @typedef {{seat: string, match: string, headline: string, locked: boolean, reader: string, chosen: string, told: string,
 *   notice: string}} Now
 * @typedef {{view: number, now: Now, asked: Question[], aside: Question[]}} Sight
 * @typedef {{hand: {id: string, name: string}[], spent: string[]}} Cards
 */

const WORDS = 64;
const SPOKEN_MS = 2000;
/** @type {Sight | null} */
let sight = null;
/** @type {Cards} */
let cards = { hand: [], spent: [] };
let standing = "joining";
let refused = "";
let picked = "";
let spoken = "";
let spoke = -SPOKEN_MS;
/** @type {Set<number>} */
let known = new Set();

const says = join({
  stands(now, words) {
    standing = now;
    at("compare").hidden = now !== "knocking";
    at("pair").textContent = words.map((number) => word(`phone.word.${String(number % WORDS).padStart(2, "0")}`)).join(", ");
    draws();
  },
  told(message) {
    if (message.cards) cards = message.cards;
    if (message.refused) refused = message.refused[1];
    if (message.sight) sees(message.sight);
    draws();
  },
});

/** @param {Sight} now */
function sees(now) {
  const numbers = new Set(now.asked.map((each) => each.n));
  if ([...numbers].some((number) => !known.has(number))) {
    forget();
    refused = "";
    navigator.vibrate?.(200);
  }
  known = numbers;
  sight = now;
  if (!cards.hand.some((each) => each.id === picked)) picked = "";
}

/**
 * @param {Question} question
 * @param {import("./asking.js").Value} value
 */
function answers(question, value) {
  if (sight === null) return;
  refused = "";
  says({ answer: { view: sight.view, key: question.key, value } });
  draws();
}

function draws() {
  const there = standing === "in" && sight !== null;
  at("state").textContent = standing === "in" && sight !== null ? "" : word(`page.phone.state.${standing}`);
  at("seat").hidden = !there;
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["name"] : undefined;
  if (sight !== null && there) {
    const { now } = sight;
    at("where").textContent = word(`seat.${now.seat}`);
    show(at("now"), [now.headline, now.told, now.notice, refused], () =>
      [now.headline, now.told, now.notice, refused].filter(Boolean).map((line, index) => made("p", index ? "note" : "headline", line)));
    show(at("asked"), [sight.asked, cards.hand, now.chosen, picked, pending(), sight.view], questions);
    show(at("hand"), cards.hand, () => names(cards.hand.map((each) => each.name)));
    show(at("spent"), cards.spent, () => names(cards.spent));
    const aside = sight.aside;
    show(at("aside"), [aside, pending(), sight.view], () => aside.map((each) => asked(each, answers, draws)));
  }
  if (focused !== undefined && document.activeElement === document.body) {
    const again = [...document.querySelectorAll("[data-name]")].find((each) => each instanceof HTMLElement && each.dataset["name"] === focused);
    if (again instanceof HTMLElement) again.focus();
  }
}

function questions() {
  if (sight === null) return [];
  if (!sight.asked.length) return [made("p", "", word("page.phone.nothing"))];
  return sight.asked.map((each) => (each.kind === "card" ? card(each) : asked(each, answers, draws)));
}

/** @param {Question} question */
function card(question) {
  const chosen = sight?.now.chosen ?? "";
  const set = made("fieldset", "question", made("legend", "", question.ask));
  const name = cards.hand.find((each) => each.id === chosen)?.name ?? "";
  if (chosen) {
    set.append(
      made("p", "", word("page.phone.lies", { card: name })),
      button("lock", word("page.phone.lock"), () => answers(question, null), "sure"),
      button("take", word("page.phone.take"), () => says({ card: null })),
    );
    return set;
  }
  for (const each of cards.hand) {
    const box = document.createElement("input");
    box.type = "radio";
    box.name = "card";
    box.checked = each.id === picked;
    box.dataset["name"] = `card/${each.id}`;
    box.addEventListener("change", () => {
      picked = each.id;
      draws();
    });
    set.append(made("label", "row", box, each.name));
  }
  if (picked) set.append(button("lay", word("page.phone.lay"), () => says({ card: picked }), "sure"));
  return set;
}

/** @param {string[]} all */
function names(all) {
  return all.length ? [made("ul", "", ...all.map((each) => made("li", "", each)))] : [made("p", "note", word("page.phone.none"))];
}

/** The one live region speaks, and not too often. */
function speaks() {
  const line = sight !== null && standing === "in"
    ? [refused || sight.now.notice, ...sight.asked.map((each) => each.ask), sight.now.headline].filter(Boolean).join(". ")
    : word(`page.phone.state.${standing}`);
  if (line !== spoken && performance.now() - spoke >= SPOKEN_MS) {
    spoken = line;
    spoke = performance.now();
    at("live").textContent = line;
  }
}

setInterval(speaks, 250);
