/**
 * What the extension and the daemon say to each other, as the daemon's serde attributes write it. One JSON object a
 * message. Types that are on the wire elsewhere too come from the generated protocol.
 *
 * A field that is `null` is one that Rust writes as an empty `Option`; one that is `?` may be left out.
 */

import type {
  AppState,
  Assistant,
  CallContext,
  ControlMessage,
  ErrorCode,
  GestureKind,
  Origin,
  Pause,
  RunId,
  RunState,
  RunStatus,
  Sha256,
  SiteMode,
  ToolError,
  Uuid,
} from "../generated/protocol.js";

export type {
  AppState,
  Assistant,
  CallContext,
  ErrorCode,
  GestureKind,
  Origin,
  Pause,
  RunId,
  RunState,
  RunStatus,
  Sha256,
  SiteMode,
  ToolError,
  Uuid,
};

/** The version of these messages. Both sides say theirs first, and talk only if they are the same. */
export const VERSION = 1;

/* ---- up: the extension to the daemon ---- */

/** A message of the extension. `id` rises strictly on a connection; `key` comes out of `welcome`. */
export interface Up {
  id: number;
  key?: string;
  ask: Ask;
}

export type Ask = HelloAsk | ExtensionAsk | SyncAsk | TabAnswer | HappenedAsk | PanelAsk;

export interface HelloAsk {
  say: "hello";
  version: number;
}

export interface ExtensionAsk {
  say: "extension";
  hello: SystemHello;
  profile: string;
}

export type SystemHello = Extract<ControlMessage, { type: "system.hello" }>;
export type SystemWelcome = Extract<ControlMessage, { type: "system.welcome" }>;

export interface SyncAsk {
  say: "sync";
  lastSeenEventId?: number;
}

/** The one answer to a `browse`. */
export type TabAnswer =
  | { say: "tab_answer"; requestId: string; ok: true; value: unknown }
  | { say: "tab_answer"; requestId: string; ok: false; code: ErrorCode; reason?: string; message: string };

export interface HappenedAsk {
  say: "happened";
  event: Happened;
}

/** What happened in the browser without the daemon having asked for it. */
export type Happened =
  | { kind: "tab_closed"; tabId: number }
  | { kind: "document_gone"; tabId: number; frameId: number; documentId: string }
  | { kind: "takeover"; tabId: number; input: TakeoverInput }
  | { kind: "permission_removed"; origins: string[] }
  | { kind: "detached"; tabId: number }
  | { kind: "fenced"; tabId: number; method: string; url: string; main: boolean };

export type TakeoverInput = "pointer" | "key" | "wheel" | "paste";

/** What a person's window may ask for: the worker lets nothing else through from there. */
export type PanelAsk =
  | { say: "begin"; order: Order; model?: Choice; grant?: string }
  | { say: "answer"; run: RunId; requestId: Uuid; digest: Sha256; reply: Reply }
  | { say: "resume"; run: RunId; words?: string; model?: Choice }
  | { say: "stop"; run?: RunId }
  | { say: "panic" }
  | { say: "unlock" }
  | { say: "status" }
  | { say: "watch"; run?: RunId }
  | { say: "authorise"; run: RunId; digest: Sha256 }
  | { say: "decline"; run: RunId }
  | { say: "pause"; run: RunId }
  | { say: "grants" }
  | { say: "revoke"; run: RunId; grant: string }
  | { say: "site_mode"; origin: Origin; mode: SiteMode }
  | { say: "site"; origin: Origin }
  | { say: "disconnect"; origin: Origin }
  | { say: "preview"; run: RunId }
  | { say: "gesture"; run: RunId; requestId: Uuid; nonce: string }
  | { say: "reattach"; run: RunId; tabId: number }
  /** Goes on in this browser with what a run in the Workspace cannot do: another run, which is authorised first. */
  | { say: "continue"; run: RunId }
  /** Fills a collection with what is in the tabs of this browser; nothing else of collections is for a panel. */
  | { say: "collect"; what: PanelCollect };

export type PanelCollect =
  | { do: "titles" }
  | { do: "create"; title: string }
  | { do: "add"; collection: string; sources: NewSource[] };

/** A page that is read in its tab, or one that Laika opens in a browser of its own. */
export type NewSource =
  | { type: "tab"; tabId: number; url: string; title: string }
  | { type: "url"; url: string; title: string };

