// @ts-check
/** The standings of a hall, the best player first. */

import { made } from "./drawing.js";
import { word } from "./words.js";

/** @typedef {import("./frames").HallTable} HallTable */

/**
 * Return a table of all players, with the tie-breaks that count.
 * @param {HallTable} hall
 */
export function standings({ standings: all, scoring }) {
  const head = ["place", "player", "points", "won", ...scoring.tie_breaks].map((key) => {
    const cell = made("th", key === "player" ? "" : "number", word(`hall.page.column.${key}`));
    cell.setAttribute("scope", "col");
    return cell;
  });
  const body = made("tbody", "");
  for (const each of all) {
    const won = [each.won, each.drawn, each.lost].join(" – ") + (each.byes ? ` (+${each.byes})` : "");
    body.append(made("tr", "",
      made("td", "number", String(each.place)), made("td", "", each.player), made("td", "number", String(each.points)), made("td", "number", won),
      ...scoring.tie_breaks.map((key) => made("td", "number", key === "schedule" ? each.schedule.toFixed(2) : String(each[key])))));
  }
  return [made("table", "", made("thead", "", made("tr", "", ...head)), body)];
}
