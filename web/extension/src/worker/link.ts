/**
 * The connection to the daemon, through the native host. It greets, keeps the key, numbers what is said, and begins
 * again when it is lost. What was under way is then lost too: nothing is said a second time.
 */

import { type Ask, type Chunk, type Down, type ExtensionAsk, type FromHost, VERSION } from "../../../shared/daemon.js";
import type { Link as LinkNews } from "../shared/panel-port.js";
import { Chunks } from "./chunks.js";
import { errorDown } from "./down.js";

const BUSY = "E_PROFILE_BUSY";
export const HOST = "org.laika.host";
/** So many questions may be without an answer, and so many may wait for a connection (TOOL-028). */
const MOST_OPEN = 32;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const GREETING_MS = 30_000;
const REPLY_MS = 30_000;

const UPDATE = "The extension and Laika are of different versions. Update both.";
const NO_HOST = "Laika is not installed for this browser, or its native host cannot be started.";
const NOT_RUNNING = "Laika is not running.";
const NOT_STARTED = "Laika could not be started. `laika doctor` at a terminal says more.";

export interface LinkOwner {
  connect(): chrome.runtime.Port;
  introduce(): Promise<ExtensionAsk>;
  /** How the connection stands, for people. */
  stands(news: LinkNews): void;
  /** The daemon let us in. */
  welcomed(features: readonly string[]): void;
  /** Everything that is no reply to a question. */
  heard(message: Down): void;
  /** There is no daemon any more: whatever it held is let go. */
  lost(): void;
}

interface Question {
  reply(message: Down): void;
  timer: ReturnType<typeof setTimeout>;
}

type Stage = "closed" | "greeting" | "introducing" | "online" | "offline";

export class Link {
  #port: chrome.runtime.Port | undefined;
  #stage: Stage = "closed";
  #chunks = new Chunks();
  #id = 0;
  /** The number of the introduction that a welcome must answer. */
  #introduced = 0;
  #key: string | undefined;
  #laika: string | undefined;
  #pause = FIRST_PAUSE_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wantsOpen = false;
  /** What a host without a daemon has yet to say something to, in order. */
  #unanswered: ("hello" | "open")[] = [];
  /** Whether the host said by itself that there is no daemon. */
  #saidOffline = false;
  readonly #questions = new Map<number, Question>();
  readonly #waiting: { ask: Ask; reply(message: Down): void }[] = [];

  constructor(readonly owner: LinkOwner) {}

  get isOnline(): boolean {
    return this.#stage === "online";
  }

