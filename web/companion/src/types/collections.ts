/** Collections, sources, captures, and what is made from them: `core/protocol/src/collection`. */

import { flag, list, listed, number, text, texts, thing, things, time, type Thing } from "../read.js";

export interface Collection {
  id: string;
  title: string;
  tags: string[];
  createdAt: number | null;
  updatedAt: number | null;
  /** How many sources it has, and how many of them have a text. */
  sources: number | null;
  captured: number | null;
}

export interface Source {
  id: string;
  collectionId: string;
  kind: string;
  url: string;
  title: string;
  outlet: string;
  state: string;
  tries: number;
  retryAt: number | null;
  failure: { code: string; sentence: string } | null;
  sensitive: boolean;
  confidential: boolean;
  latest: Head | null;
}

export interface Head {
  number: number;
  capturedAt: number | null;
  publishedAt: number | null;
  chars: number | null;
  cut: boolean;
}

export interface Capture {
  sourceId: string;
  head: Head;
  title: string;
  text: string;
  outline: { level: number; text: string }[];
}

export interface Citation {
  sourceId: string;
  capture: number;
  quote: string;
  /** In characters of the text, not in units of UTF-16. */
  start: number;
  end: number;
}

export interface Cited {
  text: string;
  citations: Citation[];
  /** Which words of ours they are; nothing for those of a source, and in what older versions made. */
  ours: { code: string; args: string[] } | null;
}

export type Cell = { kind: "unknown" } | { kind: "value" | "computed"; said: Cited };

export type Part =
  | { part: "heading"; level: number; words: Cited }
  | { part: "paragraph"; sentences: Cited[] }
  | { part: "list"; entries: Cited[] }
  | { part: "table"; columns: string[]; rows: Cell[][] }
  | { part: "cards"; cards: { front: Cited; back: Cited }[] }
  | { part: "quiz"; questions: { question: Cited; choices: string[]; answer: number | null }[] };

export interface MadeFrom {
  sourceId: string;
  url: string;
  title: string;
  outlet: string;
  capture: number;
  used: boolean;
}

/** What some of the sources say, where others say something else. */
export interface Side {
  values: string[];
  said: { sourceId: string; cited: Cited }[];
}

/** What was made, and what was answered: the same form. */
export interface Made {
  transform: string;
  title: string;
  madeAt: number | null;
  config: Thing;
  sources: MadeFrom[];
  notes: Cited[];
  parts: Part[];
  /** Of a question: what no source answers. */
  missing: string[];
  /** Of a question: the sides, where sources contradict each other. */
  disagreement: Side[];
}

export interface Artifact {
  id: string;
  title: string;
  transform: string;
  collectionId: string | null;
  version: number | null;
  madeAt: number | null;
  /** Whether a source changed since. */
  stale: boolean;
}

export interface Found {
  sourceId: string;
  collectionId: string | null;
  title: string;
  url: string;
  capture: number;
  quote: string;
  start: number;
  end: number;
}

export interface Setting {
  key: string;
  kind: "text" | "list" | "number" | "switch" | "choice";
  required: boolean;
  choices: string[];
  value: string;
  /** What it does, as the program says it: for what this window has no words of its own for. */
  about: string;
}

export function readCollection(value: unknown): Collection {
  const one = thing(value);
  return {
    id: text(one["id"]) ?? "",
    title: text(one["title"]) ?? "",
    tags: texts(one["tags"]),
    createdAt: time(one["createdAt"]),
    updatedAt: time(one["updatedAt"]),
    sources: Array.isArray(one["sources"]) ? one["sources"].length : number(one["sources"]),
    captured: number(one["captured"]),
  };
}

export function readCollections(value: unknown): Collection[] {
  return listed(value, "collections")
    .map(readCollection)
    .filter((one) => one.id !== "");
}

export function readSource(value: unknown): Source {
  const one = thing(value);
  const failure = thing(one["failure"]);
  return {
    id: text(one["id"]) ?? "",
    collectionId: text(one["collectionId"]) ?? "",
    kind: text(one["kind"]) ?? "url",
    url: text(one["url"]) ?? "",
    title: text(one["title"]) ?? "",
    outlet: text(one["outlet"]) ?? "",
    state: text(one["state"]) ?? "waiting",
    tries: number(one["tries"]) ?? 0,
    retryAt: time(one["retryAt"]),
    failure:
      text(failure["code"]) === null
        ? null
        : { code: text(failure["code"]) ?? "", sentence: text(failure["sentence"]) ?? "" },
    sensitive: flag(one["sensitive"]),
    confidential: flag(one["confidential"]),
    latest: one["latest"] == null ? null : readHead(one["latest"]),
  };
}

function readHead(value: unknown): Head {
  const one = thing(value);
  return {
    number: number(one["number"]) ?? 1,
    capturedAt: time(one["capturedAt"]),
    publishedAt: time(one["publishedAt"]),
    chars: number(one["chars"]),
    cut: flag(one["cut"]),
  };
}

/** One collection with its sources. */
export function readWhole(value: unknown): { collection: Collection; sources: Source[] } {
  const one = thing(value);
  const inner = one["collection"] === undefined ? one : one["collection"];
  return { collection: readCollection(inner), sources: things(one["sources"]).map(readSource) };
}

export function readCapture(value: unknown): Capture {
  const whole = thing(value);
  const one = whole["capture"] !== null && typeof whole["capture"] === "object" ? thing(whole["capture"]) : whole;
  return {
    sourceId: text(one["sourceId"]) ?? "",
    head: readHead(one["head"]),
    title: text(one["title"]) ?? "",
    text: text(one["text"]) ?? "",
    outline: things(one["outline"]).map((part) => ({
      level: number(part["level"]) ?? 2,
      text: text(part["text"]) ?? "",
    })),
  };
}

