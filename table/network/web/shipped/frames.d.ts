// Frames of a command-table, version 1. Made by `make docs`. See docs/develop/api.md.

/** An operation of JSON Patch. */
export interface Change {
  readonly op: "add" | "replace" | "remove";
  /** A JSON pointer (RFC 6901) from the root, such as `/play/seats/blue/card`. */
  readonly path: string;
  /** The new value; without one for `remove`. */
  readonly value?: unknown;
}

/** A frame of the socket `feed`: a snapshot, or changes, or lines of the story, or changes and lines. */
export interface FeedFrame {
  /** The version of the frames. */
  readonly v: number;
  /** The name of this stream. A new name means that the table was restarted, and earlier frames no longer count. */
  readonly epoch: string;
  /** The number of the frame. One more than the last one's, but for a snapshot, which may have any. */
  readonly rev: number;
  /** The moment of the frame, in milliseconds since the stream began. Clocks are computed from it. */
  readonly at_ms: number;
  /** The whole table. Whatever was known before is forgotten. */
  readonly snapshot?: SpectatorTable;
  /** The changes of the last snapshot since the last frame. */
  readonly changes?: readonly Change[];
  /** The lines that are new; with a snapshot the last lines that there are. */
  readonly story?: readonly StoryLine[];
}

/** The round's clock, for all tables. */
export interface HallClock {
  /** The moment, as frames count time. */
  readonly at_ms: number;
  /** The seconds that were left then; less than 0 once the round is over. */
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
  /** The number of the frame. One more than the last one's, but for a snapshot, which may have any. */
  readonly rev: number;
  /** The moment of the frame, in milliseconds since the stream began. Clocks are computed from it. */
  readonly at_ms: number;
  /** The whole hall. Whatever was known before is forgotten. */
  readonly snapshot?: HallTable;
  /** The changes of the last snapshot since the last frame. */
  readonly changes?: readonly Change[];
}

/** A table that needs a person. */
export interface HallNeed {
  readonly table: string;
  readonly kind: "jam" | "payout" | "reader" | "clock" | "judge" | "fault" | "stuck" | "gone" | "double" | "version" | "quota" | "lacks" | "file" | "forged" | "other" | "no_result" | "twice" | "unassigned" | "pairing";
  /** The table's own words for it. */
  readonly say: Readonly<Record<string, string>> | null;
  /** The values that stand in the words of this kind, by their names in braces. */
  readonly values: Readonly<Record<string, string>>;
  /** True for a call for a judge that the organiser has answered. */
  readonly answered: boolean;
}

/** A match that is over: both have said so at their table. */
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
  /** The way in which it was won, as the table's rules call it; empty if nobody said. */
  readonly by: string;
  readonly end: "finished" | "abandoned" | "conceded" | "drawn";
  readonly chain: string;
  readonly proof: "none" | "chain" | "reported" | "proved" | "open" | "forged" | "other" | "no_result" | "twice" | "entered";
  /** The organiser's reason for an entered or corrected result. */
  readonly reason: string;
}

