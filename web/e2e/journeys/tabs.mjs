/** One run in a tab at a time, and each run in its own (SURF-059). */

import { asksTheSameAgain, assert, callsLaika, check, connects, looksAt, presses, ready, seen, sees, theLogSays, thePageWasPressed, theRunIs, visits } from "../verbs.mjs";

const GOAL = 'Press "Show details"';

export const severalTabs = {
  name: "several-tabs",
  title: "Several tabs of one site: the run acts in the one it was started from",
  steps: [
    ...ready("/shop"),
    visits("/shop?second", "second"),
    visits("/shop?third", "third"),
    looksAt("second"),
    callsLaika(),
    ...connects(GOAL),
    sees("May Laika click this?"),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    check("the button was pressed in that tab, and in no other", async ({ tabs }) => {
      const counts = [];
      for (const tab of tabs.values()) counts.push(await tab.run(() => /** @type {any} */ (globalThis).presses.length));
      assert.deepEqual(counts, [0, 1, 0]);
    }),
    theRunIs("completed"),
  ],
};

/** The second run comes to the tab where the first one waits for an answer. */
export const twoRunsInOneTab = [
  ...ready("/shop"),
  ...connects(GOAL),
  sees("May Laika click this?"),
  ...asksTheSameAgain(),
  sees("Another run works in this tab", "Switch run to this tab", "Open a new task tab", "Stop the other run"),
];

export const stopsTheOther = {
  name: "conflict-stop",
  title: "Two runs in one tab: the person stops the other one, and this one goes on",
  steps: [
    ...twoRunsInOneTab,
    seen("conflict"),
    theRunIs("paused", 1),
    theLogSays([["run.paused", { why: "tab_busy" }]], 1),
    thePageWasPressed(0),
    presses("Stop the other run"),
    theRunIs("cancelled", 0),
    sees("May Laika click this?"),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    theRunIs("completed", 1),
    thePageWasPressed(1),
  ],
};

export const switches = {
  name: "conflict-switch",
  title: "Two runs in one tab: the person switches, and the other one waits",
  steps: [
    ...twoRunsInOneTab,
    presses("Switch run to this tab"),
    theRunIs("paused", 0),
    sees("May Laika click this?"),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    theRunIs("completed", 1),
    theRunIs("paused", 0),
    thePageWasPressed(1),
  ],
};
