/**
 * A part of the page (UI-007, MM-003): chosen in the page by the person's own hands, read alone, and no yes to anything.
 * What a script of the page does chooses nothing, and the page learns of no press.
 */

import { assert, check, looksAt, presses, ready, seen, sees, seesNo, step, theLogNeverSays, theRunIs, theSiteReceived, until, visits } from "../verbs.mjs";

/** @typedef {import("../browser.mjs").Page} Page */

/** How long the page waits for a choice. */
const IDLE_MS = 30_000;
/** Nothing but words of the second paragraph. */
const SECOND = /^(The lamp burns for nine hours with one filling of oil\.)?\s*(Its glass is blown by hand in a workshop near the river\.)?$/;

/** Where something of the page is drawn. @param {Page} tab @param {string} selector */
const boxOf = (tab, selector) =>
  tab.run((of) => {
    const { left, top, right, bottom } = /** @type {Element} */ (document.querySelector(of)).getBoundingClientRect();
    return { left, top, right, bottom };
  }, selector);

/** @param {Page} tab */
const selected = (tab) => tab.run(() => String(getSelection()));

/** The one element of ours in the page, which shows nothing of itself to it. @param {Page} tab */
const isUp = (tab) => tab.run(() => document.querySelector('html > [popover="manual"]') !== null);

const choosing = step("the page waits for a choice", ({ tab }) => until("the page waits", () => isUp(tab)));
const overlayIsGone = check("nothing of ours is left in the page", ({ tab }) => until("it is gone", async () => !(await isUp(tab)), { ms: 2_000 }));

const clicksSecondParagraph = step("clicks the second paragraph", async ({ tab }) => {
  const box = await boxOf(tab, "p:nth-of-type(2)");
  await tab.clickAt(box.left + 40, (box.top + box.bottom) / 2);
});

/** Notes every press that reaches a script of the page. */
const pageListens = step("the page listens to every press", ({ tab }) =>
  tab.run(() => {
    const heard = /** @type {any} */ (globalThis);
    heard.heard = [];
    for (const type of ["pointerdown", "mousedown", "click", "keydown"]) document.addEventListener(type, (event) => heard.heard.push(event.type), true);
  }),
);
const pageHeardNothing = check("the page heard of no press", async ({ tab }) => {
  assert.deepEqual(await tab.run(() => /** @type {any} */ (globalThis).heard), []);
});

/** Every word of an answer's proof stands in this. @param {RegExp} part */
const standsOnlyOn = (part) =>
  check("the answer stands on nothing but that part", async ({ panel, world }) => {
    const quotes = await panel.run(() => [...document.querySelectorAll("q.quote")].map((one) => one.textContent ?? ""));
    assert(quotes.length > 0, "there are no citations");
    for (const quote of quotes) assert.match(quote, part);
    const read = world.events().filter(({ kind }) => kind === "page.observe");
    assert(read.length > 0, "nothing was read");
    for (const { payload } of read) assert.match(payload.excerpt, part);
  });

export const picksBlock = {
  name: "region-block",
  title: "Choose a block of the page with one click, and have it explained: nothing else is read",
  steps: [
    ...ready("/shop"),
    pageListens,
    presses("Choose a part of the page"),
    sees("In the page, click a block or drag a frame"),
    seen("region-choosing"),
    choosing,
    clicksSecondParagraph,
    sees(/You chose a part of the page \(1\d\d characters\)/, "Explain", "Ask about it"),
    seen("region-chosen"),
    check("exactly that is selected in the page", async ({ tab }) => {
      assert.match(await selected(tab), /^The lamp burns for nine hours .* near the river\.$/);
    }),
    overlayIsGone,
    pageHeardNothing,
    check("nothing was read yet", ({ world }) => assert.deepEqual(world.runs(), [])),
    presses("Explain"),
    sees("Done", "Summarize and explain this part of the page."),
    theRunIs("completed"),
    seen("region-explained"),
    standsOnlyOn(SECOND),
    theLogNeverSays(["browser.tool.request", "tab.lock", "ui.approval"]),
    theSiteReceived(),
  ],
};

export const picksFrame = {
  name: "region-frame",
  title: "Drag a frame over two paragraphs: their lines are chosen, and no others",
  steps: [
    ...ready("/shop"),
    pageListens,
    presses("Choose a part of the page"),
    choosing,
    step("drags from the first paragraph into the second, from right to left", async ({ tab }) => {
      const [first, second] = [await boxOf(tab, "p:nth-of-type(1)"), await boxOf(tab, "p:nth-of-type(2)")];
      const at = { x: first.right - 10, y: first.top + 2 };
      await tab.send("Input.dispatchMouseEvent", { type: "mousePressed", ...at, button: "left", clickCount: 1 });
      for (const [x, y] of [[first.left + 90, first.bottom], [first.left + 4, second.bottom - 2]]) {
        await tab.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y, button: "left", buttons: 1 });
      }
      const end = { x: first.left + 4, y: second.bottom - 2 };
      await tab.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...end, button: "left", clickCount: 1 });
    }),
    sees(/You chose a part of the page \(\d+ characters\)/),
    check("both paragraphs are selected, and nothing else", async ({ tab }) => {
      const text = await selected(tab);
      assert.match(text, /^The lighthouse lamp was first made/);
      assert.match(text, /near the river\.$/);
    }),
    overlayIsGone,
    pageHeardNothing,
    step("asks about it", async ({ panel }) => {
      await panel.press("Ask about it");
      await panel.type("When are orders delivered?");
      await panel.key("Enter");
    }),
    theRunIs("completed"),
    seen("region-asked"),
    check("what stands elsewhere in the page was not read", ({ world }) => {
      const read = JSON.stringify(world.events().filter(({ kind }) => kind === "page.observe"));
      assert(read.includes("first made in 1921") && !read.includes("delivered within three days"), read);
    }),
    seesNo("within three days"),
  ],
};

