/**
 * What the panel shows: a state, and what each message makes of it. Nothing here talks to anybody; what the daemon says
 * is the only truth, and all of this is gone when the panel closes (SURF-039).
 */

import type {
  ActiveGrant,
  AppState,
  Down,
  News,
  OfferKind,
  Order,
  PanelAsk,
  NewSource,
  PastRun,
  RunId,
  Site,
  SiteMode,
} from "../../../shared/daemon.js";
import type { Front, Link, Menu, Offered, Picked } from "../shared/panel-port.js";
import { type Run, faceOf, heard, isOver, newRun, waits } from "../../../shared/run.js";
import { type Gathering, asksFor, begun, heardOf, nothingGathered } from "./gathering.js";
import { statuses, words } from "./words.js";

export type View = "home" | "grants" | "history" | "preview" | "gather";

export interface State {
  link: Link;
  app: AppState;
  front: Front | null;
  site: Site | null;
  history: PastRun[];
  grants: ActiveGrant[] | null;
  preview: { run: RunId; text: string } | null;
  runs: Record<RunId, Run>;
  /** In the order they were heard of. */
  order: RunId[];
  /** The run the person looks at; the one of the tab in front, where they chose none. */
  chosen: RunId | null;
  /** What was looked at in the tabs that are not in front, for when the person comes back to one. */
  leftIn: Record<number, RunId>;
  view: View;
  palette: boolean;
  /** Unknown until the preferences were read; then whether the first open is over. */
  onboarded: boolean | null;
  /** A request that would act, which waits for the person to connect the site. */
  wantsToAct: string | null;
  /** The browser was asked for this site and gave nothing. */
  accessRefused: boolean;
  /** A place in the ask field, given by the context menu. */
  draft: string | null;
  /** The person is choosing a part of the page in front. */
  picking: boolean;
  /** What the next question is about, where it is not the whole page: what is selected in this tab. */
  part: ChosenPart | null;
  /** What is being added to a collection. */
  gathering: Gathering;
  failure: { code: string; sentence: string } | null;
}

/** How much it is is known only where it was chosen by way of the panel. */
export interface ChosenPart {
  tabId: number;
  chars: number | null;
}

/** No failure: nothing was chosen, because the person did something else. */
export const NOT_CHOSEN = "E_NOT_CHOSEN";

export type Message =
  | { kind: "link"; link: Link }
  | { kind: "front"; front: Front | null }
  | { kind: "menu"; menu: Menu }
  /** Something the daemon said; `ask` is what it answers. */
  | { kind: "down"; down: Down; ask: PanelAsk | null }
  | { kind: "prefs"; onboarded: boolean }
  | { kind: "view"; view: View }
  | { kind: "palette"; open: boolean }
  | { kind: "choose"; run: RunId | null }
  | { kind: "wants_to_act"; goal: string | null }
  | { kind: "access"; refused: boolean }
  | { kind: "said"; run: RunId }
  | { kind: "authorised"; run: RunId }
  | { kind: "gesture_used"; run: RunId }
  | { kind: "offer_taken"; run: RunId; what: OfferKind; taken: boolean }
  | { kind: "draft_taken" }
  | { kind: "picking"; picking: boolean }
  | { kind: "picked"; picked: Picked }
  | { kind: "part_dropped" }
  | { kind: "offered"; offered: Offered }
  | { kind: "gather"; sources: NewSource[]; into: string | null }
  | { kind: "failed"; code: string; sentence: string }
  | { kind: "failure_seen" };

export const start: State = {
  link: { state: "connecting" },
  app: "online",
  front: null,
  site: null,
  history: [],
  grants: null,
  preview: null,
  runs: {},
  order: [],
  chosen: null,
  leftIn: {},
  view: "home",
  palette: false,
  onboarded: null,
  wantsToAct: null,
  accessRefused: false,
  draft: null,
  picking: false,
  part: null,
  gathering: nothingGathered,
  failure: null,
};

