// @ts-check
/** Load the page again if a part of it did not arrive. It stands within the page, so that it is there in any case. */

const PAUSE_MS = 2000;
/** Pages that failed together do not all come back together. */
const APART_MS = 4000;
let comes_again = false;

addEventListener("error", ({ target }) => {
  const part = target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === "stylesheet");
  if (!part || comes_again) return;
  comes_again = true;
  setTimeout(() => location.reload(), PAUSE_MS + APART_MS * Math.random());
}, true);
