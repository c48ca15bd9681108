// @ts-check
/** Every shared part in every state, for those who change the pages. Each is made as the pages make it. */

import { asked, holdButton } from "./asking.js";
import { face, place } from "./cards.js";
import { at, icon, made } from "./drawing.js";
import { needs, rowLook, tableRow } from "./hall_rows.js";
import { hand } from "./hand.js";
import { between, board, third } from "./on_air.js";
import { SEATS, clock, die, seatName, story, units, values } from "./parts.js";
import { word } from "./words.js";

/** @typedef {import("./frames").SpectatorSeat} SpectatorSeat */
/** @typedef {import("./frames").SpectatorPiece} SpectatorPiece */
/** @typedef {import("./frames").SpectatorRound} SpectatorRound */
/** @typedef {import("./frames").RunningClock} RunningClock */
/** @typedef {import("./frames").HallRow} HallRow */
/** @typedef {import("./asking.js").Question} Question */

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

const lines = ["page.locked", "page.no_card", "page.draw"].map((key, index) => ({ number: index + 1, say: { [document.documentElement.lang]: word(key) } }));
at("story").append(...story(lines));

/** @type {SpectatorSeat} */
const seat = { ...counted, player: "Ann", side: "Echo base", emblem: "faction.rebels" };
/** @type {SpectatorRound} */
const play = {
  system: "", round: 2, rounds: 5, phase: label, steps: [], headline: label, acting: "blue", first: "red", first_called: label, rolled: null,
  reveals: 0, over: false, seats: { blue: seat, red: { ...seat, player: "Maximilian von und zu Hohenfels", emblem: "faction.empire" } },
  score: { counts: true, blue: 4, red: 11, rounds: [], ended: null, result: null }, codes: { commitment: "", locked: "", chain: "" },
};
/** @type {SpectatorRound} */
const over = { ...play, first: null, score: { ...play.score, ended: "finished", result: { winner: "red", by: "points", rule: "" } } };
const tall = made("div", "", ...board(play, running, 0));
tall.dataset["form"] = "tall";
const nobody = { ...seat, player: "", side: "", emblem: "" };
const last = lines.at(-1);
const stale = made("div", "stale", made("div", "part", ...values(counted)), made("p", "no-news", word("page.stale")));
at("air").append(
  ...board(play, running, 0), ...board(over, null, 0), ...board({ ...over, score: { ...play.score, counts: false }, seats: { blue: nobody, red: nobody } }, null, 0),
  tall, ...third(play, last), ...third({ ...over, acting: null }, undefined), made("div", "part", ...values(counted)), stale,
  ...between(word("page.part.start"), 754, { blue: "Ann", red: "Bob" }, play), ...between(word("page.part.next"), null, { blue: "", red: "" }, null),
);

/** @param {string} kind @param {Partial<Question>} more @returns {Question} */
const question = (kind, more = {}) => ({ n: 0, key: kind, seat: "blue", ask: word("page.phone.choose"), rule: "", hold: false, often: 0, kind, ...more });
const held = RANKS.slice(0, 4).map((id, pips) => ({ id, ...example(pips + 1, NOTE), now: true }));
for (const [own, chosen = ""] of [["blue"], ["red", RANKS[1]]]) {
  at("hands").append(hand(question("card"), { chosen, seat: own ?? "" }, { hand: held, spent: [] }, { answers: () => undefined, posts: () => undefined }));
}
const options = RANKS.slice(0, 2).map((id, index) => ({ id, label: word(`page.state.${STATES[index + 1]}`), icon: id, hold: index > 0 }));
for (const each of [
  question("one", { options, named: true }), question("some", { options, most: 2, proposed: RANKS.slice(0, 1) }),
  question("number", { least: 0, most: 9, first: 3 }), question("roll", { faces: ["block", "surge", "blank"] }), question("confirm", { hold: true }),
]) at("fields").append(asked(each, () => undefined, () => undefined));

/** @type {HallRow} */
const row = {
  online: true, there: true, match: "1", system: "", round: 2, rounds: 5, phase: label, blue: "Echo base", red: "501st Legion", blue_player: "Ann", red_player: "Bob",
  counts: true, blue_points: 4, red_points: 11, clock: null, last_line: label, over: false,
};
at("needs").append(
  ...needs([
    { table: "1", kind: "judge", say: null, values: {}, answered: false }, { table: "2", kind: "judge", say: null, values: {}, answered: true },
    { table: "3", kind: "gone", say: null, values: {}, answered: false },
  ]),
  ...needs([]),
);
/** @type {[HallRow, boolean][]} */
const rows = [[row, false], [row, true], [{ ...row, over: true }, false], [{ ...row, match: "" }, false], [{ ...row, there: false }, false], [{ ...row, online: false }, false]];
for (const [index, [each, wanted]] of rows.entries()) at("wall").append(made("article", rowLook(each, wanted), ...tableRow(`${index + 1}`, each)));

const plain = made("button", "", word("page.phone.confirm"));
const off = made("button", "", word("page.style.off"));
off.setAttribute("disabled", "");
at("buttons").append(
  plain, made("button", "sure", word("page.style.sure")), off, holdButton("sample", word("page.style.hold"), () => undefined, () => undefined),
);
for (const look of ["good", "wrong", "doubtful"]) at("answers").append(made("li", look, word("page.style.title")));
