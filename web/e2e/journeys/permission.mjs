/** Access that is taken back in the middle of a run (SURF-033, SURF-034, SURF-061). */

import { assert, check, connects, presses, ready, seen, sees, step, theLogSays, thePageWasPressed, theRunIs, visits } from "../verbs.mjs";

const GOAL = 'Press "Show details"';

export default {
  name: "permission-removed",
  title: "Access is taken back in mid-run: the run waits; Restore access, and it goes on after a fresh look",
  steps: [
    ...ready("/shop"),
    ...connects(GOAL),
    sees("May Laika click this?"),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    // A tab in which nobody clicked Laika: here it sees the page only because the site was granted.
    visits("/shop?second"),
    sees("Can read this site", "Summarize"),
    ...connects(GOAL),
    sees("May Laika click this?"),
    step("takes access to the site back", ({ panel }) =>
      panel.run(() => chrome.permissions.remove({ origins: ["http://127.0.0.1/*"] })),
    ),
    sees("Paused", "No access yet", "Restore access"),
    seen("permission-needed"),
    theRunIs("paused", 1),
    theLogSays([["run.paused", { why: "connection_lost" }]], 1),
    thePageWasPressed(0),
    presses("Restore access"),
    sees("Can read this site"),
    presses("Resume automation"),
    sees("What you would authorize"),
    presses("Authorize once"),
    sees("May Laika click this?"),
    check("the page was looked at again", ({ world }) => {
      const kinds = world.events(1).map(({ kind }) => kind);
      assert(kinds.slice(kinds.lastIndexOf("ui.resume")).includes("page.observe"), kinds.join(" "));
    }),
    thePageWasPressed(0),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    thePageWasPressed(1),
    theRunIs("completed", 1),
  ],
};
