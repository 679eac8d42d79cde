/**
 * Whether everybody can use the panel: axe-core looks at every state of it that the journeys come to, in light and in
 * dark, and whether it fits at 200 %. And how much the panel makes the browser work until it can be used. LAIKA names the program to test.
 *
 * `node scripts/accessibility.mjs [--only NAME] [--json]`. It fails where anything serious is found, or nothing was
 * looked at. Without Chromium or LAIKA nothing is tested, which is said, and is a failure where CI is set.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { journeys } from "../e2e/journeys/index.mjs";
import { SIZE } from "../e2e/panel.mjs";
import { tell } from "../e2e/tell.mjs";
import { ready, step } from "../e2e/verbs.mjs";
import { weigh } from "../e2e/weight.mjs";
import { Programs, missing } from "../e2e/world.mjs";

/** @typedef {{ state: string, scheme: string, rule: string, impact: string, help: string, where: string[] }} Finding */

const SCHEMES = ["light", "dark"];
/** Milliseconds of script until the panel can be used. */
const MOST_SCRIPT_MS = 150;
/** What is wrong with a page into which it is planted on purpose: whoever looks and sees nothing there sees nothing. */
const PLANTED = ["button-name", "color-contrast", "image-alt", "sideways"];
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const args = process.argv.slice(2);
const json = args.includes("--json");
const only = args.includes("--only") ? args[args.indexOf("--only") + 1] : undefined;
const lacks = missing();
if (lacks !== undefined) {
  process.stderr.write(`accessibility skipped: ${lacks}\n`);
  if (process.env["CI"]) process.exitCode = 1;
} else {
  const programs = new Programs();
  try {
    await examine(programs);
  } finally {
    programs.remove();
  }
}

/** @param {Programs} programs */
async function examine(programs) {
  /** @type {Finding[]} */
  const findings = [];
  /** @type {Set<string>} */
  const states = new Set();
  const unreached = [];
  for (const journey of journeys.filter(({ name }) => only === undefined || name.includes(only))) {
    const look = async (/** @type {import("../e2e/verbs.mjs").Story} */ { panel }, /** @type {string} */ state) => {
      states.add(state);
      for (const scheme of SCHEMES) findings.push(...(await found(panel, state, scheme)));
      findings.push(...(await sideways(panel, state)));
    };
    const { passed, step } = await tell(journey, programs, { seen: look });
    if (!passed) unreached.push(`${journey.name} (${step})`);
  }
  const { weight, control } = await weighed(programs);
  const grave = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
  const sees = PLANTED.every((rule) => control.some((found) => found.rule === rule));
  const passed = sees && states.size > 0 && grave.length === 0 && weight.panel.script < MOST_SCRIPT_MS;
  if (json) {
    process.stdout.write(`${JSON.stringify({ passed, sees, states: [...states], findings, unreached, weight }, null, 2)}\n`);
  } else {
    for (const { impact, rule, help, state, scheme, where } of findings) {
      process.stdout.write(`${impact}: ${rule} (${help}) in ${state}, ${scheme}: ${where.join(" | ")}\n`);
    }
    for (const journey of unreached) process.stdout.write(`not looked at to the end: ${journey}\n`);
    process.stdout.write(`${states.size} states in ${SCHEMES.join(" and ")}: ${grave.length} serious, ${findings.length - grave.length} lesser\n`);
    if (!sees) process.stdout.write("what was planted to be found was not found: the rest proves nothing\n");
    process.stdout.write(`${told(weight)}\n`);
  }
  process.exitCode = passed ? 0 : 1;
}

/**
 * @param {import("../e2e/panel.mjs").Panel} panel
 * @param {string} state
 * @param {string} scheme
 * @returns {Promise<Finding[]>}
 */
async function found(panel, state, scheme) {
  const motion = { name: "prefers-reduced-motion", value: "reduce" };
  await panel.send("Emulation.setEmulatedMedia", { features: [motion, { name: "prefers-color-scheme", value: scheme }] });
  await panel.send("Runtime.evaluate", { expression: `globalThis.axe === undefined && (() => { ${axe} })()` });
  const violations = await panel.run(async () => {
    const { violations: all } = await /** @type {any} */ (globalThis).axe.run(document, {
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    });
    return all.map((/** @type {any} */ one) => ({
      rule: one.id,
      impact: one.impact,
      help: one.help,
      where: one.nodes.map((/** @type {any} */ node) => node.target.join(" ")),
    }));
  });
  await panel.send("Emulation.setEmulatedMedia", { features: [motion] });
  return violations.map((/** @type {any} */ one) => ({ state, scheme, ...one }));
}

/**
 * At 200 % the panel has half its width. Nothing may stand beside it then, where one would have to scroll to.
 *
 * @param {import("../e2e/panel.mjs").Panel} panel
 * @param {string} state
 * @returns {Promise<Finding[]>}
 */
async function sideways(panel, state) {
  const at = (/** @type {number} */ zoom) =>
    panel.send("Emulation.setDeviceMetricsOverride", { width: SIZE.width / zoom, height: SIZE.height / zoom, deviceScaleFactor: zoom, mobile: false });
  await at(2);
  const where = await panel.run(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const beside = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > clientWidth);
    return scrollWidth > clientWidth ? beside.map((one) => one.outerHTML.slice(0, 80)) : [];
  });
  await at(1);
  const help = "Nothing is scrolled to sideways at 200 %";
  return where.length === 0 ? [] : [{ state, scheme: "light", rule: "sideways", impact: "serious", help, where: where.slice(0, 3) }];
}

/** @param {Programs} programs */
async function weighed(programs) {
  /** @type {Awaited<ReturnType<typeof weigh>> | undefined} */
  let weight;
  /** @type {Finding[]} */
  let control = [];
  const steps = [
    ...ready("/shop"),
    step("the panel is opened again and again", async (story) => void (weight = await weigh(story))),
    step("something wrong is planted", async ({ panel }) => {
      await panel.run(plant);
      control = [...(await found(panel, "control", "light")), ...(await sideways(panel, "control"))];
    }),
  ];
  const { passed, problem } = await tell({ name: "weight", title: "", steps }, programs, {});
  if (!passed || weight === undefined) throw new Error(problem);
  return { weight, control };
}

/** Runs in the panel. */
function plant() {
  const place = /** @type {HTMLElement} */ (document.querySelector("main"));
  const faint = document.createElement("p");
  faint.textContent = "Hardly to be read";
  faint.style.cssText = "color: #ddd; background: #fff";
  const wide = document.createElement("div");
  wide.style.cssText = "width: 350px; height: 1px";
  place.append(document.createElement("button"), document.createElement("img"), faint, wide);
}

/** @param {Awaited<ReturnType<typeof weigh>>} weight */
function told({ opens, panel, empty }) {
  const ms = (/** @type {number} */ time) => `${time.toFixed(1)} ms`;
  const ratio = (panel.task / empty.task).toFixed(1);
  return `until the panel can be used: ${ms(panel.script)} of script (goal: under ${MOST_SCRIPT_MS} ms), ${ms(panel.task)} of all tasks, ${ratio} times an empty page of an extension (${ms(empty.task)}; script ${ms(empty.script)}); medians of ${opens} opens`;
}
