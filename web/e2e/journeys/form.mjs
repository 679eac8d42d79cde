/** A form that is typed into, chosen in and sent: each step is shown whole and asked for, and the site gets it once. */

import { assert, check, connects, presses, ready, seen, sees, theLogSays, theRunIs, theSiteReceived } from "../verbs.mjs";

export default {
  name: "form",
  title: "Approve a form that is typed, chosen and sent: the site gets it exactly once",
  steps: [
    ...ready("/question"),
    ...connects('Fill in the form with Question: "Is the glass replaced", Topic: "Repairs". Then press "Send question".'),
    sees("May Laika type this?", "Is the glass replaced", "from your own words"),
    seen("form-type"),
    presses("Allow once"),
    sees("May Laika choose this?", "Repairs"),
    check("the words are in the field", async ({ tab }) => {
      assert.equal(await tab.run(() => /** @type {HTMLInputElement} */ (document.querySelector("input")).value), "Is the glass replaced");
    }),
    theSiteReceived(),
    presses("Allow once"),
    sees("May Laika click this?", "Send question", "Sends a form", "POST", "/questions"),
    seen("form-send"),
    theSiteReceived(),
    presses("Allow once"),
    sees("Done"),
    theRunIs("completed"),
    seen("form-done"),
    theSiteReceived("POST /questions question=Is+the+glass+replaced&topic=repairs"),
    check("the person sees what the site answered", async ({ tab }) => assert.match(await tab.text(), /has the number 77/)),
    theLogSays([
      ["browser.tool.result", { outcome: "done" }],
      ["browser.tool.result", { outcome: "done" }],
      ["policy.decision", { decision: "ask" }],
      ["ui.approval", { approved: true, approvedIn: "panel" }],
      ["browser.tool.result", { outcome: "done" }],
      ["run.ended", { status: "completed" }],
    ]),
    check("what was typed is not in the log", ({ world }) => {
      const log = JSON.stringify(world.events().filter(({ kind }) => kind !== "user.message"));
      assert(!log.includes("Is the glass replaced"), "it is");
    }),
  ],
};
