/** Who closes the tab that Laika opened means the run; who closes their own tab means the tab (C-20, RUN-041). */

import { assert, check, connects, looksAt, presses, ready, seen, sees, step, theLogSays, theRunIs, theSiteReceived, until, visits } from "../verbs.mjs";
import { twoRunsInOneTab } from "./tabs.mjs";

/** The tab that Laika opened, which nobody visited. */
const theTaskTab = step("looks at the tab that Laika opened", async (story) => {
  const known = new Set([...story.tabs.values()].map(({ targetId }) => targetId));
  const { origin } = story.site;
  const target = await until("Laika opens a tab", async () => {
    const targets = await story.browser.targets();
    return targets.find((one) => one.type === "page" && one.url.startsWith(origin) && !known.has(one.targetId));
  });
  story.here.tab = await story.browser.attach(target.targetId);
});

export const closesTaskTab = {
  name: "close-task-tab",
  title: "Closing the tab that Laika opened stops the run",
  steps: [
    ...twoRunsInOneTab,
    presses("Open a new task tab"),
    sees("What you would authorize", "in a new tab, marked [Laika]"),
    seen("task-tab-authorize"),
    presses("Authorize once"),
    theTaskTab,
    theRunIs("awaiting_approval", 2),
    sees("May Laika click this?"),
    seen("task-tab"),
    check("the tab is marked", async ({ tab }) => assert.match(await tab.run(() => document.title), /^\[Laika\] /)),
    step("closes it", ({ tab }) => tab.close()),
    theRunIs("cancelled", 2),
    theLogSays([["ui.cancel", { by: "task_tab_closed" }]], 2),
    theSiteReceived(),
  ],
};

export const closesOwnTab = {
  name: "close-own-tab",
  title: "Closing a tab of one's own makes the run wait, and offers the others of that site",
  steps: [
    ...ready("/shop"),
    visits("/shop?second", "second"),
    looksAt("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    step("closes the tab", ({ tab }) => tab.close()),
    looksAt("second"),
    sees("Paused"),
    theRunIs("paused"),
    theLogSays([["run.paused", { why: "connection_lost" }]]),
    presses("Resume automation"),
    sees("Where should it go on?", "Lamp shop"),
    seen("candidates"),
    presses("Use this tab"),
    sees("What you would authorize"),
    presses("Authorize once"),
    sees("May Laika click this?"),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    check("it happened in the tab that was chosen, once", async ({ tab }) => {
      assert.equal(await tab.run(() => /** @type {any} */ (globalThis).presses.length), 1);
    }),
    theRunIs("completed"),
  ],
};
