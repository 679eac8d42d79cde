/**
 * Every word of ours that a person reads here and nowhere else; what both windows say is in `web/shared/words`. Nothing
 * from a page or a model is ever a label. Where the terminal says the same thing, it says it in the same words.
 */

import type { GestureKind, OfferKind } from "../../../shared/daemon.js";
import { words as both } from "../../../shared/words/index.js";

export { does, handoffs, mayLaika, modes, pauses, reason, source, statuses, valueName, whatRow } from "../../../shared/words/index.js";

export const words = {
  ...both,

  /* what a person can do */
  summarize: "Summarize",
  summarizeHint: "Read this page and sum it up, with its own words as proof",
  findOnPage: "Find on page",
  pickRegion: "Choose a part of the page",
  gather: "Add to a collection",
  explain: "Explain",
  askAboutIt: "Ask about it",
  wholePage: "Ask about the whole page instead",
  ask: "Ask",
  send: "Ask Laika",
  askPlaceholder: "Ask about this page, or say what to do",
  findPlaceholder: "What should Laika look for?",
  connect: "Connect to this site",
  readInstead: "Only read and answer",
  enable: "Enable on this website",
  restore: "Restore access",
  openWorkspace: "Open in Workspace",
  copyInstructions: "Copy instructions",
  stayReadOnly: "Stay Read-only",
  continueHere: "Continue in My Browser",
  openLaika: "Open Laika",
  unlock: "Unlock",
  next: "Next",
  more: "More",
  disconnect: "Disconnect this site",
  newQuestion: "New question",

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

  /* adding to a collection */
  gatherLead: "Laika reads what you add once and keeps its text on this machine. Of a sensitive site only totals are kept.",
  gatherWhat: "What to add",
  gatherPage: "This page",
  gatherTabs: (n: number): string => `${count(n, "selected tab")}`,
  gatherLinks: (n: number): string => `${count(n, "selected link")}`,
  gatherInTab: "Read in your tab, as you see it",
  gatherElsewhere: "Opened in a browser of Laika's own, without your logins",
  gatherUnseen: (n: number): string =>
    `The browser tells no address of ${count(n, "selected tab")}. Click Laika in the toolbar while it is in front, or allow its site.`,
  gatherNothing: "There is nothing here that can be added. Open a website, or click Laika in the toolbar on it.",
  gatherHow: "Select more tabs with Ctrl or Shift, or select text with links in the page, then come back here.",
  gatherWhere: "Where to",
  gatherNew: "A new collection",
  gatherTitle: "Its name",
  gatherAdd: (n: number): string => `Add ${count(n, "page")}`,
  gatherAgain: "Look again",
  gatherLater: "Laika reads them now. `laika open` shows how far it is.",
  gathered: (added: number, known: number): string =>
    `${count(added, "page")} added.${known === 0 ? "" : ` ${known} ${known === 1 ? "was" : "were"} there already.`}`,

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

  /* the run */
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

  /* gestures */
  gestureEnds: "The offer ends by itself after half a minute.",
  gestureOver: "The offer has ended. Laika waits; resume to be offered it again.",
  gestureDone: "Done",
  gestureFailed: "The browser did not allow it. Nothing was handed over.",

  /* the answer */

  /* sub views */
  grants: "Active permissions",
  grantsLead: "What Laika may do without asking again.",
  noGrants: "Nothing. Laika asks before every step that needs it.",
  history: "History of this site",
  noHistory: "No runs on this site yet.",
  preview: "What would be sent",
  previewLead: "Exactly what a model elsewhere would get for this run, after passwords and the like were taken out.",
  noPreview: "There is no run. Nothing is sent.",
  siteAccess: "This site",
  disconnectText: "Takes back access, permissions and the mode of this site.",

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
  waiting: (n: number): string => (n === 1 ? "1 run waits for you" : `${n} runs wait for you`),
} as const;

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

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
