/** One run as the panel knows it, and what each piece of news makes of it. */

import type {
  Authorisation,
  Card,
  Finished,
  GestureKind,
  HandoffNeed,
  KeptFile,
  News,
  OfferKind,
  Order,
  RunId,
  RunState,
  RunStatus,
  Sha256,
  Step,
  TabChoice,
  Uuid,
} from "./daemon.js";

export interface Run {
  /** The number of the last news: what was heard is not heard again (TOOL-023). */
  seen: number;
  id: RunId;
  /** What was asked for, where it was asked for here: only this window's memory knows it. */
  order: Order | null;
  state: RunState | null;
  /** The site it was at last. A state of a run that lost its page names none. */
  site: string | null;
  doing: string | null;
  steps: StepLine[];
  card: AskedCard | null;
  authorise: { digest: Sha256; summary: Authorisation; sent: boolean } | null;
  gesture: Gesture | null;
  conflict: { tab: number; holder: RunId } | null;
  candidates: TabChoice[];
  offers: Offer[];
  question: string | null;
  handoff: { need: HandoffNeed; what: string } | null;
  suspicion: { place: string; signs: string[] } | null;
  answer: Finished | null;
  files: KeptFile[];
  trouble: { code: string; sentence: string } | null;
}

/** Another way. One that was taken is not taken twice. */
export interface Offer {
  what: OfferKind;
  url: string | null;
  why: string;
  taken: boolean;
}

/** A card, and what this person already said to it. */
export interface AskedCard {
  card: Card;
  said: boolean;
  /** How often it had to be shown again because an answer was not taken. */
  round: number;
}

export interface Gesture {
  requestId: Uuid;
  nonce: string;
  kind: GestureKind;
  origin: string;
  expiresAtMs: number;
  /** What a download would open. */
  url: string | null;
  used: boolean;
}

/** A line of "steps so far". */
export type StepLine =
  | { kind: "step"; step: Step; end: { done: boolean; how: string } | null }
  | { kind: "denied"; tool: string; code: string; sentence: string }
  | { kind: "answered"; tool: string; granted: boolean; reason: string; code: string };

/** Lines kept: a run takes fewer steps, and a panel is no log. */
const MOST_STEPS = 200;

export function newRun(id: RunId): Run {
  return {
    id,
    seen: 0,
    order: null,
    state: null,
    site: null,
    doing: null,
    steps: [],
    card: null,
    authorise: null,
    gesture: null,
    conflict: null,
    candidates: [],
    offers: [],
    question: null,
    handoff: null,
    suspicion: null,
    answer: null,
    files: [],
    trouble: null,
  };
}

export function isOver(status: RunStatus | undefined): boolean {
  return status === "completed" || status === "cancelled" || status === "failed";
}

/** Whether it waits for this person. */
export function waits(run: Run): boolean {
  const status = run.state?.status;
  return (
    run.card !== null ||
    run.authorise !== null ||
    run.gesture !== null ||
    status === "paused" ||
    status === "takeover" ||
    status === "awaiting_approval" ||
    status === "authorizing"
  );
}

/** What is to be pressed before it goes on, if that is the plain Resume. */
export function canResume(run: Run): boolean {
  const status = run.state?.status;
  return status === "takeover" || status === "paused";
}

