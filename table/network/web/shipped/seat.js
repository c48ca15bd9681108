// @ts-check
/** A seat's phone: both cards, what is asked now, the hand and the army. Everything else is behind one button. */

import { asked, button, holdButton, pending } from "./asking.js";
import { face, place } from "./cards.js";
import { at, emblem, icon, made, show } from "./drawing.js";
import { hand } from "./hand.js";
import { reveal, sees } from "./motion.js";
import { first, rolled } from "./parts.js";
import { bringing } from "./setup.js";
import { stateWord, token, word } from "./words.js";

/** @typedef {import("./asking.js").Question} Question */
/** @typedef {import("./asking.js").Answers} Answers */
/** @typedef {import("./cards.js").Face} Face */
/**
 * @typedef {{player: string, side: string, emblem: string, locked: boolean, reader: string, card: Face | null, counters: [string, number, string, string][],
 *   pools: [string, [string, number][]][], pieces: [string, string, string, string[], string][]}} Side
 * @typedef {{round: [number, number, string], first: string | null, called: string, over: boolean, points: [number, number] | null,
 *   rolled: [string, string, string, string] | null, seats: Record<string, Side>}} Table
 * @typedef {{seat: string, match: string, headline: string, moment: [number, number | null], table: Table | null, locked: boolean,
 *   reader: string, chosen: string, status: string, notice: string}} Now
 * @typedef {{role: "seat", view: number, now: Now, asked: Question[], aside: Question[], brings: string[]}} SeatSight
 * @typedef {{id: string, name: string, pips: number | null, note: string, now: boolean}} Held
 * @typedef {{hand: Held[], spent: string[]}} Cards
 * @typedef {{refused: string, answers: Answers, posts: (message: unknown) => void, draws: () => void}} Page
 */

const SEATS = ["blue", "red"];
/** What gives way to answers, in this order: the cards shrink, the army goes, the cards go, the answers are set smaller. */
const TIGHT = ["low-cards", "no-army", "no-cards", "small-answers"];
/** The most answers that are shown at once. With more of them one question is open, and the others are their buttons. */
const MOST_ANSWERS = 16;
/** The question that was opened last. */
let opened = "";

/**
 * Draw a seat's part of the page.
 * @param {SeatSight} sight
 * @param {Cards} cards
 * @param {Page} page
 */
export function seat(sight, cards, page) {
  const { now } = sight;
  const table = now.table;
  const own = now.seat;
  const other = own === "blue" ? "red" : "blue";
  document.body.dataset["seat"] = own;
  at("own").title = title(table?.seats[own]);
  show(at("own"), [own, table?.seats[own], table?.round], () => [
    icon(`seat.${own}`, own), ...emblem(table?.seats[own] ?? {}), named(title(table?.seats[own]) || word(`seat.${own}`)),
    made("span", "quiet", table === null ? "" : table.round.slice(0, 2).join("/")),
  ]);
  const sealing = sight.asked.find((each) => each.kind === "card");
  const lines = [now.headline, now.status, now.notice, page.refused];
  show(at("now"), lines, () => lines.filter(Boolean).map((line, index) => made("p", index ? "note" : "headline", line)));
  if (table !== null) sees(now.moment[0], now.moment[1], table.first);
  show(at("roll"), [now.moment[1], table?.rolled], () => (table?.rolled ? [die(table.rolled)] : []));
  shownCards(now, cards, sealing !== undefined);
  show(at("asked"), [sight.asked, cards.hand, now.chosen, now.locked, pending(), opened], () => questions(sight, cards, page));
  const reports = sight.aside.filter((each) => each.often > 0 && each.kind === "one").sort((one, other) => other.often - one.often);
  show(at("strip"), [table?.seats[own], reports], () => strip(table, own, reports, page));
  show(at("spent"), cards.spent, () => names(cards.spent));
  show(at("held"), cards.hand, () => names(cards.hand.map((each) => each.name)));
  show(at("aside"), [sight.aside, pending()], () => sight.aside.map((each) => asked(each, page.answers, page.draws)));
  show(at("other"), [table?.seats[other], table?.points], () => (table === null ? [] : across(table, other)));
  if (sight.brings.length) bringing(sight.brings, page, at("army-form"));
  else army().close();
  fit();
}

/** The dialog in which the own army is brought before a match. */
function army() {
  return /** @type {HTMLDialogElement} */ (at("army"));
}

at("army-close").addEventListener("click", () => army().close());

/** Make room for what is asked: nobody scrolls to an answer. */
function fit() {
  const place = at("seat");
  place.classList.remove(...TIGHT);
  for (const look of TIGHT) {
    if (at("asked").scrollHeight <= at("asked").clientHeight) return;
    place.classList.add(look);
  }
}

addEventListener("resize", fit);
at("asked").addEventListener("change", fit); // a mark brings the button that sends

/**
 * Show both seats' cards, and turn them at a reveal.
 * @param {Now} now
 * @param {Cards} cards
 * @param {boolean} sealing true while this seat is asked for a card
 */
