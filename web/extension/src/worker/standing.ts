/** How things stand, as the daemon told it last. The worker draws the badge from it and decides nothing by it. */

import type { AppState, Down, News, RunState, RunStatus } from "../../../shared/daemon.js";

const OVER: RunStatus[] = ["completed", "cancelled", "failed", "idle"];

export class Standing {
  app: AppState = "online";
  readonly #runs = new Map<string, { status: RunStatus; steps: number }>();

  /** Whether anything changed that is shown. */
  hear(message: Down): boolean {
    if (message.says === "status") {
      this.app = message.standing.app;
      const known = new Map(this.#runs);
      this.#runs.clear();
      for (const run of message.standing.runs) this.#set(run, known.get(run.runId)?.steps ?? 0);
      return true;
    }
    return message.says === "news" && this.#news(message.run, message.news);
  }

  runs(): { status: RunStatus; steps: number }[] {
    return [...this.#runs.values()];
  }

  /** The run that changed last and is not over. */
  latest(): string | undefined {
    return [...this.#runs.keys()].at(-1);
  }

  forget(): void {
    this.#runs.clear();
    this.app = "online";
  }

  #news(run: string | null, news: News): boolean {
    if (news.news === "state") {
      this.app = news.app;
      if (news.state !== null) this.#set(news.state, this.#runs.get(news.state.runId)?.steps ?? 0);
      return true;
    }
    const known = run === null ? undefined : this.#runs.get(run);
    if (news.news !== "step" || known === undefined) return false;
    known.steps += 1;
    return true;
  }

  #set({ runId, status }: RunState, steps: number): void {
    this.#runs.delete(runId);
    if (!OVER.includes(status)) this.#runs.set(runId, { status, steps });
  }
}
