/** Which lines of text a rectangle means. */

/** As much of a `DOMRect` as a line has. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The area between two points, in whatever direction it was drawn. */
export function between(from: { x: number; y: number }, to: { x: number; y: number }): Area {
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    right: Math.max(from.x, to.x),
    bottom: Math.max(from.y, to.y),
  };
}

/** Whether a line is meant: half of its height lies in the area, or half of an area that is flatter than the line. */
export function isMeant(line: Area, area: Area): boolean {
  const across = Math.min(line.right, area.right) - Math.max(line.left, area.left);
  const down = Math.min(line.bottom, area.bottom) - Math.max(line.top, area.top);
  const enough = Math.min(line.bottom - line.top, area.bottom - area.top) / 2;
  return across > 0 && down > 0 && down >= enough;
}

/** Whether an area has anything in common with another. */
export function meet(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** The smallest area with all of these in it. */
export function around(all: readonly Area[]): Area {
  return {
    left: Math.min(...all.map(({ left }) => left)),
    top: Math.min(...all.map(({ top }) => top)),
    right: Math.max(...all.map(({ right }) => right)),
    bottom: Math.max(...all.map(({ bottom }) => bottom)),
  };
}