function shownCards(now, cards, sealing) {
  const { table } = now;
  const there = table !== null && (sealing || SEATS.some((each) => table.seats[each]?.card || table.seats[each]?.locked));
  at("shown").hidden = !there;
  if (table === null || !there) return;
  const mine = cards.hand.find((each) => each.id === now.chosen);
  show(at("shown"), [table.seats["blue"]?.card, table.seats["red"]?.card, now.locked, now.chosen,
    SEATS.map((each) => [table.seats[each]?.locked, table.seats[each]?.reader]), mine, table.first], () =>
    SEATS.map((each) => {
      const side = table.seats[each];
      if (side === undefined) return made("div", "");
      if (side.card) return captioned(reveal.moves(face(side.card, each)), table, each);
      if (side.locked) return captioned(place("locked", each, word("page.phone.locked")), table, each);
      if (each === now.seat && mine) return captioned(face(mine, each, "laid"), table, each);
      const lies = side.reader === "card";
      return captioned(place(lies ? "card" : "empty", each, lies ? word("page.phone.face_down") : ""), table, each);
    }));
}

/** @param {Element} card @param {Table} table @param {string} seat */
function captioned(card, table, seat) {
  const caption = made("span", `caption ${seat}`, icon(`seat.${seat}`), word(`seat.${seat}`));
  if (table.first === seat) caption.append(first("span", table.called));
  return made("div", "placed", caption, card);
}

/** @param {[string, string, string, string]} rolled */
function die([kind, result, seat, decided]) {
  return rolled(kind, result, seat, made("span", "", decided));
}

/**
 * @param {SeatSight} sight
 * @param {Cards} cards
 * @param {Page} page
 */
function questions(sight, cards, page) {
  if (!sight.asked.length) return [made("p", "waiting", word("page.phone.nothing"))];
  const names = sight.asked.map((each) => each.key);
  const open = names.includes(opened) ? opened : names[0];
  const long = sight.asked.reduce((sum, each) => sum + (each.options?.length ?? 1), 0) > MOST_ANSWERS;
  return sight.asked.flatMap((each) => {
    if (each.kind === "card") return [hand(each, sight.now, cards, page)];
    if (each.key === "list" && sight.brings.length) return [asked(each, page.answers, page.draws), button("army", word("page.phone.army"), () => army().showModal(), "closed")];
    if (!long || each.key === open || each.kind === "confirm") return [asked(each, page.answers, page.draws)];
    return [button(`open/${each.key}`, each.ask, () => {
      opened = each.key;
      page.draws();
    }, "closed")];
  });
}

/**
 * The own army in two rows that can be moved sideways: what is counted, and the units.
 * @param {Table | null} table
 * @param {string} own
 * @param {Question[]} reports
 * @param {Page} page
 */
function strip(table, own, reports, page) {
  const side = table?.seats[own];
  if (side === undefined) return [];
  const counted = made("ul", "chips");
  for (const [sign, value, mark, label] of side.counters) counted.append(chip(sign, `${value} ${mark}`.trim(), label));
  for (const [label, counts] of side.pools) {
    for (const [kind, count] of counts) counted.append(chip(kind, String(count), `${label}: ${token(kind)}`));
  }
  const rows = counted.childElementCount ? [counted] : [];
  if (side.pieces.length) rows.push(units(side, reports, page));
  return rows;
}

/** @param {string} sign @param {string} value @param {string} label */
function chip(sign, value, label) {
  return made("li", "chip", icon(sign), made("strong", "", value), made("span", "hidden", ` ${label}`));
}

/**
 * A name that is shortened where it is too long; its title has the whole.
 * @param {string} words
 */
function named(words) {
  return Object.assign(made("span", "side", words), { title: words });
}

/** @param {Side | undefined} side */
function title(side) {
  return [side?.player, side?.side].filter(Boolean).join(" · ");
}

/**
 * Units as chips. Holding an own one reports what happens to units most often, such as its loss.
 * @param {Side} side
 * @param {Question[]} [reports] the questions about units that are always open, the most frequent first
 * @param {Page} [page]
 */
function units(side, reports = [], page) {
  const list = made("ul", "chips army");
  for (const [name, sign, state, badges, id] of side.pieces) {
    const report = reports.find((each) => each.options?.some((one) => one.id === id));
    const notify = () => report && page?.answers(report, id);
    const chip = report ? holdButton(`unit/${id}`, "", notify, () => at("more").click()) : made("span", "");
    chip.classList.add("chip", ...(state ? [state] : []));
    chip.append(icon(sign), ...badges.map((each) => icon(each)), made("span", "", name));
    if (state) chip.append(made("span", "hidden", ` ${stateWord(state)}`));
    if (report) chip.title = word("page.phone.unit.hold", { what: report.ask });
    list.append(made("li", "", chip));
  }
  return list;
}

/** @param {Table} table @param {string} other */
function across(table, other) {
  const side = table.seats[other];
  if (side === undefined) return [];
  const counts = side.counters.map(([sign, value, mark, label]) => made("li", "chip", icon(sign), `${value} ${mark} `, label));
  const points = table.points === null ? [] : [made("p", "", word("page.phone.points", { blue: table.points[0], red: table.points[1] }))];
  return [made("p", "headline", ...emblem(side), title(side)), ...points, made("ul", "chips wrap", ...counts), units(side)];
}

/** @param {string[]} all */
function names(all) {
  return all.length ? [made("ul", "", ...all.map((each) => made("li", "", each)))] : [made("p", "note", word("page.phone.none"))];
}