export function reduce(state: State, message: Message): State {
  switch (message.kind) {
    case "link":
      return linked(state, message.link);
    case "front":
      return inFront(state, message.front);
    case "menu":
      return fromMenu(state, message.menu);
    case "down":
      return told(state, message.down, message.ask);
    case "prefs":
      return { ...state, onboarded: message.onboarded };
    case "view":
      return { ...state, view: message.view, palette: false, gathering: nothingGathered };
    case "palette":
      return { ...state, palette: message.open };
    case "choose":
      return { ...state, chosen: message.run, view: "home", wantsToAct: null, failure: null };
    case "wants_to_act":
      return { ...state, wantsToAct: message.goal, failure: null };
    case "access":
      return { ...state, accessRefused: message.refused };
    case "said":
      return changed(kept(state, message.run), message.run, (run) => ({
        ...run,
        card: run.card && { ...run.card, said: true },
      }));
    case "authorised":
      return changed(kept(state, message.run), message.run, (run) => ({
        ...run,
        authorise: run.authorise && { ...run.authorise, sent: true },
      }));
    case "gesture_used":
      return changed(state, message.run, (run) => ({ ...run, gesture: run.gesture && { ...run.gesture, used: true } }));
    case "offer_taken": {
      const { run, what, taken } = message;
      return changed(state, run, (one) => ({
        ...one,
        offers: one.offers.map((offer) => (offer.what === what ? { ...offer, taken } : offer)),
      }));
    }
    case "draft_taken":
      return { ...state, draft: null };
    case "picking":
      return { ...state, picking: message.picking, part: message.picking ? null : state.part, failure: null };
    case "picked":
      return picked(state, message.picked);
    case "part_dropped":
      return { ...state, part: null };
    case "offered":
      return { ...state, gathering: { ...state.gathering, offered: message.offered } };
    case "gather":
      return { ...state, gathering: begun(state.gathering, message.sources, message.into), failure: null };
    case "failed": {
      const { code, sentence } = message;
      return { ...state, picking: false, failure: code === NOT_CHOSEN ? state.failure : { code, sentence } };
    }
    case "failure_seen":
      return { ...state, failure: null };
  }
}

/** Whether this tab is that of the run that is looked at: one that had a tab opened is not attached to it yet. */
function opens(state: State, front: Front | null): boolean {
  const run = state.chosen === null ? undefined : state.runs[state.chosen];
  if (front === null || run?.order?.surface?.kind !== "mine") return false;
  const tab = tabOf(run);
  return tab === front.tabId || (tab === undefined && !isOver(run.state?.status));
}

/** What was selected when the entry was chosen is what is asked about; a run that is shown makes room for the question. */
function fromMenu(state: State, menu: Menu): State {
  if (menu.what !== "ask_selection") return state;
  return { ...state, view: "home", draft: "", picking: false, part: { tabId: menu.tabId, chars: null } };
}

function picked(state: State, { tabId, chars }: Picked): State {
  // Chosen in a tab that was left meanwhile.
  if (tabId !== state.front?.tabId) return { ...state, picking: false };
  return { ...state, picking: false, view: "home", draft: "", part: { tabId, chars } };
}

/** A part belongs to the page it was chosen in. The address of a page may be told later than the page. */
function partIn(state: State, front: Front | null): ChosenPart | null {
  if (front === null || state.part?.tabId !== front.tabId) return null;
  const before = state.front?.tabId === front.tabId ? state.front.url : "";
  return before === "" || before === front.url ? state.part : null;
}

/** A run that the person just answered stays in sight. */
function kept(state: State, run: RunId): State {
  return { ...state, chosen: run };
}

function linked(state: State, link: Link): State {
  if (link.state === "online") return { ...state, link, app: state.link.state === "locked" ? "online" : state.app };
  // What was known belongs to a connection that is gone: an old card must not look open.
  const known = { runs: {}, order: [], chosen: null, leftIn: {}, grants: null, preview: null, site: null, history: [] };
  const wishes = { wantsToAct: null, picking: false, part: null };
  return { ...state, ...known, ...wishes, link, app: link.state === "locked" ? "locked" : state.app };
}

function inFront(state: State, front: Front | null): State {
  const sameSite = front !== null && front.origin !== "" && front.origin === state.front?.origin;
  const sameTab = front?.tabId === state.front?.tabId;
  const leftIn = sameTab ? state.leftIn : left(state);
  return {
    ...state,
    front,
    leftIn,
    site: sameSite ? state.site : null,
    history: sameSite ? state.history : [],
    // A run that was picked by hand is left when the person goes to another tab, unless it is that run's own; it is there
    // again when they come back, also from a tab that was only a download.
    chosen: sameTab || opens(state, front) ? state.chosen : cameBackTo(state, leftIn, front),
    picking: sameTab && front?.url === state.front?.url && state.picking,
    part: partIn(state, front),
    accessRefused: sameTab && sameSite && state.accessRefused,
    wantsToAct: sameTab && sameSite ? state.wantsToAct : null,
  };
}

