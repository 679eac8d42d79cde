/** Access that is taken back in the middle of a run (SURF-033, SURF-034, SURF-061). */

import { assert, check, connects, presses, ready, seen, sees, step, theLogSays, thePageWasPressed, theRunIs } from "../verbs.mjs";

export default {
  name: "permission-removed",
  title: "Access is taken back in mid-run: the run waits, Restore access goes on after a fresh look",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    step("takes access to the site back", async ({ panel, tab }) => {
      // A new document ends what the click in the toolbar had given.
      await panel.run(() => chrome.permissions.remove({ origins: ["http://127.0.0.1/*"] }));
      void tab;
    }),
    sees("Paused"),
    theRunIs("paused"),
    thePageWasPressed(0),
    sees("Restore access"),
    seen("permission-needed"),
    presses("Restore access"),
    presses("Resume automation"),
    sees("What you would authorize"),
    presses("Authorize once"),
    sees("May Laika click this?"),
    check("the page was looked at again", ({ world }) => {
      const kinds = world.events().map(({ kind }) => kind);
      assert(kinds.slice(kinds.lastIndexOf("ui.resume")).includes("page.observe"), kinds.join(" "));
    }),
    thePageWasPressed(0),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    thePageWasPressed(1),
    theLogSays([["run.paused"], ["ui.resume"], ["ui.approval", { approved: true }], ["run.ended", { status: "completed" }]]),
  ],
};
