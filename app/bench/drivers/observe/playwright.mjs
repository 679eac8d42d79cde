/**
 * The peer: Playwright's snapshot for models, in a Chromium of its own.
 *
 * Reads {"url", "again"} lines on stdin and prints {"ms", "text"} lines; `again` looks at the page that is open. A page that
 * it cannot read within ten seconds, such as one whose frames never load, gives {"ms": null, "text": ""}.
 */

import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const [executablePath] = process.argv.slice(2);
const root = process.getuid?.() === 0;
const browser = await chromium.launch({
  executablePath,
  headless: true,
  chromiumSandbox: !root,
  args: ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (!asked.again) await page.goto(asked.url, { waitUntil: "load", timeout: 60_000 });
  const started = performance.now();
  const text = await page.ariaSnapshot({ mode: "ai", timeout: 10_000 }).catch(() => null);
  const ms = text === null ? null : performance.now() - started;
  console.log(JSON.stringify({ ms, text: text ?? "" }));
}
await browser.close();
