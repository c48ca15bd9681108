// @ts-check
/** The organiser's desk: acts of a hall, each sent with the token of this page. */

import { at, made, show } from "./drawing.js";
import { subscribe } from "./hall.js";
import { word } from "./words.js";

/** @typedef {import("./frames").HallTable} HallTable */
/** @typedef {import("./frames").Pairing} Pairing */
/** @typedef {import("./frames").HallResult} HallResult */

const { token = "", desk = "" } = document.body.dataset;
/** @type {HallTable | null} */
let hall = null;

/**
 * Send something to the hall, and return its answer. A refusal is shown, and is null.
 * @param {string} path
 * @param {Record<string, unknown>} body
 * @returns {Promise<Record<string, unknown> | null>}
 */
async function posted(path, body) {
  const headers = { "content-type": "application/json", "x-desk-token": token };
  try {
    const answer = await fetch(`/desk/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    const read = await answer.json();
    at("answer").textContent = answer.ok ? word("hall.desk.done") : word(`hall.desk.refused.${read.why}`, read.values);
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
 */
function acts(type, values = {}) {
  return posted("act", { type, ...values });
}

/** @param {string} id */
function field(id) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (at(id));
}

/** @param {string} id */
function number(id) {
  return Number(field(id).value);
}

/**
 * Call `sent` once a form is sent. Its fields are checked by then.
 * @param {string} id
 * @param {() => void} sent
 */
function form(id, sent) {
  at(id).addEventListener("submit", (event) => {
    event.preventDefault();
    sent();
  });
}

/**
 * Offer values in a list, and keep the chosen one.
 * @param {string} id
 * @param {[string, string][]} offered
 */
function offers(id, offered) {
  const chosen = field(id).value;
  show(at(id), offered, () => offered.map(([value, words]) => {
    const option = /** @type {HTMLOptionElement} */ (made("option", "", words));
    option.value = value;
    return option;
  }));
  if (offered.some(([value]) => value === chosen)) field(id).value = chosen;
}

/**
 * Return a pairing as an act names it.
 * @param {Pairing} pairing
 */
function named({ round, blue, red }) {
  return { round, blue, red };
}

/** @returns {Pairing | undefined} */
function pairing() {
  return hall?.pairings?.[number("pairing")];
}

/** @returns {HallResult | undefined} */
function result() {
  const own = pairing();
  return hall?.results?.find((each) => own !== undefined && each.round === own.round && each.blue_player === own.blue && each.red_player === own.red);
}

/** Fill the fields with the result that counts now. */
function fills() {
  const known = result();
  field("blue_points").value = known === undefined ? "" : String(known.blue_points);
  field("red_points").value = known === undefined ? "" : String(known.red_points);
  field("winner").value = known?.winner ?? "";
  field("reason").value = known?.reason ?? "";
}

/** Choose the side with more points, until the organiser chooses another one. */
function leads() {
  const lead = number("blue_points") - number("red_points");
  field("winner").value = lead > 0 ? "blue" : lead < 0 ? "red" : "";
}

/** @param {HallTable} known */
function draws(known) {
  const first = hall === null;
  hall = known;
  const called = (known.needs ?? []).filter((need) => need.kind === "judge" && !need.answered).map((need) => need.table);
  show(at("calls"), called, () => called.length === 0 ? [made("p", "note", word("hall.desk.judge.none"))] : called.map((table) => {
    const button = made("button", "sure", word("hall.desk.answer", { table }));
    button.onclick = () => void acts("JudgeAnswered", { table });
    return button;
  }));
  offers("where", Object.keys(known.tables ?? {}).map((name) => [name, name]));
  const all = known.pairings ?? [];
  const listed = all.map((each, place) => /** @type {[string, string]} */ ([String(place), `${each.round} · ${each.table} · ${each.blue} – ${each.red}`]));
  offers("pairing", listed.length ? listed.reverse() : [["", word("hall.desk.pairing.none")]]);
  at("withdraw").hidden = result()?.proof !== "entered";
  if (!first) return;
  field("round").value = String(known.clock?.round ?? Math.max(1, ...all.map((each) => each.round)));
  fills();
}

/** Make the forms work. */
function begins() {
  form("timing", () => void acts("RoundClockSet", { round: number("round"), minutes: number("minutes") }));
  at("start").onclick = () => void acts("RoundClockSet", { runs: true });
  at("stop").onclick = () => void acts("RoundClockSet", { runs: false });
  at("remove").onclick = () => void acts("RoundClockRemoved");
  form("calling", () => void acts("TableJudgeCalled", { table: field("where").value }));
  at("pairing").onchange = fills;
  at("blue_points").oninput = at("red_points").oninput = leads;
  form("entering", () => {
    const own = pairing();
    if (own === undefined) return;
    void acts("ResultEntered", {
      ...named(own), blue_points: number("blue_points"), red_points: number("red_points"),
      winner: field("winner").value || null, reason: field("reason").value,
    });
  });
  at("withdraw").onclick = () => {
    const own = pairing();
    if (own !== undefined) void acts("ResultWithdrawn", named(own));
  };
  at("logout").onclick = async () => {
    if (await posted("logout", {})) location.reload();
  };
  subscribe(draws);
}

at("desk").hidden = !token;
at("login").hidden = token !== "";
at("entry").hidden = desk === "none";
at("unset").hidden = desk !== "none";
form("entry", async () => {
  if (await posted("login", { password: field("password").value })) location.reload();
});
if (token) begins();
