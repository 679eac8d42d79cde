/** Laika dies in the middle of a run (RUN-026, RUN-041): the panel says so, nothing is done twice, and it asks anew. */

import { assert, check, connects, laikaServes, presses, ready, seen, sees, seesNo, step, theLogSays, thePageWasPressed, theRunIs } from "../verbs.mjs";

export default {
  name: "daemon-restart",
  title: "Laika is killed in mid-run: offline, then paused, authorised again, nothing twice",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    step("Laika is killed", ({ world }) => world.kill()),
    sees("Laika is not running", "Open Laika"),
    seesNo("Allow once"),
    seen("my-browser-offline"),
    thePageWasPressed(0),
    laikaServes(),
    sees("Paused", "Laika was restarted."),
    seen("restarted"),
    theRunIs("paused"),
    theLogSays([["browser.tool.result", { outcome: "not_dispatched" }], ["run.paused", { why: "restarted" }]]),
    thePageWasPressed(0),
    presses("Resume automation"),
    sees("What you would authorize"),
    theLogSays([["ui.resume", { needsAuthorisation: true }]]),
    presses("Authorize once"),
    sees("May Laika click this?"),
    check("the run goes on in the person's browser", ({ world }) => assert.equal(world.runs()[0]?.surface, "my_browser")),
    thePageWasPressed(0),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    thePageWasPressed(1),
    theRunIs("completed"),
  ],
};
