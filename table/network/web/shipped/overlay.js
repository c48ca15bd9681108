// @ts-check
/** One part of the table without a background, for a stream. The address says which, where, how large and how it looks. */

import { at, made, show } from "./drawing.js";
import { follow } from "./follow.js";
import { SEATS, called, card, clock, die, ordered, score, story, turning, units, values, won } from "./parts.js";

/** @typedef {import("./follow.js").Sight} Sight */
/** @typedef {import("./frames").SpectatorRound} SpectatorRound */
/** @typedef {import("./frames").SpectatorSeat} SpectatorSeat */

const asked = new URLSearchParams(location.search);
const kind = document.body.dataset["part"] ?? "";
const seats = SEATS.filter((seat) => (asked.get("seat") ?? seat) === seat);
const lines = Math.min(Math.max(Number(asked.get("lines") ?? 5) || 5, 1), 40);
const size = Math.min(Math.max(Number(asked.get("size") ?? 100) || 100, 25), 400);
document.documentElement.style.fontSize = `${size}%`;

/**
 * Each seat's part below its name.
 * @param {SpectatorRound} play
 * @param {(seat: SpectatorSeat, name: "blue" | "red") => Node[]} part
 */
function bySeat(play, part) {
  return seats.map((seat) => made("section", seat, made("h2", "", called(play, seat)), ...part(play.seats[seat], seat)));
}

/** @type {Record<string, (sight: Sight, play: SpectatorRound) => [unknown, () => Node[]]>} */
const PARTS = {
  score: (_, play) => [[play.score, SEATS.map((seat) => called(play, seat))], () => [...score(play), ...(won(play) ? [made("p", "won", won(play))] : [])]],
  clock: (sight) => {
    const time = sight.table?.clock ?? null;
    const moment = sight.nowMs();
    return [time && [time, Math.floor(moment / 1000)], () => (time === null ? [] : clock(time, moment))];
  },
  card: (_, play) => [SEATS.map((seat) => [called(play, seat), play.seats[seat].card, play.seats[seat].locked]), () => {
    const look = turning(play.reveals);
    return bySeat(play, (seat, name) => card(seat, name, look));
  }],
  orders: (_, play) => [play.seats, () => bySeat(play, (seat) => [...values(seat), ...units(ordered(seat))])],
  die: (_, play) => [play.rolled, () => (play.rolled === null ? [] : die(play.rolled))],
  story: (sight) => [sight.story, () => story(sight.story.slice(-lines))],
};

/** @type {Sight | null} */
let now = null;

function draws() {
  const play = now?.table?.play ?? null;
  const part = PARTS[kind];
  const [made_of, nodes] = now !== null && play !== null && part ? part(now, play) : [null, () => []];
  show(at("part"), made_of, nodes);
  at("part").hidden = at("part").childNodes.length === 0;
}

follow((sight) => {
  now = sight;
  draws();
});
setInterval(draws, 250);
