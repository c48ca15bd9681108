// @ts-check
/** The picture of a whole table: the sections that `/watch` and the page of a match have. */

import { at, emblem, made, show } from "./drawing.js";
import { sees } from "./motion.js";
import { SEATS, called, card, die, first, laid, score, seatName, story, units, values, won } from "./parts.js";
import { say, word } from "./words.js";

/** @typedef {import("./frames").SpectatorRound} SpectatorRound */
/** @typedef {import("./frames").SpectatorQuestion} SpectatorQuestion */
/** @typedef {import("./frames").StoryLine} StoryLine */

/**
 * Draw the table. `over` is the id of a match whose file can be had, or empty.
 * @param {SpectatorRound} play
 * @param {readonly SpectatorQuestion[]} questions
 * @param {readonly StoryLine[]} lines
 * @param {string} over
 */
export function picture(play, questions, lines, over) {
  show(at("where"), [play.round, play.rounds, play.phase], () => [
    word("page.round", { round: play.round, rounds: play.rounds }), " · ", say(play.phase),
  ]);
  show(at("now"), [play.headline, questions, play.score.result, over], () => [
    made("p", "headline", won(play) || say(play.headline)),
    ...questions.map((each) =>
      made("p", each.seat ?? "", each.seat === null ? say(each.ask) : `${seatName(each.seat)}: ${say(each.ask)}`)),
    ...(over ? [kept(over)] : []),
  ]);
  sees(play.reveals, play.rolled?.question, play.first);
  for (const seat of SEATS) {
    const own = play.seats[seat];
    show(at(`${seat}-side`), [own.player, own.side, own.emblem], () => [
      ...emblem(own), [own.player, own.side].filter(Boolean).join(" · "),
    ]);
    show(at(seat), [own, play.first, play.first_called, laid(play)], () => [
      ...(play.first === seat ? [first("p", say(play.first_called))] : []),
      ...(laid(play) ? card(own, seat) : []), ...values(own), ...units(own.pieces),
    ]);
  }
  part("score", [play.score, SEATS.map((seat) => called(play, seat))], () => score(play));
  part("roll", play.rolled, () => (play.rolled === null ? [] : die(play.rolled)));
  part("story", lines, () => story(lines));
  show(at("steps"), play.steps, () =>
    play.steps.map((step) => made("li", step.state, say(step.name), ...(step.state === "now" ? [hidden("page.now")] : []))),
  );
}

/**
 * Show a section with a heading of its own, or hide it where it has nothing.
 * @param {string} id
 * @param {unknown} made_of
 * @param {() => Node[]} nodes
 */
export function part(id, made_of, nodes) {
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
  for (const [kind, key] of [["", "page.replay"], [".jsonl", "page.file"], [".png", "page.result"]]) {
    const link = made("a", "", word(key ?? ""));
    link.setAttribute("href", `/match/${encodeURIComponent(match)}${kind}`);
    list.append(made("li", "", link));
  }
  return list;
}

/** @param {string} key */
function hidden(key) {
  return made("span", "hidden", ` (${word(key)})`);
}
