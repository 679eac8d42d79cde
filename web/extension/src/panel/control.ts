/** Carries out what a person does in the panel: what to tell the daemon, the browser and the state. */

import type { Order, PanelAsk, SiteMode } from "../../../shared/daemon.js";
import type { Deeds } from "./deeds.js";
import { type Message, type State, modeOf, orderHere, orderInWorkspace, soundsLikeActing } from "./model.js";
import type { Gesture } from "../../../shared/run.js";
import { goals, words } from "./words.js";

/** What reaches outside. All of it is handed in, so that what is decided here can be tested. */
export interface Outside {
  ask(ask: PanelAsk): void;
  openLaika(): void;
  pickRegion(): void;
  dropRegion(): void;
  offerSources(): void;
  requestAccess(origins: string[]): Promise<boolean>;
  removeAccess(origin: string): void;
  openTab(url: string): Promise<number | null>;
  writeClipboard(text: string): Promise<void>;
  keepOnboarded(incognito: boolean): void;
  /** Shows for a moment that something was copied. */
  copied(): void;
}

export function control(state: () => State, send: (message: Message) => void, outside: Outside): Deeds {
  const ask = outside.ask;

  const begin = (order: Order): void => ask({ say: "begin", order });

  /** A run about the tab in front; without an address there is nothing to begin with. */
  const here = (goal: string, mode: SiteMode): void => {
    const front = state().front;
    if (front !== null && front.url !== "") begin(orderHere(front, goal, mode));
  };

  /** The same about the part that was chosen, where one was. */
  const about = (goal: string, mode: SiteMode): void => {
    const { front, part } = state();
    if (front !== null && front.url !== "") begin(orderHere(front, goal, mode, part));
  };

  const copy = (text: string): void => {
    if (text === "") return send({ kind: "failed", code: "E_COPY", sentence: words.noUrl });
    outside.writeClipboard(text).then(outside.copied, () => {
      send({ kind: "failed", code: "E_COPY", sentence: words.gestureFailed });
    });
  };

  /** The least that acts: a site in Read-only is connected in the mode that asks before every step. */
  const actingMode = (): SiteMode => (modeOf(state()) === "autopilot" ? "autopilot" : "assist");

  /** Runs in the very handler of the click, which is what the browser gives its power to. */
  const perform = async (gesture: Gesture): Promise<void> => {
    const opened = gesture.kind === "download" && gesture.url !== null ? await outside.openTab(gesture.url) : null;
    // What did not happen is not said to have happened.
    if (opened === null) throw new Error("nothing was opened");
  };

  return {
    summarize: () => here(goals.summarize, "observe"),
    extractTable: () => here(goals.table, "observe"),
    find: (what) => here(goals.find(what), "observe"),
    pickRegion: () => {
      send({ kind: "picking", picking: true });
      outside.pickRegion();
    },
    dropRegion: () => {
      send({ kind: "picking", picking: false });
      outside.dropRegion();
    },
    dropPart: () => send({ kind: "part_dropped" }),
    gather: () => {
      send({ kind: "view", view: "gather" });
      outside.offerSources();
    },
    addTo: (sources, into) => {
      if (sources.length === 0) return;
      send({ kind: "gather", sources, into: "id" in into ? into.id : null });
      if ("title" in into) ask({ say: "collect", what: { do: "create", title: into.title } });
    },
    explain: () => about(goals.explain, "observe"),
    ask: (goal) => (soundsLikeActing(goal) ? send({ kind: "wants_to_act", goal }) : about(goal, "observe")),
    readOnly: (goal) => {
      send({ kind: "wants_to_act", goal: null });
      about(goal, "observe");
    },
    connect: (goal) => {
      send({ kind: "wants_to_act", goal: null });
      if (goal !== "") about(goal, actingMode());
    },
    openInWorkspace: (goal, url) => {
      const front = state().front;
      const where = url ?? front?.url ?? "";
      send({ kind: "wants_to_act", goal: null });
      if (where === "") return send({ kind: "failed", code: "E_NO_ADDRESS", sentence: words.noUrl });
      begin(
        orderInWorkspace(
          goal ?? goals.summarize,
          where,
          goal === null ? "observe" : actingMode(),
          front?.incognito !== false,
        ),
      );
    },

    enable: (origin) => {
      // The browser's question has to be asked in this very moment: afterwards the click no longer counts.
      const asked = outside.requestAccess([origin]);
      void asked.then((given) => send({ kind: "access", refused: !given }));
    },
    authorise: (run, digest, origins) => {
      const asked = outside.requestAccess(origins);
      void asked.then((given) => {
        if (!given) return send({ kind: "failed", code: "E_NO_SITE_ACCESS", sentence: words.refusedAccess });
        send({ kind: "authorised", run });
        ask({ say: "authorise", run, digest });
      });
    },
    decline: (run) => ask({ say: "decline", run }),

    answer: (run, requestId, digest, reply) => {
      send({ kind: "said", run });
      ask({ say: "answer", run, requestId, digest, reply });
    },
    gesture: (run, gesture) => {
      const { requestId, nonce } = gesture;
      // A second click may come before the button was drawn anew.
      if (state().runs[run]?.gesture?.used === true) return;
      // Begun inside the click, once: what fails is not tried again by itself.
      const done = perform(gesture);
      send({ kind: "gesture_used", run });
      done.then(
        () => ask({ say: "gesture", run, requestId, nonce }),
        () => send({ kind: "failed", code: "E_GESTURE", sentence: words.gestureFailed }),
      );
    },
    resume: (run, said) => ask({ say: "resume", run, ...(said === undefined ? {} : { words: said }) }),
    pause: (run) => ask({ say: "pause", run }),
    stop: (run) => ask({ say: "stop", run }),
    stopAll: () => ask({ say: "stop" }),
    panic: () => ask({ say: "panic" }),
    unlock: () => ask({ say: "unlock" }),
    openLaika: outside.openLaika,

    switchRun: (run, holder) => {
      ask({ say: "pause", run: holder });
      ask({ say: "resume", run });
    },
    newTaskTab: (run) => {
      const order = state().runs[run]?.order;
      if (order === null || order === undefined) return;
      ask({ say: "stop", run });
      begin({ ...order, surface: { kind: "mine" } });
    },
    stopOther: (run, holder) => {
      ask({ say: "stop", run: holder });
      ask({ say: "resume", run });
    },
    reattach: (run, tabId) => ask({ say: "reattach", run, tabId }),
    continueHere: (run) => {
      send({ kind: "offer_taken", run, what: "my_browser", taken: true });
      ask({ say: "continue", run });
    },

    setMode: (mode) => {
      const origin = state().front?.origin ?? "";
      if (origin !== "") ask({ say: "site_mode", origin, mode });
    },
    revoke: (run, grant) => ask({ say: "revoke", run, grant }),
    disconnect: () => {
      const origin = state().front?.origin ?? "";
      if (origin === "") return;
      ask({ say: "disconnect", origin });
      outside.removeAccess(origin);
    },

    openLink: (url) => void outside.openTab(url),
    copy,

    view: (view) => send({ kind: "view", view }),
    palette: (open) => send({ kind: "palette", open }),
    choose: (run) => send({ kind: "choose", run }),
    dropAct: () => send({ kind: "wants_to_act", goal: null }),
    dropFailure: () => send({ kind: "failure_seen" }),
    draftTaken: () => send({ kind: "draft_taken" }),
    onboarded: () => {
      outside.keepOnboarded(state().front?.incognito !== false);
      send({ kind: "prefs", onboarded: true });
    },
    again: (past) => {
      send({ kind: "view", view: "home" });
      const sounds = soundsLikeActing(past.goal);
      if (sounds) send({ kind: "wants_to_act", goal: past.goal });
      else here(past.goal, "observe");
    },
  };
}
