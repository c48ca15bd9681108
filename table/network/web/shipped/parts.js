// @ts-check
/** The parts of a table that pages and overlays show. */

import { face, place } from "./cards.js";
import { dieOf, icon, made } from "./drawing.js";
import { priority, reveal, roll } from "./motion.js";
import { faceWord, say, stateWord, token, word } from "./words.js";

/** @typedef {import("./frames").SpectatorTable} SpectatorTable */
/** @typedef {import("./frames").SpectatorRound} SpectatorRound */
/** @typedef {import("./frames").SpectatorSeat} SpectatorSeat */
/** @typedef {import("./frames").SpectatorPiece} SpectatorPiece */
/** @typedef {import("./frames").SpectatorRoll} SpectatorRoll */
/** @typedef {import("./frames").RunningClock} RunningClock */
/** @typedef {import("./frames").StoryLine} StoryLine */
/** @typedef {"blue" | "red"} Seat */

/** @type {Seat[]} */
export const SEATS = ["blue", "red"];
const ORDERED = ["ordered", "active"];

/** @param {Seat} seat */
export function seatName(seat) {
  return word(`seat.${seat}`);
}

/**
 * The name of a seat's player, or of the seat where its player has none.
 * @param {SpectatorRound} play
 * @param {Seat} seat
 */
export function called(play, seat) {
  return play.seats[seat].player || seatName(seat);
}

/**
 * True while a card lies open or locked. A game without cards has no places for them.
 * @param {SpectatorRound} play
 */
export function laid(play) {
  return SEATS.some((seat) => play.seats[seat].card !== null || play.seats[seat].locked);
}

/**
 * The card of a seat: open, locked, or none.
 * @param {SpectatorSeat} seat
 * @param {Seat} name
 */
export function card(seat, name) {
  const { card: open } = seat;
  if (open === null) return [place(seat.locked ? "locked" : "empty", name, word(seat.locked ? "page.locked" : "page.no_card"))];
  return [reveal.moves(face({ ...open, note: say(open.note) }, name))];
}

/**
 * The mark of the seat that is first.
 * @param {string} name of the element
 * @param {string} words
 */
export function first(name, words) {
  return priority.moves(made(name, "first", words));
}

/**
 * Counters and pools of a seat, as names with values.
 * @param {SpectatorSeat} seat
 */
export function values(seat) {
  const list = made("dl", "values");
  for (const each of seat.counters) {
    list.append(made("div", "", made("dt", "", say(each.label)), made("dd", "", `${each.value} ${each.mark}`.trim())));
  }
  for (const pool of seat.pools) {
    const counts = Object.entries(pool.counts).map(([kind, count]) => made("span", "counted", icon(kind), ` ${count} ${token(kind)}`));
    list.append(made("div", "", made("dt", "", say(pool.label)), made("dd", "", ...(counts.length ? counts : ["0"]))));
  }
  return list.childElementCount ? [list] : [];
}

/**
 * The units of a seat, each with its state in a word: no two differ in colour alone.
 * @param {readonly SpectatorPiece[]} pieces
 */
export function units(pieces) {
  if (!pieces.length) return [];
  const list = made("ul", "chips");
  for (const piece of pieces) {
    const signs = [piece.icon, ...piece.badges].filter(Boolean).map((each) => icon(each));
    const row = made("li", `chip ${piece.state}`, ...signs, made("span", "", piece.name));
    if (piece.state) row.append(" ", made("span", "state", stateWord(piece.state)));
    list.append(row);
  }
  return [list];
}

/**
 * Those of a seat's units that have an order now.
 * @param {SpectatorSeat} seat
 */
export function ordered(seat) {
  return seat.pieces.filter((piece) => ORDERED.includes(piece.state));
}

/**
 * A die with its face in a word, and what belongs beside it.
 * @param {string} kind
 * @param {string} shown the face
 * @param {string} seat
 * @param {...(Node | string)} beside
 */
export function rolled(kind, shown, seat, ...beside) {
  return made("p", `rolled ${seat}`, roll.moves(dieOf(kind, shown)), made("strong", "", faceWord(shown)), " ", ...beside);
}

/**
 * The last roll.
 * @param {SpectatorRoll} last
 */
export function die(last) {
  const shown = [rolled(last.die, last.face, last.seat, made("span", "", seatName(last.seat)))];
  const decided = say(last.decided);
  if (decided) shown.push(made("p", "", decided));
  shown.push(made("p", "proof", last.by_hand ? word("page.by_hand") : word("page.proof", { proof: last.proof })));
  return shown;
}

/**
 * The points of both, or nothing where none are counted.
 * @param {SpectatorRound} play
 */
export function score(play) {
  if (!play.score.counts) return [];
  const list = made("dl", "score");
  for (const seat of SEATS) {
    list.append(made("div", seat, made("dt", "", icon(`seat.${seat}`, seat), " ", called(play, seat)), made("dd", "", String(play.score[seat]))));
  }
  return [list];
}

/**
 * Who has won, or an empty text while nobody has.
 * @param {SpectatorRound} play
 */
export function won(play) {
  const { result } = play.score;
  if (result === null) return "";
  return result.winner === null ? word("page.draw") : word("page.won", { seat: called(play, result.winner) });
}

/**
 * The clock at this moment, as the stream counts time.
 * @param {RunningClock} clock
 * @param {number} now
 */
export function clock(clock, now) {
  const list = made("dl", "clock");
  for (const seat of clock.shared ? SEATS.slice(0, 1) : SEATS) {
    const runs = clock.shared ? clock.running.length > 0 : clock.running.includes(seat);
    const left = clock[`${seat}_s`] - (runs ? (now - clock.at_ms) / 1000 : 0);
    const name = clock.shared ? word("page.both") : seatName(seat);
    const running = runs ? [made("span", "hidden", ` ${word("page.runs")}`)] : [];
    const row = made("div", runs ? `${seat} runs` : seat, made("dt", "", name, ...running), made("dd", "", minutes(left)));
    list.append(row);
  }
  return [list];
}

/** @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.floor(Math.abs(seconds));
  return `${seconds < 0 ? "-" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Lines of the story, the last first.
 * @param {readonly StoryLine[]} lines
 */
export function story(lines) {
  const list = made("ol", "story");
  list.setAttribute("reversed", "");
  const last = lines[lines.length - 1];
  if (last) list.setAttribute("start", String(last.number));
  list.append(...[...lines].reverse().map((line) => made("li", "", say(line.say))));
  return lines.length ? [list] : [];
}
