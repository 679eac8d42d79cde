/** The worker of the extension may end at any moment (SURF-031, SURF-045): that is a detach, and nothing more. */

import { assert, check, connects, presses, ready, seen, sees, step, theLogSays, thePageWasPressed, theRunIs, until, worker } from "../verbs.mjs";

export default {
  name: "worker-killed",
  title: "The extension's worker is killed in mid-run: detached, no action, resumes after a fresh look",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    step("the browser ends the worker", async ({ browser }) => {
      const target = await until("the worker runs", () => worker(browser));
      await browser.send("Target.closeTarget", { targetId: target.targetId });
    }),
    sees("Paused"),
    seen("detached"),
    theRunIs("paused"),
    theLogSays([["run.paused", { why: "connection_lost" }]]),
    thePageWasPressed(0),
    presses("Resume automation"),
    sees("What you would authorize"),
    presses("Authorize once"),
    sees("May Laika click this?"),
    check("the page was looked at again", ({ world }) => {
      const kinds = world.events().map(({ kind }) => kind);
      assert(kinds.slice(kinds.lastIndexOf("ui.resume")).includes("page.observe"), kinds.join(" "));
    }),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    thePageWasPressed(1),
    theRunIs("completed"),
  ],
};
