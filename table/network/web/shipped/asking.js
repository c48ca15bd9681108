// @ts-check
/** Questions of the table as things that can be touched, or reached by keys. What cannot be taken back is said twice. */

import { made } from "./drawing.js";
import { faceWord, word } from "./words.js";

/**
 * @typedef {{id: string, label: string, hold: boolean}} Choice
 * @typedef {{n: number, key: string, seat: string | null, ask: string, rule: string, hold: boolean, kind: string, options?: Choice[],
 *   least?: number, most?: number, first?: number, faces?: string[]}} Question
 * @typedef {string | number | string[] | null} Value
 * @typedef {(question: Question, value: Value) => void} Answers
 */

/** @type {{at: string} | null} What was touched once, and has to be confirmed. */
let unsure = null;

/** Return what is to be confirmed, for the pages that draw by it. */
export function pending() {
  return unsure?.at ?? "";
}

/** Forget what was touched once. */
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

/**
 * Return a question with its answers. `draws` draws the page anew.
 * @param {Question} question
 * @param {Answers} answers
 * @param {() => void} draws
 */
export function asked(question, answers, draws) {
  const name = `${question.key}/${question.n}`;
  const set = made("fieldset", "question", made("legend", "", question.ask));

  /** @param {string} label @param {Value} value @param {boolean} hold */
  function choice(label, value, hold) {
    const at = `${name}/${JSON.stringify(value)}`;
    const sure = () => {
      forget();
      answers(question, value);
    };
    if (!hold) return [button(at, label, sure)];
    if (pending() !== at) {
      const ask = () => {
        unsure = { at };
        draws();
      };
      return [button(at, label, ask)];
    }
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
    case "one":
      for (const each of question.options ?? []) set.append(...choice(each.label, each.id, each.hold));
      break;
    case "some":
      set.append(...several(question, name, choice));
      break;
    case "number":
      set.append(...number(question, name, choice));
      break;
    case "roll":
      set.append(...choice(word("page.phone.roll"), null, question.hold));
      for (const face of question.faces ?? []) set.append(...choice(faceWord(face), face, question.hold));
      break;
    case "confirm":
      set.append(...choice(word("page.phone.yes"), null, question.hold));
  }
  return set;
}

/** @type {Map<string, Set<string>>} */
const marks = new Map();
/** @type {Map<string, string>} */
const dialled = new Map();

/**
 * @param {Question} question
 * @param {string} name
 * @param {(label: string, value: Value, hold: boolean) => Node[]} choice
 */
function several(question, name, choice) {
  const marked = marks.get(name) ?? new Set();
  marks.set(name, marked);
  const rows = (question.options ?? []).map((each) => {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = marked.has(each.id);
    box.dataset["name"] = `${name}/${each.id}`;
    box.addEventListener("change", () => {
      if (box.checked) marked.add(each.id);
      else marked.delete(each.id);
      ready();
    });
    return made("label", "row", box, each.label);
  });
  const nodes = made("div", "");
  const ready = () => {
    const value = (question.options ?? []).map((each) => each.id).filter((id) => marked.has(id));
    const fits = value.length >= (question.least ?? 0) && value.length <= (question.most ?? 0);
    nodes.replaceChildren(...(fits ? choice(word("page.phone.send"), value, false) : []));
  };
  ready();
  return [...rows, nodes];
}

/**
 * @param {Question} question
 * @param {string} name
 * @param {(label: string, value: Value, hold: boolean) => Node[]} choice
 */
function number(question, name, choice) {
  const box = document.createElement("input");
  box.type = "number";
  box.min = String(question.least ?? 0);
  box.max = String(question.most ?? 0);
  box.value = dialled.get(name) ?? String(question.first ?? question.least ?? 0);
  box.dataset["name"] = name;
  const nodes = made("div", "");
  const ready = () => {
    dialled.set(name, box.value);
    nodes.replaceChildren(...(box.validity.valid && box.value ? choice(word("page.phone.send"), Number(box.value), false) : []));
  };
  box.addEventListener("input", ready);
  ready();
  return [made("label", "row", question.ask, box), nodes];
}
