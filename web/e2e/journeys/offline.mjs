/** Laika is not running (UI-028): the panel says so, and one click starts it. */

import { aBrowser, check, opensPanel, presses, readsIntroduction, seen, sees, seesNo, theRunIs, until, visits } from "../verbs.mjs";

export default {
  name: "offline",
  title: "Laika is not running: Open Laika starts it",
  steps: [
    aBrowser(),
    visits("/shop"),
    opensPanel(),
    sees("Laika is not running", "Open Laika"),
    seesNo("Summarize"),
    seen("offline"),
    presses("Open Laika"),
    sees("Meet Laika"),
    check("it runs", ({ world }) => until("it runs", () => world.isServing())),
    readsIntroduction(),
    presses("Summarize"),
    sees("Sources"),
    theRunIs("completed"),
  ],
};
