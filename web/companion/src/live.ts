/**
 * What goes on right now, by what was told: runs, what waits for the person, and how far long work is. Nothing here talks
 * to anybody, and all of it is gone when the window closes.
 */

import type { AgentAsk, AppState, News, RunId, Standing } from "../../shared/daemon.js";
import { type Run, heard, isOver, newRun, waits } from "../../shared/run.js";
import type { Link } from "./api.js";
import { number, text, thing } from "./read.js";

export interface Progress {
  done: number;
  all: number | null;
  what: string;
}

export interface Live {
  link: Link;
  app: AppState | null;
  runs: Record<RunId, Run>;
  agents: AskedAgent[];
  /** The last picture of each run, where one may be taken. */
  pictures: Record<RunId, Uint8Array>;
  /** Long work, by its command. */
  progress: Record<string, Progress>;
  /** How often something of a collection changed; views load it again. */
  changed: Record<string, number>;
  /** How often Laika was found again. */
  found: number;
  /** Runs from before it was found, of which nothing was heard since. */
  stale: RunId[];
}

/** A question about an agent, and whether it was answered here. */
export interface AskedAgent {
  ask: AgentAsk;
  said: boolean;
  round: number;
}

export const start: Live = {
  link: "connecting",
  app: null,
  runs: {},
  agents: [],
  pictures: {},
  progress: {},
  changed: {},
  found: 0,
  stale: [],
};

export type Message =
  | { kind: "told"; told: unknown }
  | { kind: "link"; link: Link }
  /** An answer is on its way, or was not taken. */
  | { kind: "said"; run: RunId }
  | { kind: "unsaid"; run: RunId }
  | { kind: "agent_said"; id: string }
  | { kind: "agent_unsaid"; id: string }
  | { kind: "over"; verb: string };

export function reduce(live: Live, message: Message): Live {
  switch (message.kind) {
    case "told":
      return told(live, message.told);
    case "link":
      return live.link === message.link ? live : { ...live, link: message.link };
    case "said":
      return changed(live, message.run, (run) => ({
        ...run,
        card: run.card && { ...run.card, said: true },
        authorise: run.authorise && { ...run.authorise, sent: true },
      }));
    case "unsaid":
      // It has to stand still again before a yes counts.
      return changed(live, message.run, (run) => ({
        ...run,
        card: run.card && { ...run.card, said: false, round: run.card.round + 1 },
        authorise: run.authorise && { ...run.authorise, sent: false },
      }));
    case "agent_said":
      return agent(live, message.id, (one) => ({ ...one, said: true }));
    case "agent_unsaid":
      return agent(live, message.id, (one) => ({ ...one, said: false, round: one.round + 1 }));
    case "over": {
      const { [message.verb]: _, ...progress } = live.progress;
      return { ...live, progress };
    }
  }
}

function told(live: Live, value: unknown): Live {
  const one = thing(value);
  switch (one["says"]) {
    case "connected":
      // Everything is told anew; what was answered elsewhere meanwhile must not stand here any more.
      return {
        ...live,
        link: "connected",
        agents: [],
        found: live.found + 1,
        stale: underWay(live).map((run) => run.id),
      };
    case "gone":
      return { ...live, link: "gone" };
    case "news": {
      const run = text(one["run"]);
      return news(live, run, number(one["event"]), one["news"] as News);
    }
    case "status": {
      const standing = one["standing"] as Standing | undefined;
      if (standing === undefined) return live;
      const runs = Array.isArray(standing.runs) ? standing.runs : [];
      const state = (so: Live, run: (typeof runs)[number]): Live =>
        changed(so, run.runId, (known) => heard(known, { news: "state", app: standing.app, state: run }));
      const after = runs.reduce(state, { ...live, app: standing.app });
      // What ended while nobody listened is not under way here either.
      const kept = Object.entries(after.runs).filter(([id]) => !after.stale.includes(id));
      return kept.length === Object.keys(after.runs).length
        ? after
        : { ...after, runs: Object.fromEntries(kept), stale: [] };
    }
    case "progress": {
      const verb = text(one["verb"]) ?? "";
      const progress = { done: number(one["done"]) ?? 0, all: number(one["all"]), what: text(one["what"]) ?? "" };
      return { ...live, progress: { ...live.progress, [verb]: progress } };
    }
    case "sources": {
      const id = text(one["collection"]) ?? "";
      return { ...live, changed: { ...live.changed, [id]: (live.changed[id] ?? 0) + 1 } };
    }
    default:
      return live;
  }
}

function news(live: Live, run: string | null, event: number | null, what: News): Live {
  switch (what?.news) {
    case undefined:
      return live;
    case "agent_ask": {
      const { news: _, ...ask } = what;
      const same = live.agents.some((one) => one.ask.id === ask.id && one.ask.digest === ask.digest);
      return same
        ? live
        : { ...live, agents: [...live.agents.filter((one) => one.ask.id !== ask.id), { ask, said: false, round: 0 }] };
    }
    case "agent_answered":
      return { ...live, agents: live.agents.filter((one) => one.ask.id !== what.id) };
    default:
      break;
  }
  const app = what.news === "state" ? what.app : live.app;
  const at = run ?? (what.news === "state" ? (what.state?.runId ?? null) : null);
  if (at === null) return app === live.app ? live : { ...live, app };
  const pictures = what.news === "picture" ? { ...live.pictures, [at]: Uint8Array.from(what.png) } : live.pictures;
  return changed({ ...live, app, pictures }, at, (known) => {
    if (event === null) return heard(known, what);
    return event <= known.seen ? known : { ...heard(known, what), seen: event };
  });
}

function changed(live: Live, id: RunId, change: (run: Run) => Run): Live {
  const before = live.runs[id] ?? newRun(id);
  const after = change(before);
  const isHeard = live.stale.includes(id);
  if (after === before && live.runs[id] !== undefined && !isHeard) return live;
  return {
    ...live,
    runs: { ...live.runs, [id]: after },
    stale: isHeard ? live.stale.filter((one) => one !== id) : live.stale,
  };
}

function agent(live: Live, id: string, change: (one: AskedAgent) => AskedAgent): Live {
  return { ...live, agents: live.agents.map((one) => (one.ask.id === id ? change(one) : one)) };
}

/** Runs that wait for this person, the longest known first. */
export function waiting(live: Live): Run[] {
  return Object.values(live.runs).filter((run) => waits(run) && !isOver(run.state?.status));
}

/** How much waits for this person. */
export function waitingCount(live: Live): number {
  return waiting(live).length + live.agents.length;
}

/** Runs that are not over. */
export function underWay(live: Live): Run[] {
  return Object.values(live.runs).filter((run) => run.state !== null && !isOver(run.state.status));
}

/** What a screen reader is told about a change: where a run stands, and that something waits. */
export interface Said {
  polite: string | null;
  assertive: string | null;
}

export function announce(
  before: Live,
  after: Live,
  say: { status(name: string): string; asks: string; gone: string; back: string },
): Said {
  let polite: string | null = null;
  let assertive: string | null = null;
  for (const run of Object.values(after.runs)) {
    const was = before.runs[run.id];
    if (run.state !== null && run.state.status !== was?.state?.status) polite = say.status(run.state.status);
    if (run.card !== null && run.card.card.digest !== was?.card?.card.digest) assertive = say.asks;
  }
  if (after.agents.length > before.agents.length) assertive = say.asks;
  if (after.link !== before.link) {
    if (after.link === "gone" || after.link === "lost") assertive = say.gone;
    else if (after.link === "connected" && before.link !== "connecting") polite = say.back;
  }
  return { polite, assertive };
}
