/** What changed between two texts, line by line. */

export interface DiffLine {
  kind: "same" | "comes" | "goes";
  text: string;
}

/** More lines are not compared one by one. */
const MOST_LINES = 400;

export function diffLines(before: string, after: string): DiffLine[] {
  const [old, young] = [split(before), split(after)];
  if (old.length > MOST_LINES || young.length > MOST_LINES) {
    return [
      ...old.map((text): DiffLine => ({ kind: "goes", text })),
      ...young.map((text): DiffLine => ({ kind: "comes", text })),
    ];
  }
  // Lengths of the longest common rest, from every pair of places on.
  const rest: number[][] = Array.from({ length: old.length + 1 }, () => new Array<number>(young.length + 1).fill(0));
  const at = (i: number, j: number): number => rest[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = rest[i] ?? [];
    for (let j = young.length - 1; j >= 0; j -= 1) {
      row[j] = old[i] === young[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < young.length) {
    if (i < old.length && j < young.length && old[i] === young[j]) {
      lines.push({ kind: "same", text: old[i] ?? "" });
      i += 1;
      j += 1;
    } else if (j >= young.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "goes", text: old[i] ?? "" });
      i += 1;
    } else {
      lines.push({ kind: "comes", text: young[j] ?? "" });
      j += 1;
    }
  }
  return lines;
}

function split(text: string): string[] {
  return text === "" ? [] : text.split(/\n/);
}
