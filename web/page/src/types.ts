/**
 * What the core asks of a page, and what a page answers. The page is untrusted: the core checks every answer again,
 * and takes identity from the browser process, never from here (S14).
 */

import type { FormFacts } from "../../generated/protocol.js";

/** One question to the page. */
export type Request =
  | { op: "identify" }
  | { op: "observe"; options: ObserveOptions }
  | { op: "find"; query: string; within?: string; k?: number }
  | { op: "table"; handle: string; maxRows?: number }
  | { op: "selectionLinks"; maxLinks?: number }
  | { op: "waitFor"; condition: Condition; timeoutMs: number }
  | { op: "map"; maxElements?: number }
  /** With `act: "key"` the facts of a field hold the form that Enter would send. */
  | { op: "target"; handle: string; act?: Act }
  | { op: "arm"; handle: string; act: Act; facts: TargetFacts; generation: number }
  | { op: "check" }
  | { op: "outcome"; typed?: { text: string; cleared: boolean }; chosen?: string }
  | { op: "disarm" }
  /** Only where no trusted input can be made: presses the armed element, or enters text into it, by events. */
  | { op: "press"; times: number }
  | { op: "enter"; text: string; cleared: boolean }
  | { op: "settle"; mostMs: number }
  | { op: "title"; mark: string }
  /** Sets the armed field where it takes its value as a whole, as one for dates does. */
  | { op: "set"; text: string }
  | { op: "choose"; value: string }
  | { op: "scroll"; pages: number }
  /** Of the frame with this place in `window.frames`, where the caller has no element to name. */
  | { op: "owner"; x: number; y: number; index?: number }
  | { op: "describe" }
  | { op: "highlight"; handles: string[]; label: string }
  | { op: "clearHighlight" }
  /** Lets the person choose a part of the page, which becomes what is selected there; it never answers with its text. */
  | { op: "pickRegion" }
  | { op: "dropRegion" }
  | { op: "guard"; mode: GuardMode };

/** The value of the answer to each question. */
export interface Answers {
  identify: Identity;
  observe: Reading;
  /** The best first. */
  find: Candidate[];
  table: Table;
  selectionLinks: Link[];
  waitFor: Waited;
  map: ElementMap;
  target: Target;
  arm: Armed;
  check: Armed;
  outcome: Outcome;
  disarm: Record<string, never>;
  press: Record<string, never>;
  enter: Record<string, never>;
  settle: Record<string, never>;
  title: Record<string, never>;
  set: { set: boolean };
  choose: { chosen: boolean };
  scroll: Scrolled;
  owner: Owner;
  highlight: { shown: number };
  clearHighlight: Record<string, never>;
  pickRegion: Picked;
  dropRegion: Record<string, never>;
  guard: Record<string, never>;
}

/** The answer. Messages are ours and hold no text of the page. */
export type Response<T = unknown> = { ok: true; value: T } | Refusal;

export interface Refusal {
  ok: false;
  code: "INVALID_ARGUMENT" | "STALE_HANDLE" | "NOT_FOUND" | "PRECONDITION_FAILED" | "TIMEOUT" | "UNSUPPORTED" | "INTERNAL";
  /** A stable finer reason, such as `E_COVERED`. */
  reason?: string;
  /** One sentence: what is wrong and what to do next. */
  message: string;
}

/** `drop` stops input that was not announced; `watch` lets it through and reports a takeover; `open` does neither. */
export type GuardMode = "drop" | "watch" | "open";

export interface Identity {
  href: string;
  origin: string;
  title: string;
  /** Raised when this document becomes another page without a load. */
  generation: number;
  readyState: string;
  contentType: string;
}

export interface ObserveOptions {
  scope?: { kind: "viewport" | "document" | "container" | "selection"; containerHandle?: string };
  cursor?: number;
  maxChars?: number;
  maxElements?: number;
  maxOutline?: number;
  maxOutlineChars?: number;
  maxItems?: number;
  maxItemChars?: number;
  maxComments?: number;
  maxCommentChars?: number;
  settleMs?: number;
  debug?: boolean;
  /** Only what changed since the reading with this number. */
  since?: number;
}

/** One reading of a page. Text is in `chunks` and nowhere else; everything that can point at it does. */
export interface Reading {
  /** Counts readings of this document; a later reading can name it in `since`. */
  reading: number;
  identity: Identity;
  /** In document order, from `cursor` on, within `maxChars`. */
  chunks: Chunk[];
  /** Characters of the whole text. */
  totalChars: number;
  nextCursor?: number;
  primary?: Range & { tag: string; role: string; handle?: string };
  outline: Heading[];
  items: Item[];
  comments: Comment[];
  signals: Signal[];
  elements: Element[];
  forms: Form[];
  frames: Frame[];
  redactions: { kind: RedactionKind; count: number }[];
  omissions: { part: string; count: number; handle?: string }[];
  /** With `since`: the chunk ids and handles that are gone. `chunks` and `elements` then hold only new or changed ones. */
  gone?: { nodes: string[]; handles: string[] };
  debug?: Record<string, string>;
}

/** A line of text: prefix and indentation are part of it. */
export interface Chunk {
  node: string;
  tag: string;
  role: string;
  text: string;
  handle?: string;
}

/** Indexes into `chunks`, both included. */
export interface Range {
  first: number;
  last: number;
}

