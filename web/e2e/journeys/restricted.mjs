/** Pages of the browser are out of reach (S2), and the panel says so. */

import { aBrowser, assert, check, laikaServes, opensPanel, presses, seen, sees, seesNo, visits } from "../verbs.mjs";

export default {
  name: "restricted",
  title: "On a page of the browser Laika says so, and offers nothing that would act",
  steps: [
    laikaServes(),
    aBrowser(),
    visits("chrome://version/"),
    opensPanel(),
    presses("Next"),
    presses("Stay Read-only"),
    sees("Laika does not work on this page"),
    seesNo("Summarize", "Connect", "Enable", "Open in Workspace"),
    seen("restricted"),
    check("a run there is refused", async ({ panel, world }) => {
      const told = await panel.run(async () => {
        const [front] = await chrome.tabs.query({ active: true, currentWindow: true });
        const port = chrome.runtime.connect({ name: "panel" });
        const order = { goal: "Summarize this page.", urls: ["chrome://version/"], mode: "observe", asks: "person", surface: { kind: "mine", tabId: front?.id } };
        port.postMessage({ n: 1, ask: { say: "begin", order } });
        return await new Promise((resolve) => port.onMessage.addListener((one) => one.n === 1 && resolve(one.reply)));
      });
      assert.equal(/** @type {any} */ (told).says, "error", JSON.stringify(told));
      assert.deepEqual(world.runs(), []);
    }),
  ],
};
