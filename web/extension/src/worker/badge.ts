/** The badge on the toolbar (UI-021 to UI-027): what a person should know without opening anything. */

import type { RunStatus } from "../../../shared/daemon.js";
import type { LinkState } from "../shared/panel-port.js";
import { type Api, isGecko } from "./api.js";

export interface Shown {
  text: string;
  title: string;
  color: string;
}

export interface Facts {
  /** A run waits for a site that the browser does not let us see. */
  needsPermission: boolean;
  link: LinkState;
  runs: { status: RunStatus; steps: number }[];
}

const GREY = "#5f6368";
const BLUE = "#1a56c4";
const AMBER = "#8a5200";
const RED = "#b3261e";

const WAITING: RunStatus[] = ["awaiting_approval", "paused", "authorizing"];
const RUNNING: RunStatus[] = ["observing", "planning", "executing", "verifying"];

export function badge({ needsPermission, link, runs }: Facts): Shown {
  if (needsPermission) return { text: "!", title: "Laika needs access to this site", color: AMBER };
  if (link !== "online" && link !== "locked") {
    // While it connects nothing is wrong yet.
    if (link === "connecting") return { text: "", title: "Laika", color: GREY };
    return { text: "×", title: "Laika is not running", color: RED };
  }
  if (runs.some((run) => run.status === "takeover")) return { text: "||", title: "You have taken over", color: AMBER };
  if (runs.some((run) => WAITING.includes(run.status))) return { text: "…", title: "Laika waits for you", color: AMBER };
  const running = runs.filter((run) => RUNNING.includes(run.status));
  if (running.length === 0) return { text: "", title: "Laika", color: GREY };
  const steps = Math.max(...running.map((run) => run.steps));
  const title = steps === 0 ? "Laika is at work" : `Laika is at work: step ${steps}`;
  return { text: steps === 0 ? "RUN" : String(steps), title, color: BLUE };
}

/** On every tab that has no mark of its own. */
export function show(api: Api, { text, color, title }: Shown): void {
  void api.action.setBadgeText({ text });
  void api.action.setBadgeBackgroundColor({ color });
  void api.action.setTitle({ title });
}

/** One tab needs a grant, or no longer. Browsers take a mark away in different words. */
export function markTab(api: Api, tabId: number, needs: boolean): void {
  const none = (isGecko(api) ? null : "") as string;
  const { text } = badge({ needsPermission: true, link: "online", runs: [] });
  // The tab may be gone.
  Promise.resolve(api.action.setBadgeText({ tabId, text: needs ? text : none })).catch(() => undefined);
}
