// Frames of a command-table, version 1. Made by `make docs`. See docs/develop/api.md.

/** An operation of JSON Patch. */
export interface Change {
  readonly op: "add" | "replace" | "remove";
  /** A JSON pointer (RFC 6901) from the root, such as `/play/seats/blue/card`. */
  readonly path: string;
  /** The new value; absent for `remove`. */
  readonly value?: unknown;
}

/** A frame of the socket `feed`: a snapshot, or changes, or lines of the story, or changes and lines. */
export interface FeedFrame {
  /** The version of the frames. */
  readonly v: number;
  /** The name of this stream. A new name means that the table was restarted, and earlier frames no longer count. */
  readonly epoch: string;
  /** The number of the frame. One more than the previous one, except that a snapshot may have any number. */
  readonly rev: number;
  /** The moment of the frame, in milliseconds since the stream began. Clocks are computed from it. */
  readonly at_ms: number;
  /** The whole table. It replaces everything known before. */
  readonly snapshot?: SpectatorTable;
  /** The changes of the state since the last frame. */
  readonly changes?: readonly Change[];
  /** The new lines; with a snapshot the last lines. */
  readonly story?: readonly StoryLine[];
}

/** The round's clock, for all tables. */
export interface HallClock {
  /** The moment, in the time of the frames. */
  readonly at_ms: number;
  /** The seconds left then; negative once the round is over. */
  readonly left_s: number;
  readonly runs: boolean;
  readonly round: number;
}

/** A frame of the program `command-table hall`: a snapshot of a whole hall, or changes. */
export interface HallFrame {
  /** The version of the frames. */
  readonly v: number;
  /** The name of this stream. A new name means that the table was restarted, and earlier frames no longer count. */
  readonly epoch: string;
  /** The number of the frame. One more than the previous one, except that a snapshot may have any number. */
  readonly rev: number;
  /** The moment of the frame, in milliseconds since the stream began. Clocks are computed from it. */
  readonly at_ms: number;
  /** The whole hall. It replaces everything known before. */
  readonly snapshot?: HallTable;
  /** The changes of the state since the last frame. */
  readonly changes?: readonly Change[];
}

/** A table that needs help. */
export interface HallNeed {
  readonly table: string;
  readonly kind: "jam" | "payout" | "reader" | "clock" | "judge" | "fault" | "stuck" | "gone" | "double" | "version" | "quota" | "full" | "lacks" | "file" | "forged" | "other" | "no_result" | "twice" | "unassigned" | "pairing";
  /** The table's own sentence for it. */
  readonly say: Readonly<Record<string, string>> | null;
  /** The values for the placeholders in this kind's words, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** True for a call for a judge that the organiser has acknowledged. */
  readonly answered: boolean;
}

/** A match that both players have confirmed as over. */
export interface HallResult {
  readonly table: string;
  readonly match: string;
  /** The round of the pairings; 0 without a pairing. */
  readonly round: number;
  readonly system: string;
  readonly blue: string;
  readonly red: string;
  readonly blue_player: string;
  readonly red_player: string;
  readonly blue_points: number;
  readonly red_points: number;
  readonly winner: "blue" | "red" | null;
  /** The kind of victory in the table's rules; empty if unknown. */
  readonly by: string;
  readonly end: "finished" | "abandoned" | "conceded" | "drawn";
  readonly chain: string;
  readonly proof: "none" | "chain" | "reported" | "proved" | "open" | "forged" | "other" | "no_result" | "twice" | "entered";
  /** The organiser's reason for an entered or corrected result. */
  readonly reason: string;
}

/** A table in the overview. */
export interface HallRow {
  readonly online: boolean;
  /** True while the table's program runs. */
  readonly there: boolean;
  readonly match: string;
  readonly system: string;
  readonly round: number;
  readonly rounds: number;
  readonly phase: Readonly<Record<string, string>> | null;
  /** The army or nation. */
  readonly blue: string;
  readonly red: string;
  readonly blue_player: string;
  readonly red_player: string;
  /** True if the match has victory points. */
  readonly counts: boolean;
  readonly blue_points: number;
  readonly red_points: number;
  readonly clock: RunningClock | null;
  /** The last line of the story. */
  readonly last_line: Readonly<Record<string, string>> | null;
  readonly over: boolean;
}

/** The points of each result, and the tie-breaks, the first first. */
export interface HallScoring {
  readonly win: number;
  readonly draw: number;
  readonly loss: number;
  readonly bye: number;
  readonly tie_breaks: readonly ("schedule" | "difference" | "scored")[];
}

