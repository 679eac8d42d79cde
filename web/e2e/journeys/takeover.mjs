/** A person who acts in the tab has it (SURF-012, C-41, C-42): nothing goes on until they say so. */

import { check, connects, presses, ready, seen, sees, seesNo, step, theLogSays, thePageWasPressed, theRunIs, assert } from "../verbs.mjs";

export default {
  name: "takeover",
  title: "Real input in the tab takes over; nothing acts until Resume automation",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    step("clicks in the page, beside everything", ({ tab }) => tab.click("h1")),
    sees("Paused due to takeover", "You act in the window", "Resume automation"),
    seesNo("Allow once"),
    seen("my-browser-takeover"),
    theRunIs("takeover"),
    theLogSays([["policy.decision", { decision: "ask" }], ["ui.takeover", { input: "pointer" }]]),
    thePageWasPressed(0),
    presses("Resume automation"),
    sees("May Laika click this?"),
    check("the page was looked at again before it was asked again", ({ world }) => {
      const kinds = world.events().map(({ kind }) => kind);
      const after = kinds.slice(kinds.lastIndexOf("ui.resume"));
      assert(after.includes("page.observe"), kinds.join(" "));
    }),
    thePageWasPressed(0),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    thePageWasPressed(1),
    theRunIs("completed"),
  ],
};
