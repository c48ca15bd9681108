// @ts-check
/** The table's stream, followed for as long as the page is open (docs/develop/api.md). */

import { patched } from "./patch.js";

/** @typedef {import("./frames").FeedFrame} FeedFrame */
/** @typedef {import("./frames").TableGone} TableGone */
/** @typedef {import("./frames").SpectatorTable} SpectatorTable */
/** @typedef {import("./frames").StoryLine} StoryLine */
/**
 * What is known of the table now.
 * @typedef {{table: SpectatorTable | null, story: StoryLine[], there: boolean, nowMs: () => number}} Sight
 */

const STORY_KEPT = 40;
const FIRST_MS = 500;
const LONGEST_MS = 5000;
/** The table gives a sign each 3 s. Without any for so long the network has gone, and nothing has said so. */
const SILENT_MS = 6000;
const LOOK_MS = 500;

/**
 * Call `heard` with what is known, each time that there is news.
 * @param {(sight: Sight) => void} heard
 */
export function follow(heard) {
  let mark = "";
  let epoch = "";
  let rev = -1;
  let ahead = 0;
  let wait = FIRST_MS;
  let heard_at = 0;
  /** @type {WebSocket | null} */
  let socket = null;
  /** @type {Sight} */
  const sight = { table: null, story: [], there: false, nowMs: () => performance.now() + ahead };

  /** @param {FeedFrame} frame */
  function takes(frame) {
    ahead = frame.at_ms - performance.now();
    if (frame.snapshot !== undefined) {
      sight.table = frame.snapshot;
      sight.story = [...(frame.story ?? [])];
    } else if (frame.epoch !== epoch || frame.rev !== rev + 1) {
      return false;
    } else {
      sight.table = patched(sight.table, frame.changes ?? []);
      sight.story = [...sight.story, ...(frame.story ?? [])].slice(-STORY_KEPT);
    }
    ({ epoch, rev } = frame);
    mark = `${epoch}/${rev}`;
    sight.there = true;
    return true;
  }

  function joins() {
    const joined = new WebSocket(`ws${location.protocol.slice(4)}//${location.host}/api/v1/frames?signs=1&since=${mark}`);
    socket = joined;
    heard_at = performance.now();
    joined.onmessage = (message) => {
      heard_at = performance.now();
      wait = FIRST_MS;
      if (message.data === "") return;
      /** @type {FeedFrame | TableGone} */
      const frame = JSON.parse(message.data);
      if ("gone" in frame) sight.there = false;
      else if (!takes(frame)) {
        joined.send('{"resync":true}');
        return;
      }
      heard(sight);
    };
    joined.onclose = loses;
  }

  function loses() {
    socket = null;
    sight.there = false;
    heard(sight);
    setTimeout(joins, wait);
    wait = Math.min(2 * wait, LONGEST_MS);
  }

  function looks() {
    if (socket === null || performance.now() - heard_at < SILENT_MS) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
    loses();
  }

  heard(sight);
  joins();
  setInterval(looks, LOOK_MS);
}
