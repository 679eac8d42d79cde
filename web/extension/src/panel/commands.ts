/** The commands of the palette: our own words only, each one something that a button does as well. */

import type { Deeds } from "./deeds.js";
import { type State, canStop, screen, shownRun } from "./model.js";
import { canResume } from "../../../shared/run.js";
import type { Command } from "../../../shared/matching.js";
import type { IconName } from "../../../shared/view/bits.js";
import { modes, words } from "./words.js";
import type { SiteMode } from "../../../shared/daemon.js";

/** A yes is never among them: it is given on its card or not at all. */
export function commands(state: State, deeds: Deeds): Command[] {
  const list: Command[] = [];
  const add = (id: string, label: string, icon: IconName, act: () => void): unknown =>
    list.push({ id, label, icon, act });
  const run = shownRun(state);
  const place = screen(state);
  if (place === "ready" && state.front !== null && state.front.access === "granted") {
    add("summarize", words.summarize, "lines", deeds.summarize);
    add("table", words.extractTable, "table", deeds.extractTable);
    add("region", words.pickRegion, "frame", deeds.pickRegion);
    if (!state.front.incognito) add("gather", words.gather, "books", deeds.gather);
  }
  const origin = state.front?.origin ?? "";
  if (place === "needed" && origin !== "") add("enable", words.enable, "eye", () => deeds.enable(origin));
  if (run !== null && canResume(run)) add("resume", words.resume, "next", () => deeds.resume(run.id));
  if (run !== null && canStop(state)) add("stop", words.stopHint, "stop", () => deeds.stop(run.id));
  if (run !== null) add("new", words.newQuestion, "send", () => deeds.choose(null));
  if (state.link.state === "online" && origin !== "") {
    for (const mode of Object.keys(modes) as SiteMode[]) {
      add(`mode-${mode}`, `${words.mode}: ${modes[mode].name}`, "shield", () => deeds.setMode(mode));
    }
    add("disconnect", words.disconnect, "plug", deeds.disconnect);
  }
  if (state.link.state === "online") {
    add("grants", words.grants, "lock", () => deeds.view("grants"));
    add("history", words.history, "clock", () => deeds.view("history"));
    add("preview", words.preview, "eye", () => deeds.view("preview"));
  } else {
    add("open", words.openLaika, "plug", deeds.openLaika);
  }
  add("panic", words.panicHint, "panic", deeds.panic);
  return list;
}
