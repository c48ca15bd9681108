// @ts-check
/** Questions of the table as things that can be touched, or reached by keys. What cannot be taken back is held. */

import { icon, made } from "./drawing.js";
import { faceWord, word } from "./words.js";

/**
 * @typedef {{id: string, label: string, icon: string, hold: boolean}} Choice
 * @typedef {{n: number, key: string, seat: string | null, ask: string, rule: string, hold: boolean, often: number, kind: string, options?: Choice[], named?: boolean,
 *   least?: number, most?: number, first?: number, faces?: string[], ways?: Way[], given?: string[],
 *   proposed?: string[]}} Question
 * @typedef {{to: string[], after: string}} Way
 * @typedef {string | number | string[] | null} Value
 * @typedef {(question: Question, value: Value) => void} Answers
 */

const HOLD_MS = 600;
/** The most pixels that a finger moves while it holds. */
const STILL = 24;
/** The most answers in one column, and in two. */
const COLUMNS = [5, 16];

/** @type {{at: string} | null} What a key has pressed once, and has to confirm. */
let unsure = null;

/** Return what is to be confirmed, for the pages that draw by it. */
export function pending() {
  return unsure?.at ?? "";
}

/** Forget what a key has pressed once. */
export function forget() {
  unsure = null;
}

/**
 * Return a button that can be found again by its name after everything is drawn anew.
 * @param {string} name
 * @param {string} label
 * @param {() => void} pressed
 * @param {string} [look]
 */
export function button(name, label, pressed, look = "") {
  const element = made("button", look, label);
  element.setAttribute("type", "button");
  element.dataset["name"] = name;
  element.addEventListener("click", pressed);
  return element;
}

/** @type {Map<string, () => void>} What happens once a button of this name was held. */
const holds = new Map();
/** @type {{name: string, timer: number, since: number, from: [number, number]} | null} The button under the finger. */
let holding = null;
/** The button that was held last: the click at the end of it is no touch. */
let was_held = "";

function release() {
  if (holding === null) return;
  clearTimeout(holding.timer);
  for (const each of document.querySelectorAll(".holding")) each.classList.remove("holding");
  holding = null;
}

document.addEventListener("pointerup", release);
document.addEventListener("pointercancel", release);
document.addEventListener("pointermove", (event) => {
  if (holding !== null && Math.hypot(event.clientX - holding.from[0], event.clientY - holding.from[1]) > STILL) release();
});

/**
 * Return a button that a finger holds until its bar is full, also while the page is drawn again.
 * @param {string} name
 * @param {string} label
 * @param {() => void} held
 * @param {() => void} keyed what a key, or a screen reader, does instead
 * @param {() => void} [touched] what a touch does that is not held
 */
export function holdButton(name, label, held, keyed, touched) {
  const element = button(name, label, () => undefined, "hold");
  holds.set(name, held);
  if (holding?.name === name) {
    element.classList.add("holding");
    element.style.setProperty("--held", `${holding.since - performance.now()}ms`);
  }
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    release();
    const timer = window.setTimeout(() => {
      release();
      was_held = name;
      holds.get(name)?.();
    }, HOLD_MS);
    was_held = "";
    holding = { name, timer, since: performance.now(), from: [event.clientX, event.clientY] };
    element.style.setProperty("--held", "0ms");
    element.classList.add("holding");
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("click", (event) => {
    if (event.detail === 0) keyed();
    else if (was_held !== name) touched?.();
  });
  return element;
}

/** @type {Map<string, string>} What is typed and not sent yet, by question. */
const drafts = new Map();
const MOST_LETTERS = 30;

/**
 * Return a line for a player's name, and its button.
 * @param {string} name
 * @param {(value: string) => void} send
 */
