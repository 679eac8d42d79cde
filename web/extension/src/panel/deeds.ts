/** Everything a person can do in a window of Laika's. Views know only this; who carries it out is not theirs. */

import type { NewSource, PastRun, Reply, RunId, Sha256, SiteMode, Uuid } from "../../../shared/daemon.js";
import type { View } from "./model.js";
import type { Gesture } from "../../../shared/run.js";

export interface Deeds {
  summarize(): void;
  extractTable(): void;
  find(what: string): void;
  /** Has the person choose a part of the page in the page; and the two ends of that which are theirs. */
  pickRegion(): void;
  dropRegion(): void;
  dropPart(): void;
  /** Shows what could be added to a collection, and adds it: to one that is there, or to a new one of this name. */
  gather(): void;
  addTo(sources: NewSource[], into: { id: string } | { title: string }): void;
  /** Reads the part that was chosen and says what it means. */
  explain(): void;
  /** A request in the person's own words. */
  ask(goal: string): void;
  /** Answers a request by reading only, although it sounds like acting. */
  readOnly(goal: string): void;
  /** Begins a run that may act here once it is authorised. */
  connect(goal: string): void;
  openInWorkspace(goal: string | null, url: string | null): void;

  /** Both ask the browser for the site inside the click that calls them. */
  enable(origin: string): void;
  authorise(run: RunId, digest: Sha256, origins: string[]): void;
  decline(run: RunId): void;

  answer(run: RunId, requestId: Uuid, digest: Sha256, reply: Reply): void;
  gesture(run: RunId, gesture: Gesture): void;
  resume(run: RunId, words?: string): void;
  pause(run: RunId): void;
  stop(run: RunId): void;
  stopAll(): void;
  panic(): void;
  unlock(): void;
  openLaika(): void;

  switchRun(run: RunId, holder: RunId): void;
  newTaskTab(run: RunId): void;
  stopOther(run: RunId, holder: RunId): void;
  reattach(run: RunId, tabId: number): void;
  /** Goes on in this browser with a run of the Workspace. */
  continueHere(run: RunId): void;

  setMode(mode: SiteMode): void;
  revoke(run: RunId, grant: string): void;
  disconnect(): void;

  openLink(url: string): void;
  copy(text: string): void;

  view(view: View): void;
  palette(open: boolean): void;
  choose(run: RunId | null): void;
  dropAct(): void;
  dropFailure(): void;
  draftTaken(): void;
  onboarded(): void;
  again(past: PastRun): void;
}
