/** A no is a no: the run waits, and nothing happened on the page. */

import { connects, presses, ready, seen, sees, theLogSays, thePageWasPressed, theRunIs, theSiteReceived } from "../verbs.mjs";

export default {
  name: "deny",
  title: "Deny: the run waits, and nothing happened",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    presses("Deny"),
    sees("Paused", "You said no. Say how to go on, or stop the run."),
    seen("denied"),
    theRunIs("paused"),
    theLogSays([
      ["policy.decision", { decision: "ask" }],
      ["ui.approval", { approved: false, approvedIn: "panel" }],
      ["browser.tool.result", { outcome: "not_dispatched" }],
      ["run.paused", { why: "rejected" }],
    ]),
    thePageWasPressed(0),
    theSiteReceived(),
    presses("Stop"),
    theRunIs("cancelled"),
  ],
};
