/** One run in a tab at a time, and each run in its own (SURF-059). */

import { assert, check, connects, looksAt, opensPanel, presses, ready, seen, sees, step, theRunIs, until, visits } from "../verbs.mjs";

const presses0 = () => /** @type {any} */ (globalThis).presses.length;

export const severalTabs = {
  name: "several-tabs",
  title: "Several tabs of one site: the run acts in the one it was started from",
  steps: [
    ...ready("/shop"),
    visits("/shop?second", "second"),
    visits("/shop?third", "third"),
    looksAt("second"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    check("the button was pressed in that tab, and in no other", async ({ tabs }) => {
      const counts = [];
      for (const name of ["/shop", "second", "third"]) counts.push(await tabs.get(name)?.run(presses0));
      assert.deepEqual(counts, [0, 1, 0]);
    }),
    theRunIs("completed"),
  ],
};

/** A second run in the tab where the first one waits. */
const twoRuns = [
  ...ready("/shop"),
  ...connects('Press "Show details"'),
  sees("May Laika click this?"),
  step("asks for a second thing in the same tab", async ({ panel, site, tab }) => {
    void tab;
    await panel.run(async (url) => {
      const [front] = await chrome.tabs.query({ active: true, currentWindow: true });
      const port = chrome.runtime.connect({ name: "panel" });
      const order = { goal: 'Press "Show details"', urls: [url], mode: "assist", asks: "person", surface: { kind: "mine", tabId: front?.id } };
      port.postMessage({ n: 1, ask: { say: "begin", order } });
      await new Promise((resolve) => port.onMessage.addListener((told) => told.n === 1 && resolve(told)));
    }, `${site.origin}/shop`);
  }),
  step("turns to the second run", async ({ panel }) => {
    await until("there are two runs", async () => (await panel.text()).includes("Other runs"), { last: () => panel.text() });
    if (!(await panel.text()).includes("What you would authorize")) await panel.press("Show");
  }),
  presses("Authorize once"),
  sees("Another run works in this tab", "Switch run to this tab", "Stop the other run"),
];

export const conflict = {
  name: "conflict",
  title: "Two runs in one tab: the second one waits, and the person chooses",
  steps: [
    ...twoRuns,
    seen("conflict"),
    theRunIs("paused", 1),
    presses("Stop the other run"),
    theRunIs("cancelled", 0),
    sees("May Laika click this?"),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    theRunIs("completed", 1),
    check("it was pressed once", async ({ tab }) => assert.equal(await tab.run(presses0), 1)),
  ],
};
void opensPanel;
