// @ts-check
/** The judge's phone: freeze the match, read its log, set it right, and let it go on. */

import { asked, pending } from "./asking.js";
import { at, made, show } from "./drawing.js";
import { word } from "./words.js";

/** @typedef {import("./asking.js").Question} Question */
/** @typedef {import("./seat.js").Page} Page */
/**
 * @typedef {{role: "judge", view: number, match: string, headline: string, judged: boolean, callable: boolean, story: string[],
 *   notice: string, asked: Question[]}} JudgeSight
 */

/** @type {Question} */
const CALL = { n: 0, key: "call", seat: null, ask: "", rule: "", hold: true, often: 0, kind: "one" };

/**
 * Draw the judge's part of the page.
 * @param {JudgeSight} sight
 * @param {Page} page
 */
export function judge(sight, page) {
  const lines = [sight.match ? sight.headline : word("page.phone.judge.idle"), sight.notice, page.refused];
  show(at("judged"), lines, () => lines.filter(Boolean).map((line, index) => made("p", index ? "note" : "headline", line)));
  show(at("judging"), [sight.asked, sight.callable, pending()], () => {
    const label = word("page.phone.judge.call");
    const call = { ...CALL, ask: label, options: [{ id: "call", label, hold: true, icon: "" }] };
    const calling = sight.callable ? [asked(call, () => page.posts({ call: true }), page.draws)] : [];
    return [...calling, ...sight.asked.map((each) => asked(named(each), page.answers, page.draws))];
  });
  const story = [...sight.story].reverse();
  show(at("log"), story, () => [made("ol", "", ...story.map((line) => made("li", "", line)))]);
}

/**
 * Return a question with the seat that it is about.
 * @param {Question} question
 * @returns {Question}
 */
function named(question) {
  if (question.seat === null) return question;
  return { ...question, ask: word("page.phone.judge.seat", { seat: word(`seat.${question.seat}`), ask: question.ask }) };
}
