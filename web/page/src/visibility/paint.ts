/** Colours as numbers. */

/** Channels from 0 to 255, `alpha` from 0 to 1. */
export interface Colour {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

const known = new Map<string, Colour | undefined>();
/** A page can use any number of colours; what is known is dropped when it grows beyond this. */
const MOST_KNOWN = 2000;

/** A computed colour; undefined for one that cannot be read. */
export function parseColour(written: string): Colour | undefined {
  const found = known.get(written);
  if (found !== undefined || known.has(written)) return found;
  const parsed = parseRgb(written) ?? paint(written);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(written, parsed);
  return parsed;
}

function parseRgb(written: string): Colour | undefined {
  const match = /^rgba?\(([\d.]+),\s*([\d.]+),\s*([\d.]+)(?:,\s*([\d.e-]+))?\)$/.exec(written);
  if (match === null) return undefined;
  const [, red, green, blue, alpha] = match;
  return { red: Number(red), green: Number(green), blue: Number(blue), alpha: alpha === undefined ? 1 : Number(alpha) };
}

let canvas: OffscreenCanvasRenderingContext2D | null | undefined;

/** The browser turns any other notation into a pixel. */
function paint(written: string): Colour | undefined {
  canvas ??= new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (canvas === null || canvas === undefined) return undefined;
  canvas.fillStyle = "#010203";
  const before = canvas.fillStyle;
  canvas.fillStyle = written;
  if (canvas.fillStyle === before) return undefined;
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
  return { red, green, blue, alpha: alpha / 255 };
}

/** One colour painted over a solid one. */
export function over(top: Colour, below: Colour): Colour {
  if (top.alpha >= 1) return top;
  const mix = (one: number, other: number): number => one * top.alpha + other * (1 - top.alpha);
  return { red: mix(top.red, below.red), green: mix(top.green, below.green), blue: mix(top.blue, below.blue), alpha: 1 };
}

/** The contrast of two solid colours by WCAG, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  if (one === other) return 1;
  const first = luminance(one);
  const second = luminance(other);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const luminances = new WeakMap<Colour, number>();

function luminance(colour: Colour): number {
  const found = luminances.get(colour);
  if (found !== undefined) return found;
  const value = 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
  luminances.set(colour, value);
  return value;
}

function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}
