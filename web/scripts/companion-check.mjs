/**
 * Whether everybody can use the companion window: every view of the built window in real Chromium, in light and in dark and
 * 320 pixels wide, in both languages, with recorded answers behind it. axe-core looks at each; nothing may break the policy
 * of the page, run what a page put into a title, scroll sideways, or be out of reach of the keyboard. Approvals are tried
 * by real presses: too early, focused, and with the digest of what was shown.
 *
 * `node scripts/companion-check.mjs [SHOTS] [--only PART] [--json]`: pictures go to the folder SHOTS. Without Chromium nothing is looked at,
 * which is said, and is a failure where CI is set.
 */

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { TOKEN, VIEW_TOKEN, serve } from "../e2e/companion/server.mjs";

const web = fileURLToPath(new URL("..", import.meta.url));
const dist = join(web, "companion/dist");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const program = process.env["LAIKA_CHROMIUM"] ?? "/usr/lib/chromium/chromium";
const args = process.argv.slice(2);
const json = args.includes("--json");
const only = args.includes("--only") ? args[args.indexOf("--only") + 1] : undefined;
const shots = args.find((one) => !one.startsWith("--") && one !== only);

const VIEWS = [
  "new",
  "runs",
  "runs/run-6",
  "runs/run-7",
  "approvals",
  "collections",
  "collections/col-flats/sources",
  "collections/col-flats/ask",
  "collections/col-flats/make",
  "collections/col-flats/kept",
  "collections/col-flats/kept/made-1",
  "collections/col-flats/kept/made-2",
  "policies",
  "privacy",
  "models",
  "tools",
  "doctor",
];
/** @type {{ name: string, width: number, scheme: "light" | "dark", locale: string }[]} */
const LOOKS = [
  { name: "light", width: 1280, scheme: "light", locale: "en" },
  { name: "dark", width: 1280, scheme: "dark", locale: "de" },
  { name: "narrow", width: 320, scheme: "light", locale: "de" },
];

/** @type {string[]} */
const problems = [];
/** @type {Set<string>} */
const notes = new Set();
let [looked, lesser] = [0, 0];

if (!existsSync(program)) {
  process.stderr.write("companion-check skipped: Chromium is not installed; LAIKA_CHROMIUM can name another one\n");
  if (process.env["CI"]) process.exitCode = 1;
} else {
  if (shots !== undefined) mkdirSync(shots, { recursive: true });
  const server = await serve(dist);
  // The sandbox of a browser that root starts does not work, and the pages here are our own.
  const browser = await chromium.launch({ executablePath: program, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
  try {
    const parts = { control, emptyAndRefused, lacking, viewOnly, approval, keyboard, summary, restart, citations, outside };
    expect(only === undefined || only === "views" || only in parts, `there is no part called ${only}`);
    for (const look of LOOKS) if (only === undefined || only === "views") await views(browser, server, look);
    for (const [name, part] of Object.entries(parts)) {
      if (only === undefined || only === name) await part(browser, server).catch((error) => problems.push(`${name}: ${error.message.split("\n", 1)[0]}`));
    }
  } finally {
    await browser.close();
    await server.close();
  }
  const passed = problems.length === 0 && (only !== undefined || looked >= VIEWS.length * LOOKS.length);
  if (json) process.stdout.write(`${JSON.stringify({ passed, looked, lesser, problems }, null, 2)}\n`);
  else {
    for (const line of [...problems, ...notes]) process.stdout.write(`${line}\n`);
    process.stdout.write(`companion-check: ${looked} views looked at, ${problems.length} problems, ${lesser} lesser findings\n`);
  }
  process.exitCode = passed ? 0 : 1;
}

/** @param {boolean} holds @param {string} what */
function expect(holds, what) {
  if (!holds) problems.push(what);
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {Awaited<ReturnType<typeof serve>>} server
 * @param {{ width?: number, scheme?: "light" | "dark", locale?: string, token?: string | null, hash?: string }} how
 */
async function open(browser, server, { width = 1280, scheme = "light", locale = "en", token = TOKEN, hash = "" } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 860 }, colorScheme: scheme, locale, reducedMotion: "reduce", acceptDownloads: true });
  // As the program does it: before any script of the page runs.
  if (token !== null) await context.addInitScript((word) => void (/** @type {any} */ (globalThis).laikaSecret = word), token);
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" && !/Failed to load resource|ERR_/.test(message.text())) problems.push(`console: ${message.text()} at ${page.url()}`);
  });
  page.on("pageerror", (error) => problems.push(`script: ${error.message} at ${page.url()}`));
  await page.goto(`${server.url}${hash}`);
  if (token !== null) await page.waitForSelector(".link.on");
  return { page, close: () => context.close() };
}

