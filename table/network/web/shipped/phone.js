// @ts-check
/** A phone at the table: it joins, is compared, and shows what its place may know and do. */

import { forget } from "./asking.js";
import { comes } from "./bringing.js";
import { at } from "./drawing.js";
import { judge } from "./judge.js";
import { join } from "./line.js";
import { seat } from "./seat.js";
import { answered, setup, waitsNoLonger, worked } from "./setup.js";
import { word } from "./words.js";

/** @typedef {import("./seat.js").SeatSight | import("./judge.js").JudgeSight | import("./setup.js").SetupSight} Sight */

const WORDS = 64;
const SPOKEN_MS = 2000;
/** @type {Sight | null} */
let sight = null;
/** @type {import("./seat.js").Cards} */
let cards = { hand: [], spent: [] };
let standing = "joining";
let refused = "";
let spoken = "";
let spoke = -SPOKEN_MS;
/** @type {Set<number>} */
let known = new Set();

at("more").addEventListener("click", () => menu().showModal());
at("less").addEventListener("click", () => menu().close());

function menu() {
  return /** @type {HTMLDialogElement} */ (at("menu"));
}

const posts = join({
  stands(now, words) {
    standing = now;
    if (now !== "in") {
      waitsNoLonger();
      menu().close();
    }
    at("compare").hidden = now !== "knocking";
    at("pair").textContent = words.map((number) => word(`phone.word.${String(number % WORDS).padStart(2, "0")}`)).join(", ");
    draws();
  },
  received(message) {
    if (message.cards) cards = message.cards;
    if (message.refused) refused = message.refused[1];
    if (message.sight) sees(message.sight);
    if (message.answer) answered(message.answer[1]);
    if (message.file) {
      waitsNoLonger();
      comes(message.file);
    }
    draws();
  },
});

/** @param {Sight} now */
function sees(now) {
  const numbers = new Set(now.asked.map((each) => each.n));
  if ([...numbers].some((number) => !known.has(number))) {
    forget();
    refused = "";
    if (now.role === "seat") navigator.vibrate?.(200);
  }
  known = numbers;
  sight = now;
}

/**
 * @param {import("./asking.js").Question} question
 * @param {import("./asking.js").Value} value
 */
function answers(question, value) {
  if (sight === null || sight.role === "setup") return;
  refused = "";
  const answer = { view: sight.view, key: question.key, value };
  posts({ answer: sight.role === "judge" ? { ...answer, seat: question.seat } : answer });
  menu().close();
  draws();
}

function draws() {
  const now = standing === "in" ? sight : null;
  at("state").textContent = now === null ? word(`page.phone.state.${standing}`) : "";
  at("seat").hidden = now?.role !== "seat";
  at("judge").hidden = now?.role !== "judge";
  at("setup").hidden = now?.role !== "setup";
  at("title").textContent = word(now === null || now.role === "seat" ? "page.phone.title" : `page.phone.${now.role}`);
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset["name"] : undefined;
  const page = { refused, answers, posts: (/** @type {unknown} */ message) => posts(message), draws };
  if (now?.role === "seat") seat(now, cards, page);
  if (now?.role === "judge") judge(now, page);
  if (now?.role === "setup") setup(now, page);
  if (focused !== undefined && document.activeElement === document.body) {
    const again = [...document.querySelectorAll("[data-name]")].find((each) => each instanceof HTMLElement && each.dataset["name"] === focused);
    if (again instanceof HTMLElement) again.focus();
  }
}

/** @param {Sight} now */
function line(now) {
  if (now.role === "setup") return [worked(), now.notice, ...now.faults].filter(Boolean).join(". ");
  const about = now.role === "seat" ? now.now : now;
  return [refused || about.notice, ...now.asked.map((each) => each.ask), about.headline].filter(Boolean).join(". ");
}

/** The one live region speaks, and not too often. */
function speaks() {
  const now = sight !== null && standing === "in" ? line(sight) : word(`page.phone.state.${standing}`);
  if (now !== spoken && performance.now() - spoke >= SPOKEN_MS) {
    spoken = now;
    spoke = performance.now();
    at("live").textContent = now;
  }
}

setInterval(speaks, 250);