function typed(name, send) {
  const line = document.createElement("input");
  line.dataset["name"] = `${name}/typed`;
  line.maxLength = MOST_LETTERS;
  line.setAttribute("autocomplete", "nickname");
  line.value = drafts.get(name) ?? "";
  line.addEventListener("input", () => drafts.set(name, line.value));
  line.setAttribute("aria-label", word("page.phone.name"));
  line.placeholder = word("page.phone.name");
  const sure = button(`${name}/send`, word("page.phone.confirm"), () => {
    const plain = line.value.normalize("NFC").replace(/["\\<>]|\p{C}/gu, "").replace(/\s+/gu, " ").trim();
    if (plain === "") return;
    drafts.delete(name);
    send(plain);
  });
  return [line, sure];
}

/**
 * Return a question with its answers. `draws` draws the page anew.
 * @param {Question} question
 * @param {Answers} answers
 * @param {() => void} draws
 */
export function asked(question, answers, draws) {
  const name = `${question.key}/${question.n}`;
  const single = question.kind === "confirm";
  const set = made("fieldset", "question", made("legend", "", question.ask));
  const rows = made("div", "answers");
  set.append(rows);

  /** @param {string} label @param {Value} value @param {boolean} hold @param {string} [sign] the icon of a token or unit */
  function choice(label, value, hold, sign = "") {
    const at = `${name}/${JSON.stringify(value)}`;
    const sure = () => {
      forget();
      answers(question, value);
    };
    /** @param {HTMLElement} answer */
    const signed = (answer) => {
      if (sign) answer.prepend(icon(sign));
      return [answer];
    };
    if (!hold) return signed(button(at, label, sure));
    const ask = () => {
      unsure = { at };
      draws();
    };
    if (pending() !== at) return signed(holdButton(at, label, sure, ask));
    const back = () => {
      forget();
      draws();
    };
    return [
      made("p", "", word("page.phone.sure", { what: label })),
      button(at, word("page.phone.confirm"), sure, "sure"),
      button(`${at}/back`, word("page.phone.back"), back),
    ];
  }

  switch (question.kind) {
    case "one": {
      const options = question.options ?? [];
      rows.dataset["columns"] = String(1 + COLUMNS.filter((most) => options.length > most).length);
      for (const each of options) rows.append(...choice(each.label, each.id, each.hold, each.icon));
      if (question.named) rows.append(...typed(name, (value) => answers(question, value)));
      break;
    }
    case "some":
      rows.append(...several(question, name, choice));
      break;
    case "number":
      rows.append(...number(question, name, choice));
      break;
    case "roll":
      rows.append(...choice(word("page.phone.roll"), null, question.hold));
      rows.dataset["columns"] = "2";
      for (const face of question.faces ?? []) rows.append(...choice(faceWord(face), face, question.hold));
      break;
    case "confirm":
      rows.append(...choice(word(question.ask.endsWith("?") ? "page.phone.yes" : "page.phone.done"), null, question.hold));
  }
  if (single) set.classList.add("single");
  return set;
}

/** @type {Map<string, Set<string>>} */
const marks = new Map();
/** @type {Map<string, string>} */
const dialled = new Map();

/**
 * True if an option can be marked beside the others: each mark takes a way of its own, behind the mark it comes after.
 * The table has the last word on it.
 * @param {Question} question
 * @param {Set<string>} marked
 * @param {string} option
 */
function markable(question, marked, option) {
  const ways = question.ways ?? [];
  if (!ways.length) return true;
  const order = [...(question.given ?? []), ...marked, option];
  /** @type {Map<Way, string>} */
  const holder = new Map();
  /** @param {string} id @param {Set<Way>} seen @returns {boolean} */
  const placed = (id, seen) =>
    ways.some((way) => {
      const before = order.indexOf(way.after);
      if (seen.has(way) || !way.to.includes(id) || (way.after && (before < 0 || before >= order.indexOf(id)))) return false;
      seen.add(way);
      const held = holder.get(way);
      if (held !== undefined && !placed(held, seen)) return false;
      holder.set(way, id);
      return true;
    });
  return order.every((id) => placed(id, new Set()));
}

/**
 * @param {Question} question
 * @param {string} name
 * @param {(label: string, value: Value, hold: boolean) => Node[]} choice
 */
function several(question, name, choice) {
  const marked = marks.get(name) ?? new Set(question.proposed);
  marks.set(name, marked);
  const options = question.options ?? [];
  /** @type {Map<string, HTMLInputElement>} */
  const boxes = new Map();
  const rows = options.map((each) => {
    const box = document.createElement("input");
    boxes.set(each.id, box);
    box.type = "checkbox";
    box.dataset["name"] = `${name}/${each.id}`;
    box.addEventListener("change", () => {
      if (box.checked) marked.add(each.id);
      else marked.delete(each.id);
      const wanted = [...marked];
      marked.clear();
      for (const id of wanted) if (markable(question, marked, id)) marked.add(id);
      ready();
    });
    return made("label", "row", box, ...(each.icon ? [icon(each.icon)] : []), made("span", "", each.label));
  });
  const list = made("div", "answers", ...rows);
  list.dataset["columns"] = String(1 + COLUMNS.filter((most) => options.length > most).length);
  const nodes = made("div", "");
  const ready = () => {
    const value = options.map((each) => each.id).filter((id) => marked.has(id));
    const most = question.ways?.length ? options.length : question.most ?? 0;
    const fits = value.length >= (question.least ?? 0) && value.length <= most;
    for (const [id, box] of boxes) {
      box.checked = marked.has(id);
      box.disabled = !box.checked && !markable(question, marked, id);
    }
    nodes.replaceChildren(...(fits ? choice(word("page.phone.send"), value, false) : []));
  };
  ready();
  return [list, nodes];
}

/**
 * @param {Question} question
 * @param {string} name
 * @param {(label: string, value: Value, hold: boolean) => Node[]} choice
 */
function number(question, name, choice) {
  const least = question.least ?? 0;
  const most = question.most ?? 0;
  const box = document.createElement("input");
  box.type = "number";
  box.min = String(least);
  box.max = String(most);
  box.value = dialled.get(name) ?? String(question.first ?? least);
  box.dataset["name"] = name;
  box.setAttribute("aria-label", question.ask);
  const nodes = made("div", "");
  const ready = () => {
    dialled.set(name, box.value);
    nodes.replaceChildren(...(box.validity.valid && box.value ? choice(word("page.phone.send"), Number(box.value), false) : []));
  };
  /** @param {string} sign @param {number} by */
  const step = (sign, by) => {
    const element = button(`${name}/${sign}`, sign, () => {
      box.value = String(Math.min(most, Math.max(least, Number(box.value) + by)));
      ready();
    });
    element.setAttribute("aria-hidden", "true");
    element.tabIndex = -1;
    return element;
  };
  box.addEventListener("input", ready);
  ready();
  return [made("div", "row dial", step("−", -1), box, step("+", 1)), nodes];
}