/** A table on the wall. */
export interface HallRow {
  readonly online: boolean;
  /** True while the table's own program is on. */
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
  readonly told: Readonly<Record<string, string>> | null;
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
  /** In the order in which they were over, then entered results without a match. */
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

/** Something that is wrong now. */
export interface OperationsFault {
  readonly code: string;
  readonly part: string;
  /** The fault with its remedy, as the screen says it, but for numbers of tokens. */
  readonly say: Readonly<Record<string, string>>;
}

/** A frame of the socket `operations`: a snapshot, or changes. */
export interface OperationsFrame {
  /** The version of the frames. */
  readonly v: number;
  /** The name of this stream. A new name means that the table was restarted, and earlier frames no longer count. */
  readonly epoch: string;
  /** The number of the frame. One more than the last one's, but for a snapshot, which may have any. */
  readonly rev: number;
  /** The moment of the frame, in milliseconds since the stream began. Clocks are computed from it. */
  readonly at_ms: number;
  /** The whole state. Whatever was known before is forgotten. */
  readonly snapshot?: OperationsTable;
  /** The changes of the last snapshot since the last frame. */
  readonly changes?: readonly Change[];
}

/** A hopper, without the number of its tokens: that would tell at once which ones were drawn. */
export interface OperationsHopper {
  readonly number: number;
  /** The token kind that it holds. */
  readonly kind: string;
  readonly state: "ready" | "low" | "empty" | "fault" | "off";
}

/** A payout that waits for the players: it failed, or nobody knows what came. Its tokens are not named. */
export interface OperationsPayout {
  /** The id of the rule that asks them: TB-11 where it failed, TB-10 where nobody knows what came. */
  readonly rule: string;
  readonly say: Readonly<Record<string, string>>;
}

/** The table as its helpers see it. */
export interface OperationsTable {
  /** True while a table is switched on and publishes. */
  readonly on: boolean;
  /** The signs of life so far. One comes about every second, as long as session and screen move. */
  readonly signs: number;
  /** The match's id; empty in the lobby. */
  readonly match: string;
  /** True while a judge has the table. */
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
  /** None is a draw. */
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

/** The seconds that were left at one moment, and who has lost time since. */
export interface RunningClock {
  /** The moment, as frames count time. A seat that is in `running` has so much less by now. */
  readonly at_ms: number;
  /** The seconds that were left of blue's time, or of the shared time; less than 0 once it is used up. */
  readonly blue_s: number;
  readonly red_s: number;
  /** The seats whose time runs. */
  readonly running: readonly ("blue" | "red")[];
  /** True if both have one time, which is sent as blue's and as red's. */
  readonly shared: boolean;
  /** The seconds that were nobody's, or null if they are not shown. They grow while no seat's time runs. */
  readonly nobody_s: number | null;
}

/** A card that lies face up. */
export interface SpectatorCard {
  readonly name: string;
  /** A short note: its orders line, or why it does not count. */
  readonly note: Readonly<Record<string, string>> | null;
  readonly pips: number | null;
  /** False if it was sent back or is barred. */
  readonly counts: boolean;
}

/** The codes by which anybody can check the match's file afterwards: 64 hex digits each, empty before they exist. */
export interface SpectatorCodes {
  /** The commitment to the chance secret, as shown at the start. */
  readonly commitment: string;
  /** The chain's hash after every seat had locked the last time. */
  readonly locked: string;
  /** The chain's last hash, once the match is over and settled. */
  readonly chain: string;
}

export interface SpectatorCounter {
  readonly label: Readonly<Record<string, string>>;
  readonly value: number;
  /** A few letters that belong to the value, such as `+10`. */
  readonly mark: string;
}

/** A unit, an objective, a trooper. */
export interface SpectatorPiece {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
  /** Empty while nothing is to say of it, or `ordered`, `active`, `done`, `gone`, or a word of the game's own. */
  readonly state: string;
  readonly badges: readonly string[];
}

/** Tokens that lie face down together: how many of each kind. */
export interface SpectatorPool {
  readonly label: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, number>>;
}

/** A question that play waits for, without the answers that it has. */
export interface SpectatorQuestion {
  /** The seat that is asked. With null either may answer. */
  readonly seat: "blue" | "red" | null;
  readonly ask: Readonly<Record<string, string>>;
  /** The id of the rule that asks. */
  readonly rule: string;
}

/** The last roll. */
export interface SpectatorRoll {
  /** Its number in the match. */
  readonly question: number;
  readonly die: string;
  readonly face: string;
  readonly seat: "blue" | "red";
  /** True for a die that the players rolled themselves: nobody can check it. */
  readonly by_hand: boolean;
  /** The consequence of it, such as who has priority; null if there is no need to say so. */
  readonly decided: Readonly<Record<string, string>> | null;
  /** The short code that proves it; empty for one by hand. */
  readonly proof: string;
}

/** A match of a game, as it stands: its round, its phase, both seats. */
export interface SpectatorRound {
  readonly system: string;
  readonly round: number;
  readonly rounds: number;
  readonly phase: Readonly<Record<string, string>>;
  readonly steps: readonly SpectatorStep[];
  /** The line that says what happens now. */
  readonly headline: Readonly<Record<string, string>>;
  /** The seat that acts now. */
  readonly acting: "blue" | "red" | null;
  /** The seat with priority or the initiative, or null. */
  readonly first: "blue" | "red" | null;
  /** The name of what `first` has. */
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
  /** True if this match has victory points at all. */
  readonly counts: boolean;
  readonly blue: number;
  readonly red: number;
  /** The rounds in which somebody scored. */
  readonly rounds: readonly RoundPoints[];
  /** The way in which the match was closed, or null. */
  readonly ended: "finished" | "abandoned" | "conceded" | "drawn" | null;
  readonly result: Result | null;
}

export interface SpectatorSeat {
  /** The name of the army or nation. */
  readonly side: string;
  readonly reader: "empty" | "card" | "several" | "unreadable" | "defective" | "held" | "foreign" | "gone";
  /** True while a card lies locked before this seat. */
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

/** A line of the match's story. `number` counts from 1 in each match; no line is ever taken back. */
export interface StoryLine {
  readonly number: number;
  readonly say: Readonly<Record<string, string>>;
}

/** Over the network alone, in place of a frame: the table is not there. A snapshot follows once it is. */
export interface TableGone {
  /** The version of the frames. */
  readonly v: number;
  /** Always true. */
  readonly gone: boolean;
}
