// @ts-check
/** The words of this page, in its language. The server has put them into it. */

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
const language = document.documentElement.lang;

/**
 * Return the words that have this key, with values in the place of names in braces.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function word(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * Return a sentence of the table in the page's language.
 * @param {Readonly<Record<string, string>> | null | undefined} sentences
 */
export function say(sentences) {
  return sentences?.[language] ?? sentences?.["en"] ?? "";
}

/**
 * Return the word for a unit's state; a game of its own may have one that this page does not know.
 * @param {string} state
 */
export function stateWord(state) {
  return words[`page.state.${state}`] ?? state;
}

/**
 * Return the name of a kind of token. An icon's name may stand for it: `rank.corps` is a corps token.
 * @param {string} kind
 */
export function token(kind) {
  const name = kind.slice(kind.lastIndexOf(".") + 1);
  return words[`token.${name}`] ?? name.replaceAll("_", " ");
}

/**
 * Return the name of a die's face. A number is its own name.
 * @param {string} face
 */
export function faceWord(face) {
  return words[`screen.die.${face}`] ?? face.replaceAll("_", " ");
}
