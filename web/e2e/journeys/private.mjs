/** A private window (UI-039, SURF-041): nothing of it is kept, nowhere, and no other window hears of it. */

import { aBrowser, assert, check, connects, goesTo, laikaServes, opensPanel, presses, readsIntroduction, seen, sees, seesNo, siteIsAllowed, step, thePageWasPressed, theSiteReceived, visits, visitsPrivately } from "../verbs.mjs";

/** What the extension keeps. Both windows read the same, so it has to be as it was before. */
const kept = () => Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)]).then((both) => JSON.stringify(both));
let before = "";

export default {
  name: "private-window",
  title: "In a private window Laika works, and keeps nothing",
  steps: [
    laikaServes(),
    aBrowser("first", { alsoPrivate: true }),
    siteIsAllowed(),
    visits("/question"),
    opensPanel(),
    readsIntroduction(),
    step("remembers what is kept", async ({ panel }) => void (before = await panel.run(kept))),
    visitsPrivately("/shop"),
    opensPanel(),
    sees("Private window", "No logs, no saved artifacts, no cloud calls unless opted in for Private."),
    readsIntroduction(),
    seen("private"),
    seesNo("Add to a collection"),
    presses("Summarize"),
    sees("Done", "Sources", "The lighthouse lamp was first made in 1921 for the harbour of Brno."),
    presses("New question"),
    ...connects('Press "Show details"').slice(0, -1),
    sees("nothing: this is a private window, so no log, no files and no model elsewhere"),
    seen("private-authorize"),
    presses("Authorize once"),
    sees("May Laika click this?"),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    thePageWasPressed(1),
    check("the log knows nothing of it", ({ world }) => assert.deepEqual(world.runs(), [])),
    check("the extension kept nothing", async ({ panel }) => assert.equal(await panel.run(kept), before)),
    check("Laika's folder names neither the site nor the words", ({ world, site }) => {
      for (const words of [`:${site.port}`, "Show details", "lighthouse"]) assert.deepEqual(world.filesWith(words), []);
    }),
    theSiteReceived(),
    step("asks for something more, which waits", async ({ panel }) => {
      await panel.press("New question");
      await panel.ask('Press "Show details"');
      await panel.press("Connect to this site");
      await panel.says("What you would authorize");
    }),
    goesTo("first"),
    seesNo("Other runs", "Show details", "What you would authorize"),
  ],
};