/** What was looked at in a tab before, unless it went on in another one. */
function cameBackTo({ runs }: State, leftIn: Record<number, RunId>, front: Front | null): RunId | null {
  const run = front === null ? undefined : runs[leftIn[front.tabId] ?? ""];
  const tab = run && tabOf(run);
  return run === undefined || (tab !== undefined && tab !== front?.tabId) ? null : run.id;
}

/** What is looked at in each tab, with the one that is left now. */
function left({ front, chosen, leftIn }: State): Record<number, RunId> {
  const others = Object.entries(leftIn).filter(([tab]) => Number(tab) !== front?.tabId);
  const here = front !== null && chosen !== null ? [[front.tabId, chosen]] : [];
  return Object.fromEntries([...others, ...here]);
}

function told(state: State, down: Down, ask: PanelAsk | null): State {
  switch (down.says) {
    case "news":
      return news(state, down.run, down.news, down.event);
    case "done":
      return done(state, down.runs, ask);
    case "status": {
      const next = { ...state, app: down.standing.app };
      return down.standing.runs.reduce(
        (so, run) => changed(so, run.runId, (one) => heard(one, { news: "state", app: down.standing.app, state: run })),
        next,
      );
    }
    case "grants":
      return { ...state, grants: down.grants };
    case "site": {
      // An answer about a site that is no longer in front says nothing about this one.
      if (down.site.origin !== state.front?.origin) return state;
      return { ...state, site: down.site, history: down.history };
    }
    case "preview":
      return ask?.say === "preview" ? { ...state, preview: { run: ask.run, text: down.text } } : state;
    case "collected":
      return ask?.say === "collect" ? { ...state, gathering: heardOf(state.gathering, ask.what, down.value) } : state;
    case "error":
      return failed(state, down.code, down.sentence, ask);
    default:
      return state;
  }
}

function news(state: State, run: RunId | null, told: News, event?: number): State {
  const next = told.news === "state" ? { ...state, app: told.app } : state;
  if (run === null)
    return told.news === "trouble" ? { ...next, failure: { code: told.code, sentence: told.sentence } } : next;
  return changed(next, run, (one) => {
    if (event === undefined) return heard(one, told);
    return event <= one.seen ? one : { ...heard(one, told), seen: event };
  });
}

function done(state: State, runs: RunId[], ask: PanelAsk | null): State {
  switch (ask?.say) {
    case "begin": {
      const next = runs.reduce((so, id) => changed(so, id, (run) => ({ ...run, order: ask.order })), state);
      return { ...next, chosen: runs[0] ?? next.chosen, view: "home", wantsToAct: null, part: null, failure: null };
    }
    case "continue": {
      // What was asked for stays the same; where it is done does not.
      const before = state.runs[ask.run]?.order ?? null;
      const order = before === null ? null : { ...before, surface: { kind: "mine" as const } };
      const next = runs.reduce((so, id) => changed(so, id, (run) => ({ ...run, order })), state);
      return { ...next, chosen: runs[0] ?? next.chosen, view: "home", failure: null };
    }
    case "site_mode":
      return state.site?.origin === ask.origin ? { ...state, site: { ...state.site, mode: ask.mode } } : state;
    case "revoke":
      return { ...state, grants: state.grants?.filter((grant) => grant.id !== ask.grant) ?? null };
    case "disconnect": {
      const site =
        state.site?.origin === ask.origin ? { ...state.site, connected: false, mode: "observe" as const } : state.site;
      return { ...state, site, grants: state.grants?.filter((grant) => grant.origin !== ask.origin) ?? null };
    }
    default:
      return state;
  }
}

