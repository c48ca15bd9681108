// @ts-check
/** The rows of a hall's page: what needs somebody, and each table. */

import { made } from "./drawing.js";
import { say, word } from "./words.js";

/** @typedef {import("./frames").HallRow} HallRow */
/** @typedef {import("./frames").HallNeed} HallNeed */

const URGENT = new Set(["jam", "payout", "reader", "clock", "judge"]);

/** @param {readonly HallNeed[]} all */
export function needs(all) {
  if (all.length === 0) return [made("p", "note", word("hall.page.needs.none"))];
  const list = made("ul", "needs");
  for (const need of all) {
    list.append(made("li", URGENT.has(need.kind) && !need.answered ? "urgent" : "", made("strong", "", need.table), " ", needed(need)));
  }
  return [list];
}

/** @param {HallNeed} need */
export function needed(need) {
  if (need.answered) return word("hall.page.need.judge.answered");
  const values = { ...need.values };
  if (values["seat"]) values["seat"] = word(`seat.${values["seat"]}`);
  return need.say === null ? word(`hall.page.need.${need.kind}`, values) : say(need.say);
}

/**
 * Return the class of a table's place.
 * @param {HallRow} row
 * @param {boolean} wanted true if it needs somebody
 */
export function rowLook(row, wanted) {
  return [wanted ? "needed" : "", row.online ? "" : "gone"].join(" ").trim();
}

/**
 * @param {string} name
 * @param {HallRow} row
 */
export function tableRow(name, row) {
  const nodes = [made("h3", "", name)];
  if (row.blue_player) nodes.push(made("p", "", `${row.blue_player} – ${row.red_player}`));
  if (!row.online) return [...nodes, made("p", "note", word("hall.page.silent"))];
  if (!row.there) return [...nodes, made("p", "note", word("hall.page.off"))];
  if (!row.match) return [...nodes, made("p", "note", word("hall.page.lobby"))];
  if (row.blue) nodes.push(made("p", "note", `${row.blue} – ${row.red}`));
  if (row.rounds) {
    nodes.push(made("p", "", word("hall.page.round", { round: row.round, rounds: row.rounds }), " · ", say(row.phase)));
  }
  if (row.counts) nodes.push(made("p", "points", `${row.blue_points} : ${row.red_points}`));
  if (row.clock !== null) nodes.push(made("p", "time", ""));
  if (row.over) nodes.push(made("p", "points", word("hall.page.over")));
  else if (row.last_line !== null) nodes.push(made("p", "note", say(row.last_line)));
  return nodes;
}
