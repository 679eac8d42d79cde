/** Another profile of the browser is another person's for all we know (SURF-060). */

import { aBrowser, assert, check, connects, goesTo, opensPanel, presses, ready, readsIntroduction, seen, sees, seesNo, siteIsAllowed, step, thePageWasPressed, theRunIs, visits } from "../verbs.mjs";

export default {
  name: "second-profile",
  title: "A second profile sees nothing of the first one's tabs, and cannot resume its runs",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    presses("Deny"),
    sees("Paused"),
    theRunIs("paused"),
    aBrowser("second"),
    siteIsAllowed(),
    visits("/question"),
    opensPanel(),
    readsIntroduction(),
    seen("second-profile"),
    seesNo("Show details", "Lamp shop", "Resume automation", "Other runs", "Connected"),
    presses("History of this site"),
    sees("No runs on this site yet."),
    presses("Back"),
    check("asking for it by name is refused", async ({ panel, world }) => {
      const [run] = world.runs();
      const told = await panel.run(async (id) => {
        const port = chrome.runtime.connect({ name: "panel" });
        port.postMessage({ n: 1, ask: { say: "resume", run: id } });
        return await new Promise((resolve) => port.onMessage.addListener((one) => one.n === 1 && resolve(one.reply)));
      }, run?.run);
      assert.equal(/** @type {any} */ (told).says, "error", JSON.stringify(told));
    }),
    theRunIs("paused"),
    goesTo("first"),
    thePageWasPressed(0),
    sees("Resume automation"),
    step("the first profile goes on", ({ panel }) => panel.press("Resume automation")),
    sees("May Laika click this?"),
  ],
};
