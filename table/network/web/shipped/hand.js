// @ts-check
/** The hand of a seat's phone: the cards that can be laid now. */

import { holdButton } from "./asking.js";
import { inscription } from "./cards.js";
import { made } from "./drawing.js";
import { word } from "./words.js";

/** @typedef {import("./asking.js").Question} Question */
/** @typedef {import("./seat.js").Cards} Cards */
/** @typedef {import("./seat.js").Page} Page */

/** The card that was held, and is locked once the table says that it lies. */
let locking = "";

/**
 * The hand as cards: touching one lays it face down, holding one locks it.
 * @param {Question} question
 * @param {{chosen: string, seat: string}} now
 * @param {Cards} cards
 * @param {Pick<Page, "answers" | "posts">} page
 */
export function hand(question, { chosen, seat: own }, cards, page) {
  const set = made("fieldset", "question sealing", made("legend", "", question.ask));
  const fan = made("div", "fan");
  fan.setAttribute("role", "radiogroup");
  fan.setAttribute("aria-label", question.ask);
  const held = cards.hand.filter((each) => each.now);
  fan.dataset["rows"] = held.length > 8 ? "3" : "2";
  const lock = () => page.answers(question, null);
  for (const each of held) {
    const lay = () => page.posts({ card: each.id === chosen ? null : each.id });
    const seal = () => {
      if (each.id === chosen) {
        lock();
        return;
      }
      locking = each.id;
      lay();
    };
    const card = holdButton(`card/${each.id}`, "", seal, lay, lay);
    card.classList.add("card", "face", own);
    card.replaceChildren(...inscription(each));
    card.setAttribute("role", "radio");
    card.setAttribute("aria-checked", String(each.id === chosen));
    fan.append(card);
  }
  set.append(fan);
  if (chosen) {
    if (chosen === locking) queueMicrotask(lock);
    locking = "";
    const name = cards.hand.find((each) => each.id === chosen)?.name ?? "";
    set.append(holdButton("lock", word("page.phone.lock.hold", { card: name }), lock, lock));
  } else set.append(made("p", "waiting", word("page.phone.choose")));
  return set;
}
