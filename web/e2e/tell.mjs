/** Tells one journey, in a world of its own. */

import { Story } from "./verbs.mjs";
import { World } from "./world.mjs";

/** @typedef {{ name: string, title: string, passed: boolean, seconds: number, step?: string, problem?: string }} Result */

/**
 * @param {import("./verbs.mjs").Journey} journey
 * @param {import("./world.mjs").Programs} programs
 * @param {ConstructorParameters<typeof Story>[1]} options
 * @returns {Promise<Result>}
 */
export async function tell({ name, title, steps }, programs, options) {
  const started = Date.now();
  const took = () => (Date.now() - started) / 1000;
  const world = await World.start(programs);
  const story = new Story(world, options);
  let at = "";
  try {
    if (steps.length === 0) throw new Error("a journey without steps proves nothing");
    for (const { says, go } of steps) {
      at = says;
      await go(story);
    }
    return { name, title, passed: true, seconds: took() };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { name, title, passed: false, seconds: took(), step: at, problem };
  } finally {
    await world.end();
  }
}
