/**
 * Every word of ours that a person reads here, in one place: a translation replaces this file. Nothing from a page or a
 * model is ever a label. Where the terminal says the same thing, it says it in the same words.
 */

import type { GestureKind, HandoffNeed, OfferKind, Pause, RunStatus, SiteMode } from "../shared/daemon.js";

export const words = {
  laika: "Laika",

  /* what a person can do */
  summarize: "Summarize",
  summarizeHint: "Read this page and sum it up, with its own words as proof",
  extractTable: "Extract table",
  findOnPage: "Find on page",
  pickRegion: "Choose a part of the page",
  explain: "Explain",
  askAboutIt: "Ask about it",
  wholePage: "Ask about the whole page instead",
  ask: "Ask",
  send: "Ask Laika",
  askPlaceholder: "Ask about this page, or say what to do",
  findPlaceholder: "What should Laika look for?",
  stop: "Stop",
  stopHint: "Stop this run now",
  panic: "Panic",
  panicHint: "Stop everything and lock Laika",
  resume: "Resume automation",
  pause: "Pause",
  connect: "Connect to this site",
  authorize: "Authorize once",
  notNow: "Not now",
  readInstead: "Only read and answer",
  enable: "Enable on this website",
  restore: "Restore access",
  openWorkspace: "Open in Workspace",
  copyLink: "Copy link",
  copyInstructions: "Copy instructions",
  copied: "Copied",
  copyAnswer: "Copy answer",
  stayReadOnly: "Stay Read-only",
  continueHere: "Continue in My Browser",
  openLaika: "Open Laika",
  unlock: "Unlock",
  tryAgain: "Try again",
  back: "Back",
  close: "Close",
  next: "Next",
  more: "More",
  revoke: "Revoke",
  disconnect: "Disconnect this site",
  newQuestion: "New question",
  open: "Open",
  answer: "Answer",
  askAgain: "Ask again",
  skip: "Go on without an answer",

  /* the top */
  mode: "Mode on this site",
  noSite: "No website in front",
  siteNotKnown: "Site not known yet",
  access: {
    granted: "Can read this site",
    needed: "No access yet",
    restricted: "Out of reach",
  },
  connected: "Connected",

  /* the home view */
  homeTitle: "What would you like to know?",
  homeLead: "Laika reads the page only when you ask it to.",
  pageTitle: "The page calls itself",
  otherRuns: "Other runs",
  showRun: "Show",

  /* a part of the page */
  pickingTitle: "Choose a part of the page",
  pickingText:
    "In the page, click a block or drag a frame around what you mean. By keyboard: go to the page (F6), then arrow keys, Shift for more, Enter to choose, Escape to end it.",
  partTitle: "You chose a part of the page",
  partChars: (chars: number): string => count(chars, "character"),
  partText: "Laika reads only this part.",
  partPlaceholder: "Ask about the part you chose",

  /* links to Laika */
  connecting: "Looking for Laika…",
  offlineTitle: "Laika is not running",
  offlineText: "Laika works on this machine, outside the browser. Nothing is read or done until it runs.",
  lockedTitle: "Laika is locked",
  lockedText: "Everything was stopped. Nothing is read or done until you unlock it.",
  lockedHow: "At a terminal:",
  lockedCommand: "laika unlock",
  updateTitle: "Laika and this extension do not match",
  updateText: "One of them is older. Update Laika, then reload the extension.",

  /* access to a site */
  neededTitle: "Laika cannot see this page yet",
  neededText: "The browser asks you once. Laika then reads this website when you ask it to, and no other.",
  restrictedTitle: "Laika does not work on this page",
  restrictedText: "Pages of the browser, its store and Laika's own windows stay out of reach. Open a website.",
  unknownSite: "Click Laika in the toolbar while this page is in front. The browser then lets Laika see it.",
  accessGone: "The browser no longer lets Laika see this site. Restore access, then resume.",
  refusedAccess: "The browser gave no access. Laika stays out of this page.",
  instructions:
    "Open the browser's extension page, choose Laika, then Site access, and allow this website. Come back here and try again.",
  ladderTitle: "Another way",
  manualTitle: "Do it yourself",
  noUrl: "There is no address to copy",

  /* private windows; the sentence is fixed (UI-039) */
  privateTitle: "Private window",
  privateText: "No logs, no saved artifacts, no cloud calls unless opted in for Private.",

  /* a request to act */
  actTitle: "This asks Laika to act on the page",
  actText:
    "To act, Laika connects to this site. You see what that covers before anything happens, and you can stop at any time.",

  /* the authorisation */
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

  /* the run */
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
  conflictTitle: "Another run works in this tab",
  conflictText: "Only one run works in a tab at a time.",
  conflictSwitch: "Switch run to this tab",
  conflictSwitchHint: "The other run waits",
  conflictNewTab: "Open a new task tab",
  conflictNewTabHint: "This run begins again there",
  conflictStop: "Stop the other run",
  conflictStopHint: "It ends; this one goes on",
  candidatesTitle: "Where should it go on?",
  candidatesText: "The tab of this run is gone. These tabs show the same site.",
  useTab: "Use this tab",

  /* the card */
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
    `Allow ${rows[what] ?? "this kind of step"} here, up to ${times(uses)} in ${count(minutes, "minute")}`,

  /* gestures */
  gestureEnds: "The offer ends by itself after half a minute.",
  gestureOver: "The offer has ended. Laika waits; resume to be offered it again.",
  gestureDone: "Done",
  gestureFailed: "The browser did not allow it. Nothing was handed over.",

  /* the answer */
  answerTitle: "Answer",
  sources: "Sources",
  unanswered: "Nothing that was read answers",
  undone: "Not done",
  files: "Files",
  fileNote: "kept encrypted; it is not opened",
  copyOnly: "This kind of address can only be copied (E_COPY_ONLY)",
  sensitiveLinks: "On a sensitive site links are copied, not opened.",
  noPlace: "its address is not known",

  /* sub views */
  grants: "Active permissions",
  grantsLead: "What Laika may do without asking again.",
  noGrants: "Nothing. Laika asks before every step that needs it.",
  history: "History of this site",
  noHistory: "No runs on this site yet.",
  preview: "What would be sent",
  previewLead: "Exactly what a model elsewhere would get for this run, after passwords and the like were taken out.",
  noPreview: "There is no run. Nothing is sent.",
  loading: "One moment…",
  siteAccess: "This site",
  disconnectText: "Takes back access, permissions and the mode of this site.",
  palette: "Commands",
  palettePlaceholder: "Type a command",
  paletteNone: "No such command",
  paletteKey: "Ctrl or ⌘ K",

  /* the first open */
  hello: "Meet Laika",
  helloLead: "It reads pages and acts for you, on this machine. You decide how far it goes.",
  helloModes: "Three modes, per site",
  helloConnect: "What Connect means",
  helloConnectText:
    "Reading needs only your question. To act on a page, you connect the site: you see what that covers, authorize it once, and take it back when you like.",
  helloSite: "Begin on this website",
  helloSiteText: "The browser asks you to confirm. You can also stay Read-only and decide later.",
  helloGranted:
    "You called Laika on this page, so it can read it when you ask. Nothing else is needed to begin; to act here, you connect the site later.",
  helloNoSite: "Open a website to begin there. Laika stays Read-only until you say otherwise.",

  stepOf: (at: number, of: number): string => `Step ${at} of ${of}`,
  took: (steps: number, asks: number, pages: number, seconds: number): string =>
    `${count(steps, "step")}, ${count(asks, "ask")}, ${count(pages, "page")}, ${seconds.toFixed(1)} s`,
  waiting: (n: number): string => (n === 1 ? "1 run waits for you" : `${n} runs wait for you`),
  usesLeft: (uses: number, minutes: number): string => `${times(uses)} in ${count(minutes, "minute")}`,
} as const;

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

