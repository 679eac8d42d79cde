/** A run as a story: the events of its log, put together step by step, and where it stood at any of them. */

import { type DiffLine, diffLines } from "./diff.js";
import { flag, number, text, texts, thing } from "./read.js";
import type { LogEvent } from "./types/runs.js";

export interface Verdict {
  decision: string;
  code: string;
  /** Everything else that spoke. */
  also: string[];
}

export interface SeenPage {
  url: string | null;
  title: string | null;
  origin: string | null;
  tab: number | null;
  elements: number | null;
  excerpt: string | null;
  suspicious: boolean;
  /** Against what was read at this origin before. */
  changes: DiffLine[] | null;
}

export interface Entry {
  seq: number;
  /** The last event that belongs to it. */
  through: number;
  at: number | null;
  kind: string;
  step: number | null;
  erased: boolean;
  /** The person's or Laika's words. */
  words: string | null;
  tool: string | null;
  target: string | null;
  verdicts: Verdict[];
  approval: { approved: boolean; where: string } | null;
  outcome: string | null;
  code: string | null;
  confirmed: boolean | null;
  page: SeenPage | null;
  model: { name: string; read: number; wrote: number; leftTo: string | null } | null;
  ms: number | null;
}

export interface Stood {
  status: string;
  page: SeenPage | null;
  steps: number;
  read: number;
  wrote: number;
  ms: number;
  asked: number;
}

/** Kinds that say nothing to a person by themselves. */
const QUIET = new Set(["tab.lock", "tab.unlock", "run.checkpoint"]);

export function timeline(events: LogEvent[]): Entry[] {
  const entries: Entry[] = [];
  const steps = new Map<number, Entry>();
  const read = new Map<string, string>();
  for (const event of events) {
    const { payload, kind } = event;
    const number_ = number(payload["step"]);
    if (number_ !== null && (kind === "browser.tool.request" || steps.has(number_))) {
      const known = steps.get(number_);
      const entry = known ?? { ...empty(event), step: number_ };
      if (known === undefined) {
        steps.set(number_, entry);
        entries.push(entry);
      }
      intoStep(entry, event);
      continue;
    }
    if (kind === "model.output") {
      // What a model said belongs to what it was asked.
      const asked = entries.findLast((entry) => entry.kind === "model.prompt" && entry.model?.wrote === 0);
      if (asked?.model != null) {
        asked.model.wrote = number(payload["tokens"]) ?? 0;
        asked.outcome = text(payload["outcome"]);
        asked.through = event.seq;
        asked.ms = between(asked.at, event.at);
        continue;
      }
    }
    if (QUIET.has(kind)) continue;
    const entry = empty(event);
    describe(entry, event);
    if (entry.page !== null) {
      const place = entry.page.origin ?? entry.page.url ?? "";
      const before = read.get(place);
      const now = entry.page.excerpt;
      if (now !== null) {
        if (before !== undefined && before !== now) entry.page.changes = diffLines(before, now);
        read.set(place, now);
      }
    }
    entries.push(entry);
  }
  return entries;
}

function empty(event: LogEvent): Entry {
  return {
    seq: event.seq,
    through: event.seq,
    at: event.at,
    kind: event.kind,
    step: null,
    erased: event.erased,
    words: null,
    tool: null,
    target: null,
    verdicts: [],
    approval: null,
    outcome: null,
    code: null,
    confirmed: null,
    page: null,
    model: null,
    ms: null,
  };
}

function intoStep(entry: Entry, event: LogEvent): void {
  const { payload, kind } = event;
  entry.through = event.seq;
  entry.ms = between(entry.at, event.at);
  switch (kind) {
    case "browser.tool.request":
      entry.kind = "step";
      entry.tool = text(payload["tool"]);
      entry.target = text(thing(payload["target"])["origin"]);
      entry.words = argumentsOf(payload["arguments"]);
      break;
    case "policy.decision":
      entry.verdicts.push({
        decision: text(payload["decision"]) ?? "",
        code: text(payload["reasonCode"]) ?? "",
        also: texts(payload["reasons"]).filter((one) => one !== payload["reasonCode"]),
      });
      break;
    case "ui.approval":
      entry.approval = { approved: flag(payload["approved"]), where: text(payload["approvedIn"]) ?? "" };
      break;
    case "browser.tool.result":
      entry.outcome = text(payload["outcome"]);
      entry.code = text(payload["reasonCode"]) ?? text(payload["error"]);
      break;
    case "run.verify":
      entry.confirmed = flag(payload["confirmed"]);
      break;
    default:
      break;
  }
}

