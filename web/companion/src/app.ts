/** What all views share: what goes on, who may do what, and the way to the program. Views hold no state that lasts. */

import { computed, signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { AgentReply, PanelAsk, Reply } from "../../shared/daemon.js";
import { statuses } from "../../shared/words/index.js";
import { Api, GONE, Refused } from "./api.js";
import { type Live, type Message, announce, reduce, start } from "./live.js";
import { type Thing, things } from "./read.js";
import { type Route, parseRoute } from "./route.js";
import type { Secret } from "./secret.js";
import { type FileToSave, type Session, readSession } from "./types/places.js";
import { w } from "./words/index.js";

const TOAST_MS = 2400;

export const live = signal<Live>(start);
export const session = signal<Session | null>(null);
export const route = signal<Route>(parseRoute(globalThis.location?.hash ?? ""));
export const said = signal({ polite: "", assertive: "" });
export const toast = signal("");
export const palette = signal(false);
/** What the program behind this window answered that it cannot do. What needs it is not offered again. */
export const absent = signal<ReadonlySet<string>>(new Set());
const only = signal(true);

/** Whether this window may do anything but look. */
export const mayAct = computed(() => !only.value && session.value?.mayAct === true);
/** Whether it is known that it may not. */
export const viewOnly = computed(() => session.value !== null && !mayAct.value);

let api: Api | null = null;

export function begin(secret: Secret): void {
  only.value = secret.viewOnly;
  api = new Api(secret.token);
  const hear = (told: unknown): void => {
    send({ kind: "told", told });
    if ((told as Thing | null)?.["says"] === "connected") void settle();
  };
  void api.listen(hear, (link) => send({ kind: "link", link }), new AbortController().signal);
}

/** After every time Laika was found: who this window is, and where everything stands. */
async function settle(): Promise<void> {
  try {
    session.value = readSession(await call("session"));
    for (const told of await ask({ say: "status" })) send({ kind: "told", told });
  } catch {
    // The next time it is found, it is asked again.
  }
}

export function send(message: Message): void {
  const before = live.peek();
  const after = reduce(before, message);
  if (after === before) return;
  live.value = after;
  const words = {
    status: (name: string) => statuses[name as keyof typeof statuses]?.said ?? name,
    asks: w.inbox.said,
    gone: w.shell.goneTitle,
    back: w.shell.back,
  };
  const { polite, assertive } = announce(before, after, words);
  if (polite !== null || assertive !== null) {
    said.value = { polite: polite ?? said.peek().polite, assertive: assertive ?? "" };
  }
}

export async function call(verb: string, given: object = {}): Promise<unknown> {
  if (api === null) throw new Refused(GONE, "");
  try {
    return await api.call(verb, given);
  } catch (problem) {
    if (isAbsent(problem) && !absent.peek().has(verb)) absent.value = new Set([...absent.peek(), verb]);
    throw problem;
  }
}

function isAbsent(problem: unknown): boolean {
  return problem instanceof Refused && problem.code === "E_NO_VERB";
}

/** Whether this window may do it, and the program behind it can. */
export function canDo(verb: string): boolean {
  return mayAct.value && !absent.value.has(verb);
}

type CompanionAsk = PanelAsk | { say: "agent_reply"; ask: string; digest: string; reply: AgentReply };

export function ask(what: CompanionAsk): Promise<unknown[]> {
  return api === null ? Promise.reject(new Refused(GONE, "")) : api.ask(what);
}

/** The runs that an answer is about. */
export function runsOf(told: unknown[]): string[] {
  return things(told).flatMap((one) => (one["says"] === "done" && Array.isArray(one["runs"]) ? one["runs"] : []));
}

/** An answer to a card. One that is not taken lets the card stand again, and says why. */
export function answer(run: string, requestId: string, digest: string, reply: Reply): void {
  send({ kind: "said", run });
  void ask({ say: "answer", run, requestId, digest, reply }).catch((problem: unknown) => {
    send({ kind: "unsaid", run });
    failed(problem);
  });
}

export function answerAgent(id: string, digest: string, reply: AgentReply): void {
  send({ kind: "agent_said", id });
  void ask({ say: "agent_reply", ask: id, digest, reply }).catch((problem: unknown) => {
    send({ kind: "agent_unsaid", id });
    failed(problem);
  });
}

export function authorise(run: string, digest: string): void {
  send({ kind: "said", run });
  void ask({ say: "authorise", run, digest }).catch((problem: unknown) => {
    send({ kind: "unsaid", run });
    failed(problem);
  });
}

/** Says something that has no place of its own on the screen. */
export function tell(words: string): void {
  toast.value = words;
  said.value = { ...said.peek(), polite: words };
  window.setTimeout(() => {
    if (toast.peek() === words) toast.value = "";
  }, TOAST_MS);
}

export function failed(problem: unknown): void {
  const { code, sentence } = explained(problem);
  tell(`${sentence} (${code})`);
}

/** Why something is not done, in words of this window where it has some. */
export function explained(problem: unknown): { code: string; sentence: string } {
  const code = problem instanceof Refused ? problem.code : "E_UNKNOWN";
  const sentence = problem instanceof Error ? problem.message : "";
  const ours: Record<string, string> = w.codes;
  return { code, sentence: ours[code] ?? (sentence === "" ? w.common.notDone : sentence) };
}

/**
 * Puts words on the clipboard. Laika's own window has no permission to do so by itself; there the browser copies what is
 * selected, as it does for a person's key, and only soon after a press.
 */
export async function toClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const held = document.createElement("textarea");
    const focused = document.activeElement;
    held.className = "unseen";
    held.value = text;
    // In a dialog nothing outside of it can be selected.
    (document.querySelector("dialog[open]") ?? document.body).append(held);
    held.select();
    const done = document.execCommand("copy");
    held.remove();
    if (focused instanceof HTMLElement) focused.focus();
    if (!done) throw new Refused("E_NOT_COPIED", w.common.notCopied);
  }
}