/** @param {import("playwright-core").Page} page @param {string} view */
async function go(page, view) {
  await page.evaluate((hash) => void (location.hash = hash), `#/${view}`);
  await page.waitForFunction(() => document.querySelector(".page h1") !== null && document.querySelector(".loading") === null);
  await page.waitForTimeout(150);
}

/** @param {import("playwright-core").Page} page @param {string} where */
async function examine(page, where) {
  looked += 1;
  // In a world of its own, so that the policy of the page holds for the page alone.
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "axe" });
  await session.send("Runtime.evaluate", { expression: `globalThis.axe === undefined && (() => { ${axe} })()`, contextId: executionContextId });
  const expression = `axe.run(document, { resultTypes: ["violations"], runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
    .then(({ violations }) => JSON.stringify(violations.map((one) => [one.impact, one.id, one.help, one.nodes.map((node) => node.target.join(" ")).slice(0, 4)])))`;
  const { result } = await session.send("Runtime.evaluate", { expression, contextId: executionContextId, awaitPromise: true });
  await session.detach();
  for (const [impact, rule, help, nodes] of JSON.parse(result.value)) {
    if (impact === "serious" || impact === "critical") problems.push(`${impact}: ${rule} (${help}) in ${where}: ${nodes.join(" | ")}`);
    else {
      lesser += 1;
      notes.add(`${impact}: ${rule} (${help}) in ${where}: ${nodes.join(" | ")}`);
    }
  }
  const found = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    hit: /** @type {any} */ (globalThis).hit,
    // A label of ours is never a word of a page (UI-012).
    labels: [...document.querySelectorAll("button, a, label, summary, option, [aria-label], [title]")]
      .map((one) => `${one.matches("button, a, label, summary, option") ? one.textContent : ""} ${one.getAttribute("aria-label") ?? ""} ${one.getAttribute("title") ?? ""}`)
      .filter((text) => text.includes("window.hit")),
    images: document.querySelectorAll('img[src="x"]').length,
    headings: document.querySelectorAll("h1").length,
  }));
  expect(found.wide <= 0, `${where} scrolls sideways by ${found.wide} pixels`);
  expect(found.hit === undefined && found.images === 0, `${where}: what a page said became more than text`);
  expect(found.labels.length === 0, `${where}: a word of a page is a label: ${found.labels[0]}`);
  expect(found.headings === 1, `${where} has ${found.headings} first headings`);
}

/** @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server @param {(typeof LOOKS)[number]} look */
async function views(browser, server, look) {
  const { page, close } = await open(browser, server, look);
  for (const view of VIEWS) {
    await go(page, view);
    if (view === "doctor") {
      await page.locator(".page-head .act.primary").click();
      await page.waitForSelector(".checks");
    }
    if (view === "policies" && look.name !== "dark") await page.getByRole("button", { name: /New permission|Neue Erlaubnis/ }).click();
    if (view === "collections/col-flats/ask") {
      await page.locator(".ask-form textarea").fill("Which of these flats allow a dog?");
      await page.locator(".ask-form button").click();
      await page.waitForSelector(".cite");
    }
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
    await examine(page, `${view} (${look.name})`);
    if (shots !== undefined) await page.screenshot({ path: join(shots, `${view.replaceAll("/", "-")}-${look.name}.png`), fullPage: true });
  }
  await close();
}

