// @ts-check
/** A whole hall, for those who look after it: what needs somebody stands first. */

import { at, made, show } from "./drawing.js";
import { follow } from "./follow.js";
import { needed, needs, rowLook, tableRow } from "./hall_rows.js";
import { standings } from "./standings.js";
import { word } from "./words.js";

/** @typedef {import("./follow.js").Sight} Sight */
/** @typedef {import("./frames").HallTable} HallTable */
/** @typedef {import("./frames").HallResult} HallResult */

const SPOKEN_MS = 2000;
/** @type {Sight | null} */
let now = null;
let spoken = "";
let spoke = -SPOKEN_MS;
/** @type {(known: HallTable) => void} */
let subscriber = () => {};
/** @type {Map<string, HTMLElement>} */
const places = new Map();
/** Table 10 comes after table 9. */
const by = new Intl.Collator("en", { numeric: true });

/** The hall that is known now. */
function hall() {
  return /** @type {HallTable | null} */ (/** @type {unknown} */ (now?.table ?? null));
}

/** @param {Sight} sight */
function draws(sight) {
  now = sight;
  const known = hall();
  show(at("state"), [sight.there], () => [sight.there ? "" : word("hall.page.gone")]);
  at("hall").hidden = known === null;
  if (known === null) return;
  show(at("needs"), known.needs, () => needs(known.needs));
  wall(known);
  at("standings_of_all").hidden = known.standings.length === 0;
  show(at("standings"), [known.standings, known.scoring], () => standings(known));
  show(at("results"), known.results, () => results(known.results));
  subscriber(known);
  ticks();
}

/**
 * Call `receive` now and after each change, with the hall.
 * @param {(known: HallTable) => void} receive
 */
export function subscribe(receive) {
  subscriber = receive;
  const known = hall();
  if (known !== null) receive(known);
}

/**
 * All tables; one that has not changed is not drawn again.
 * @param {HallTable} known
 */
function wall(known) {
  const wanted = new Set(known.needs.map((need) => need.table));
  for (const [name, place] of places) {
    if (!Object.hasOwn(known.tables, name)) {
      place.remove();
      places.delete(name);
    }
  }
  for (const [name, row] of Object.entries(known.tables)) {
    let place = places.get(name);
    if (place === undefined) {
      place = made("article", "");
      places.set(name, place);
      const next = [...places.keys()].filter((other) => by.compare(other, name) > 0).sort(by.compare)[0];
      at("wall").insertBefore(place, next === undefined ? null : (places.get(next) ?? null));
    }
    place.className = rowLook(row, wanted.has(name));
    show(place, row, () => tableRow(name, row));
  }
}

/**
 * Return a seat with its player, as far as the name is known.
 * @param {"blue" | "red"} seat
 * @param {string} [player]
 */
export function seated(seat, player = "") {
  const words = word(`seat.${seat}`);
  return player ? `${player} (${words})` : words;
}

/** @param {HallResult} result */
function winner({ winner, blue_player, red_player }) {
  return winner === null ? word("hall.page.draw") : seated(winner, winner === "blue" ? blue_player : red_player);
}

/** @param {readonly HallResult[]} all */
function results(all) {
  if (all.length === 0) return [made("p", "note", word("hall.page.results.none"))];
  const head = ["table", "round", "blue", "red", "points", "winner", "file"].map((key) => {
    const cell = made("th", "", word(`hall.page.column.${key}`));
    cell.setAttribute("scope", "col");
    return cell;
  });
  const body = made("tbody", "");
  for (const each of [...all].reverse()) {
    const linked = each.chain !== "" && each.proof !== "none";
    const file = made(linked ? "a" : "span", "", word(`hall.page.proof.${each.proof}`));
    if (linked) file.setAttribute("href", `/match/${encodeURIComponent(each.table)}/${encodeURIComponent(each.match)}.jsonl`);
    body.append(made("tr", "",
      made("td", "", each.table), made("td", "", each.round ? String(each.round) : ""),
      made("td", "", each.blue_player || each.blue), made("td", "", each.red_player || each.red),
      made("td", "", `${each.blue_points} : ${each.red_points}`),
      made("td", "", winner(each)),
      made("td", each.proof, file, ...(each.reason ? [made("span", "note", ` (${each.reason})`)] : []))));
  }
  return [made("table", "", made("thead", "", made("tr", "", ...head)), body)];
}

/** @param {number} seconds */
function time(seconds) {
  const whole = Math.abs(Math.trunc(seconds));
  const hours = Math.floor(whole / 3600);
  const rest = `${String(Math.floor(whole / 60) % 60).padStart(hours ? 2 : 1, "0")}:${String(whole % 60).padStart(2, "0")}`;
  return `${seconds < 0 ? "−" : ""}${hours ? `${hours}:` : ""}${rest}`;
}

/** Clocks go on by themselves; the one live region speaks, and not too often. */
function ticks() {
  const known = hall();
  if (now === null || known === null) return;
  const moment = now.nowMs();
  const round = known.clock;
  if (round !== null) {
    const left = round.left_s - (round.runs ? Math.floor((moment - round.at_ms) / 1000) : 0);
    at("clock").className = left < 0 ? "over" : "";
    show(at("clock"), [round.round, left], () => [`${word("hall.page.clock", { round: round.round })} ${time(left)}`]);
  } else {
    show(at("clock"), null, () => []);
  }
  for (const [name, row] of Object.entries(known.tables)) {
    const place = places.get(name)?.querySelector(".time");
    if (!place || row.clock === null) continue;
    const { clock } = row;
    const passed = Math.floor((moment - clock.at_ms) / 1000);
    /** @param {number} left @param {"blue" | "red"} seat */
    const left = (left, seat) => left - ((clock.shared ? clock.running.length > 0 : clock.running.includes(seat)) ? passed : 0);
    const blue = left(clock.blue_s, "blue");
    const red = left(clock.red_s, "red");
    show(place, [blue, red], () => [clock.shared ? time(blue) : `${time(blue)} · ${time(red)}`]);
  }
  const first = known.needs[0];
  const words = first === undefined ? "" : `${first.table}: ${needed(first)}`;
  if (words !== spoken && performance.now() - spoke >= SPOKEN_MS) {
    spoken = words;
    spoke = performance.now();
    at("live").textContent = words;
  }
}

follow(draws);
setInterval(ticks, 250);