/** The whole hall. */
export interface HallTable {
  /** The most urgent first. */
  readonly needs: readonly HallNeed[];
  readonly tables: Readonly<Record<string, HallRow>>;
  readonly clock: HallClock | null;
  /** In the order in which they ended, then entered results without a match. */
  readonly results: readonly HallResult[];
  /** By round. */
  readonly pairings: readonly Pairing[];
  /** The best first. */
  readonly standings: readonly Standing[];
  readonly scoring: HallScoring;
}

/** A line of the socket `results`. */
export interface MatchResult {
  /** The version of the frames. */
  readonly v: number;
  /** The match's id. */
  readonly match: string;
  /** The match file, as `command-table export` writes it. */
  readonly file: string;
  /** The result card, a picture (PNG); in JSON as base64. */
  readonly card: string;
  /** The match's replay (`docs/develop/match_file.md`), compressed with gzip; in JSON as base64. Empty without one. */
  readonly replay: string;
}

/** A current fault. */
export interface OperationsFault {
  readonly code: string;
  readonly part: string;
  /** The fault with its remedy, as on the screen, except for numbers of tokens. */
  readonly say: Readonly<Record<string, string>>;
}

/** A frame of the socket `operations`: a snapshot, or changes. */
export interface OperationsFrame {
  /** The version of the frames. */
  readonly v: number;
  /** The name of this stream. A new name means that the table was restarted, and earlier frames no longer count. */
  readonly epoch: string;
  /** The number of the frame. One more than the previous one, except that a snapshot may have any number. */
  readonly rev: number;
  /** The moment of the frame, in milliseconds since the stream began. Clocks are computed from it. */
  readonly at_ms: number;
  /** The whole state. It replaces everything known before. */
  readonly snapshot?: OperationsTable;
  /** The changes of the state since the last frame. */
  readonly changes?: readonly Change[];
}

/** A hopper, without the number of its tokens, which would reveal draws without delay. */
export interface OperationsHopper {
  readonly number: number;
  /** The token kind that it holds. */
  readonly kind: string;
  readonly state: "ready" | "low" | "empty" | "fault" | "off";
}

/** A payout that needs the players: it failed, or its outcome is unknown. Its tokens are not named. */
export interface OperationsPayout {
  /** The id of the rule that asks them: TB-11 if it failed, TB-10 if its outcome is unknown. */
  readonly rule: string;
  readonly say: Readonly<Record<string, string>>;
}

/** The table as its helpers see it. */
export interface OperationsTable {
  /** True while a table is switched on and publishes. */
  readonly on: boolean;
  /** The signs of life so far. One is sent about every second, as long as session and screen run. */
  readonly signs: number;
  /** The match's id; empty in the lobby. */
  readonly match: string;
  /** True while a judge has frozen the match. */
  readonly judged: boolean;
  readonly faults: readonly OperationsFault[];
  readonly clock: RunningClock | null;
  readonly dispenser: "ready" | "busy" | "gone" | "absent";
  readonly hoppers: readonly OperationsHopper[];
  readonly payouts: readonly OperationsPayout[];
}

/** Two players at a table in a round, or a player without an opponent. */
export interface Pairing {
  readonly round: number;
  /** Empty for a bye. */
  readonly table: string;
  readonly blue: string;
  /** Empty for a bye. */
  readonly red: string;
}

export interface Result {
  /** The winner; None for a draw. */
  readonly winner: "blue" | "red" | null;
  readonly by: "rules" | "points" | "said" | "conceded" | "drawn";
  /** The id of the rule that decided. */
  readonly rule: string;
}

/** The victory points that each seat won in a round, or lost by a correction. */
export interface RoundPoints {
  readonly round: number;
  readonly blue: number;
  readonly red: number;
}

/** The seconds left at one moment, and the seats whose time has run since then. */
export interface RunningClock {
  /** The moment, in the time of the frames. A seat in `running` has lost the time since then. */
  readonly at_ms: number;
  /** The seconds left of blue's time, or of the shared time; negative once it is used up. */
  readonly blue_s: number;
  readonly red_s: number;
  /** The seats whose time runs. */
  readonly running: readonly ("blue" | "red")[];
  /** True if both share one time, which is sent as blue's and as red's. */
  readonly shared: boolean;
  /** The seconds charged to neither seat, or null if they are not shown. They grow while no seat's time runs. */
  readonly nobody_s: number | null;
}

/** A card that lies face up. */
export interface SpectatorCard {
  readonly name: string;
  /** A short note: its orders line, or why it does not count. */
  readonly note: Readonly<Record<string, string>> | null;
  readonly pips: number | null;
  /** False if it was returned or is not allowed. */
  readonly counts: boolean;
}

/** The codes with which anyone can check the match's file later: 64 hex digits each, empty until they exist. */
export interface SpectatorCodes {
  /** The commitment to the chance secret, as shown at the start. */
  readonly commitment: string;
  /** The chain's hash when all seats had last locked. */
  readonly locked: string;
  /** The chain's last hash, once the match is over and settled. */
  readonly chain: string;
}

