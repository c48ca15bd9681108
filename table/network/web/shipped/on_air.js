// @ts-check
/** The parts of overlays that no page has: the scoreboard, the lower third, and the cards between matches. */

import { emblem, icon, made } from "./drawing.js";
import { SEATS, clock, first, minutes, seatName, won } from "./parts.js";
import { say } from "./words.js";

/** @typedef {import("./frames").SpectatorRound} SpectatorRound */
/** @typedef {import("./frames").RunningClock} RunningClock */
/** @typedef {import("./frames").StoryLine} StoryLine */

/**
 * The two sides with their players, armies and points, and between them the round and the time.
 * @param {SpectatorRound} play
 * @param {RunningClock | null} time
 * @param {number} now
 */
export function board(play, time, now) {
  const teams = SEATS.map((seat) => team(play, seat));
  const middle = made("div", "middle", made("span", "round", `${play.round}/${play.rounds}`), made("span", "phase", won(play) || say(play.phase)));
  if (time !== null) middle.append(made("span", "time", ...left(time, now)));
  return [made("div", "board", teams[0] ?? "", middle, teams[1] ?? "")];
}

/**
 * @param {SpectatorRound} play
 * @param {"blue" | "red"} seat
 */
function team(play, seat) {
  const { player, side } = play.seats[seat];
  const names = made("div", "names", whole("strong", "", player || side || seatName(seat)));
  if (player && side) names.append(whole("span", "army", side));
  const shown = made("div", `team ${seat}`, icon(`seat.${seat}`, seat), ...emblem(play.seats[seat]), names);
  if (play.first === seat) names.append(first("span", say(play.first_called)));
  if (play.score.counts) shown.append(made("span", "points", String(play.score[seat])));
  return shown;
}

/**
 * A name that is shortened where it is too long; its title has the whole.
 * @param {string} name
 * @param {string} look
 * @param {string} words
 */
function whole(name, look, words) {
  return Object.assign(made(name, look, words), { title: words });
}

/**
 * @param {RunningClock} time
 * @param {number} now
 */
function left(time, now) {
  const rows = clock(time, now);
  return rows.flatMap((list) => [...list.children].map((row) => {
    const seat = row.classList[0] ?? "";
    return made("span", row.className, ...(time.shared ? [] : [icon(`seat.${seat}`, seat)]), row.querySelector("dd")?.textContent ?? "");
  }));
}

/**
 * What happens now, and the last line of the story.
 * @param {SpectatorRound} play
 * @param {StoryLine | undefined} last
 */
export function third(play, last) {
  const { result } = play.score;
  const seat = (result === null ? play.acting ?? play.first : result.winner) ?? "";
  const shown = made("div", `third ${seat}`, made("strong", "", won(play) || say(play.headline)));
  if (last) shown.append(made("span", "", say(last.say)));
  return [shown];
}

/**
 * A card between matches: its words, how long until then, and who plays.
 * @param {string} words
 * @param {number | null} until in seconds
 * @param {Readonly<Record<"blue" | "red", string>>} players
 * @param {SpectatorRound | null} play the match whose armies' emblems are shown
 */
export function between(words, until, players, play) {
  const shown = made("div", "between", made("strong", "", words));
  if (until !== null) shown.append(made("span", "time", hours(until)));
  const names = SEATS.flatMap((seat) =>
    players[seat] ? [icon(`seat.${seat}`, seat), ...(play === null ? [] : emblem(play.seats[seat])), made("span", "", players[seat])] : []);
  if (names.length) shown.append(made("p", "versus", ...names));
  return [shown];
}

/** @param {number} seconds */
function hours(seconds) {
  if (seconds < 3600) return minutes(seconds);
  return `${Math.floor(seconds / 3600)}:${minutes(seconds % 3600).padStart(5, "0")}`;
}
