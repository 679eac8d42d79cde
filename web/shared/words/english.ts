/**
 * English: every word of ours that both windows show. Nothing from a page or a model is ever a label. Where the terminal
 * says the same thing, it says it in the same words.
 */

import type { HandoffNeed, Pause, RunStatus, SiteMode } from "../daemon.js";

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

function times(n: number): string {
  return n === 1 ? "once" : `${n} times`;
}

const words = {
  laika: "Laika",
  stop: "Stop",
  stopHint: "Stop this run now",
  panic: "Panic",
  panicHint: "Stop everything and lock Laika",
  resume: "Resume automation",
  pause: "Pause",
  authorize: "Authorize once",
  notNow: "Not now",
  copyLink: "Copy link",
  copied: "Copied",
  copyAnswer: "Copy answer",
  open: "Open",
  answer: "Answer",
  close: "Close",
  back: "Back",
  tryAgain: "Try again",
  loading: "One moment…",
  revoke: "Revoke",
  askAgain: "Ask again",
  skip: "Go on without an answer",
  extractTable: "Extract table",
  authTitle: "What you would authorize",
  authWhere: "Where",
  authTab: "in the tab in front of you",
  authNewTab: "in a new tab, marked [Laika]",
  authMode: "How",
  authMay: "Laika may",
  authAsks: "Always asks first",
  authGestures: "Needs your own click",
  authKept: "What is kept",
  authModel: "What a model gets",
  authStop: "How to stop",
  authOnce: "This covers one run. It ends with the run, and you can take it back at any time.",
  run: "Run",
  now: "Now",
  nextStep: "Next",
  goal: "You asked",
  why: "Why this element",
  whyRole: "What it is",
  whyName: "The page calls it",
  whyReason: "Why",
  steps: "Steps so far",
  done: "done",
  notDone: "not done",
  denied: "denied",
  suspicious: "This page tries to give Laika orders. Nothing of it is followed.",
  suspiciousWhere: "Found in",
  takeoverText: "You act in the window; Laika waits and does not watch what you type.",
  question: "Laika needs to know",
  questionPlaceholder: "Your answer",
  addWords: "Say how to go on (optional)",
  handoffTitle: "This is yours to do",
  handoffDone: "Done, go on",
  asks: "Laika asks",
  askMark: "Only Laika draws this card",
  where: "Where",
  element: "Element",
  soCalled: "so it is called by the page",
  pageWords: "The page's words",
  from: "from",
  sends: "Sends a form",
  sendsTo: "to",
  fields: "with the fields",
  noFields: "no named fields",
  held: {
    secret: "filled in by Laika, not shown",
    filled: "filled in by the page or by you, not shown",
    empty: "empty",
    unknown: "cannot be seen",
  },
  requests: "A script of the page sends",
  keptFrom: "it was kept from it until now",
  reason: "Why it is asked",
  also: "Also",
  careful: "This rests on what a page says, not on your words alone.",
  atOnce: "The site receives this at once.",
  deny: "Deny",
  allowOnce: "Allow once",
  sent: "Your answer is on its way",
  emptyValue: "nothing (empty)",
  hiddenNote: "Marked characters cannot be seen in ordinary text.",
  allowKind: (what: string, uses: number, minutes: number): string =>
    `Allow ${what === "" ? "this kind of step" : what} here, up to ${times(uses)} in ${count(minutes, "minute")}`,
  answerTitle: "Answer",
  sources: "Sources",
  unanswered: "Nothing that was read answers",
  undone: "Not done",
  files: "Files",
  fileNote: "kept encrypted; it is not opened",
  copyOnly: "This kind of address can only be copied (E_COPY_ONLY)",
  sensitiveLinks: "On a sensitive site links are copied, not opened.",
  noPlace: "its address is not known",
  palette: "Commands",
  palettePlaceholder: "Type a command",
  paletteNone: "No such command",
  paletteKey: "Ctrl or ⌘ K",
  took: (steps: number, asks: number, pages: number, seconds: number): string =>
    `${count(steps, "step")}, ${count(asks, "ask")}, ${count(pages, "page")}, ${seconds.toFixed(1)} s`,
  usesLeft: (uses: number, minutes: number): string => `${times(uses)} in ${count(minutes, "minute")}`,
  askedBy: "Asked for by",
  changes: "Changes in files",
  changeCount: (files: number, places: number): string => `${count(places, "place")} in ${count(files, "file")}`,
  fileGoes: "taken out",
  fileComes: "put in",
};

