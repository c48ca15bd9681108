// @ts-check
/** The organiser's desk: acts of a hall. */

import { acts, field, form, number, posted } from "./acts.js";
import { at, made, show } from "./drawing.js";
import { seated, subscribe } from "./hall.js";
import { begins_pairing, draws_pairing } from "./pairings.js";
import { word } from "./words.js";

/** @typedef {import("./frames").HallTable} HallTable */
/** @typedef {import("./frames").Pairing} Pairing */
/** @typedef {import("./frames").HallResult} HallResult */

const { token = "", desk = "" } = document.body.dataset;
/** @type {HallTable | null} */
let hall = null;

/**
 * Offer values in a list, and keep the chosen one. If that is gone, none is chosen.
 * @param {string} id
 * @param {[string, string][]} offered
 */
function offers(id, offered) {
  const select = /** @type {HTMLSelectElement} */ (at(id));
  const chosen = select.value;
  const had = select.options.length > 0;
  show(select, offered, () => offered.map(([value, words]) => {
    const option = /** @type {HTMLOptionElement} */ (made("option", "", words));
    option.value = value;
    return option;
  }));
  if (had) select.value = chosen;
}

/**
 * Return a pairing as an act names it.
 * @param {Pairing} pairing
 */
function named({ round, blue, red }) {
  return { round, blue, red };
}

/**
 * Return the words for a pairing in a list's value: those of an act, so a change of the list makes it no other one.
 * @param {Pairing} pairing
 */
function key(pairing) {
  return JSON.stringify(named(pairing));
}

/** @param {Pairing} pairing */
function titled({ round, table, blue, red }) {
  return `${round} · ${table} · ${blue} – ${red}`;
}

/** @param {HallResult} result */
function played({ table, blue, red, blue_points, red_points, round, blue_player, red_player }) {
  const pairing = round ? `${round} · ${blue_player} – ${red_player}` : word("hall.desk.pairing.none");
  return `${table} · ${blue} – ${red} · ${blue_points} : ${red_points} · ${pairing}`;
}

/** @returns {Pairing | undefined} */
function pairing() {
  return hall?.pairings?.find((each) => key(each) === field("pairing").value);
}

/**
 * True for a result of this pairing: a player has one in a round, and may have sat at the other side.
 * @param {HallResult} result
 * @param {Pairing} pairing
 */
function fits({ round, blue_player, red_player }, pairing) {
  return round === pairing.round && [blue_player, red_player].includes(pairing.blue);
}

/** @returns {HallResult | undefined} */
function result() {
  const own = pairing();
  return own && hall?.results?.find((each) => fits(each, own));
}

/** Fill the fields with the result that counts now. */
function fills() {
  const known = result();
  const sides = known?.blue_player === pairing()?.blue ? /** @type {const} */ (["blue", "red"]) : /** @type {const} */ (["red", "blue"]);
  for (const seat of /** @type {const} */ (["blue", "red"])) {
    at("winner").querySelector(`[value="${seat}"]`)?.replaceChildren(seated(seat, pairing()?.[seat]));
  }
  field("blue_points").value = known === undefined ? "" : String(known[`${sides[0]}_points`]);
  field("red_points").value = known === undefined ? "" : String(known[`${sides[1]}_points`]);
  field("winner").value = known?.winner ? sides[0] === known.winner ? "blue" : "red" : "";
  field("reason").value = known?.reason ?? "";
  offers_removal();
}

/** Show the pairing of the chosen match, and whether its players sat the other way round. */
function fills_assignment() {
  const chosen = hall?.results?.find((each) => JSON.stringify([each.table, each.match]) === field("played").value);
  const own = chosen && hall?.pairings?.find((each) => fits(chosen, each));
  field("played_for").value = own ? key(own) : "";
  field("swapped").checked = own !== undefined && chosen?.blue_player !== own.blue;
}

/** Offer to remove the result of the chosen pairing, if it was entered. */
function offers_removal() {
  at("withdrawing").hidden = result()?.proof !== "entered";
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
  draws_pairing(known);
  const all = (known.pairings ?? []).filter(({ table }) => table);
  const listed = all.map((each) => /** @type {[string, string]} */ ([key(each), titled(each)]));
  const chosen = field("pairing").value;
  offers("pairing", listed.length ? listed.reverse() : [["", word("hall.desk.pairing.none")]]);
  if (field("pairing").value !== chosen) fills();
  const ended = (known.results ?? []).filter((each) => each.chain);
  const before = field("played").value;
  const over = [...ended.filter((each) => !each.round), ...ended.filter((each) => each.round)];
  offers("played", over.map((each) => [JSON.stringify([each.table, each.match]), played(each)]));
  offers("played_for", [["", word("hall.desk.pairing.none")], ...all.map((each) => /** @type {[string, string]} */ ([key(each), titled(each)]))]);
  if (field("played").value !== before) fills_assignment();
  const uncoded = over.filter((each) => !["proved", "open", "entered"].includes(each.proof));
  offers("ended", uncoded.map((each) => [JSON.stringify([each.table, each.match]), played(each)]));
  at("assigning").hidden = over.length === 0;
  at("proving").hidden = uncoded.length === 0;
  offers_removal();
  if (!first) return;
  for (const [place, id] of ["tie_1", "tie_2"].entries()) {
    offers(id, ["", "schedule", "difference", "scored"].map((key) => [key, word(key ? `hall.page.column.${key}` : "hall.desk.scoring.none")]));
    field(id).value = known.scoring.tie_breaks[place] ?? "";
  }
  for (const [id, value] of Object.entries({ win: known.scoring.win, draw: known.scoring.draw, loss: known.scoring.loss, free: known.scoring.bye })) field(id).value = String(value);
  field("round").value = String(known.clock?.round ?? Math.max(1, ...all.map((each) => each.round)));
  fills();
}

/** Make the forms work. */
function begins() {
  begins_pairing();
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
  form("withdrawing", async () => {
    const own = pairing();
    if (own === undefined) return;
    if (await acts("ResultWithdrawn", { ...named(own), reason: field("withdraw_reason").value })) field("withdraw_reason").value = "";
  });
  at("played").onchange = fills_assignment;
  form("assigning", () => {
    const [table, match] = JSON.parse(field("played").value);
    const own = field("played_for").value;
    void acts("MatchAssigned", { table, match, pairing: own ? JSON.parse(own) : null, swapped: field("swapped").checked });
  });
  form("proving", async () => {
    const [table, match] = JSON.parse(field("ended").value);
    if (await acts("CodeEntered", { table, match, code: field("code").value })) field("code").value = "";
  });
  form("scoring", () => void acts("ScoringSet", {
    win: number("win"), draw: number("draw"), loss: number("loss"), bye: number("free"),
    tie_breaks: [...new Set([field("tie_1").value, field("tie_2").value])].filter((key) => key),
  }));
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
