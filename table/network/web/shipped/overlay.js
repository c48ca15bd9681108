// @ts-check
/** Parts of the table without a background, for a stream. The address says which, where, how large and how they look. */

import { at, icon, made, show } from "./drawing.js";
import { follow } from "./follow.js";
import { sees } from "./motion.js";
import { between, board, third } from "./on_air.js";
import { SEATS, called, card, clock, die, laid, ordered, story, units, values } from "./parts.js";
import { word } from "./words.js";

/** @typedef {import("./follow.js").Sight} Sight */
/** @typedef {import("./frames").SpectatorRound} SpectatorRound */
/** @typedef {import("./frames").SpectatorSeat} SpectatorSeat */
/** @typedef {[unknown, () => (Node | string)[]]} Part what it is made of, and its nodes */

const STALE_MS = 5000;
const SCENE = ["score", "card", "die", "third"];
const asked = new URLSearchParams(location.search);
const kind = document.body.dataset["part"] ?? "";
const kinds = kind === "scene" ? SCENE : [kind];
const seats = SEATS.filter((seat) => (asked.get("seat") ?? seat) === seat);
const lines = within(asked.get("lines"), 5, 1, 40);
const size = within(asked.get("size"), 100, 25, 400);
/** A scene has the size of its picture, whatever that is. */
const WIDTHS = { wide: 1920, tall: 1080 };
const width = WIDTHS[document.body.dataset["form"] === "tall" ? "tall" : "wide"];
document.documentElement.style.fontSize = kind === "scene" ? `calc(${(20 * size) / 100} * 100vw / ${width})` : `${size}%`;

/**
 * @param {string | null} number
 * @param {number} usual
 * @param {number} least
 * @param {number} most
 */
function within(number, usual, least, most) {
  return Math.min(Math.max(Number(number ?? usual) || usual, least), most);
}

/**
 * Each seat's part below its name.
 * @param {SpectatorRound} play
 * @param {(seat: SpectatorSeat, name: "blue" | "red") => Node[]} part
 */
function bySeat(play, part) {
  return seats.map((seat) => made("section", seat, made("h2", "", icon(`seat.${seat}`, seat), " ", called(play, seat)), ...part(play.seats[seat], seat)));
}

/**
 * A card between matches: its words, who plays (`?blue=Ann&red=Bob`), and how long until then (`?at=19:30`). The table
 * knows the players of its own match, and never those of the next one.
 * @param {SpectatorRound | null} play
 */
function nextUp(play) {
  const own = kind === "start" && play?.score.ended === null ? play : null;
  /** @param {"blue" | "red"} seat */
  const player = (seat) => asked.get(seat) || (own === null ? "" : called(own, seat));
  const words = asked.get("text") || word(`page.part.${kind}`);
  return between(words, untilS(asked.get("at") ?? ""), { blue: player("blue"), red: player("red") }, own);
}

/**
 * The seconds until this time of day; null if it is none, or is over.
 * @param {string} time
 */
function untilS(time) {
  const [, hours, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  if (hours === undefined) return null;
  const then = new Date();
  then.setHours(Number(hours), Number(minute), 0, 0);
  return Math.max(0, (then.getTime() - Date.now()) / 1000) || null;
}

/** @type {Record<string, (sight: Sight, play: SpectatorRound) => Part>} */
const PARTS = {
  score: (sight, play) => {
    const time = sight.table?.clock ?? null;
    const names = SEATS.map((seat) => [play.seats[seat].player, play.seats[seat].side, play.seats[seat].emblem]);
    return [
      [names, play.score, play.first, play.round, play.phase, time && [time, Math.floor(sight.nowMs() / 1000)]],
      () => board(play, time, sight.nowMs()),
    ];
  },
  clock: (sight) => {
    const time = sight.table?.clock ?? null;
    const moment = sight.nowMs();
    return [time && [time, Math.floor(moment / 1000)], () => (time === null ? [] : clock(time, moment))];
  },
  card: (_, play) => [SEATS.map((seat) => [called(play, seat), play.seats[seat].card, play.seats[seat].locked]), () => (laid(play) ? bySeat(play, card) : [])],
  orders: (_, play) => [play.seats, () => bySeat(play, (seat) => [...values(seat), ...units(ordered(seat))])],
  die: (_, play) => [play.rolled, () => (play.rolled === null ? [] : die(play.rolled))],
  story: (sight) => [sight.story, () => story(sight.story.slice(-lines))],
  third: (sight, play) => [[play.headline, play.score.result, sight.story.at(-1), play.acting, play.first], () => third(play, sight.story.at(-1))],
  result: (sight, play) => [[play.score, play.seats], () => (play.score.ended === null ? [] : board(play, sight.table?.clock ?? null, sight.nowMs()))],
};
const BETWEEN = ["start", "next"];

/** @type {Sight | null} */
let now = null;
let lost = 0;

/** @param {string} part */
function slot(part) {
  const found = document.querySelector(`[data-slot="${part}"]`);
  if (found instanceof HTMLElement) return found;
  const place = made("div", "part");
  place.dataset["slot"] = part;
  at("parts").append(place);
  return place;
}

function draws() {
  const play = now?.table?.play ?? null;
  if (play !== null) sees(play.reveals, play.rolled?.question, play.first);
  for (const part of kinds) {
    const place = slot(part);
    const of = PARTS[part];
    if (BETWEEN.includes(part)) show(place, [play?.seats, play?.score.ended, Math.floor(Date.now() / 1000)], () => nextUp(play));
    else {
      const [made_of, nodes] = now !== null && play !== null && of ? of(now, play) : [null, () => []];
      show(place, made_of, nodes);
    }
    place.hidden = place.childNodes.length === 0;
  }
  if (now?.there !== false || play === null) lost = performance.now();
  const stale = performance.now() - lost > STALE_MS;
  document.body.classList.toggle("stale", stale);
  at("stale").hidden = !stale || BETWEEN.includes(kind);
}

follow((sight) => {
  now = sight;
  draws();
});
setInterval(draws, 250);