function failed(state: State, code: string, sentence: string, ask: PanelAsk | null): State {
  const next = { ...state, failure: { code, sentence } };
  // An answer that was not taken may be given again; the card waits anew before it counts.
  if (ask?.say === "answer") {
    const again = (run: Run): Run => ({
      ...run,
      card: run.card && { ...run.card, said: false, round: run.card.round + 1 },
    });
    return changed(next, ask.run, again);
  }
  if (ask?.say === "authorise") {
    return changed(next, ask.run, (run) => ({ ...run, authorise: run.authorise && { ...run.authorise, sent: false } }));
  }
  if (ask?.say === "collect") return { ...next, gathering: { ...state.gathering, waiting: null } };
  if (ask?.say === "continue") {
    return reduce(next, { kind: "offer_taken", run: ask.run, what: "my_browser", taken: false });
  }
  return code === "E_LOCKED" ? { ...next, app: "locked", failure: null } : next;
}

function changed(state: State, id: RunId, change: (run: Run) => Run): State {
  const known = state.runs[id];
  const next = change(known ?? newRun(id));
  return {
    ...state,
    runs: { ...state.runs, [id]: next },
    order: known === undefined ? [...state.order, id] : state.order,
  };
}

/* ---- what is read out of a state ---- */

/** The run to show: the one that was chosen, else the one in this tab, else one that waits or works in no tab of ours. */
export function shownRun(state: State): Run | null {
  const chosen = state.chosen === null ? undefined : state.runs[state.chosen];
  if (chosen !== undefined) return chosen;
  const latest = [...state.order].reverse().flatMap((id) => state.runs[id] ?? []);
  const alive = latest.filter((run) => !isOver(run.state?.status));
  const here = alive.find((run) => tabOf(run) === state.front?.tabId);
  return here ?? alive.find(waits) ?? alive.find((run) => tabOf(run) === undefined) ?? null;
}

/** Runs besides the one that is shown that are not over. */
export function otherRuns(state: State): Run[] {
  const shown = shownRun(state);
  return state.order
    .flatMap((id) => state.runs[id] ?? [])
    .filter((run) => run !== shown && run.state !== null && !isOver(run.state.status));
}

export function tabOf(run: Run): number | undefined {
  const surface = run.order?.surface;
  // The Workspace counts its own tabs.
  if (surface !== undefined && surface.kind !== "mine") return undefined;
  return run.state?.attachedTarget?.tabId ?? surface?.tabId;
}

/** Whether the browser does not let Laika see the tab of a run: access was taken back while it worked there. */
export function isLockedOut(state: State, run: Run): boolean {
  const { front } = state;
  return front !== null && front.access === "needed" && tabOf(run) === front.tabId;
}

/** What a run needs to be stopped: that there is one which is not over. */
export function canStop(state: State): boolean {
  return Object.values(state.runs).some((run) => run.state !== null && !isOver(run.state.status));
}

/** The mode that counts here. */
export function modeOf(state: State): SiteMode {
  return state.site?.mode ?? "observe";
}

/** Which of the whole-panel states holds, the strongest first. */
export type Screen = "connecting" | "offline" | "locked" | "update" | "onboarding" | "restricted" | "needed" | "ready";

export function screen(state: State): Screen {
  const link = state.link.state;
  if (link !== "online") return link;
  if (state.app === "locked") return "locked";
  if (state.app === "offline") return "offline";
  if (state.onboarded === false) return "onboarding";
  // A run elsewhere is shown whatever page is in front.
  if (shownRun(state) !== null) return "ready";
  if (state.front === null || state.front.access === "restricted") return "restricted";
  return state.front.access === "needed" ? "needed" : "ready";
}

/** What to ask the daemon because of a change. */
export function asksAfter(before: State, after: State): PanelAsk[] {
  const asks: PanelAsk[] = [];
  const origin = after.link.state === "online" ? after.front?.origin : undefined;
  const cameOnline = before.link.state !== "online" && after.link.state === "online";
  // Tells where every run stands, with the card that is open; a panel that was just opened knows nothing.
  if (cameOnline) asks.push({ say: "watch" });
  if (origin !== undefined && origin !== "" && (cameOnline || origin !== before.front?.origin))
    asks.push({ say: "site", origin });
  if (after.view === "grants" && before.view !== "grants") asks.push({ say: "grants" });
  const looksBack = after.view === "history" && before.view !== "history";
  const run = shownRun(after);
  if (after.view === "preview" && before.view !== "preview" && run !== null) asks.push({ say: "preview", run: run.id });
  if (after.view === "gather" && before.view !== "gather") asks.push({ say: "collect", what: { do: "titles" } });
  asks.push(...asksFor(before.gathering, after.gathering));
  // What a site is asked changes when a run is authorised and comes to it, and what happened there when one ends.
  const turned = (id: RunId): boolean => {
    const [was, is] = [before.runs[id]?.state, after.runs[id]?.state];
    if (was == null || is == null) return false;
    const came = was.attachedTarget?.origin !== is.attachedTarget?.origin;
    return came || (was.status !== is.status && (was.status === "authorizing" || isOver(is.status)));
  };
  if (origin !== undefined && origin !== "" && !cameOnline && (looksBack || after.order.some(turned)))
    asks.push({ say: "site", origin });
  return asks;
}