export async function copy(text: string): Promise<void> {
  try {
    await toClipboard(text);
    tell(w.common.copied);
  } catch {
    tell(w.common.notCopied);
  }
}

/** Only a person's click comes here, with an address that was shown. */
export function openLink(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}

/** Hands a file to the browser, which asks or saves as it is set. */
export function save({ name, type, data }: FileToSave): void {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export interface Loading<T> {
  value: T | null;
  problem: { code: string; sentence: string } | null;
  loading: boolean;
  again: () => void;
}

/** What a command says, loaded again when its arguments change, when Laika comes back, and on demand. */
export function useLaika<T>(verb: string, given: object, read: (value: unknown) => T, ...when: unknown[]): Loading<T> {
  const [held, setHeld] = useState<{ key: string; value: T | null; problem: unknown; loading: boolean }>({
    key: "",
    value: null,
    problem: null,
    loading: true,
  });
  const [turn, setTurn] = useState(0);
  const last = useRef(0);
  const key = JSON.stringify([verb, given]);
  const linked = live.value.link === "connected";
  useEffect(() => {
    if (!linked) return;
    const mine = (last.current += 1);
    setHeld((before) =>
      before.key === key ? { ...before, loading: true } : { key, value: null, problem: null, loading: true },
    );
    call(verb, given)
      .then((value) => ({ key, value: read(value), problem: null, loading: false }))
      .catch((problem: unknown) => ({ key, value: null, problem, loading: false }))
      // An answer to an older question is not shown.
      .then((next) => last.current === mine && setHeld(next));
  }, [key, turn, linked, ...when]);
  const fresh = held.key === key;
  return {
    value: fresh ? held.value : null,
    problem: fresh && held.problem !== null ? explained(held.problem) : null,
    loading: !fresh || held.loading,
    again: () => setTurn((n) => n + 1),
  };
}

export interface Deed {
  busy: boolean;
  problem: { code: string; sentence: string } | null;
  run: (job: () => Promise<unknown>) => void;
}

/** Something that a person started: it is under way, done, or refused with a reason. */
export function useDeed(): Deed {
  const [state, setState] = useState<{ busy: boolean; problem: Deed["problem"] }>({ busy: false, problem: null });
  const run = (job: () => Promise<unknown>): void => {
    setState({ busy: true, problem: null });
    job().then(
      () => setState({ busy: false, problem: null }),
      (problem: unknown) => {
        // What cannot be done is taken away from where it was pressed, so it is said beside it.
        if (isAbsent(problem)) tell(explained(problem).sentence);
        setState({ busy: false, problem: explained(problem) });
      },
    );
  };
  return { ...state, run };
}
