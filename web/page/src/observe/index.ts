/** What the rest of the page script uses of the reader. */

export { observe } from "./observe.js";
export { blocks } from "./walk.js";
export type { Block } from "./walk.js";
