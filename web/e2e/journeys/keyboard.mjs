/** Everything without a mouse (UI-041). */

import { check, ready, seen, sees, step, theLogSays, thePageWasPressed, theRunIs, assert } from "../verbs.mjs";

/** @param {string} words */
const reaches = (words) => step(`goes to ${words} by Tab and presses Enter`, async ({ panel }) => {
  await panel.tabTo(words);
  await panel.key("Enter");
});

const start = ready("/shop").slice(0, -1);

export default {
  name: "keyboard",
  title: "Connect, authorise and approve by keyboard alone",
  steps: [
    ...start,
    sees("Meet Laika"),
    reaches("Next"),
    reaches("Stay Read-only"),
    sees("What would you like to know?"),
    step("writes into the field and presses Enter", async ({ panel }) => {
      await panel.tabToField();
      await panel.type('Press "Show details"');
      await panel.key("Enter");
    }),
    reaches("Connect to this site"),
    sees("What you would authorize"),
    reaches("Authorize once"),
    sees("May Laika click this?"),
    check("nothing that says yes has the focus by itself", async ({ panel }) => {
      assert.doesNotMatch(await panel.run(() => document.activeElement?.textContent ?? ""), /^Allow/);
    }),
    seen("keyboard"),
    reaches("Allow once"),
    sees("Done: clicked Show details."),
    thePageWasPressed(1),
    theRunIs("completed"),
    theLogSays([["ui.approval", { approved: true, approvedIn: "panel" }]]),
  ],
};
