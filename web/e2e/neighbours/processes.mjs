/**
 * What a process of the same user tries. Where it can do something at all, that is said: whoever runs as the person can
 * in the end do what the person can. It must not be done by the way, by a program that was merely given a shell.
 */

import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { GECKO_ID } from "../../extension/manifest.mjs";
import { sleep, until } from "./chromium.mjs";
import { EXTENSION_ID } from "./laika.mjs";
import { hostileSite } from "./site.mjs";
import { must } from "./table.mjs";

const own = fileURLToPath(new URL(".", import.meta.url));
const PAGE = `<!doctype html><title>Shop</title><h1>Lamp shop</h1><p>The price is 42 crowns.</p><button id=b onclick="window.pressed=1;this.textContent='Shown'">Show details</button>`;
const RUN = "run-000000000000";
const UUID = "00000000-0000-4000-8000-000000000000";
const DIGEST = `sha256:${"0".repeat(64)}`;

/** A raw connection to the daemon. */
export class Wire {
  #text = "";
  /** @type {any[]} */
  heard = [];
  isOver = false;

  /** @param {string} path */
  constructor(path) {
    this.socket = createConnection(path);
    this.socket.on("error", () => (this.isOver = true));
    this.socket.on("close", () => (this.isOver = true));
    this.socket.on("data", (data) => {
      this.#text += data;
      const lines = this.#text.split("\n");
      this.#text = lines.pop() ?? "";
      for (const line of lines) this.heard.push(JSON.parse(line));
    });
  }

  /** @param {string | Buffer | object} message */
  write(message) {
    this.socket.write(typeof message === "string" || Buffer.isBuffer(message) ? message : `${JSON.stringify(message)}\n`);
  }

  /** Says something, and gives the first thing that is told about it. @param {object} ask @param {number} id @param {string} [key] @returns {Promise<any>} */
  async ask(ask, id, key) {
    this.write(key === undefined ? { id, ask } : { id, key, ask });
    return await until(() => this.heard.find((one) => one.id === id), 5_000);
  }

  async hello() {
    this.write({ id: 1, ask: { say: "hello", version: 1 } });
    must((await until(() => this.heard.find((one) => one.says === "hello"), 5_000)) !== undefined, "the daemon does not say hello");
    return this;
  }

  close() {
    this.socket.destroy();
  }
}

/** What the extension says of itself, as its files have it. @param {string} folder */
export function introduction(folder) {
  const worker = readFileSync(join(folder, "worker.js"), "utf8");
  const [pageScriptHash] = /sha256:[0-9a-f]{64}/.exec(readFileSync(join(folder, "page.js"), "utf8")) ?? [];
  const schemaHash = (worker.match(/sha256:[0-9a-f]{64}/g) ?? []).find((hash) => hash !== pageScriptHash);
  const hello = { type: "system.hello", protocolVersion: "1.0", schemaHash, pageScriptHash, tools: [], features: [] };
  return { say: "extension", hello, profile: `p-${"1".repeat(32)}` };
}

/** A native host that is spoken to in frames. */
class Host {
  /** @type {any[]} */
  heard = [];
  /** @type {number | null | undefined} */
  code;

  /** @param {string} command @param {string[]} words @param {Record<string, string | undefined>} env */
  constructor(command, words, env) {
    this.process = spawn(command, words, { env, stdio: ["pipe", "pipe", "ignore"] });
    this.process.on("exit", (code) => (this.code = code));
    this.process.stdin?.on("error", () => undefined);
    let rest = Buffer.alloc(0);
    this.process.stdout?.on("data", (data) => {
      rest = Buffer.concat([rest, data]);
      while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
        const length = rest.readUInt32LE(0);
        this.heard.push(JSON.parse(rest.subarray(4, 4 + length).toString()));
        rest = rest.subarray(4 + length);
      }
    });
  }

  /** @param {object} message */
  say(message) {
    const text = Buffer.from(JSON.stringify(message));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    this.process.stdin?.write(Buffer.concat([length, text]));
  }

  /** Greets and introduces itself as the extension. @param {object} introduction @returns {Promise<any>} */
  async introduce(introduction) {
    this.say({ id: 1, ask: { say: "hello", version: 1 } });
    await until(() => this.heard.find((one) => one.says === "hello"), 5_000);
    this.say({ id: 2, ask: introduction });
    return await until(() => this.heard.find((one) => one.id === 2), 5_000);
  }

  end() {
    this.process.kill("SIGKILL");
  }
}