function times(n: number): string {
  return n === 1 ? "once" : `${n} times`;
}

export const modes: Record<SiteMode, { name: string; text: string }> = {
  observe: { name: "Read-only", text: "Laika reads and answers. It changes nothing." },
  assist: { name: "Ask before acting", text: "Laika shows every step and waits for your yes." },
  autopilot: {
    name: "Auto (safe actions only)",
    text: "Safe steps go on by themselves. Typing and sending still ask.",
  },
};

export const statuses: Record<RunStatus, { name: string; said: string }> = {
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
};

/** What is the matter, and what the person can do about it: the sentences of the log. */
export const pauses: Record<Pause, string> = {
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
};

/** What a tool does, as a question and as a step. */
const tools: Record<string, { may: string; does: string }> = {
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
};

export function mayLaika(tool: string): string {
  return tools[tool]?.may ?? "May Laika do this?";
}

/** A tool without words of ours keeps its name, which is one of ours as well. */
export function does(tool: string): string {
  return tools[tool]?.does ?? tool;
}

/** What a row of the policy covers, after "Allow". */
const rows: Record<string, string> = {
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
};

export function whatRow(what: string): string {
  const said = rows[what];
  return said === undefined ? what : said.charAt(0).toUpperCase() + said.slice(1);
}

/** Where a value comes from. */
export function source(from: string): string {
  switch (from) {
    case "user":
      return "your own words";
    case "directory_by_name":
    case "directory":
      return "your directory";
    case "setting":
      return "says nothing by itself";
    case "requested_handle":
    case "handle":
      return "an element of the page";
    case "requested":
      return "a page you asked for";
    case "document":
      return "a page";
    default:
      return "nowhere that Laika knows";
  }
}

