/** Panic stops everything and locks Laika, through a restart, until it is unlocked. */

import { connects, laikaServes, presses, ready, seen, sees, seesNo, step, theLogSays, thePageWasPressed, theRunIs, asks } from "../verbs.mjs";

export default {
  name: "panic",
  title: "Panic stops and locks everything, through a restart, until Unlock",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    sees("May Laika click this?"),
    presses("Panic"),
    sees("Laika is locked", "laika unlock"),
    seesNo("Allow once", "Summarize"),
    seen("locked"),
    theRunIs("cancelled"),
    theLogSays([["ui.cancel", { by: "panic" }]]),
    thePageWasPressed(0),
    step("Laika is killed", ({ world }) => world.kill()),
    sees("Laika is not running"),
    laikaServes(),
    sees("Laika is locked"),
    presses("Unlock"),
    sees("What would you like to know?"),
    asks("How long does the lamp burn?"),
    sees("nine hours"),
    theRunIs("completed", 1),
  ],
};
