// @ts-check
/** The pairings at the organiser's desk: read from a file, shown, changed by hand, and taken. */

import { acts, field, form, number, posted } from "./acts.js";
import { at, made } from "./drawing.js";
import { word } from "./words.js";

/** @typedef {import("./frames").HallTable} HallTable */
/** @typedef {import("./frames").Pairing} Pairing */
/** @typedef {{line: number, what: string, text: string}} WrongLine */
/** @typedef {{heading: string[], columns: string[], pairings: Pairing[], wrong: WrongLine[], more: number}} Sheet */

const MEANINGS = ["", "round", "table", "blue", "red"];
/** @type {HallTable | null} */
let hall = null;
/** The content of the chosen file, in base64. */
let file = "";
/** @type {WrongLine[]} */
let left_out = [];
/** The number of further lines that are no pairings. */
let more_left_out = 0;
/** @type {string[]} */
let missing = [];
/** The number of questions so far. The answer to an earlier one is not shown. */
let asked = 0;
/** The players that were named for the next round. */
let named = "";

/** @param {File} chosen @returns {Promise<string>} */
function content(chosen) {
  return new Promise((read) => {
    const reader = new FileReader();
    reader.onload = () => read(String(reader.result).replace(/^[^,]*,?/, ""));
    reader.readAsDataURL(chosen);
  });
}

/** @param {string[]} [columns] */
async function asks(columns = []) {
  const question = { type: "PairingsFile", file, columns, headed: !checked("unheaded"), in_order: checked("in_order"), round: number("pair_round") };
  const number_of_this = ++asked;
  const answer = await posted("ask", question);
  if (asked !== number_of_this) return;
  at("answer").textContent = answer === null ? at("answer").textContent : "";
  if (answer !== null) proposes(/** @type {Sheet} */ (/** @type {unknown} */ (answer)));
}

/** @returns {string[]} */
function entrants() {
  return field("players").value.split("\n").map((name) => name.trim()).filter((name) => name);
}

/** Name the players of the last round, who play the next one as well unless the organiser changes it. */
function names_entrants() {
  const all = hall?.pairings ?? [];
  const last = Math.max(0, ...all.map(({ round }) => round));
  const names = all.filter(({ round }) => round === last).flatMap(({ blue, red }) => [blue, red]).filter((name) => name);
  if (names.join("\n") === named) return;
  named = names.join("\n");
  field("players").value = named;
}

/** @param {string} id */
function checked(id) {
  return field(id).checked;
}

/**
 * Show pairings that can be changed and taken.
 * @param {Sheet} sheet
 */
function proposes({ heading, columns, pairings, wrong, more }) {
  const names = new Set(pairings.flatMap(({ blue, red }) => [blue, red]).filter((name) => name));
  at("found").textContent = word("hall.desk.pairings.found", { pairings: pairings.length, players: names.size, lines: wrong.length + more });
  at("columns").replaceChildren(...heading.map((name, place) => column(name, place, columns)));
  at("lines").replaceChildren(...pairings.map(line));
  at("wrong").replaceChildren(...wrong.map((each) => made("li", "", made("strong", "", String(each.line)), ` ${each.text}`)), ...(more ? [made("li", "", word("hall.desk.pairings.more", { lines: more }))] : []));
  at("of_file").hidden = heading.length === 0;
  at("leaving").hidden = wrong.length === 0;
  left_out = wrong;
  more_left_out = more;
  asks_about([]);
  at("taking").hidden = false;
  /** @type {HTMLButtonElement} */ (at("take")).disabled = pairings.length === 0;
  field("leave").checked = false;
  field("leave").required = wrong.length > 0;
}

/** @param {string} name @param {number} place @param {string[]} columns */
function column(name, place, columns) {
  const select = /** @type {HTMLSelectElement} */ (made("select", ""));
  for (const meaning of MEANINGS) {
    const option = /** @type {HTMLOptionElement} */ (made("option", "", word(meaning ? `hall.page.column.${meaning}` : "hall.desk.column.none")));
    option.value = meaning;
    select.append(option);
  }
  select.value = columns[place] ?? "";
  select.onchange = () => void asks(meanings());
  return made("label", "row", name || String(place + 1), " ", select);
}

/** The meanings of the columns as they are chosen now. */
function meanings() {
  return [...at("columns").querySelectorAll("select")].map((select) => select.value);
}

/** @param {Pairing} pairing */
function line({ round, table, blue, red }) {
  const row = made("li", "", made("span", "note", `${word("hall.desk.round")} ${round}`));
  row.dataset["round"] = String(round);
  for (const [name, value] of Object.entries({ table, blue, red })) {
    const input = /** @type {HTMLInputElement} */ (made("input", name));
    input.type = "text";
    input.value = value;
    input.maxLength = 80;
    input.required = name === "blue";
    if (name === "red") input.placeholder = word("hall.desk.bye");
    input.setAttribute("aria-label", `${word(`hall.page.column.${name}`)}: ${blue} – ${red}`);
    row.append(input);
  }
  return row;
}

/** @param {string[]} names */
function asks_about(names) {
  missing = names;
  at("missing").hidden = names.length === 0;
  at("missing_names").textContent = word("hall.desk.pairings.without", { names: names.join(", ") });
  field("without").checked = false;
}

/** @returns {Pairing[]} */
function typed() {
  return [.../** @type {NodeListOf<HTMLElement>} */ (at("lines").querySelectorAll("li"))].map((row) => {
    const [table = "", blue = "", red = ""] = [...row.querySelectorAll("input")].map((input) => input.value.trim());
    return { round: Number(row.dataset["round"]), table, blue, red };
  });
}

function ends() {
  at("taking").hidden = true;
  field("file").value = file = "";
}

async function takes() {
  const taken = { pairings: typed(), without: checked("without") ? missing : [], left_out: left_out.map(({ text }) => text), more_left_out };
  const done = await acts("PairingsTaken", taken, (why, values) => {
    if (why === "missing") asks_about((values["names"] ?? "").split("\n"));
  });
  if (done === null) return;
  ends();
  field("pair_round").value = String(1 + Math.max(...taken.pairings.map(({ round }) => round)));
}

/** Make the forms of the pairings work. */
export function begins_pairing() {
  field("file").onchange = async () => {
    const chosen = field("file").files?.[0];
    if (chosen === undefined) return;
    file = await content(chosen);
    void asks();
  };
  at("unheaded").onchange = at("in_order").onchange = () => void asks(meanings());
  at("pair_round").onchange = () => {
    if (file) void asks(meanings());
  };
  form("reading", () => {
    file = "";
    proposes({ heading: [], columns: [], pairings: (hall?.pairings ?? []).filter(({ round }) => round === number("pair_round")), wrong: [], more: 0 });
  });
  form("next", async () => {
    const answer = await posted("ask", { type: "NextRound", players: entrants() });
    if (answer === null) return;
    file = "";
    at("answer").textContent = "";
    proposes(/** @type {Sheet} */ (/** @type {unknown} */ (answer)));
  });
  form("taking", () => void takes());
  at("discard").onclick = ends;
}

/** @param {HallTable} known */
export function draws_pairing(known) {
  if (hall === null) field("pair_round").value = String(1 + Math.max(0, ...(known.pairings ?? []).map(({ round }) => round)));
  hall = known;
  names_entrants();
}
