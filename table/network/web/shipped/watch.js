// @ts-check
/** The whole table, for those who watch it. */

import { at, show } from "./drawing.js";
import { follow } from "./follow.js";
import { clock, won } from "./parts.js";
import { part, picture } from "./picture.js";
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
  picture(play, table.questions, sight.story, play.score.ended !== null && play.codes.chain ? table.match : "");
  ticks();
  fitting ||= window.setTimeout(fits, FITTED_MS);
}

/** The sizes of type in hundredths of the window's height, the largest first. */
const SIZES = Array.from({ length: 18 }, (_, step) => 3.4 - step * 0.14);
/** Measuring takes longer than drawing, so it waits until a burst of news is drawn. */
const FITTED_MS = 250;
let fitting = 0;
const television = matchMedia("(min-width: 60rem)");

/** Make the type as large as there is room for, where everything is in sight at once. */
function fits() {
  fitting = 0;
  const root = document.documentElement;
  if (!television.matches) {
    root.style.fontSize = "";
    return;
  }
  for (const size of SIZES) {
    root.style.fontSize = `${size}vh`;
    const parts = [...document.querySelectorAll(".watch main, .watch section:not(.told)")];
    if (parts.every((each) => each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth + 1)) return;
  }
}

addEventListener("resize", fits);

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