/** What is planted on purpose has to be found: whoever looks and sees nothing there sees nothing. @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function control(browser, server) {
  const { page, close } = await open(browser, server, { width: 320 });
  await go(page, "runs");
  await page.evaluate(() => {
    const place = /** @type {HTMLElement} */ (document.querySelector(".page"));
    const [faint, wide, label] = [document.createElement("p"), document.createElement("div"), document.createElement("button")];
    faint.textContent = "Hardly to be read";
    faint.style.color = "#ddd";
    wide.style.width = "900px";
    wide.textContent = "wide";
    label.textContent = "window.hit";
    place.append(document.createElement("button"), faint, wide, label);
    place.setAttribute("style", "color: red");
  });
  const before = problems.length;
  await examine(page, "control");
  const found = problems.splice(before).join("\n");
  for (const planted of ["button-name", "color-contrast", "scrolls sideways", "is a label"]) expect(found.includes(planted), `what was planted was not found: ${planted}`);
  // A style in an attribute is what the policy of the page refuses; that it is refused is heard as well.
  const heard = problems.findIndex((one) => /Content Security Policy|inline style/.test(one));
  expect(heard !== -1, "a breach of the policy of the page would not be heard");
  if (heard !== -1) problems.splice(heard, 1);
  await close();
}

/** What is empty and what is refused teaches the next step. @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function emptyAndRefused(browser, server) {
  server.empty(true);
  const none = await open(browser, server, { width: 640 });
  for (const view of ["new", "runs", "approvals", "collections", "collections/x/sources", "collections/x/kept", "policies", "privacy", "models", "tools", "doctor", "runs/x"]) {
    await go(none.page, view);
    const taught = await none.page.locator(".blank, .nothing, .field-problem, form").count();
    expect(taught > 0, `${view} says nothing where nothing is`);
    await examine(none.page, `${view} (empty)`);
    if (shots !== undefined && view === "approvals") await none.page.screenshot({ path: join(shots, "approvals-empty.png") });
  }
  await none.close();
  server.empty(false);
  server.refuse(true);
  const bad = await open(browser, server, {});
  await go(bad.page, "runs");
  expect((await bad.page.locator(".banner.failure").innerText()).includes("E_STORE_BUSY"), "a refusal does not show its code");
  await examine(bad.page, "runs (refused)");
  server.refuse(false);
  await bad.page.locator(".banner.failure button").click();
  await bad.page.waitForSelector(".run-row");
  await bad.close();
}

/** What the program cannot do is not offered, and one calm sentence says so. @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function lacking(browser, server) {
  server.lack(["policy.sites", "privacy.stored", "privacy.retention", "config.set", "policy.override", "grants.add", "tools.config", "runs.save_summary"]);
  const { page, close } = await open(browser, server, {});
  for (const view of ["policies", "privacy"]) {
    await go(page, view);
    expect((await page.locator(".banner.failure").count()) === 0, `${view} is alarmed by what the program cannot do`);
    expect((await page.locator(".not-here").count()) === 1, `${view} does not say that something is missing`);
    await examine(page, `${view} (lacking)`);
  }
  await page.getByRole("switch", { name: /Every run is private/ }).setChecked(true, { force: true }).catch(() => undefined);
  await page.waitForSelector(".toast");
  expect((await page.getByRole("switch", { name: /Every run is private/ }).count()) === 0, "what cannot be done is offered again");
  expect((await page.locator(".banner.failure").count()) === 0, "what the program cannot do alarms");
  server.lack([]);
  await close();
}

/** @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function viewOnly(browser, server) {
  const { page, close } = await open(browser, server, { token: null, hash: `#view=${VIEW_TOKEN}` });
  await page.waitForSelector(".link.on");
  expect(!page.url().includes(VIEW_TOKEN), "the word stays in the address");
  await page.waitForSelector("text=View only.");
  const harmless = /^(?:Commands|Look: .*|Menu|Copy link|Copy answer|Open|Show.*|Search|Close|Try again|What changed|Examine.*|Copy|Save file|Show picture|Turn over|Back to the question|Source \d+: .*)$/;
  for (const view of VIEWS) {
    await go(page, view);
    const acting = await page.evaluate(() => [...document.querySelectorAll("main button, .bar button")].map((one) => one.getAttribute("aria-label") ?? one.textContent ?? ""));
    const wrong = acting.filter((label) => !harmless.test(label.trim()));
    expect(wrong.length === 0, `${view} has buttons in a window that only looks: ${wrong.join(", ")}`);
    await examine(page, `${view} (view only)`);
  }
  if (shots !== undefined) {
    await go(page, "approvals");
    await page.screenshot({ path: join(shots, "approvals-view-only.png"), fullPage: true });
  }
  await close();
}

/** S18 by real presses. @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function approval(browser, server) {
  const { page, close } = await open(browser, server, {});
  const answers = () => server.asks.filter((one) => one.ask?.say === "answer");
  const before = answers().length;
  await page.evaluate(() => void (location.hash = "#/approvals"));
  const yes = page.getByRole("button", { name: "Allow once" }).last();
  await yes.waitFor();
  await yes.scrollIntoViewIfNeeded();
  await page.evaluate(() => document.addEventListener("pointerdown", (event) => void (/** @type {any} */ (globalThis).wasEarly = event.target instanceof Element && event.target.closest("button")?.disabled === true), true));
  // A press that begins before the card stood still does nothing, however late it ends. A slow machine tries again.
  let early = false;
  for (let n = 0; n < 6 && !early; n += 1) {
    const box = await yes.boundingBox();
    if (box === null) break;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    // Any change of size starts the wait again.
    await page.evaluate(() => window.dispatchEvent(new Event("resize")));
    await page.mouse.down();
    early = await page.evaluate(() => /** @type {any} */ (globalThis).wasEarly === true);
    if (!early) await page.mouse.move(2, 2);
    else await page.waitForTimeout(900);
    await page.mouse.up();
  }
  await page.waitForTimeout(200);
  expect(early, "the machine is too slow to press early");
  expect(answers().length === before, "a press before the card stood still counted");
  await page.keyboard.press("Enter");
  expect(answers().length === before, "a key that was on its way counted");
  expect(await page.evaluate(() => !document.activeElement?.closest(".yes")), "a yes has the focus");
  // A script's click is nobody's.
  await yes.evaluate((button) => /** @type {HTMLElement} */ (button).click());
  expect(answers().length === before, "a script's click counted");
  await yes.click();
  await page.waitForTimeout(200);
  const [sent] = answers().slice(before);
  expect(sent?.ask.reply === "once" && /^sha256:card-/.test(sent?.ask.digest), `a yes does not carry the digest: ${JSON.stringify(sent)}`);
  await page.getByRole("button", { name: "Tell it this" }).click();
  await page.waitForTimeout(200);
  const agent = server.asks.find((one) => one.ask?.say === "agent_reply");
  expect(agent?.ask.digest === "sha256:agent" && agent?.ask.ask === "ask-1", "an agent's question is not answered with its digest");
  await close();
}

