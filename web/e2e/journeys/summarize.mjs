/** The default path (UI-047, C-28): one click, an answer in the page's own words, nothing granted and nothing sent. */

import { aBrowser, assert, check, laikaServes, opensPanel, presses, readsIntroduction, seen, sees, theLogNeverSays, theLogSays, theRunIs, theSiteReceived, visits } from "../verbs.mjs";

export default {
  name: "summarize",
  title: "Summarise a page in one click, with its own words as proof",
  steps: [
    laikaServes(),
    aBrowser(),
    visits("/shop"),
    opensPanel(),
    readsIntroduction(),
    presses("Summarize"),
    sees("Done", "Sources", "The lighthouse lamp was first made in 1921 for the harbour of Brno."),
    seen("my-browser-summary"),
    theRunIs("completed"),
    theLogSays([
      ["run.started", { mode: "observe", needsAuthorisation: false, surface: "my_browser" }],
      ["page.observe", { title: "Lamp shop" }],
      ["run.verify", { confirmed: true, finished: true }],
      ["run.ended", { status: "completed" }],
    ]),
    theLogNeverSays(["browser.tool.request", "tab.lock"]),
    check("every citation stands in the page", async ({ panel, tab }) => {
      const quotes = await panel.run(() => [...document.querySelectorAll("q.quote")].map((one) => one.textContent ?? ""));
      assert(quotes.length > 0, "there are no citations");
      const text = await tab.text();
      for (const quote of quotes) assert(text.includes(quote), `the page does not say “${quote}”`);
    }),
    check("the click in the toolbar was all that was granted", async ({ panel }) => {
      const { origins } = await panel.run(() => chrome.permissions.getAll());
      assert.deepEqual(origins, []);
    }),
    theSiteReceived(),
    check("the page was loaded once, by the person", ({ site }) => assert.equal(site.received.length, 1)),
  ],
};
