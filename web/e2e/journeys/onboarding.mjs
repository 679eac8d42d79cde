/** The first open (UI-029): what the modes are, what Connect means, and nothing is asked for that is not needed yet. */

import { aBrowser, assert, check, laikaServes, opensPanel, presses, seen, sees, seesNo, step, theSiteReceived, visits } from "../verbs.mjs";

export default {
  name: "onboarding",
  title: "The first open explains itself, once",
  steps: [
    laikaServes(),
    aBrowser(),
    visits("/shop"),
    opensPanel(),
    sees("Step 1 of 2", "Meet Laika", "Read-only", "Ask before acting", "Auto (safe actions only)", "What Connect means"),
    seen("my-browser-onboarding"),
    presses("Next"),
    sees("Step 2 of 2", "Begin on this website"),
    seen("onboarding-2"),
    presses("Stay Read-only"),
    sees("What would you like to know?"),
    seen("home"),
    step("opens the panel again later", async ({ panel }) => {
      await panel.send("Page.reload");
      await panel.says("What would you like to know?");
    }),
    seesNo("Meet Laika"),
    check("no site was granted, and nothing was read", async ({ panel, world }) => {
      const { origins } = await panel.run(() => chrome.permissions.getAll());
      assert.deepEqual(origins, []);
      assert.deepEqual(world.runs(), []);
    }),
    theSiteReceived(),
  ],
};