/** Everything by key: the skip link, the palette, the menu and a run from the goal box. @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function keyboard(browser, server) {
  const { page, close } = await open(browser, server, {});
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.className === "skip"), "the first stop is not the way to the content");
  await page.keyboard.press("Control+k");
  await page.waitForSelector(".palette[open]");
  await examine(page, "the palette");
  if (shots !== undefined) await page.screenshot({ path: join(shots, "palette.png") });
  await page.keyboard.type("pol");
  await page.keyboard.press("Enter");
  await page.waitForSelector("h1:has-text('Policies')");
  expect(await page.evaluate(() => document.activeElement?.tagName === "H1"), "a new view does not take the focus");
  for (const view of VIEWS) {
    await go(page, view);
    await page.evaluate(() => document.getElementById("main")?.focus());
    const wanted = await page.evaluate(() => [...document.querySelectorAll("main a[href], main button:enabled, main input:enabled, main select, main textarea, main summary")].filter((one) => one instanceof HTMLElement && one.checkVisibility() && !(one instanceof HTMLInputElement && one.type === "radio" && !one.checked)).length);
    const seen = new Set();
    for (let n = 0; n < wanted + 30; n += 1) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => {
        const one = document.activeElement;
        if (one === null || one.closest("main") === null) return "";
        const all = [...document.querySelectorAll("*")];
        return `${all.indexOf(one)}`;
      });
      if (at === "") break;
      seen.add(at);
    }
    expect(seen.size >= wanted, `${view}: only ${seen.size} of ${wanted} are reached by key`);
  }
  await go(page, "new");
  await page.getByLabel("What should Laika do?").focus();
  await page.keyboard.type("Read https://flats.example/");
  for (let n = 0; n < 12 && !(await page.evaluate(() => document.activeElement?.textContent === "Start")); n += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(200);
  const order = server.asks.find((one) => one.ask?.say === "begin")?.ask.order;
  expect(order?.goal === "Read https://flats.example/" && order?.urls[0] === "https://flats.example/" && order?.mode === "assist", `the order is ${JSON.stringify(order)}`);
  await close();
}

/** What leaves a private run is shown whole first, and only that is saved (PRIV-003). @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function summary(browser, server) {
  const { page, close } = await open(browser, server, {});
  await go(page, "new");
  await page.getByLabel("What should Laika do?").fill("Read https://flats.example/");
  await page.getByRole("switch", { name: /Private run/ }).setChecked(true, { force: true });
  await page.getByRole("button", { name: "Start" }).click();
  const wishes = () => server.asks.filter((one) => one.verb === "runs.save_summary").map((one) => one.with.shown);
  await page.getByRole("button", { name: "Save a redacted summary" }).click();
  await page.waitForSelector(".sent-text:has-text('Goal: Read it for [typed]')");
  await examine(page, "a summary before it is saved");
  if (shots !== undefined) await page.screenshot({ path: join(shots, "summary.png"), fullPage: true });
  await page.getByRole("button", { name: "Do not save" }).click();
  expect((await page.locator(".sent-text").count()) === 0 && wishes().every((shown) => shown === undefined), "a look saves something");
  await page.getByRole("button", { name: "Save a redacted summary" }).click();
  await page.getByRole("button", { name: "Save this text" }).click();
  await page.waitForSelector("article a[href*='run-6']");
  expect(wishes().at(-1) === "sha256:summary", "what is saved is not bound to what was shown");
  await close();
}

/** @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function restart(browser, server) {
  const { page, close } = await open(browser, server, {});
  server.say({ says: "gone" });
  await page.waitForSelector("text=Laika is starting again.");
  await examine(page, "while Laika starts again");
  server.say({ says: "connected" });
  await page.waitForSelector(".link.on");
  expect((await page.getByText("Laika is starting again.").count()) === 0, "the window does not go on");
  await close();
}

/** A citation opens its source at the quote, and an export is a file. @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function citations(browser, server) {
  const { page, close } = await open(browser, server, {});
  await go(page, "collections/col-flats/kept/made-1");
  await page.getByRole("button", { name: "Source 1: show the quote" }).nth(1).click();
  await page.waitForSelector(".drawer mark");
  expect((await page.locator(".drawer mark").innerText()) === "The cold rent is 890 € a month", "the quote is not marked in its place");
  const link = page.locator(".drawer a[target]");
  const rel = (await link.getAttribute("rel")) ?? "";
  expect(/noreferrer/.test(rel) && /^https:\/\/flats\.example\//.test((await link.getAttribute("href")) ?? ""), "a link of a citation tells where it comes from");
  await examine(page, "the drawer of a quote");
  if (shots !== undefined) await page.screenshot({ path: join(shots, "quote.png") });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save file" }).click();
  await page.getByText("Saved as /home/you/flats.markdown").first().waitFor();
  await close();
}

/** @param {import("playwright-core").Browser} browser @param {Awaited<ReturnType<typeof serve>>} server */
async function outside(browser, server) {
  const { page, close } = await open(browser, server, { token: null });
  await page.waitForSelector(".outside");
  await examine(page, "a window that nobody opened");
  await close();
}