/** Whether a value is the person's own. */
export function isOwn(from: string): boolean {
  return from === "user" || from === "directory" || from === "directory_by_name";
}

/** The names of arguments, for a person. */
const values: Record<string, string> = {
  text: "Text",
  url: "Address",
  value: "Choice",
  query: "Search for",
  tabId: "Tab",
  kind: "How",
  direction: "Direction",
};

export function valueName(name: string): string {
  return values[name] ?? name;
}

/** Sentences that name a mode use the names that stand in this window; all others come as the gate words them. */
const reasons: Record<string, string> = {
  P_ALLOW_SAME_ORIGIN: "Moving within a low-risk site is safe in Auto.",
  P_DENY_SAME_ORIGIN: "In Read-only Laika does not move between pages.",
  P_DENY_CLICK: "In Read-only Laika does not click.",
  P_DENY_WRITE: "In Read-only Laika changes nothing.",
  P_DENY_PAYMENT_FIELD_AUTOPILOT: "In Auto Laika never fills in payment fields.",
};

export function reason(code: string, sentence: string): string {
  return reasons[code] ?? sentence;
}

export const handoffs: Record<HandoffNeed, string> = {
  login: "Sign in",
  two_factor: "Enter a code",
  consent: "Decide whether to agree",
  captcha: "Show that you are human",
  file_picker: "Choose a file",
  manual: "A step for your own hands",
};

export const gestures: Record<GestureKind, { title: string; text: string; button: string }> = {
  paste: {
    title: "Paste your clipboard",
    text: "Your click gives what is on your clipboard to this site.",
    button: "Paste here",
  },
  copy: {
    title: "Copy to your clipboard",
    text: "Your click puts what Laika found on your clipboard.",
    button: "Copy now",
  },
  download: {
    title: "Download a file",
    text: "Your click lets your browser save the file, where it saves all of yours. Laika does not open it.",
    button: "Download it",
  },
  upload: {
    title: "Hand over a file",
    text: "Your click opens the site's own file chooser. You choose the file.",
    button: "Choose a file",
  },
};

export const offers: Record<OfferKind, { button: string; text: string }> = {
  open_workspace: { button: words.openWorkspace, text: "In a browser of Laika's own, without your logins" },
  copy_url: { button: words.copyLink, text: "Open it yourself, wherever you like" },
  manual: { button: words.copyInstructions, text: words.manualTitle },
  my_browser: {
    button: words.continueHere,
    text: "In a tab of this browser, with your logins. You see what that covers first.",
  },
};

/** What the chips ask for. They are the person's words as soon as the person clicks. */
export const goals = {
  summarize: "Summarize this page.",
  explain: "Summarize and explain this part of the page.",
  table: "Extract the table on this page.",
  find: (what: string): string => `Find on this page: ${what}`,
} as const;

/** Errors whose sentence a person can do something about. */
export function failure(code: string, sentence: string): string {
  switch (code) {
    case "E_NO_PERSON":
      return "Laika takes this only from you: open this panel from the toolbar, or use a terminal.";
    default:
      return sentence;
  }
}
