/** Which lines of the whole text one reading sends. */

export interface Span {
  /** Indexes into the lines: first included, end not. */
  first: number;
  end: number;
  before: number;
  after: number;
  total: number;
  nextCursor?: number;
}

/**
 * Whole lines from `cursor` on, or from the main content when the text is too long for one reading. Offsets count the
 * whole text, lines joined by a line break.
 */
export function chooseSpan(
  texts: readonly string[],
  maxChars: number,
  cursor: number | undefined,
  primaryFirst: number | undefined,
): Span {
  const offsets = new Array<number>(texts.length + 1);
  let offset = 0;
  texts.forEach((text, index) => {
    offsets[index] = offset;
    offset += text.length + 1;
  });
  offsets[texts.length] = offset;
  const total = Math.max(0, offset - 1);
  let first = 0;
  if (cursor !== undefined) while (first < texts.length && (offsets[first] as number) < cursor) first += 1;
  else if (total > maxChars && primaryFirst !== undefined) first = primaryFirst;
  let end = first;
  const from = offsets[first] as number;
  while (end < texts.length && (offsets[end + 1] as number) - 1 - from <= maxChars) end += 1;
  // A line longer than the budget is sent alone rather than never.
  if (end === first && end < texts.length) end += 1;
  const span: Span = {
    first,
    end,
    before: Math.min(from, total),
    after: end === texts.length ? 0 : total - (offsets[end] as number),
    total,
  };
  if (end < texts.length) span.nextCursor = offsets[end] as number;
  return span;
}
