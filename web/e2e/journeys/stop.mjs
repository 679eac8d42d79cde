/** Stop ends a run now: its card is void, and nothing of it happens. */

import { connects, presses, ready, seen, sees, seesNo, theLogSays, thePageWasPressed, theRunIs, theSiteReceived, check, assert } from "../verbs.mjs";

export default {
  name: "stop",
  title: "Stop: the run ends now",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    presses("Stop"),
    sees("Stopped"),
    seesNo("Allow once"),
    seen("stopped"),
    theRunIs("cancelled"),
    theLogSays([["ui.cancel", { by: "stop" }], ["run.ended", { status: "cancelled" }]]),
    thePageWasPressed(0),
    theSiteReceived(),
    check("the tab is the person's again", async ({ tab }) => assert.equal(await tab.run(() => document.title), "Lamp shop")),
  ],
};