export interface Heading {
  level: number;
  tag: string;
  role: string;
  text: string;
  node: string;
}

export interface Link {
  url: string;
  text: string;
  handle?: string;
}

export interface Item {
  title: string;
  url: string;
  snippet: string;
  node: string;
  handle?: string;
  commentCount?: number;
  links: Link[];
}

export interface Comment {
  text: string;
  author: string;
  age: string;
  score: string;
  depth: number;
  node: string;
  handle?: string;
}

export type Signal =
  | "overlay_or_dialog"
  | "paywall"
  | "auth_gate"
  | "auth_fields"
  | "consent_overlay"
  | "age_gate"
  | "geo_block"
  | "script_required";

export type State =
  | "checked"
  | "selected"
  | "expanded"
  | "collapsed"
  | "pressed"
  | "disabled"
  | "readOnly"
  | "required"
  | "invalid"
  | "focused"
  | "offScreen";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Element {
  handle: string;
  role: string;
  name: string;
  box: Box;
  states: State[];
  attributes: {
    href?: string;
    type?: string;
    placeholder?: string;
    autocomplete?: string;
    target?: string;
    lang?: string;
  };
}

export interface Form {
  handle?: string;
  label: string;
  action?: string;
  method?: string;
  fields: Field[];
}

/** Never a value. */
export interface Field {
  handle?: string;
  type: string;
  label: string;
  required: boolean;
  autocomplete?: string;
  /** What a list offers, all of it or nothing. */
  options?: string[];
}

/** A frame inside this document. What is in it is read by the script of that frame, or not at all. */
export interface Frame {
  /** The address its element names, without credentials; the browser process knows the real one. */
  src?: string;
  title: string;
  box: Box;
  node: string;
  /** Behind which chunk it stands. */
  after: number;
}

export type RedactionKind =
  | "inputValues"
  | "passwordFields"
  | "paymentFields"
  | "editableText"
  | "hiddenNodes"
  | "urlSecrets"
  | "crossOriginFrames";

export type Condition =
  | { kind: "text_appears"; text: string }
  | { kind: "text_gone"; text: string }
  | { kind: "element_ready"; handleId: string }
  | { kind: "element_gone"; handleId: string }
  | { kind: "page_changed" }
  | { kind: "page_settled" };

/** What the gate needs to know of an element (S6), with exactly the names of the protocol's `TargetFacts`. */
export interface TargetFacts {
  role: string;
  accessibleName: string;
  href?: string;
  target?: string;
  download?: string;
  form?: FormFacts;
}

/** What the classifier of fields needs, with exactly the names of the policy's `FieldFacts`. */
export interface FieldFacts {
  /** The `type` of an input, or `select`, `textarea`, `contenteditable`. */
  inputType: string;
  autocomplete: string;
  label: string;
  name: string;
  id: string;
  placeholder: string;
  multiLine: boolean;
  form: { hasPasswordField: boolean; hasPaymentField: boolean; urlPath: string; submitLabel: string };
}

export interface Target {
  facts: TargetFacts;
  /** For something that can be typed into or chosen from. */
  field?: FieldFacts;
  control: Control;
}

export interface Control {
  kind:
    | "button"
    | "link"
    | "textbox"
    | "editable"
    | "select"
    | "listbox"
    | "checkbox"
    | "radio"
    | "option"
    | "file"
    | "other";
  multiline: boolean;
}

export type Act = "click" | "double" | "type" | "select" | "key";

/** The element is the right one, in view, and can be used; the guard waits for exactly its input. */
export interface Armed {
  /** Where to click, in CSS pixels of this frame's viewport. */
  point: { x: number; y: number };
  box: Box;
  control: Control;
  /** Frames whose boxes lie at the element. */
  framesNear: number;
  /** For a box or a switch. */
  checked?: boolean;
}

/** What came of it. Values are compared here and never leave. */
export interface Outcome {
  /** Types of announced input that reached the element. */
  delivered: string[];
  /** Input that was stopped, and why. */
  dropped: { type: string; why: string }[];
  elementChanged: boolean;
  surfaceChanged: boolean;
  viewportMoved: boolean;
  addressChanged: boolean;
  /** Whether the form that this would send does not accept what is in it. */
  incomplete: boolean;
  /** Whether the field holds what was typed, or the list what was chosen. */
  holds?: boolean;
  connected: boolean;
}

/** Where a frame's element is, and whether it is on top there. */
export interface Owner {
  /** Left top of its content box, in CSS pixels of this frame's viewport. */
  origin: { x: number; y: number };
  scale: number;
  onTop: boolean;
  /** Its anchor, the same as in the frames of a reading. */
  node?: string;
}

export interface ElementMap {
  elements: { handle: string; box: Box }[];
  /** What a picture must not show. */
  masks: Box[];
  viewport: { width: number; height: number; scale: number };
}

export interface Candidate {
  handle: string;
  role: string;
  name: string;
  context: string;
  confidence: number;
}

export interface Table {
  caption: string;
  headers: string[];
  rows: string[][];
  omittedRows: number;
}

/** How waiting ended. */
export interface Waited {
  met: boolean;
  waitedMs: number;
}

/** How much text a person chose. */
export interface Picked {
  chars: number;
}

export interface Scrolled {
  moved: boolean;
  /** There is nothing further in that direction. */
  atEnd: boolean;
}