/** The same tables in another language have the same keys. */
export interface Copy {
  words: typeof words;
  modes: Record<SiteMode, { name: string; text: string }>;
  statuses: Record<RunStatus, { name: string; said: string }>;
  /** What is the matter, and what the person can do about it: the sentences of the log. */
  pauses: Record<Pause, string>;
  handoffs: Record<HandoffNeed, string>;
  /** What a tool does, as a question and as a step. */
  tools: Record<string, { may: string; does: string }>;
  mayAny: string;
  /** What a row of the policy covers, after "Allow". */
  rows: Record<string, string>;
  /** Where a value comes from. */
  origins: Record<string, string>;
  originUnknown: string;
  /** The names of arguments, for a person. */
  values: Record<string, string>;
  /** Sentences that replace those of the gate, by their code. */
  reasons: Record<string, string>;
  /** The same, by the sentence itself, for where it comes without its code. */
  sentences?: Record<string, string>;
}

export const english: Copy = {
  words,
  modes: {
    observe: { name: "Read-only", text: "Laika reads and answers. It changes nothing." },
    assist: { name: "Ask before acting", text: "Laika shows every step and waits for your yes." },
    autopilot: {
      name: "Auto (safe actions only)",
      text: "Safe steps go on by themselves. Typing and sending still ask.",
    },
  },
  statuses: {
    idle: { name: "Ready", said: "Ready" },
    authorizing: { name: "Awaiting authorization", said: "Awaiting your authorization" },
    observing: { name: "Reading", said: "Reading the page" },
    planning: { name: "Thinking", said: "Thinking" },
    awaiting_approval: { name: "Awaiting approval", said: "Awaiting approval" },
    executing: { name: "Acting", said: "Doing a step" },
    verifying: { name: "Checking", said: "Checking the step" },
    paused: { name: "Paused", said: "Paused" },
    takeover: { name: "Paused due to takeover", said: "Paused due to takeover" },
    completed: { name: "Done", said: "Done" },
    cancelled: { name: "Stopped", said: "Stopped" },
    failed: { name: "Given up", said: "Given up" },
  },
  pauses: {
    restarted: "Laika was restarted. Resume the run; it looks at the page again before it does anything.",
    outcome_unknown:
      "The last step was begun and nobody knows how it ended. Look whether it happened, then resume; it is not repeated by itself.",
    connection_lost: "The page cannot be reached. Open it again and resume.",
    rejected: "You said no. Say how to go on, or stop the run.",
    approval_expired: "Nobody answered in time. Resume to be asked again.",
    tool_unavailable: "A tool does not answer. Resume to try again, or do this step yourself.",
    retries_spent: "The same step failed too often. Say how to go on; from now on Laika asks before it acts.",
    steps_spent: "The run has taken as many steps as it may. Resume to let it take as many again.",
    rate_spent: "The run asked the model or looked at the page too often in a minute. Resume in a minute.",
    clarify: "Laika needs to know more. Answer its question and resume.",
    model_failed: "The model gave no usable answer. Resume to try again, or choose another model.",
    too_much_read: "The run has read more than it can keep track of. Start a new one for the rest.",
    tab_busy: "Another run works in this tab. Switch to it, open another tab, or stop it.",
    handoff: "This is for you to do. Resume when it is done; Laika does not watch.",
    takeover_over: "You took over. Resume when Laika should go on.",
    rolled_back: "The head was moved back; what was done stays done. Resume to go on from there on a new branch.",
    away: "The machine slept, was locked or logged out, so nothing was done meanwhile. Resume; Laika looks at the page again first.",
    asked: "You paused the run. Resume when it should go on.",
  },
  handoffs: {
    login: "Sign in",
    two_factor: "Enter a code",
    consent: "Decide whether to agree",
    captcha: "Show that you are human",
    file_picker: "Choose a file",
    manual: "A step for your own hands",
  },
  tools: {
    "browser.click": { may: "May Laika click this?", does: "Click" },
    "browser.type": { may: "May Laika type this?", does: "Type" },
    "browser.select": { may: "May Laika choose this?", does: "Choose" },
    "browser.scroll": { may: "May Laika scroll the page?", does: "Scroll" },
    "browser.navigate": { may: "May Laika go to this address?", does: "Go to an address" },
    "browser.open_tab": { may: "May Laika open this in a new tab?", does: "Open a tab" },
    "browser.switch_tab": { may: "May Laika change the tab?", does: "Change the tab" },
    "browser.back": { may: "May Laika go back a page?", does: "Go back" },
    "browser.forward": { may: "May Laika go forward a page?", does: "Go forward" },
    "browser.refresh": { may: "May Laika load the page again?", does: "Load again" },
    "browser.observe_dom": { may: "May Laika read this page?", does: "Read the page" },
    "browser.find": { may: "May Laika look for something on the page?", does: "Look on the page" },
    "browser.wait_for": { may: "May Laika wait for the page?", does: "Wait for the page" },
    "browser.extract_table": { may: "May Laika read this table?", does: "Read a table" },
    "browser.get_selection_links": { may: "May Laika read the links you selected?", does: "Read selected links" },
    "browser.capture_viewport": { may: "May Laika take a picture of the page?", does: "Take a picture" },
    "browser.paste": { may: "May Laika paste your clipboard here?", does: "Paste" },
    "browser.download": { may: "May Laika download this file?", does: "Download" },
    "browser.upload": { may: "May Laika hand a file to the site?", does: "Upload" },
    "content.summarize": { may: "May Laika sum this up?", does: "Sum up" },
    "content.find": { may: "May Laika look for passages?", does: "Look for passages" },
    search: { may: "May Laika search the web?", does: "Search the web" },
  },
  mayAny: "May Laika do this?",
  rows: {
    read: "reading",
    local: "local steps",
    capture: "pictures",
    navigate_typed: "going to addresses you name",
    navigate_same: "moving within this site",
    navigate_cross: "leaving for other sites",
    click: "clicks",
    type: "typing",
    type_pii: "typing about a person",
    paste: "pasting",
    submit: "sending forms",
    download: "downloads",
    upload: "uploads",
    save: "saving",
    write: "changes",
  },
  origins: {
    user: "your own words",
    directory_by_name: "your directory",
    directory: "your directory",
    setting: "says nothing by itself",
    requested_handle: "an element of the page",
    handle: "an element of the page",
    requested: "a page you asked for",
    document: "a page",
  },
  originUnknown: "nowhere that Laika knows",
  values: {
    text: "Text",
    url: "Address",
    value: "Choice",
    query: "Search for",
    tabId: "Tab",
    kind: "How",
    direction: "Direction",
  },
  // Those that name a mode use the names that stand in this window; all others come as the gate words them.
  reasons: {
    P_ALLOW_SAME_ORIGIN: "Moving within a low-risk site is safe in Auto.",
    P_DENY_SAME_ORIGIN: "In Read-only Laika does not move between pages.",
    P_DENY_CLICK: "In Read-only Laika does not click.",
    P_DENY_WRITE: "In Read-only Laika changes nothing.",
    P_DENY_PAYMENT_FIELD_AUTOPILOT: "In Auto Laika never fills in payment fields.",
  },
};
