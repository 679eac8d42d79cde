/** A yes is a person's press on a card that stood still (S18): nothing else counts, neither a script's nor a hurried one. */

import { assert, check, connects, presses, ready, sees, step, thePageWasPressed, theLogNeverSays, theRunIs, until } from "../verbs.mjs";

export default {
  name: "no-false-yes",
  title: "A script's click on Allow once does nothing, nor does one within 700 ms",
  steps: [
    ...ready("/shop"),
    ...connects('Press "Show details"'),
    step("presses at once, where Allow once will be", async ({ panel }) => {
      const [x, y] = await until("the card is drawn", () => panel.at("Allow once", { evenDisabled: true }));
      const drawn = await panel.run(() => performance.now());
      await panel.clickAt(/** @type {number} */ (x), /** @type {number} */ (y));
      const took = (await panel.run(() => performance.now())) - drawn;
      assert(took < 600, `the press came too late to prove anything (${Math.round(took)} ms)`);
    }),
    sees("May Laika click this?"),
    step("begins a press before, and ends it after", async ({ panel }) => {
      // The wait begins anew when the panel changes its size.
      await panel.send("Emulation.setDeviceMetricsOverride", { width: 381, height: 720, deviceScaleFactor: 1, mobile: false });
      const [x, y] = await until("the card waits anew", () => panel.at("Allow once", { evenDisabled: true }));
      await panel.send("Input.dispatchMouseEvent", { type: "mousePressed", x, y, button: "left", clickCount: 1 });
      await until("it can be pressed", () => panel.at("Allow once"));
      await panel.send("Input.dispatchMouseEvent", { type: "mouseReleased", x, y, button: "left", clickCount: 1 });
    }),
    step("a script clicks, in every way there is", ({ panel }) =>
      panel.run(() => {
        for (const button of document.querySelectorAll("button")) {
          if (!/^Allow/.test(button.innerText)) continue;
          button.click();
          for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
            button.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, detail: type === "click" ? 0 : 1 }));
          }
          button.focus();
          for (const type of ["keydown", "keyup"]) button.dispatchEvent(new KeyboardEvent(type, { key: "Enter", bubbles: true }));
        }
      }),
    ),
    check("the card still asks", async ({ panel }) => {
      await panel.says("May Laika click this?");
      await panel.saysNot("Your answer is on its way");
    }),
    theLogNeverSays(["ui.approval"]),
    theRunIs("awaiting_approval"),
    thePageWasPressed(0),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    thePageWasPressed(1),
  ],
};
