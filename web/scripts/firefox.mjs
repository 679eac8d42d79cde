/**
 * The relay and its native host in Firefox: the same folder that `laika extension install` writes for every browser is
 * installed over WebDriver BiDi, and has to reach the real daemon; then a stand-in for the daemon looks at what the
 * extension says of itself and has it do what needs no grant.
 *
 * `node scripts/firefox.mjs [--json]`. The program is `LAIKA`, or the one that was built last. Firefox is `LAIKA_FIREFOX`,
 * or the one that is installed; without one nothing is tried, which is a failure only where CI names one.
 */

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { Firefox, firefox } from "../e2e/firefox/firefox.mjs";
import { sleep, until } from "../e2e/neighbours/chromium.mjs";
import { Laika, layOver, minded, program } from "../e2e/neighbours/laika.mjs";
import { hostileSite } from "../e2e/neighbours/site.mjs";
import { StandIn } from "../e2e/neighbours/stand-in.mjs";
import { GECKO_ID } from "../extension/manifest.mjs";

/** @type {{ what: string, held: boolean, seen: string }[]} */
const checks = [];
/** @param {string} what @param {boolean} held @param {unknown} seen */
const check = (what, held, seen) => checks.push({ what, held, seen: typeof seen === "string" ? seen : (JSON.stringify(seen) ?? "") });

const browser = firefox();
if (browser === undefined) {
  console.log("firefox: not tried: Firefox is not installed (Debian has it as firefox-esr; LAIKA_FIREFOX can name another one)");
  process.exit(process.env["CI"] && process.env["LAIKA_FIREFOX"] ? 1 : 0);
}
const laika = program();
if (laika === undefined) throw new Error("build Laika first (`cargo build`), or name the program in LAIKA");

const world = new Laika(laika);
const standIn = new StandIn();
const site = await hostileSite({});
/** @type {Firefox | undefined} */
let fox;
try {
  // A person who uses Firefox has this folder.
  mkdirSync(join(world.home, ".mozilla"));
  const installed = JSON.parse(world.run("extension", "install", "--json").stdout);
  layOver(installed.extension);
  const manifest = installed.browsers.find((/** @type {any} */ one) => one.browser === "Firefox")?.manifest;
  check("`laika extension install` tells Firefox where the host is", manifest === join(world.home, ".mozilla/native-messaging-hosts/org.laika.host.json"), manifest);
  const told = JSON.parse(readFileSync(manifest, "utf8"));
  check("the host is for our extension only", JSON.stringify(told.allowed_extensions) === JSON.stringify([GECKO_ID]) && told.allowed_origins === undefined, told.allowed_extensions);
  world.daemon = minded(spawn(laika, ["serve"], { env: world.env, stdio: "ignore" }));
  await until(() => world.isRunning() || undefined, 30_000);

  fox = new Firefox(browser, world.env);
  minded(fox.process);
  const version = await fox.connect();
  check("Firefox takes the folder as it is", (await fox.install(installed.extension)) === GECKO_ID, version);
  const connected = await until(() => world.connected() || undefined, 20_000);
  check("the daemon counts a connected browser", connected === 1, `connected: ${connected}`);

  await lookAt(world, standIn, manifest, told);
} finally {
  await fox?.close();
  await world.end();
  await standIn.end();
  site.close();
}

const failed = checks.filter((one) => !one.held).length;
if (process.argv.includes("--json")) console.log(JSON.stringify({ n: checks.length, failed, checks }, null, 2));
else {
  for (const { what, held, seen } of checks) console.log(`${held ? "ok  " : "FAIL"} ${what.padEnd(72)} ${seen}`);
  console.log(`firefox: n=${checks.length} checks, ${failed} failed`);
}
process.exit(failed > 0 ? 1 : 0);

/**
 * The daemon goes, and a stand-in takes its place under the name of our host.
 * @param {Laika} world @param {StandIn} daemon @param {string} manifest @param {object} told
 */
async function lookAt(world, daemon, manifest, told) {
  const path = await daemon.listen();
  writeFileSync(manifest, JSON.stringify({ ...told, path }));
  world.daemon.kill("SIGTERM");
  await daemon.welcomed(0);
  const { hello, profile } = daemon.heard.find(({ ask }) => ask.say === "extension").ask;
  const says = (/** @type {string} */ name) => hello.features.includes(name);
  check("its hello says gecko and fence, and neither debugger nor side panel", says("gecko") && says("fence") && !says("debugger") && !says("side_panel"), hello.features);
  check("its profile is a name that says nothing", /^p-[0-9a-f]{32}$/.test(profile), profile.replace(/[0-9a-f]{28}$/, "…"));

  const opened = await daemon.browse({ do: "open", url: `${site.url}/`, title: "t" });
  check("a tab is opened for a task", opened?.ok === true, opened);
  const tabId = opened?.value?.tabId;
  const attached = await daemon.browse({ do: "attach", tabId });
  check("a site that nobody granted is not read", attached?.reason === "E_NO_SITE_ACCESS", attached?.reason);
  const fenced = await daemon.browse({ do: "fence", tabId, origins: [site.url], allow: [{ method: "POST", url: `${site.url}/x` }], on: true });
  check("Firefox takes the rules of the fence", fenced?.ok === true, fenced);
  const before = site.got.length;
  const elsewhere = await daemon.browse({ do: "navigate", tabId, url: `${site.other}/evil` });
  await sleep(300);
  const reached = site.got.slice(before).some(({ path }) => path === "/evil");
  check("and nothing outside of it is opened", elsewhere?.reason === "E_FENCED" && !reached, elsewhere?.reason);
  const restricted = await daemon.browse({ do: "open", url: "about:config", title: "t" });
  check("a page of the browser is not opened", restricted?.reason === "E_RESTRICTED_PAGE", restricted?.reason);
  const released = await daemon.browse({ do: "release", tabId });
  check("the tab of the task is let go", released?.ok === true, released);
}