export const picksByKeys = {
  name: "region-keyboard",
  title: "Choose a part of the page by keyboard alone; Escape chooses nothing",
  steps: [
    ...ready("/shop"),
    step("goes to the button by Tab and presses Enter", async ({ panel }) => {
      await panel.tabTo("Choose a part of the page");
      await panel.key("Enter");
    }),
    choosing,
    step("presses Escape in the page", ({ tab }) => tab.key("Escape")),
    overlayIsGone,
    sees("Summarize"),
    seesNo("Laika reads only this part.", "E_NOT_CHOSEN"),
    presses("Choose a part of the page"),
    choosing,
    step("goes two blocks down, one more with Shift, and presses Enter", async ({ tab }) => {
      for (let at = 0; at < 2; at++) await tab.key("ArrowDown");
      await tab.key("ArrowDown", { shift: true });
      await tab.key("Enter");
    }),
    sees(/You chose a part of the page \(\d+ characters\)/),
    check("two paragraphs are selected", async ({ tab }) => {
      assert.match(await selected(tab), /^The lighthouse lamp was first made[^]*near the river\.$/);
    }),
    overlayIsGone,
    presses("Ask about the whole page instead"),
    presses("Choose a part of the page"),
    choosing,
    step("presses Escape in the panel", ({ panel }) => panel.key("Escape")),
    overlayIsGone,
    sees("Summarize"),
  ],
};

export const picksNothingByScript = {
  name: "region-hostile",
  title: "A page that fakes events, patches the browser's functions and takes the frame away chooses nothing",
  steps: [
    ...ready("/shop"),
    step("the page spoils what it can", ({ tab }) =>
      tab.run(() => {
        const steal = () => {
          throw new Error("mine");
        };
        Object.defineProperty(Event.prototype, "isTrusted", { get: () => true });
        for (const name of /** @type {const} */ (["createRange", "getSelection", "elementsFromPoint", "createTreeWalker"])) Document.prototype[name] = steal;
        Selection.prototype.addRange = steal;
        Element.prototype.attachShadow = steal;
      }),
    ),
    presses("Choose a part of the page"),
    choosing,
    step("the page makes every press itself", ({ tab }) =>
      tab.run(() => {
        const at = { clientX: 100, clientY: 160, bubbles: true, cancelable: true };
        for (const target of [window, document, /** @type {Element} */ (document.querySelector('html > [popover="manual"]'))]) {
          for (const type of ["pointerdown", "pointerup", "mousedown", "mouseup", "click"]) target.dispatchEvent(new PointerEvent(type, at));
          for (const key of ["ArrowDown", "Enter"]) target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        }
      }),
    ),
    check("it still waits, and nothing was chosen", async ({ tab, panel }) => {
      assert(await isUp(tab), "it is gone");
      await panel.saysNot("You chose a part of the page");
    }),
    clicksSecondParagraph,
    sees(/You chose a part of the page \(1\d\d characters\)/),
    overlayIsGone,
    presses("Ask about the whole page instead"),
    presses("Choose a part of the page"),
    sees("In the page, click a block or drag a frame"),
    choosing,
    step("the page takes it away", ({ tab }) => tab.run(() => document.querySelector('html > [popover="manual"]')?.remove())),
    sees("Summarize"),
    presses("Choose a part of the page"),
    choosing,
    step("the page becomes another one", ({ tab }) => tab.run(() => history.pushState(null, "", "/shop?other"))),
    overlayIsGone,
    sees("Summarize"),
    seesNo("Laika reads only this part."),
    check("no run was begun", ({ world }) => assert.deepEqual(world.runs(), [])),
  ],
};

export const picksNothingInTime = {
  name: "region-left",
  title: "Choosing ends when another tab or page comes, and by itself after half a minute",
  steps: [
    ...ready("/shop"),
    presses("Choose a part of the page"),
    choosing,
    visits("/question"),
    looksAt("/shop"),
    overlayIsGone,
    sees("Summarize"),
    presses("Choose a part of the page"),
    choosing,
    step("goes to another page", async ({ tab, site }) => tab.go(`${site.origin}/shop?again`)),
    sees("Summarize"),
    overlayIsGone,
    presses("Choose a part of the page"),
    choosing,
    check("it is there for a while, and then gone", async ({ tab }) => {
      const began = Date.now();
      await until("it is gone", async () => !(await isUp(tab)), { ms: IDLE_MS + 10_000 });
      assert(Date.now() - began > IDLE_MS - 5_000, "it went too soon");
    }),
    sees("Summarize"),
    seesNo("Laika reads only this part.", "E_NOT_CHOSEN"),
    check("no run was begun", ({ world }) => assert.deepEqual(world.runs(), [])),
  ],
};