/** Something to be done. */
export interface Order {
  goal: string;
  urls: string[];
  allow?: Origin[];
  mode: SiteMode;
  private?: boolean;
  strict?: boolean;
  headed?: boolean;
  asks: Asks;
  surface?: Surface;
  /** Only what the person selected in the page is read. */
  part?: Part;
}

export type Part = "selection";

/** Who is there to be asked. A grant can only be named (`begin.grant`), never handed in. */
export type Asks = "person" | "nobody";

/** Where it is done: a browser of Laika's own, or this tab; a new one where none is named. */
export type Surface = { kind: "workspace" } | { kind: "mine"; tabId?: number };

/** What thinks. */
export type Choice = "usual" | "without" | { named: string };

/** What a person says to a card: not this; exactly this once; this kind of thing, as the card offers it. */
export type Reply = "no" | "once" | "offered";

/* ---- down: the daemon to the extension ---- */

/** A message of the daemon, told apart by `says`. */
export type Down =
  | { says: "hello"; version: number; laika: string; pid: number }
  | { says: "welcome"; id: number; key: string; message: SystemWelcome }
  | { says: "done"; id: number; runs: RunId[] }
  | { says: "status"; id: number; standing: Standing }
  /** `event` rises; where a run stands is told again without one. */
  | { says: "news"; run: RunId | null; event?: number; news: News }
  | { says: "grants"; id: number; grants: ActiveGrant[] }
  | { says: "site"; id: number; site: Site; history: PastRun[] }
  | { says: "preview"; id: number; text: string }
  | { says: "collected"; id: number; value: unknown }
  | { says: "error"; id: number | null; code: string; sentence: string }
  | { says: "browse"; requestId: string; deadlineMs: number; what: Browse }
  | { says: "cancel"; requestId: string };

/** A piece of a message that is too long for one. */
export interface Chunk {
  chunk: { id: string | number; index: number; total: number; sha256: string; data: string };
}

/**
 * What the native host says for itself: how it finds Laika when it starts, and again to everything that it could not
 * pass on; and what became of `open`.
 */
export type FromHost = { host: "offline" } | { host: "online" } | { host: "refused"; code: string; sentence: string };
/** What it accepts for itself: start Laika, then connect. */
export interface ToHost {
  host: "open";
}

/** Where Laika and its unfinished runs stand. */
export interface Standing {
  pid: number;
  sinceMs: number;
  app: AppState;
  machine: Machine;
  clients: number;
  runs: RunState[];
}

/** How the machine stands; nothing where the system does not say. */
export interface Machine {
  slept: boolean | null;
  locked: boolean | null;
  loggedOut: boolean | null;
  lowPower: boolean | null;
}

/** What may be done without being asked again. */
export interface ActiveGrant {
  id: string;
  run: RunId;
  what: string;
  uses: number;
  minutes: number;
  origin: Origin | null;
}

export interface Site {
  origin: Origin;
  mode: SiteMode;
  connected: boolean;
  sensitive: boolean;
}

/** A run that is over or under way. `at` is a time as text. */
export interface PastRun {
  run: RunId;
  goal: string;
  status: RunStatus;
  at: string;
}

/** What whoever watches a run is told. */
export type News =
  | { news: "state"; app: AppState; state: RunState | null }
  | { news: "doing"; what: string }
  | ({ news: "step" } & Step)
  | { news: "ended"; done: boolean; how: string }
  | ({ news: "ask" } & Card)
  | { news: "answered"; card: Card; grant: string | null; why?: NotGranted }
  | { news: "result"; tool: string; result: unknown }
  | ({ news: "agent_ask" } & AgentAsk)
  | { news: "agent_answered"; id: Uuid }
  | { news: "denied"; tool: string; code: string; sentence: string }
  | { news: "picture"; png: number[] }
  | ({ news: "kept" } & KeptFile)
  | { news: "question"; text: string }
  | { news: "handoff"; need: HandoffNeed; what: string }
  | { news: "suspicion"; place: string; signs: string[] }
  | ({ news: "answer" } & Finished)
  | { news: "refused"; error: ToolError }
  | { news: "trouble"; code: string; sentence: string }
  | { news: "authorise"; run: RunId; digest: Sha256; summary: Authorisation }
  | GestureNews
  | { news: "conflict"; tab: number; holder: RunId }
  | { news: "candidates"; tabs: TabChoice[] }
  | { news: "offer"; what: OfferKind; url: string | null; why: string };

/** What only a person's click can do. `url` is what a download would open. */
export interface GestureNews {
  news: "gesture";
  request_id: Uuid;
  nonce: string;
  kind: GestureKind;
  origin: Origin;
  expires_at_ms: number;
  url: string | null;
}

