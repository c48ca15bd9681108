// @ts-check
/** A seat's phone: its questions, its hand, and what is always possible, from the table alone. */

import { asked, button, pending } from "./asking.js";
import { at, made, show } from "./drawing.js";
import { word } from "./words.js";

/** @typedef {import("./asking.js").Question} Question */
/** @typedef {import("./asking.js").Answers} Answers */
/**
 * @typedef {{seat: string, match: string, headline: string, locked: boolean, reader: string, chosen: string, told: string,
 *   notice: string}} Now
 * @typedef {{role: "seat", view: number, now: Now, asked: Question[], aside: Question[]}} SeatSight
 * @typedef {{hand: {id: string, name: string}[], spent: string[]}} Cards
 * @typedef {{refused: string, answers: Answers, says: (message: unknown) => void, draws: () => void}} Page
 */

let picked = "";

/**
 * Draw a seat's part of the page.
 * @param {SeatSight} sight
 * @param {Cards} cards
 * @param {Page} page
 */
export function seat(sight, cards, page) {
  const { now } = sight;
  if (!cards.hand.some((each) => each.id === picked)) picked = "";
  at("where").textContent = word(`seat.${now.seat}`);
  const lines = [now.headline, now.told, now.notice, page.refused];
  show(at("now"), lines, () => lines.filter(Boolean).map((line, index) => made("p", index ? "note" : "headline", line)));
  show(at("asked"), [sight.asked, cards.hand, now.chosen, picked, pending(), sight.view], () => questions(sight, cards, page));
  show(at("hand"), cards.hand, () => names(cards.hand.map((each) => each.name)));
  show(at("spent"), cards.spent, () => names(cards.spent));
  show(at("aside"), [sight.aside, pending(), sight.view], () => sight.aside.map((each) => asked(each, page.answers, page.draws)));
}

/**
 * @param {SeatSight} sight
 * @param {Cards} cards
 * @param {Page} page
 */
function questions(sight, cards, page) {
  if (!sight.asked.length) return [made("p", "", word("page.phone.nothing"))];
  return sight.asked.map((each) => (each.kind === "card" ? card(each, sight, cards, page) : asked(each, page.answers, page.draws)));
}

/**
 * @param {Question} question
 * @param {SeatSight} sight
 * @param {Cards} cards
 * @param {Page} page
 */
function card(question, sight, cards, page) {
  const { chosen } = sight.now;
  const set = made("fieldset", "question", made("legend", "", question.ask));
  const name = cards.hand.find((each) => each.id === chosen)?.name ?? "";
  if (chosen) {
    set.append(
      made("p", "", word("page.phone.lies", { card: name })),
      button("lock", word("page.phone.lock"), () => page.answers(question, null), "sure"),
      button("take", word("page.phone.take"), () => page.says({ card: null })),
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
      page.draws();
    });
    set.append(made("label", "row", box, each.name));
  }
  if (picked) set.append(button("lay", word("page.phone.lay"), () => page.says({ card: picked }), "sure"));
  return set;
}

/** @param {string[]} all */
function names(all) {
  return all.length ? [made("ul", "", ...all.map((each) => made("li", "", each)))] : [made("p", "note", word("page.phone.none"))];
}
