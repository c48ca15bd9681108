// @ts-check
/** What moves on a page: cards that turn, a die that rolls, a mark of priority. Each moves once, when it is new. */

/** The longest motion of `cards.css`. */
const LONGEST_MS = 1000;

/**
 * Return a motion. What a page shows at first is not new.
 * @template T
 * @param {string} look the class of what moves
 * @param {(now: T, before: T) => boolean} isNew
 */
function motion(look, isNew) {
  /** @type {T | undefined} */
  let before;
  let began = -Infinity;
  return {
    /** @param {T} now */
    sees(now) {
      if (before !== undefined && isNew(now, before)) began = performance.now();
      before = now;
    },
    /**
     * Let an element move if it is new. One that is drawn again goes on where the last one was.
     * @param {HTMLElement | SVGElement} element
     */
    moves(element) {
      const age = performance.now() - began;
      if (age >= LONGEST_MS) return element;
      element.classList.add(look);
      element.style.setProperty("--age", `${-age}ms`);
      element.addEventListener("animationend", () => element.classList.remove(look));
      return element;
    },
  };
}

/** By the number of reveals. */
export const reveal = motion("turning", (/** @type {number} */ now, before) => now > before);
/** By the number of the last roll in its match. */
export const roll = motion("rolling", (/** @type {number} */ now, before) => now > before);
/** By the seat that is first. */
export const priority = motion("arriving", (/** @type {string | null} */ now, before) => now !== null && now !== before);

/**
 * Look at a table before it is drawn.
 * @param {number} reveals
 * @param {number | null | undefined} rolled the number of the last roll
 * @param {string | null} first
 */
export function sees(reveals, rolled, first) {
  reveal.sees(reveals);
  roll.sees(rolled ?? -1);
  priority.sees(first);
}