/** A step before it happens. `target` is the page's name for what it is done to: a quotation. */
export interface Step {
  tool: string;
  target: string | null;
  role: string | null;
  why: string;
}

/** A question to the person. A yes is bound to `digest`. */
export interface Card {
  requestId: Uuid;
  digest: Sha256;
  /** The agent whose word it is, where another agent wants it. */
  by?: string | null;
  tool: string;
  origin: Origin | null;
  target: string | null;
  values: CardValue[];
  sends: CardForm | null;
  requests?: string[];
  change?: FileChange | null;
  reasonCode: string;
  reason: string;
  more: string[];
  untrusted: boolean;
  leavesAtOnce: boolean;
  offer: CardOffer | null;
}

/** What a call would change in files: all of it. */
export interface FileChange {
  digest: Sha256;
  files: { path: string; replacements: number }[];
  diff: string;
}

export interface CardValue {
  name: string;
  value: string;
  source: string;
}

export interface CardForm {
  to: string;
  method: string;
  fields: CardField[];
}

/** A field that a form sends. What Laika did not enter itself never leaves the page. */
export type CardField = { name: string } & (
  | { held: "entered"; value: string; source: string }
  | { held: "secret"; source: string }
  | { held: "filled" | "empty" | "unknown" }
);

export interface CardOffer {
  what: string;
  uses: number;
  minutes: number;
}

/** A question about another agent, which only a person answers. */
export interface AgentAsk {
  id: Uuid;
  digest: Sha256;
  agent: string;
  what: AskedFor;
}

export type AskedFor =
  | { kind: "open"; place: string; url: string }
  | { kind: "know"; places: string[] }
  | { kind: "hear"; places: string[]; text: string };

export type AgentReply = "no" | "session" | "preview" | "always";

export interface NotGranted {
  code: string;
  sentence: string;
}

export interface KeptFile {
  id: string;
  name: string;
  bytes: number;
  origin: Origin | null;
}

export type HandoffNeed = "login" | "two_factor" | "consent" | "captcha" | "file_picker" | "manual";

/** A finished run's answer. `places[i]` is where `assistant.citations[i]` stands. */
export interface Finished {
  assistant: Assistant;
  places: CitedPlace[];
  method: string;
  fields?: unknown;
  missing?: string[];
  undone?: string[];
  files?: KeptFile[];
  took: Took;
}

export interface CitedPlace {
  quote: string;
  url: string | null;
}

export interface Took {
  steps: number;
  asks: number;
  pages: number;
  tokensRead: number;
  tokensWritten: number;
  ms: number;
}

/** What an authorisation covers, shown before it is given (SURF-016 to SURF-021). */
export interface Authorisation {
  target: { tabId: number | null; origin: Origin | null };
  origins: Origin[];
  mode: SiteMode;
  categories: string[];
  always_asks: string[];
  gestures: string[];
  kept: string[];
  model: string;
  stop: string[];
}

/** A tab in which a run whose own is gone could go on (RUN-041, SURF-059). */
export interface TabChoice {
  tabId: number;
  title: string;
  origin: Origin;
}

export type OfferKind = "open_workspace" | "copy_url" | "manual" | "my_browser";

/* ---- what the daemon asks of the browser ---- */

/** Told apart by `do`; each is answered by exactly one `tab_answer`. */
export type Browse =
  | { do: "open"; url: string }
  | { do: "attach"; tabId: number }
  | { do: "ask"; context: CallContext; tool: string; token: string; request: { op: string } & Record<string, unknown> }
  | {
      do: "token";
      tabId: number;
      frameId: number;
      documentId: string;
      token: string;
      expiresAtMs: number;
      tools: string[];
    }
  | { do: "revoke"; tabId: number }
  | { do: "navigate"; tabId: number; url: string; token?: string }
  | { do: "activate"; tabId: number }
  | { do: "fence"; tabId: number; origins: string[]; allow: { method: string; url: string }[]; on: boolean }
  | { do: "release"; tabId: number }
  | { do: "tabs"; origin: string }
  | { do: "input"; tabId: number; method: string; params: Record<string, unknown> };

/** The value of an `attach`. `path`: indices of `window.frames` from the top; unknown where it could not be read. */
export interface Attached {
  documents: AttachedDocument[];
  title: string;
  url: string;
  incognito: boolean;
}

export interface AttachedDocument {
  tabId: number;
  frameId: number;
  documentId: string;
  origin: string;
  url: string;
  path: number[] | null;
}
