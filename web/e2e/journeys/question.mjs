/** A question in a person's own words is answered by reading (UI-035). */

import { aBrowser, asks, laikaServes, opensPanel, presses, readsIntroduction, seen, sees, theLogNeverSays, theLogSays, theRunIs, theSiteReceived, visits } from "../verbs.mjs";

export default {
  name: "question",
  title: "Ask a question about the page",
  steps: [
    laikaServes(),
    aBrowser(),
    visits("/shop"),
    opensPanel(),
    readsIntroduction(),
    asks("How long does the lamp burn?"),
    sees("Done", "nine hours", "Sources"),
    seen("question"),
    theRunIs("completed"),
    theLogSays([["run.started", { mode: "observe" }], ["user.message", { text: /How long/ }], ["run.ended", { status: "completed" }]]),
    theLogNeverSays(["browser.tool.request"]),
    theSiteReceived(),
    presses("New question"),
    sees("What would you like to know?"),
  ],
};
