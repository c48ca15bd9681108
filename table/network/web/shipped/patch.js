// @ts-check
/** The three operations of JSON Patch (RFC 6902) that the table's frames take. */

/** @typedef {import("./frames").Change} Change */

/**
 * Make the changes in a state, which is changed itself, and return it.
 * @param {any} state
 * @param {readonly Change[]} changes
 */
export function patched(state, changes) {
  for (const change of changes) {
    const keys = change.path.split("/").slice(1).map(plain);
    const last = keys.pop();
    if (last === undefined) {
      state = change.value;
      continue;
    }
    let place = state;
    for (const key of keys) {
      if (!Object.hasOwn(place, key)) throw new TypeError("a change of nothing");
      place = place[key];
    }
    if (change.op === "remove") {
      if (Array.isArray(place)) place.splice(Number(last), 1);
      else delete place[last];
    } else if (change.op === "add" && Array.isArray(place)) {
      place.splice(Number(last), 0, change.value);
    } else {
      place[last] = change.value;
    }
  }
  return state;
}

/** @param {string} key */
function plain(key) {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
