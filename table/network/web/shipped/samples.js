// @ts-check
/** Every shared part in every state, for those who change the pages. Each is made as the pages make it. */

import { holdButton } from "./asking.js";
import { face, place } from "./cards.js";
import { at, icon, made } from "./drawing.js";
import { SEATS, clock, die, seatName, units, values } from "./parts.js";
import { word } from "./words.js";

/** @typedef {import("./frames").SpectatorSeat} SpectatorSeat */
/** @typedef {import("./frames").SpectatorPiece} SpectatorPiece */
/** @typedef {import("./frames").RunningClock} RunningClock */

const COLOURS = [
  "ground", "panel", "raised", "edge", "ink", "quiet", "card", "print", "alert", "good",
  "blue", "red", "blue-deep", "red-deep", "blue-back", "red-back",
];
const STATES = ["", "ordered", "active", "done", "gone"];
const RANKS = ["rank.commander", "rank.operative", "rank.corps", "rank.special", "rank.support", "rank.heavy"];
const NOTE = "2 Units";
const LONG_NOTE = "Up to three units of troopers, or one unit and its commander, at range 1 to 3.";
const DICE = [["red_defense", "block"], ["red_defense", "surge"], ["red_defense", "blank"], ["d20", "17"]];

for (const name of COLOURS) {
  const chip = made("li", "chip", name);
  chip.style.setProperty("--sample", `var(--${name})`);
  at("colours").append(chip);
}
for (const symbol of document.querySelectorAll(".shapes symbol")) {
  const chip = made("li", "chip", icon(symbol.id), made("span", "hidden", symbol.id.split(".").join(" ").replaceAll("_", " ")));
  chip.title = symbol.id;
  at("signs").append(chip);
}

/** @param {number | null} pips @param {string} note @param {boolean} counts */
const example = (pips, note, counts = true) => ({ name: "Ambush", pips, note, counts });

for (const seat of SEATS) {
  at("cards").append(
    ...[1, 2, 3, 4].map((pips) => face(example(pips, NOTE), seat)),
    face(example(null, ""), seat), face(example(2, LONG_NOTE), seat), face(example(2, NOTE, false), seat),
    place("locked", seat, word("page.locked")), place("card", seat, word("page.phone.face_down")), place("empty", seat, word("page.no_card")),
  );
  /** @type {SpectatorPiece[]} */
  const pieces = STATES.map((state, index) => ({
    id: `${index}`, name: seatName(seat), icon: RANKS[index] ?? "", state, badges: index % 2 ? ["token.command"] : [],
  }));
  at("units").append(...units(pieces));
  for (const [kind = "", shown = ""] of DICE) {
    const box = made("div", "");
    box.append(...die({ question: 1, die: kind, face: shown, seat, by_hand: shown === "blank", decided: null, proof: "AB12-CD34" }));
    at("dice").append(box);
  }
  at("steps").append(...["done", "now", "ahead"].map((state) => made("li", state, seatName(seat))));
}

/** @type {Record<string, string>} */
const label = { [document.documentElement.lang]: word("page.part.orders") };
const counts = Object.fromEntries(RANKS.map((rank, index) => [rank, index]));
/** @type {SpectatorSeat} */
const counted = {
  player: "", side: "", emblem: "", locked: false, reader: "empty", card: null, pieces: [],
  counters: [{ label, value: 3, mark: "" }, { label, value: 2, mark: "+10" }],
  pools: [{ label, counts }, { label, counts: {} }],
};
at("values").append(...values(counted));

/** @type {RunningClock} */
const running = { at_ms: 0, blue_s: 3725, red_s: -65, running: ["blue"], shared: false, nobody_s: null };
at("clocks").append(...clock(running, 0), ...clock({ ...running, running: [] }, 0), ...clock({ ...running, shared: true }, 0));

const plain = made("button", "", word("page.phone.confirm"));
const off = made("button", "", word("page.style.off"));
off.setAttribute("disabled", "");
at("buttons").append(
  plain, made("button", "sure", word("page.style.sure")), off, holdButton("sample", word("page.style.hold"), () => undefined, () => undefined),
);
for (const look of ["good", "wrong", "doubtful"]) at("answers").append(made("li", look, word("page.style.title")));