  /** Connects, where there is no connection under way. */
  start(): void {
    if (this.#stage === "greeting" || this.#stage === "introducing" || this.#stage === "online") return;
    this.#close();
    this.owner.stands({ state: "connecting" });
    try {
      const port = this.owner.connect();
      this.#port = port;
      port.onMessage.addListener((message: unknown) => this.#port === port && this.#hear(message));
      port.onDisconnect.addListener(() => {
        // A host that never passed anything on is not there; one that did was ended.
        const sentence = this.#laika === undefined ? NO_HOST : NOT_RUNNING;
        if (this.#port === port) this.#gone({ state: "offline", sentence });
      });
      this.#greet();
    } catch {
      this.#gone({ state: "offline", sentence: NO_HOST });
    }
  }

  /** Has the native host start Laika where it does not run. */
  open(): void {
    this.#wantsOpen = true;
    if (this.#stage === "offline" && this.#port !== undefined) this.#wake();
    else this.start();
  }

  /** Asks, and gets exactly one reply. */
  ask(ask: Ask): Promise<Down> {
    return new Promise((reply) => {
      if (this.#stage === "online" && this.#questions.size < MOST_OPEN) this.#question(ask, reply);
      else if (this.#stage === "online" || this.#waiting.length >= MOST_OPEN) {
        reply(errorDown("RATE_LIMITED", "Too much is under way. Try again in a moment."));
      } else if (this.#stage === "closed" || this.#stage === "offline") {
        reply(errorDown("UNAVAILABLE", NOT_RUNNING));
      } else this.#waiting.push({ ask, reply });
    });
  }

  /** Says something that needs no reply. It is dropped where nobody hears it: a daemon that left has forgotten too. */
  tell(ask: Ask): void {
    if (this.#stage === "online") this.#say(ask);
  }

  #question(ask: Ask, reply: (message: Down) => void): void {
    const id = this.#say(ask);
    const timer = setTimeout(() => this.#answer(id, errorDown("TIMEOUT", "Laika did not answer in time.")), REPLY_MS);
    this.#questions.set(id, { reply, timer });
  }

  #say(ask: Ask): number {
    const id = ++this.#id;
    this.#port?.postMessage(this.#key === undefined ? { id, ask } : { id, key: this.#key, ask });
    return id;
  }

  #greet(): void {
    this.#stage = "greeting";
    this.#unanswered.push("hello");
    this.#say({ say: "hello", version: VERSION });
    this.#introduced = 0;
    this.#after(GREETING_MS, () => this.#gone({ state: "offline", sentence: "Laika does not answer." }));
  }

  /** The host does what it is told in the order it is told: it starts Laika, then passes the greeting on. */
  #wake(): void {
    this.#wantsOpen = false;
    this.owner.stands({ state: "connecting", sentence: "Laika is being started." });
    this.#unanswered.push("open");
    this.#port?.postMessage({ host: "open" });
    this.#greet();
  }

  #hear(message: unknown): void {
    try {
      const piece = Object(message) as Partial<Chunk>;
      if (piece.chunk === undefined) this.#take(message);
      else {
        const text = this.#chunks.take(piece.chunk);
        if (text !== undefined) this.#take(JSON.parse(text));
      }
    } catch {
      this.#gone({ state: "offline", sentence: "Something came over the connection that cannot be read." });
    }
  }

  #take(message: unknown): void {
    const host = Object(message) as Partial<FromHost>;
    if (host.host !== undefined) this.#hearHost(host as FromHost);
    else if (this.#stage === "greeting") this.#hearGreeting(message as Down);
    else if (this.#stage === "introducing") this.#hearWelcome(message as Down);
    else if (this.#stage === "online") this.#hearOnline(message as Down);
  }

  #hearHost(message: FromHost): void {
    if (message.host === "refused") return this.#refused(message.sentence);
    // The greeting that was sent behind `open` is on its way to the daemon now.
    if (message.host === "online") return void (this.#unanswered = []);
    const answers = this.#saidOffline ? this.#unanswered.shift() : undefined;
    this.#saidOffline = true;
    if (answers === "open") this.#offline(NOT_STARTED);
    else if (this.#wantsOpen) this.#wake();
    // While it is being started, this is about what was said before.
    else if (!this.#unanswered.includes("open")) this.#offline(NOT_RUNNING);
  }

  /** The host stays, so that it can be asked to start Laika; and now and then a new one looks for it. */
  #offline(sentence: string): void {
    if (this.#stage === "offline") return;
    this.#forget();
    this.#stage = "offline";
    this.owner.stands({ state: "offline", sentence });
    this.#again();
  }

  #hearGreeting(message: Down): void {
    if (message.says === "error") this.#refused(message.sentence);
    if (message.says !== "hello") return;
    if (message.version !== VERSION) {
      this.#refused(UPDATE);
      return;
    }
    this.#laika = String(message.laika);
    this.#stage = "introducing";
    const port = this.#port;
    void this.owner.introduce().then((ask) => {
      if (this.#port === port && this.#stage === "introducing") this.#introduced = this.#say(ask);
    });
  }

  #hearWelcome(message: Down): void {
    // Another one speaks for this profile, perhaps only until its connection is seen to be gone: it is tried again.
    if (message.says === "error" && message.code === BUSY) return this.#gone({ state: "offline", sentence: message.sentence });
    if (message.says === "error") this.#refused(message.sentence);
    if (message.says !== "welcome" || message.id !== this.#introduced) return;
    this.#key = message.key;
    this.#stage = "online";
    this.#wantsOpen = false;
    this.#pause = FIRST_PAUSE_MS;
    clearTimeout(this.#timer);
    this.owner.stands(this.#laika === undefined ? { state: "online" } : { state: "online", laika: this.#laika });
    this.owner.welcomed(message.message.features ?? []);
    for (const { ask, reply } of this.#waiting.splice(0)) this.#question(ask, reply);
  }

  #hearOnline(message: Down): void {
    const id = "id" in message ? message.id : null;
    if (id === null || id === undefined) this.owner.heard(message);
    else this.#answer(id, message);
  }

  #answer(id: number, message: Down): void {
    const question = this.#questions.get(id);
    if (question === undefined) return;
    clearTimeout(question.timer);
    this.#questions.delete(id);
    question.reply(message);
  }

  /** A daemon that does not want us is not asked again until a person does. */
  #refused(sentence: string): void {
    this.#close();
    this.owner.stands({ state: "update", sentence });
  }

  #gone(news: LinkNews): void {
    this.#close();
    this.owner.stands(news);
    this.#again();
  }

  #again(): void {
    this.#after(this.#pause, () => this.start());
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MS);
  }

  #after(ms: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, ms);
  }

  #close(): void {
    clearTimeout(this.#timer);
    const port = this.#port;
    this.#port = undefined;
    this.#stage = "closed";
    this.#chunks = new Chunks();
    this.#id = 0;
    this.#unanswered = [];
    this.#saidOffline = false;
    this.#forget();
    port?.disconnect();
  }

  #forget(): void {
    this.#key = undefined;
    const lost = errorDown("UNAVAILABLE", NOT_RUNNING);
    for (const id of [...this.#questions.keys()]) this.#answer(id, lost);
    for (const { reply } of this.#waiting.splice(0)) reply(lost);
    this.owner.lost();
  }
}