export interface SpectatorCounter {
  readonly label: Readonly<Record<string, string>>;
  readonly value: number;
  /** A short suffix of the value, such as `+10`. */
  readonly mark: string;
}

/** A unit, an objective, a trooper. */
export interface SpectatorPiece {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  /** Empty without a special state, or `ordered`, `active`, `done`, `gone`, or a word of the game. */
  readonly state: string;
  readonly badges: readonly string[];
}

/** Tokens that lie face down together: how many of each kind. */
export interface SpectatorPool {
  readonly label: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, number>>;
}

/** A question that play waits for, without its answers. */
export interface SpectatorQuestion {
  /** The seat that is asked; null if either may answer. */
  readonly seat: "blue" | "red" | null;
  readonly ask: Readonly<Record<string, string>>;
  /** The id of the rule behind the question. */
  readonly rule: string;
}

/** The last roll. */
export interface SpectatorRoll {
  /** Its number in the match. */
  readonly question: number;
  readonly die: string;
  readonly face: string;
  readonly seat: "blue" | "red";
  /** True for a die that the players rolled themselves, which cannot be checked. */
  readonly by_hand: boolean;
  /** Its consequence, such as priority for a seat; null if there is nothing to show. */
  readonly decided: Readonly<Record<string, string>> | null;
  /** The short code that proves it; empty for a roll by hand. */
  readonly proof: string;
}

/** The current state of a match: its round, its phase, both seats. */
export interface SpectatorRound {
  readonly system: string;
  readonly round: number;
  readonly rounds: number;
  readonly phase: Readonly<Record<string, string>>;
  readonly steps: readonly SpectatorStep[];
  /** The headline about the current moment. */
  readonly headline: Readonly<Record<string, string>>;
  /** The seat that acts now. */
  readonly acting: "blue" | "red" | null;
  /** The seat with priority or the initiative, or null. */
  readonly first: "blue" | "red" | null;
  /** The name for the advantage of `first`. */
  readonly first_called: Readonly<Record<string, string>>;
  readonly rolled: SpectatorRoll | null;
  /** The number of reveals so far. */
  readonly reveals: number;
  readonly over: boolean;
  readonly seats: Readonly<Record<"blue" | "red", SpectatorSeat>>;
  readonly score: SpectatorScore;
  readonly codes: SpectatorCodes;
}

export interface SpectatorScore {
  /** True if this match has victory points. */
  readonly counts: boolean;
  readonly blue: number;
  readonly red: number;
  /** The rounds in which a seat scored. */
  readonly rounds: readonly RoundPoints[];
  /** The way in which the match was closed, or null. */
  readonly ended: "finished" | "abandoned" | "conceded" | "drawn" | null;
  readonly result: Result | null;
}

export interface SpectatorSeat {
  /** The name of the army or nation. */
  readonly side: string;
  readonly reader: "empty" | "card" | "several" | "unreadable" | "defective" | "held" | "foreign" | "gone";
  /** True while this seat has a locked card. */
  readonly locked: boolean;
  readonly card: SpectatorCard | null;
  readonly counters: readonly SpectatorCounter[];
  readonly pools: readonly SpectatorPool[];
  readonly pieces: readonly SpectatorPiece[];
  /** The name of its player; empty for one without a name. */
  readonly player: string;
  /** The icon of its faction or nation; empty for an army without one. */
  readonly emblem: string;
}

/** A step of the round. `state` is `done`, `now` or `ahead`. */
export interface SpectatorStep {
  readonly name: Readonly<Record<string, string>>;
  readonly state: string;
}

/** The table. Before a match begins there is a lobby: `match` is empty, and `play` is null. */
export interface SpectatorTable {
  /** The match's id. */
  readonly match: string;
  readonly play: SpectatorRound | null;
  /** The questions that play waits for. */
  readonly questions: readonly SpectatorQuestion[];
  /** The match's clock, or null if it has none. */
  readonly clock: RunningClock | null;
}

/** A player in the standings. */
export interface Standing {
  /** Players that no tie-break orders share a place. */
  readonly place: number;
  readonly player: string;
  readonly points: number;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  readonly byes: number;
  /** With two decimals. */
  readonly schedule: number;
  readonly difference: number;
  readonly scored: number;
}

/** A line of the match's story. `number` counts from 1 in each match; lines are never removed. */
export interface StoryLine {
  readonly number: number;
  readonly say: Readonly<Record<string, string>>;
}

/** Sent in place of a frame, over the network only: there is no table. A snapshot follows once it is back. */
export interface TableGone {
  /** The version of the frames. */
  readonly v: number;
  /** Always true. */
  readonly gone: boolean;
}