export function heard(run: Run, news: News): Run {
  switch (news.news) {
    case "state":
      return news.state === null ? run : withState(run, news.state);
    case "doing":
      return { ...run, doing: news.what };
    case "step": {
      const { news: _, ...step } = news;
      return { ...run, steps: push(run.steps, { kind: "step", step, end: null }) };
    }
    case "ended":
      return { ...run, steps: ended(run.steps, news.done, news.how) };
    case "ask": {
      const { news: _, ...card } = news;
      // The same question told again is still the same question: what was said to it stands.
      if (run.card?.card.requestId === card.requestId && run.card.card.digest === card.digest) return run;
      // An offer belongs to the step before: with another question it is over.
      return { ...run, card: { card, said: false, round: 0 }, gesture: null };
    }
    case "answered": {
      const { card, grant } = news;
      const { tool, reason, reasonCode: code } = card;
      const line: StepLine = { kind: "answered", tool, granted: grant !== null, reason, code };
      const open = run.card?.card.requestId === card.requestId ? null : run.card;
      return { ...run, card: open, steps: push(run.steps, line) };
    }
    case "denied": {
      const { tool, code, sentence } = news;
      return { ...run, steps: push(run.steps, { kind: "denied", tool, code, sentence }) };
    }
    case "kept": {
      const { news: _, ...file } = news;
      return { ...run, files: [...run.files, file] };
    }
    case "question":
      return { ...run, question: news.text };
    case "handoff":
      return { ...run, handoff: { need: news.need, what: news.what } };
    case "suspicion":
      return { ...run, suspicion: { place: news.place, signs: news.signs } };
    case "answer": {
      const { news: _, ...finished } = news;
      return { ...run, answer: finished, doing: null };
    }
    case "refused":
      return { ...run, trouble: { code: news.error.reason ?? news.error.code, sentence: news.error.message } };
    case "trouble":
      return { ...run, trouble: { code: news.code, sentence: news.sentence } };
    case "authorise": {
      const same = run.authorise?.digest === news.digest;
      if (same) return run;
      // Where it would go on is part of what is authorised.
      const settled = { conflict: null, candidates: [] };
      return { ...run, ...settled, authorise: { digest: news.digest, summary: news.summary, sent: false } };
    }
    case "gesture": {
      if (run.gesture?.nonce === news.nonce) return run;
      const { request_id: requestId, nonce, kind, origin, expires_at_ms: expiresAtMs } = news;
      return { ...run, gesture: { requestId, nonce, kind, origin, expiresAtMs, url: news.url, used: false } };
    }
    case "conflict":
      return { ...run, conflict: { tab: news.tab, holder: news.holder } };
    case "candidates":
      return { ...run, candidates: news.tabs };
    case "offer": {
      const { what, url, why } = news;
      // Told again, as to a panel that was just opened, it is still the same.
      const taken = run.offers.some((offer) => offer.what === what && offer.taken);
      return { ...run, offers: [...run.offers.filter((offer) => offer.what !== what), { what, url, why, taken }] };
    }
    case "picture":
      return run;
    default:
      // A newer Laika may tell things this panel has no place for.
      return run;
  }
}

/** Whether it does something by itself. */
export function goesOn(status: RunStatus | undefined): boolean {
  return status === "observing" || status === "planning" || status === "executing" || status === "verifying";
}

function withState(run: Run, state: RunState): Run {
  const status = state.status;
  const busy = goesOn(status);
  const over = isOver(status);
  // What a run will wait for may be told before it waits; it is forgotten when the waiting is over.
  const wentOn = over || (canResume(run) && status !== "paused" && status !== "takeover");
  return {
    ...run,
    state,
    site: state.attachedTarget?.origin ?? run.site,
    doing: busy ? run.doing : null,
    // Somebody answered elsewhere, or the question is void. One that was told before its state stays.
    card: status === "awaiting_approval" || (run.card !== null && matches(run.card, state)) ? run.card : null,
    authorise: status === "authorizing" ? run.authorise : null,
    gesture: over || (busy && run.gesture?.used === true) ? null : run.gesture,
    conflict: wentOn ? null : run.conflict,
    candidates: wentOn ? [] : run.candidates,
    question: wentOn ? null : run.question,
    handoff: wentOn ? null : run.handoff,
    // Other ways stay open after a run that could not go any further.
    offers: wentOn && !over ? [] : run.offers,
    trouble: busy ? null : run.trouble,
  };
}

function matches(asked: AskedCard, state: RunState): boolean {
  return state.pendingApproval?.digest === asked.card.digest;
}

function push(steps: StepLine[], line: StepLine): StepLine[] {
  return [...steps, line].slice(-MOST_STEPS);
}

function ended(steps: StepLine[], done: boolean, how: string): StepLine[] {
  const at = steps.findLastIndex((line) => line.kind === "step" && line.end === null);
  return steps.map((line, index) => (index === at && line.kind === "step" ? { ...line, end: { done, how } } : line));
}

/** Everything a yes to this card would be bound to, and what is drawn of it; any change of it is another card. */
export function faceOf(run: RunId, asked: AskedCard): string {
  return JSON.stringify([run, asked.round, asked.card]);
}
