// @ts-check
/** The requests of the organiser's desk, each sent with the token of its page, and its fields. */

import { at } from "./drawing.js";
import { word } from "./words.js";

/** @typedef {(why: string, values: Record<string, string>) => void} Refused */

const { token = "" } = document.body.dataset;

/**
 * Send something to the hall, and return its answer. A refusal is shown, and is null.
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @param {Refused} [refused]
 * @returns {Promise<Record<string, unknown> | null>}
 */
export async function posted(path, body, refused = () => {}) {
  const headers = { "content-type": "application/json", "x-desk-token": token };
  try {
    const answer = await fetch(`/desk/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const read = await answer.json();
    at("answer").textContent = answer.ok ? word("hall.desk.done") : word(`hall.desk.refused.${read.why}`, listed(read.values));
    if (!answer.ok) refused(read.why, read.values ?? {});
    return answer.ok ? read : null;
  } catch {
    at("answer").textContent = word("hall.desk.refused.away");
    return null;
  }
}

/**
 * Carry out an act.
 * @param {string} type
 * @param {Record<string, unknown>} [values]
 * @param {Refused} [refused]
 */
export function acts(type, values = {}, refused = undefined) {
  return posted("act", { type, ...values }, refused);
}

/** @param {Record<string, string>} [values] */
function listed(values = {}) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.replaceAll("\n", ", ")]));
}

/** @param {string} id */
export function field(id) {
  return /** @type {HTMLInputElement} */ (at(id));
}

/** @param {string} id */
export function number(id) {
  return Number(field(id).value);
}

/**
 * Call `sent` once a form is sent. Its fields are checked by then.
 * @param {string} id
 * @param {() => void} sent
 */
export function form(id, sent) {
  at(id).addEventListener("submit", (event) => {
    event.preventDefault();
    sent();
  });
}
