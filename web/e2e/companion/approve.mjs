/** A run that asks: the card says exactly what would happen, a yes needs its time, and a no is a no. */

import assert from "node:assert/strict";
import { until } from "../wait.mjs";

const GOAL = 'Fill in the form with Question: "Is the glass replaced". Then press "Send question".';

/** @type {import("./tell.mjs").Journey} */
export const approve = {
  name: "approve",
  title: "A run asks in the window: exact values, no yes by accident, a no is a no",
  pages: (path) => {
    if (path === "/questions") return { to: "/thanks" };
    if (path === "/thanks") return `<title>Thank you</title><h1>Thank you</h1><p>Your question has the number 77.</p>`;
    return `<title>Ask the shop</title><h1>Ask the shop</h1>
      <form method="post" action="/questions"><label>Question <input name="question"></label><button>Send question</button></form>`;
  },
  async go(story) {
    const { window, places } = story;
    const begin = async () => {
      await window.goTo("New run");
      await window.fill("What should Laika do?", GOAL);
      await window.fill("Where to begin", `${places.origin()}/ask`);
      await window.press("Ask before acting", { of: "label" });
      await window.press("Start");
    };
    const card = (/** @type {string} */ question) => until(`the card asks: ${question}`, () => window.run((words) => document.querySelector(".asks h2")?.textContent === words, question), { last: () => window.text() });

    story.at("begins a run that asks before it acts");
    await begin();
    story.at("goes to the inbox, where the card is");
    await card("May Laika type this?");
    await window.goTo("Approvals");
    await card("May Laika type this?");
    await window.says("Is the glass replaced");
    await window.says(places.origin());
    await story.seen("card");
    assert.deepEqual(places.sent(), []);
    // When the next card is drawn, so that it is known how early the press comes.
    await window.run(() => {
      const seen = () => {
        if (document.querySelector(".asks h2")?.textContent !== "May Laika click this?") return;
        /** @type {any} */ (globalThis).drawnAt = performance.now();
        watch.disconnect();
      };
      const watch = new MutationObserver(seen);
      watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    await yes(window);

    story.at("presses too early on the second card");
    const early = await until("the card that sends is there", () =>
      window.run(() => {
        const { drawnAt } = /** @type {any} */ (globalThis);
        const all = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(".asks button")]);
        const found = all.find((one) => one.innerText.trim() === "Allow once");
        if (drawnAt === undefined || found === undefined) return null;
        found.scrollIntoView({ block: "center", behavior: "instant" });
        const box = found.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2, drawnAt, isArmed: !found.disabled };
      }),
    );
    await window.clickAt(early);
    const age = (await window.run(() => performance.now())) - early.drawnAt;
    assert(age < 700, `the press came after ${age} ms, which is not early`);
    assert(!early.isArmed, "a yes counts at once");
    await until("a yes would count", () => window.run(() => performance.now()).then((now) => now - early.drawnAt > 700));
    assert.deepEqual(places.sent(), [], "a press that came too early counts for nothing");
    await card("May Laika click this?");
    await window.says("Send question");
    await window.says("POST");
    await story.seen("send");
    await yes(window);
    await until("the site has it", () => places.sent().length > 0, { last: () => window.text() });
    assert.deepEqual(places.sent(), ["POST /questions question=Is+the+glass+replaced"]);
    await until("the run is over", () => story.world.runs()[0]?.status === "completed", { last: () => JSON.stringify(story.world.runs()) });

    story.at("says no to the next one");
    await begin();
    await window.goTo("Approvals");
    await card("May Laika type this?");
    await window.press("Deny");
    await until("the run waits", () => story.world.runs()[1]?.status === "paused", { last: () => JSON.stringify(story.world.runs()) });
    assert.equal(places.sent().length, 1, "nothing more was sent");
    const [answered] = story.world.events(1).filter(({ kind }) => kind === "ui.approval");
    assert.equal(answered?.payload.approved, false);
    assert.equal(answered?.payload.approvedIn, "companion");
    await window.goTo("Runs");
    await window.says("Paused");
    await story.seen("runs");
  },
};

/** Presses yes once it counts, as a person does who read the card. @param {import("./window.mjs").Window} window */
async function yes(window) {
  await until("a yes counts", () =>
    window.run(() => [...document.querySelectorAll(".asks button")].some((one) => /** @type {HTMLElement} */ (one).innerText.trim() === "Allow once" && !one.matches(":disabled, [aria-disabled=true]"))),
  );
  await window.press("Allow once");
}
