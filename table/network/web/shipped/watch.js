// @ts-check
/** The whole table, for those who watch it. */

import { at, made, show } from "./drawing.js";
import { follow } from "./follow.js";
import { SEATS, called, card, clock, die, score, seatName, story, turning, units, values, won } from "./parts.js";
import { say, word } from "./words.js";

/** @typedef {import("./follow.js").Sight} Sight */

const SPOKEN_MS = 2000;
/** @type {Sight | null} */
let now = null;
let spoken = "";
let spoke = -SPOKEN_MS;

/** @param {Sight} sight */
function draws(sight) {
  now = sight;
  const table = sight.table;
  const play = table?.play ?? null;
  show(at("state"), [sight.there, play === null], () => [
    sight.there ? (play === null ? word("page.lobby") : "") : word("page.gone"),
  ]);
  at("table").hidden = play === null;
  if (table === null || play === null) return;
  show(at("where"), [play.round, play.rounds, play.phase], () => [
    word("page.round", { round: play.round, rounds: play.rounds }), " · ", say(play.phase),
  ]);
  show(at("now"), [play.headline, table.questions, play.score.result, play.codes.chain], () => [
    made("p", "headline", won(play) || say(play.headline)),
    ...table.questions.map((each) =>
      made("p", each.seat ?? "", each.seat === null ? say(each.ask) : `${seatName(each.seat)}: ${say(each.ask)}`)),
    ...(play.score.ended !== null && play.codes.chain ? [kept(table.match)] : []),
  ]);
  const look = turning(play.reveals);
  for (const seat of SEATS) {
    const own = play.seats[seat];
    show(at(`${seat}-side`), [own.player, own.side], () => [[own.player, own.side].filter(Boolean).join(" · ")]);
    show(at(seat), [own, play.first, play.first_called], () => [
      ...(play.first === seat ? [made("p", "first", say(play.first_called))] : []),
      ...card(own, seat, look), ...values(own), ...units(own.pieces),
    ]);
  }
  part("score", [play.score, SEATS.map((seat) => called(play, seat))], () => score(play));
  part("roll", play.rolled, () => (play.rolled === null ? [] : die(play.rolled)));
  part("story", sight.story, () => story(sight.story));
  show(at("steps"), play.steps, () =>
    play.steps.map((step) => made("li", step.state, say(step.name), ...(step.state === "now" ? [hidden("page.now")] : []))),
  );
  ticks();
  fitting ||= window.setTimeout(fits, FITTED_MS);
}

/**
 * Show a section with a heading of its own, or hide it where it has nothing.
 * @param {string} id
 * @param {unknown} made_of
 * @param {() => Node[]} nodes
 */
function part(id, made_of, nodes) {
  const place = at(id);
  show(place, made_of, nodes);
  const section = place.closest("section");
  if (section !== null) section.hidden = place.childNodes.length === 0;
}

/**
 * Links to what is kept of a match that is over.
 * @param {string} match
 */
function kept(match) {
  const list = made("ul", "links");
  for (const [kind, key] of [["jsonl", "page.file"], ["png", "page.result"]]) {
    const link = made("a", "", word(key ?? ""));
    link.setAttribute("href", `/match/${encodeURIComponent(match)}.${kind}`);
    list.append(made("li", "", link));
  }
  return list;
}

/** The sizes of type in hundredths of the window's height, the largest first. */
const SIZES = Array.from({ length: 18 }, (_, step) => 3.4 - step * 0.14);
/** The size of type on a large upright screen, in hundredths of its width. */
const UPRIGHT = 2;
const upright = matchMedia("(min-width: 60rem) and (max-aspect-ratio: 5/4)");
/** Measuring takes longer than drawing, so it waits until a burst of news is drawn. */
const FITTED_MS = 250;
let fitting = 0;
const television = matchMedia("(min-width: 60rem) and (min-aspect-ratio: 5/4)");

/** Make the type as large as there is room for, where everything is in sight at once. */
function fits() {
  fitting = 0;
  const root = document.documentElement;
  if (!television.matches) {
    root.style.fontSize = upright.matches ? `${UPRIGHT}vw` : "";
    return;
  }
  for (const size of SIZES) {
    root.style.fontSize = `${size}vh`;
    const parts = [...document.querySelectorAll(".watch main, .watch section:not(.told)")];
    if (parts.every((each) => each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth + 1)) return;
  }
}

addEventListener("resize", fits);

/** @param {string} key */
function hidden(key) {
  return made("span", "hidden", ` (${word(key)})`);
}

/** The clock goes on by itself; the one live region speaks, and not too often. */
function ticks() {
  if (now === null) return;
  const { table } = now;
  const time = table?.clock ?? null;
  const moment = now.nowMs();
  part("clock", time === null ? null : [time, Math.floor(moment / 1000)], () => (time === null ? [] : clock(time, moment)));
  const last = now.story[now.story.length - 1];
  const words = [table?.play ? won(table.play) || say(table.play.headline) : "", say(last?.say)].filter(Boolean).join(". ");
  if (words !== spoken && performance.now() - spoke >= SPOKEN_MS) {
    spoken = words;
    spoke = performance.now();
    at("live").textContent = words;
  }
}

follow(draws);
setInterval(ticks, 250);
