// @ts-check
/** A match file or a replay (docs/develop/match_file.md), read and checked in this browser. */

import { sha256 } from "./vendor/noble.js";
import { checked } from "./verifier.mjs";
import { patched } from "./patch.js";

/** @typedef {import("./frames").FeedFrame} FeedFrame */
/** @typedef {import("./frames").SpectatorTable} SpectatorTable */
/** @typedef {import("./frames").StoryLine} StoryLine */
/** @typedef {import("./verifier.mjs").Checked} Checked */
/** @typedef {import("./verifier.mjs").JournalEvent} JournalEvent */
/** @typedef {"blue" | "red"} Seat */
/**
 * What the file states about a step: the seats whose card lies locked after it, its events, and its rolls and draws.
 * @typedef {{locked: Record<Seat, boolean>, events: JournalEvent[], chance: [number, number, number][]}} Step
 */
/**
 * `strange` is the first step whose picture differs from the file, 0 if none does; `pictures` has the frame of each step.
 * @typedef {{file: Checked, steps: Step[], pictures: string[], strange: number}} Journal
 */

const HEAD = /^\{"format":"command-table replay 1","lines":([1-9][0-9]{0,5})\}$/;
const LF = 10;
const UNDONE = ["SealWithdrawn", "SealBroken", "SealVoided", "SealOpened"];

/**
 * Read a file. Throws an error that `isForgery` knows if it is forged, or is none.
 * @param {Uint8Array} raw
 * @returns {Journal}
 */
export function journalOf(raw) {
  const head = HEAD.exec(new TextDecoder().decode(raw.subarray(0, Math.max(raw.indexOf(LF), 0))));
  let begun = 0;
  let end = raw.length;
  if (head !== null) {
    begun = end = raw.indexOf(LF) + 1;
    for (let line = 0; line < Number(head[1]); line += 1) {
      const feed = raw.indexOf(LF, end);
      end = feed < 0 ? raw.length : feed + 1;
    }
  }
  const file = checked(raw.subarray(begun, end), sha256);
  const steps = stepsOf(file);
  const pictures = new TextDecoder().decode(raw.subarray(end)).split("\n").slice(0, -1);
  return { file, steps, pictures, strange: pictures.length ? strangeness(file, steps, pictures) : 0 };
}

/**
 * @param {Checked} file
 * @returns {Step[]}
 */
function stepsOf(file) {
  /** @type {Record<Seat, boolean>} */
  let locked = { blue: false, red: false };
  return file.batches.map(({ events, chance }) => {
    locked = { ...locked };
    for (const event of events) {
      if (event.type === "CardSealed") locked[/** @type {Seat} */ (event["seat"])] = true;
      else if (UNDONE.includes(event.type)) locked[/** @type {Seat} */ (event["seat"])] = false;
    }
    return { locked, events, chance };
  });
}

/** The table as its pictures show it, one step after the other; any step may be asked for. */
export class Pictures {
  /** @param {readonly string[]} frames */
  constructor(frames) {
    this.frames = frames;
    this.step = 0;
    /** @type {SpectatorTable} */
    this.table = { match: "", play: null, questions: [], clock: null };
    /** @type {StoryLine[]} */
    this.story = [];
  }

  /**
   * Go to a step, counted from 1. Throws an error for a frame that is none.
   * @param {number} step
   */
  goTo(step) {
    if (step < this.step) {
      this.step = 0;
      this.table = { match: "", play: null, questions: [], clock: null };
      this.story = [];
    }
    for (; this.step < step; this.step += 1) {
      /** @type {Partial<FeedFrame>} */
      const frame = JSON.parse(this.frames[this.step] ?? "");
      if (frame.snapshot !== undefined) this.story = [];
      this.table = frame.snapshot ?? patched(this.table, frame.changes ?? []);
      this.story = [...this.story, ...(frame.story ?? [])];
    }
    return this;
  }
}

/**
 * The first step whose picture shows another lock, roll, commitment or name than the file has; 0 if none does.
 * @param {Checked} file
 * @param {readonly Step[]} steps
 * @param {readonly string[]} frames
 */
function strangeness(file, steps, frames) {
  const pictures = new Pictures(frames);
  for (const [before, step] of steps.entries()) {
    try {
      const { table } = pictures.goTo(before + 1);
      if (!agrees(file, step, table)) return before + 1;
    } catch {
      return before + 1;
    }
  }
  return frames.length === steps.length ? 0 : steps.length;
}

/**
 * @param {Checked} file
 * @param {Step} step
 * @param {SpectatorTable} table
 */
function agrees(file, step, table) {
  const { play } = table;
  if (table.match !== file.file.match) return false;
  if (play === null) return true;
  const { codes } = file.chance;
  const rolled = play.rolled;
  if (rolled !== null && !rolled.by_hand && codes && codes[rolled.question] !== rolled.proof) return false;
  if (play.codes.commitment !== file.batches[0]?.events[0]?.["commitment"]) return false;
  return (/** @type {Seat[]} */ (["blue", "red"])).every((seat) =>
    play.seats[seat].locked === step.locked[seat] && play.seats[seat].player === (file.file.players[seat]?.[0] ?? ""));
}
