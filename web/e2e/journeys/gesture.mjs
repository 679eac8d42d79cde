/**
 * What only a person's own click does (S18): a file is saved by the browser after a real click on a button of ours, once,
 * within thirty seconds. A script's click is none, and an offer that ended is not made again by itself.
 */

import { assert, check, connects, presses, ready, seen, sees, seesNo, step, theLogNeverSays, theLogSays, theRunIs, until } from "../verbs.mjs";

const FILE = "/files/manual.pdf";
/** As long as an offer stands, and a little more. */
const ENDED_MS = 40_000;

/** @param {number} times */
const theFileWasAskedFor = (times) =>
  check(`the site was asked for the file ${times} times`, async ({ site }) => {
    const asked = () => site.received.filter(({ path }) => path === FILE).length;
    if (times > 0) await until("it was asked for", () => asked() >= times, { ms: 5_000 });
    assert.equal(asked(), times);
  });

const offered = [
  ...ready("/manual"),
  ...connects('Press "Download the manual"'),
  sees("May Laika click this?", "Download the manual"),
  presses("Allow once"),
  sees("Download a file", "Download it", "The offer ends by itself after half a minute."),
  theFileWasAskedFor(0),
];

export const gesture = {
  name: "gesture",
  title: "A file is saved after one real click on the button in the panel",
  steps: [
    ...offered,
    seen("gesture"),
    theLogNeverSays(["browser.tool.result"]),
    presses("Download it"),
    theFileWasAskedFor(1),
    sees("Done"),
    theRunIs("completed"),
    seen("gesture-done"),
    theLogSays([["ui.gesture_required"], ["browser.tool.result", { outcome: "done" }], ["run.ended", { status: "completed" }]]),
    theFileWasAskedFor(1),
  ],
};

export const syntheticGesture = {
  name: "gesture-synthetic",
  title: "A script's click on the button saves nothing and says nothing; the offer stands",
  steps: [
    ...offered,
    step("a script clicks, in every way there is", ({ panel }) =>
      panel.run(() => {
        for (const button of document.querySelectorAll("button")) {
          if (button.innerText.trim() !== "Download it") continue;
          button.click();
          for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
            button.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, detail: type === "click" ? 0 : 1 }));
          }
          button.focus();
          for (const type of ["keydown", "keyup"]) button.dispatchEvent(new KeyboardEvent(type, { key: "Enter", bubbles: true }));
        }
      }),
    ),
    check("the offer stands", async ({ panel }) => {
      await panel.says("The offer ends by itself after half a minute.");
      assert((await panel.buttons()).includes("Download it"), "the button is gone");
    }),
    theRunIs("executing"),
    theLogNeverSays(["browser.tool.result"]),
    theFileWasAskedFor(0),
    presses("Download it"),
    theFileWasAskedFor(1),
    theRunIs("completed"),
    theFileWasAskedFor(1),
  ],
};

export const expiredGesture = {
  name: "gesture-expired",
  title: "An offer that nobody took ends by itself, saves nothing, and is not made again by itself",
  steps: [
    ...offered,
    step("waits until the button is gone, and presses where it was", async ({ panel }) => {
      const [x, y] = await until("the button is drawn", () => panel.at("Download it"));
      await until("the button is gone", async () => !(await panel.buttons()).includes("Download it"), { ms: ENDED_MS });
      await panel.clickAt(/** @type {number} */ (x), /** @type {number} */ (y));
    }),
    theLogSays([["browser.tool.result", { outcome: "failed", reasonCode: "E_GESTURE_EXPIRED" }]]),
    // The run would take the step again, which is for the person to say: no offer stands.
    sees("May Laika click this?"),
    theRunIs("awaiting_approval"),
    seesNo("Download it"),
    seen("gesture-expired"),
    theFileWasAskedFor(0),
    presses("Allow once"),
    presses("Download it"),
    theFileWasAskedFor(1),
    theRunIs("completed"),
    theFileWasAskedFor(1),
  ],
};