/** What a screen reader is told of a change (UI-043): asks at once, states when there is a pause. */
export interface Announcement {
  polite: string | null;
  assertive: string | null;
}

export function announce(before: State, after: State): Announcement {
  const was = shownRun(before);
  const run = shownRun(after);
  let polite: string | null = null;
  if (screen(after) !== screen(before)) {
    const said: Partial<Record<Screen, string>> = {
      offline: words.offlineTitle,
      locked: words.lockedTitle,
      update: words.updateTitle,
      needed: words.neededTitle,
      restricted: words.restrictedTitle,
    };
    polite = said[screen(after)] ?? null;
  }
  const status = run?.state?.status;
  if (run !== null && status !== undefined && (run.id !== was?.id || status !== was.state?.status))
    polite = statuses[status].said;
  if (after.picking && !before.picking) polite = words.pickingTitle;
  if (after.part !== null && after.part !== before.part) polite = saidOf(after.part);
  const { came } = after.gathering;
  if (came !== null && came !== before.gathering.came) polite = words.gathered(came.added, came.known);
  const face = (one: Run | null): string | null => {
    if (one?.card) return faceOf(one.id, one.card);
    if (one?.authorise) return one.authorise.digest;
    return one?.gesture?.nonce ?? null;
  };
  const asked = face(run) !== null && face(run) !== face(was);
  const assertive = asked
    ? words.asks
    : after.failure !== null && after.failure !== before.failure
      ? after.failure.sentence
      : null;
  return { polite, assertive };
}

/** How much was chosen, in words. */
export function saidOf({ chars }: ChosenPart): string {
  return chars === null ? words.partTitle : `${words.partTitle} (${words.partChars(chars)})`;
}

/** An order about the tab in front, or about what is selected there. A run in a private window leaves nothing behind. */
export function orderHere(front: Front, goal: string, mode: SiteMode, part: ChosenPart | null = null): Order {
  const order: Order = {
    goal,
    urls: [front.url],
    mode,
    asks: "person",
    surface: { kind: "mine", tabId: front.tabId },
    ...(part?.tabId === front.tabId ? { part: "selection" } : {}),
  };
  return front.incognito ? { ...order, private: true } : order;
}

/** The same in the Workspace, away from the person's logins. */
export function orderInWorkspace(goal: string, url: string, mode: SiteMode, incognito: boolean): Order {
  const order: Order = { goal, urls: [url], mode, asks: "person", surface: { kind: "workspace" } };
  return incognito ? { ...order, private: true } : order;
}

/**
 * Whether a request sounds like one to act. It only decides what is offered first: the gate decides what happens, and
 * a request that is taken for a question is answered without touching the page.
 */
export function soundsLikeActing(goal: string): boolean {
  const verbs =
    "click|press|tap|fill|type|enter|write|send|submit|book|order|buy|pay|reserve|sign|log|register|subscribe|unsubscribe|apply|" +
    "select|choose|pick|tick|check out|upload|download|delete|remove|cancel|post|reply|comment|publish|share|invite|add|change|" +
    "update|set|open|go to|navigate|accept|reject|close|save|edit|rename|move|schedule";
  const polite = "(?:please |can you |could you |would you |will you |laika,? |i want you to |i'd like you to )*";
  return (
    new RegExp(`^\\s*${polite}(?:${verbs})\\b`, "i").test(goal) &&
    !/^\s*(?:can|could) you (?:tell|explain|say)\b/i.test(goal)
  );
}
