// @ts-check
/** Elements of a page, made of text alone: nothing that comes from the table is ever read as HTML. */

import { word } from "./words.js";

/**
 * Return an element with this class and these children.
 * @param {string} name
 * @param {string} look
 * @param {...(Node | string)} children
 */
export function made(name, look, ...children) {
  const element = document.createElement(name);
  if (look) element.className = look;
  element.append(...children);
  return element;
}

/** @type {WeakMap<Element, string>} */
const shown = new WeakMap();

/**
 * Show nodes in an element, unless they are made of the very same values as those that it shows.
 * @param {Element} element
 * @param {unknown} values
 * @param {() => (Node | string)[]} nodes
 */
export function show(element, values, nodes) {
  const key = JSON.stringify(values) ?? "";
  if (shown.get(element) === key) return;
  shown.set(element, key);
  element.replaceChildren(...nodes());
}

/**
 * Return the element of this page with an id.
 * @param {string} id
 */
export function at(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`this page has no ${id}`);
  return element;
}

/** The namespace of the shapes that this page has. */
const SVG = document.querySelector(".shapes")?.namespaceURI ?? null;
const ROOMS = ["", "rank.", "token.", "order."];

/**
 * Return an icon of the table by its name, or by the kind of a token. A page shows its meaning in words as well.
 * @param {string} kind
 * @param {string} [look]
 */
export function icon(kind, look = "") {
  const plain = kind.replace(/_?\d{0,9}$/, "");
  const names = [kind, plain].flatMap((name) => ROOMS.map((room) => room + name));
  return drawn(names.find((name) => document.getElementById(name)) ?? "unknown", look);
}

/**
 * @param {string} shape
 * @param {string} look
 */
function drawn(shape, look) {
  const picture = /** @type {SVGElement} */ (document.createElementNS(SVG, "svg"));
  picture.setAttribute("class", `icon ${look}`.trim());
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${shape}`);
  picture.append(use);
  return picture;
}

/**
 * Return a die at rest, as the window draws it. One whose face nobody drew is blank; a page shows each face as a word, too.
 * @param {string} kind
 * @param {string} face
 */
export function dieOf(kind, face) {
  const names = [`dice.${kind}.${face}`, `dice.d20.${face}`];
  return drawn(names.find((name) => document.getElementById(name)) ?? "dice.plain", "die");
}

/**
 * The emblem of an army's faction or nation, where it has one, with its name for those who do not see it.
 * @param {{emblem?: string}} seat
 */
export function emblem({ emblem }) {
  if (!emblem) return [];
  const picture = icon(emblem, "emblem");
  const name = word(emblem);
  if (name !== emblem) {
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", name);
    picture.removeAttribute("aria-hidden");
  }
  return [picture];
}