/** What a call was given, in one line; the log keeps no more of it than may be kept. */
function argumentsOf(value: unknown): string | null {
  const parts = Object.entries(thing(value)).map(
    ([name, one]) => `${name}: ${typeof one === "string" ? one : JSON.stringify(one)}`,
  );
  return parts.length === 0 ? null : parts.join(", ");
}

function describe(entry: Entry, { payload, kind }: LogEvent): void {
  switch (kind) {
    case "user.message":
      entry.words = text(payload["text"]);
      break;
    case "run.summary":
      entry.words = texts(payload["lines"]).join("\n");
      break;
    case "page.observe": {
      const context = thing(payload["context"]);
      entry.page = {
        url: text(payload["url"]),
        title: text(payload["title"]),
        origin: text(context["origin"]),
        tab: number(context["tabId"]),
        elements: number(payload["elements"]),
        excerpt: text(payload["excerpt"]),
        suspicious: flag(payload["suspicious"]),
        changes: null,
      };
      break;
    }
    case "model.prompt":
      entry.model = {
        name: text(payload["model"]) ?? "",
        read: number(payload["tokens"]) ?? 0,
        wrote: 0,
        leftTo: text(thing(payload["left"])["to"]),
      };
      break;
    case "run.paused":
      entry.outcome = text(payload["why"]);
      entry.code = text(payload["reasonCode"]);
      break;
    case "run.ended":
      entry.outcome = text(payload["status"]);
      entry.code = text(payload["reasonCode"]);
      break;
    case "ui.handoff_required":
      entry.outcome = text(payload["need"]);
      break;
    default:
      entry.words = text(payload["text"]) ?? text(payload["what"]);
      break;
  }
}

/** Where the run stood after the event with this number. */
export function stoodAt(events: LogEvent[], seq: number): Stood {
  const stood: Stood = { status: "idle", page: null, steps: 0, read: 0, wrote: 0, ms: 0, asked: 0 };
  const first = events[0]?.at ?? null;
  for (const event of events) {
    if (event.seq > seq) break;
    const { payload, kind } = event;
    stood.ms = between(first, event.at) ?? stood.ms;
    switch (kind) {
      case "page.observe": {
        const entry = empty(event);
        describe(entry, event);
        stood.page = entry.page;
        stood.status = "observing";
        break;
      }
      case "model.prompt":
        stood.read += number(payload["tokens"]) ?? 0;
        stood.status = "planning";
        break;
      case "model.output":
        stood.wrote += number(payload["tokens"]) ?? 0;
        break;
      case "browser.tool.request":
        stood.steps += 1;
        stood.status = "executing";
        break;
      case "policy.decision":
        if (payload["decision"] === "ask") {
          stood.asked += 1;
          stood.status = "awaiting_approval";
        }
        break;
      case "ui.approval":
        stood.status = "executing";
        break;
      case "browser.tool.result":
      case "run.verify":
        stood.status = "verifying";
        break;
      case "run.paused":
        stood.status = "paused";
        break;
      case "ui.takeover":
        stood.status = "takeover";
        break;
      case "ui.resume":
        stood.status = "planning";
        break;
      case "run.ended":
        stood.status = text(payload["status"]) ?? "completed";
        break;
      default:
        break;
    }
  }
  return stood;
}

/** The tabs a run used, each with the page that was last read there. */
export function tabsOf(entries: Entry[]): SeenPage[] {
  const tabs = new Map<string, SeenPage>();
  for (const { page } of entries) if (page !== null) tabs.set(String(page.tab ?? page.origin), page);
  return [...tabs.values()];
}

function between(from: number | null, to: number | null): number | null {
  return from === null || to === null ? null : Math.max(0, to - from);
}
