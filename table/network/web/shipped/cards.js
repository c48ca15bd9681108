// @ts-check
/** Cards as they lie on the table: face up, face down, locked, or a place without a card. */

import { icon, made } from "./drawing.js";
import { word } from "./words.js";

/** @typedef {{name: string, pips: number | null, note: string, counts?: boolean}} Face */

const MOST_DOTS = 4;
/** The letters of a note from which it is printed smaller. */
const LONG_NOTE = 60;

/**
 * Return what is on the face of a card.
 * @param {Face} card
 */
export function inscription(card) {
  const head = made("span", "card-head");
  if (card.pips !== null) {
    const dots = made("span", "dots");
    for (let dot = 0; dot < Math.min(card.pips, MOST_DOTS); dot += 1) dots.append(icon("seat.blue"));
    head.append(made("span", "pips", String(card.pips)), made("span", "hidden", ` ${word("page.pips", { pips: card.pips })}`), dots);
  }
  const parts = [head, made("strong", "card-name", card.name)];
  if (card.note) parts.push(made("span", card.note.length > LONG_NOTE ? "card-note long" : "card-note", card.note));
  return parts;
}

/**
 * Return a card that lies face up.
 * @param {Face} card
 * @param {string} seat
 * @param {string} [look]
 */
export function face(card, seat, look = "") {
  const counts = card.counts ?? true;
  return made("div", `card face ${seat} ${counts ? "" : "void"} ${look}`.trim(), ...inscription(card));
}

/**
 * Return a card that lies face down, or a place for one. `state` is `locked`, `card`, or another state of the reader.
 * @param {string} state
 * @param {string} seat
 * @param {string} words
 */
export function place(state, seat, words) {
  const lies = state === "locked" || state === "card";
  const sign = state === "locked" ? "sign.lock" : "sign.card";
  return made("div", `card ${lies ? "back" : "empty"} ${seat}`, icon(sign), made("span", "card-note", words));
}
