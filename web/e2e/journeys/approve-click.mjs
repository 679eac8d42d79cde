/** To act: Connect, see what that covers, Authorize once, approve the one click (SURF-014 to SURF-021, UI-032, UI-038). */

import { connects, presses, ready, seen, sees, asks, theLogSays, thePageWasPressed, theRunIs, theSiteReceived, check, assert } from "../verbs.mjs";

const GOAL = 'Press "Show details"';
const [, , , summary, authorise] = connects(GOAL);

export default {
  name: "approve-click",
  title: "Connect to a site, authorise once, approve a click",
  steps: [
    ...ready("/shop"),
    asks(GOAL),
    sees("This asks Laika to act on the page"),
    seen("my-browser-connect"),
    presses("Connect to this site"),
    /** @type {import("../verbs.mjs").Step} */ (summary),
    sees("Where", "How", "Always asks first", "What is kept", "What a model gets", "How to stop"),
    seen("my-browser-authorize"),
    thePageWasPressed(0),
    /** @type {import("../verbs.mjs").Step} */ (authorise),
    sees("May Laika click this?", "Show details", "P_ASK_CLICK", "Connected"),
    check("the tab is marked", async ({ tab }) => assert.match(await tab.run(() => document.title), /^\[Laika\] /)),
    seen("my-browser-approval"),
    thePageWasPressed(0),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    seen("my-browser-done"),
    thePageWasPressed(1),
    theRunIs("completed"),
    theLogSays([
      ["run.started", { mode: "assist", needsAuthorisation: true, surface: "my_browser" }],
      ["ui.resume", { needsAuthorisation: false }],
      ["tab.lock"],
      ["browser.tool.request", { mutating: true }],
      ["policy.decision", { decision: "ask", reasonCode: "P_ASK_CLICK" }],
      ["ui.approval", { approved: true, approvedIn: "panel" }],
      ["policy.decision", { decision: "allow", reasonCode: "P_ALLOW_APPROVED" }],
      ["browser.tool.result", { outcome: "done" }],
      ["tab.unlock"],
      ["run.ended", { status: "completed" }],
    ]),
    check("the mark is gone again", async ({ tab }) => assert.equal(await tab.run(() => document.title), "Lamp shop")),
    theSiteReceived(),
  ],
};