export function readCited(value: unknown): Cited {
  const one = thing(value);
  const ours = thing(one["ours"]);
  const code = text(ours["code"]);
  return {
    text: text(one["text"]) ?? "",
    citations: things(one["citations"]).map(readCitation),
    ours: code === null ? null : { code, args: texts(ours["args"]) },
  };
}

function readCitation(one: Thing): Citation {
  return {
    sourceId: text(one["sourceId"]) ?? "",
    capture: number(one["capture"]) ?? 1,
    quote: text(one["quote"]) ?? "",
    start: number(one["start"]) ?? 0,
    end: number(one["end"]) ?? 0,
  };
}

function readCell(value: unknown): Cell {
  const one = thing(value);
  const kind = one["cell"];
  // Only a cell that says that it holds something does.
  return kind === "value" || kind === "computed" ? { kind, said: readCited(one) } : { kind: "unknown" };
}

function readPart(one: Thing): Part | null {
  switch (one["part"]) {
    case "heading":
      return { part: "heading", level: number(one["level"]) ?? 2, words: readCited(one["words"]) };
    case "paragraph":
      return { part: "paragraph", sentences: list(one["sentences"]).map(readCited) };
    case "list":
      return { part: "list", entries: list(one["entries"]).map(readCited) };
    case "table":
      return {
        part: "table",
        columns: texts(one["columns"]),
        rows: things(one["rows"]).map((row) => list(row["cells"]).map(readCell)),
      };
    case "cards":
      return {
        part: "cards",
        cards: things(one["cards"]).map((card) => ({ front: readCited(card["front"]), back: readCited(card["back"]) })),
      };
    case "quiz":
      return {
        part: "quiz",
        questions: things(one["questions"]).map((ask) => ({
          question: readCited(ask["question"]),
          choices: texts(ask["choices"]),
          answer: number(ask["answer"]),
        })),
      };
    default:
      // A newer Laika may make what this window cannot draw.
      return null;
  }
}

export function readMade(value: unknown): Made {
  const whole = thing(value);
  const one =
    whole["made"] !== undefined ? thing(whole["made"]) : whole["answer"] !== undefined ? thing(whole["answer"]) : whole;
  const sentences = list(one["sentences"]).map(readCited);
  const parts = things(one["parts"])
    .map(readPart)
    .filter((part) => part !== null);
  return {
    transform: text(one["transform"]) ?? "",
    title: text(one["title"]) ?? "",
    madeAt: time(one["madeAt"]),
    config: thing(one["config"]),
    sources: things(one["sources"]).map((from) => ({
      sourceId: text(from["sourceId"]) ?? "",
      url: text(from["url"]) ?? "",
      title: text(from["title"]) ?? "",
      outlet: text(from["outlet"]) ?? "",
      capture: number(from["capture"]) ?? 1,
      used: flag(from["used"]),
    })),
    notes: list(one["notes"]).map(readCited),
    parts: sentences.length > 0 ? [{ part: "paragraph", sentences }, ...parts] : parts,
    missing: texts(one["missing"]),
    disagreement: things(one["disagreement"]).map((side) => ({
      values: texts(side["values"]),
      said: things(side["said"]).map((each) => ({
        sourceId: text(each["source"]) ?? "",
        cited: readCited(each["cited"]),
      })),
    })),
  };
}

export function readArtifact(value: unknown): Artifact {
  const one = thing(value);
  return {
    id: text(one["id"]) ?? "",
    title: text(one["title"]) ?? "",
    transform: text(one["transform"]) ?? "",
    collectionId: text(one["collectionId"]),
    version: number(one["version"]),
    madeAt: time(one["madeAt"]),
    stale: flag(one["stale"]),
  };
}

/** Under which name something was kept that was just made: the program tells the name, or all that it knows of it. */
export function keptAs(made: unknown): string | null {
  const { artifact } = thing(made);
  return text(artifact) ?? text(thing(artifact)["id"]);
}

export function readArtifacts(value: unknown): Artifact[] {
  return listed(value, "artifacts")
    .map(readArtifact)
    .filter((one) => one.id !== "");
}

export function readFound(value: unknown): Found[] {
  return listed(value, "found").map((one) => ({
    ...readCitation(one),
    collectionId: text(one["collectionId"]),
    title: text(one["title"]) ?? "",
    url: text(one["url"]) ?? "",
  }));
}

const FORMS = ["text", "list", "number", "switch", "choice"] as const;

/** What can be set for each thing that can be made. */
export function readTypes(value: unknown): Map<string, Setting[]> {
  const types = new Map<string, Setting[]>();
  for (const one of listed(value, "types")) {
    const name = text(one["type"]) ?? text(one["name"]);
    if (name === null) continue;
    types.set(
      name,
      things(one["config"])
        .map(readSetting)
        .filter((setting) => setting.key !== ""),
    );
  }
  return types;
}

function readSetting(one: Thing): Setting {
  const kind = FORMS.find((form) => form === one["kind"]) ?? "text";
  const usual = one["default"];
  return {
    key: text(one["key"]) ?? "",
    kind,
    required: flag(one["required"]),
    choices: texts(one["choices"]),
    value: usual === undefined || usual === null ? "" : Array.isArray(usual) ? usual.join("\n") : String(usual),
    about: text(one["about"]) ?? "",
  };
}
