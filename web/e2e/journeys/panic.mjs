/** Panic stops everything and locks Laika, through a restart, until it is unlocked. */

import { asks, assert, connects, laikaServes, presses, ready, seen, sees, seesNo, step, theLogSays, thePageWasPressed, theRunIs } from "../verbs.mjs";

/** While nothing is at work there is no run whose news the panel could be told it in. */
export const panicAtRest = {
  name: "panic-at-rest",
  title: "Panic while nothing runs: in the panel or at a terminal, the panel says that Laika is locked",
  steps: [
    ...ready("/shop"),
    presses("Panic"),
    sees("Laika is locked"),
    presses("Unlock"),
    sees("What would you like to know?"),
    step("somebody says `laika panic` at a terminal", ({ world }) => assert.equal(world.laika("panic").status, 0)),
    sees("Laika is locked"),
    presses("Unlock"),
    sees("What would you like to know?"),
  ],
};

export const panic = {
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
