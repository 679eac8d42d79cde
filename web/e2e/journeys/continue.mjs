/**
 * What needs a login is not done in the Workspace (SURF-008): the person goes on in their own browser, where they are
 * logged in. It is another run with an authorisation of its own; nothing is shared between the two browsers.
 */

import { asks, assert, check, presses, ready, seen, sees, step, theLogSays, theRunIs, theSiteReceived, until, visits, callsLaika } from "../verbs.mjs";

/** Whether each who asked for the lamps was logged in, in order. @param {import("../site.mjs").Site} site */
const known = (site) => site.received.filter(({ path }) => path === "/lamps").map((one) => one.known);

/** @param {string} surface @param {string} status */
const theOneIs = (surface, status) =>
  check(`the run in ${surface} is ${status}`, ({ world }) =>
    until(`it is ${status}`, () => world.runs().some((run) => run.surface === surface && run.status === status), {
      ms: 8_000,
      last: () => JSON.stringify(world.runs()),
    }),
  );

export default {
  name: "continue",
  title: "A run of the Workspace that needs a login goes on in the person's own browser",
  steps: [
    ...ready("/welcome"),
    visits("/lamps"),
    callsLaika(),
    asks('Press "Show details"'),
    presses("Open in Workspace"),
    sees("Sign in", "Another way", "Continue in My Browser"),
    theRunIs("paused"),
    seen("continue-offer"),
    check("the Workspace is not logged in", ({ site }) => assert.deepEqual(known(site), [true, false])),
    step("a script presses Continue in My Browser", ({ panel }) =>
      panel.run(() => {
        for (const button of document.querySelectorAll("button")) if (button.innerText.startsWith("Continue in")) button.click();
      }),
    ),
    check("which does nothing", ({ world }) => assert.equal(world.runs().length, 1)),
    presses("Continue in My Browser"),
    sees("What you would authorize", "in a new tab, marked [Laika]"),
    seen("continue-authorize"),
    theOneIs("isolated", "cancelled"),
    theOneIs("my_browser", "authorizing"),
    check("nothing was opened yet", ({ site }) => assert.deepEqual(known(site), [true, false])),
    presses("Authorize once"),
    step("looks at the tab that Laika opened", async (story) => {
      const before = story.tab.targetId;
      const target = await until("Laika opens a tab", async () => {
        const targets = await story.browser.targets();
        return targets.find((one) => one.type === "page" && one.url === `${story.site.origin}/lamps` && one.targetId !== before);
      });
      story.here.tab = await story.browser.attach(target.targetId);
    }),
    sees("May Laika click this?", "Show details"),
    check("the person's own browser is logged in", ({ site }) => assert.deepEqual(known(site), [true, false, true])),
    presses("Allow once"),
    sees("Done: clicked Show details."),
    theOneIs("my_browser", "completed"),
    theLogSays([["run.started", { surface: "my_browser", needsAuthorisation: true }], ["page.observe", { title: "Your lamps" }]], 1),
    check("the button was pressed once, in the new tab", async ({ tab }) => {
      assert.equal(await tab.run(() => /** @type {any} */ (globalThis).presses.length), 1);
    }),
    theSiteReceived(),
    check("the log of the first says where it went", ({ world }) => {
      const [first, second] = world.runs();
      const log = world.events(0);
      const kinds = log.map(({ kind }) => kind).join(" ");
      assert(JSON.stringify(log).includes(second?.run ?? "-"), `${first?.run} does not name ${second?.run}: ${kinds}`);
    }),
  ],
};