/** @param {import("./laika.mjs").Laika} laika @param {import("./table.mjs").Table} table */
export async function tryProcesses(laika, table) {
  const { chromium, env } = laika;
  const site = await hostileSite({ "/": PAGE });
  const host = join(dirname(laika.installed.host), "laika-native-host");
  const origin = `chrome-extension://${EXTENSION_ID}/`;
  const intro = introduction(laika.installed.extension);
  const wire = await new Wire(laika.socket).hello();
  let id = 1;

  const order = { goal: "read it", urls: [`${site.url}/`], mode: "observe", asks: "person", surface: { kind: "mine", tabId: 1 } };
  /** @type {[rule: string, what: string, ask: object, code: RegExp][]} */
  const asks = [
    ["S1", "says that it is the extension", intro, /E_NOT_THE_EXTENSION/],
    ["S1", "begins a run in the person's browser", { say: "begin", order, model: "without" }, /E_NOT_THE_EXTENSION/],
    ["S1", "begins a run in the person's browser, and names the profile", { say: "begin", order: { ...order, surface: { kind: "mine", tabId: 1, profile: intro.profile } }, model: "without" }, /E_NOT_THE_EXTENSION/],
    ["S1", "answers a question of the browser's in its place (tab_answer)", { say: "tab_answer", requestId: UUID, ok: true, value: {} }, /E_NOT_THE_EXTENSION/],
    ["S1", "tells that something happened in the browser", { say: "happened", event: { kind: "tab_closed", tabId: 1 } }, /E_NOT_THE_EXTENSION/],
    ["S1", "authorises a run", { say: "authorise", run: RUN, digest: DIGEST }, /E_NO_PERSON/],
    ["S1", "answers a card", { say: "answer", run: RUN, requestId: UUID, digest: DIGEST, reply: "once" }, /E_NO_PERSON/],
    ["S1", "says how much may be done on a site", { say: "site_mode", origin: site.url, mode: "autopilot" }, /E_NO_PERSON/],
    ["S1", "sends a run to another tab", { say: "reattach", run: RUN, tabId: 1 }, /E_NO_PERSON/],
    ["S1", "says that the person did what only they can (gesture)", { say: "gesture", run: RUN, requestId: UUID, nonce: UUID }, /E_NO_PERSON/],
    ["S1", "unlocks Laika", { say: "unlock" }, /E_NO_PERSON/],
    ["S1", "hands a grant in with its order", { say: "begin", order: { ...order, surface: { kind: "workspace" }, asks: { grant: {} } }, model: "without" }, /E_MESSAGE|E_GRANT_FILE/],
  ];
  for (const [rule, what, ask, code] of asks) {
    await table.try("process", rule, `on the socket: ${what}`, async () => {
      const before = wire.heard.length;
      const reply = (await wire.ask(ask, ++id)) ?? wire.heard[before];
      must(code.test(reply?.code), JSON.stringify(reply));
      return reply.code;
    });
  }

  await table.try("process", "S1", "on the socket: answers the open card of a run, authorises and resumes it, with its real digest", async () => {
    const tab = await chromium.open(`${site.url}/`);
    wire.write({ id: ++id, ask: { say: "watch" } });
    /** @type {string[]} */
    const codes = [];
    const news = await laika.act({
      ...{ goal: 'Press "Show details"', tab },
      before: async ({ run, news: one }) => {
        if (one.news === "authorise") codes.push((await wire.ask({ say: "authorise", run, digest: one.digest }, ++id))?.code);
      },
      card: async (card) => {
        const seen = await until(() => wire.heard.find((one) => one.news?.requestId === card.requestId), 2_000);
        must(seen !== undefined, "the process was not told of the card, so this says nothing");
        codes.push((await wire.ask({ say: "answer", run: seen.run, requestId: card.requestId, digest: card.digest, reply: "once" }, ++id))?.code);
        codes.push((await wire.ask({ say: "resume", run: seen.run, words: 'Press "Delete"' }, ++id))?.code);
        await sleep(300);
        must((await chromium.eval(tab.session, "window.pressed")) === undefined, "the button was pressed");
        return "no";
      },
    });
    const pressed = await chromium.eval(tab.session, "window.pressed");
    await chromium.shut(tab.targetId);
    must(pressed === undefined && !news.some((one) => one.news === "ended" && one.done), "the act was done");
    must(codes.length === 3 && codes.every((code) => /E_NO_PERSON|E_AT_WORK/.test(code)), codes.join());
    return codes.join(" ");
  });
  await table.try("process", "S9", "on the socket: listens to a run in the person's browser", () => {
    const kinds = new Set(wire.heard.filter((one) => one.says === "news" && one.run !== null).map((one) => one.news.news));
    must(kinds.has("ask"), "the limit is not there any more: say so");
    return `it hears what every client hears (${[...kinds].join(", ")}): a process of the same user can listen`;
  }, "limit");
  wire.close();

  await table.try("process", "S1", "starts our native host itself, with our origin, and says that it is the extension", async () => {
    const started = new Host(host, [origin], env);
    const reply = await started.introduce(intro);
    started.end();
    must(reply?.code === "E_NOT_THE_EXTENSION", JSON.stringify(reply));
    return reply.code;
  });
  for (const [what, words] of /** @type {[string, string[]][]} */ ([
    ["another extension's origin", [`chrome-extension://${"a".repeat(32)}/`]],
    ["our id with another scheme", [EXTENSION_ID, `moz-extension://${EXTENSION_ID}/`, `${GECKO_ID}.evil`]],
    ["no origin", []],
  ])) {
    await table.try("process", "S1", `starts our native host itself, with ${what}`, async () => {
      const started = new Host(host, words, env);
      await until(() => started.code, 5_000);
      must(started.heard[0]?.code === "E_EXTENSION_ID" && started.code !== 0, JSON.stringify(started.heard));
      return started.heard[0].code;
    });
  }
  await table.try("process", "S1", "a copy of our native host, started by a real name of a browser", async () => {
    const reply = await asBrowser(laika, "chromium", intro, true);
    must(reply?.code === "E_NOT_THE_EXTENSION", JSON.stringify(reply));
    return reply.code;
  });
  await table.try("process", "S1", "a program of its own, called anything, that starts our native host", async () => {
    const reply = await asBrowser(laika, "helper", intro, false);
    must(reply?.code === "E_NOT_THE_EXTENSION", JSON.stringify(reply));
    return reply.code;
  });
  await table.try("process", "S1", "a program of its own that it calls chromium, which starts our native host", async () => {
    const reply = await asBrowser(laika, "chromium", intro, false);
    must(reply?.says === "welcome", `the limit is not there any more: say so (${JSON.stringify(reply)})`);
    return "it is welcomed: a process of the same user can play the browser";
  }, "limit");
  await table.try("process", "S1", "makes a terminal for itself and says there what only a person may (unlock)", async () => {
    if (!existsSync("/usr/bin/script")) return "not tried: there is no `script` here";
    const code = await withTerminal(laika);
    must(code === "done", `the limit is not there any more: say so (${code})`);
    return "it counts as a person: a process of the same user can make a terminal";
  }, "limit");
  await table.try("process", "S1", "writes a host manifest that names another program", async () => {
    const manifest = join(laika.profile, "NativeMessagingHosts", "org.laika.host.json");
    const before = readFileSync(manifest, "utf8");
    const folder = mkdtempSync(join(tmpdir(), "laika-neighbours-host-"));
    const program = join(folder, "host");
    const mark = join(folder, "spoken-to");
    writeFileSync(program, `#!/bin/sh\nhead -c 40 > ${mark}\nsleep 2\n`, { mode: 0o755 });
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(before), path: program }));
    try {
      const worker = await chromium.attach((await chromium.find("service_worker", EXTENSION_ID)).targetId);
      await chromium.eval(worker, "void chrome.runtime.connectNative('org.laika.host').postMessage({ id: 1, ask: { say: 'hello', version: 1 } })");
      const spoken = await until(() => (existsSync(mark) && readFileSync(mark, "utf8").includes("hello")) || undefined, 5_000);
      must(spoken === true, "the limit is not there any more: say so");
      return "the extension then talks to it: a process of the same user can play the daemon, on sites that are granted";
    } finally {
      writeFileSync(manifest, before);
      rmSync(folder, { recursive: true, force: true });
    }
  }, "limit");
  site.close();
}

