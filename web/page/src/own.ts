/** What this script itself put into the page, which nobody should take for the page's doing. */

const elements = new WeakSet<Node>();

/** Marks an element as ours. */
export function own(el: Element): void {
  elements.add(el);
}

export const isOwn = (node: Node): boolean => elements.has(node);

/** Whether a change of the page is only about something of ours. */
export function isOwnChange(record: MutationRecord): boolean {
  if (isOwn(record.target)) return true;
  if (record.type !== "childList") return false;
  const nodes = [...record.addedNodes, ...record.removedNodes];
  return nodes.length > 0 && nodes.every(isOwn);
}