/**
 * Starts the host from a program with this name.
 * @param {import("./laika.mjs").Laika} laika @param {string} name @param {object} intro @param {boolean} copied whether the host is a copy, too
 */
async function asBrowser(laika, name, intro, copied) {
  const folder = mkdtempSync(join(tmpdir(), "laika-neighbours-fake-"));
  const host = join(dirname(laika.installed.host), "laika-native-host");
  const program = join(folder, name);
  copyFileSync(process.execPath, program);
  const used = copied ? join(folder, "laika-native-host") : host;
  if (copied) copyFileSync(host, used);
  const started = new Host(program, [join(own, "play-browser.mjs"), used, `chrome-extension://${EXTENSION_ID}/`], laika.env);
  try {
    return await started.introduce(intro);
  } finally {
    started.process.stdin?.end();
    started.end();
    await sleep(200);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Says `unlock` from a process that has a terminal of its own. @param {import("./laika.mjs").Laika} laika */
async function withTerminal(laika) {
  const script = `const s=require("net").createConnection(process.env.SOCKET);let t="";s.on("data",(d)=>{t+=d;if(/"id":2/.test(t)){console.log("SAID:"+t.split("\\\\n").find((l)=>/"id":2/.test(l)));process.exit()}});s.write('{"id":1,"ask":{"say":"hello","version":1}}\\\\n');setTimeout(()=>s.write('{"id":2,"ask":{"say":"unlock"}}\\\\n'),300)`;
  const folder = mkdtempSync(join(tmpdir(), "laika-neighbours-tty-"));
  writeFileSync(join(folder, "say.cjs"), script.replaceAll("\\\\n", "\\n"));
  const child = spawn("/usr/bin/script", ["-qec", `${process.execPath} ${join(folder, "say.cjs")}`, "/dev/null"], { env: { ...laika.env, SOCKET: laika.socket }, stdio: ["pipe", "pipe", "ignore"] });
  let out = "";
  child.stdout.on("data", (data) => (out += data));
  await Promise.race([new Promise((resolve) => child.once("exit", resolve)), sleep(8_000)]);
  child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
  const said = /SAID:(\{.*\})/.exec(out)?.[1];
  const reply = said === undefined ? {} : JSON.parse(said);
  return reply.says === "done" ? "done" : (reply.code ?? out.slice(0, 200));
}
