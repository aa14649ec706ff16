/** The colour functions that the tokens use, worked out without a browser: for the contrast sweep, and nothing else. */

/** Lightness 0 to 1, chroma, hue in degrees. */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}
/** Gamma-encoded sRGB, 0 to 1 each. */
export type Rgb = readonly [number, number, number];
export type Scheme = 'light' | 'dark';

type Term = (from: Oklch) => number;
type ColourTerm = (palette: Palette) => Oklch;
/** Gives the colour of a custom property. */
type Palette = (name: string) => Oklch;

const encode = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
const decode = (encoded: number): number => (encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4);
const clip = (value: number): number => Math.min(1, Math.max(0, value));

/** As a screen shows it: what lies outside sRGB is clipped, as the engines do. */
export function toRgb({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    encode(clip(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short)),
    encode(clip(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short)),
    encode(clip(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)),
  ];
}

export function toOklch([red, green, blue]: Rgb): Oklch {
  const [r, g, b] = [decode(red), decode(green), decode(blue)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const x = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const y = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return { l, c: Math.hypot(x, y), h: ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360 };
}

/** The colour of `#rrggbb`. */
export function fromHex(hex: string): Rgb {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex);
  if (!parts) throw new Error(`not a colour: ${hex}`);
  const channel = (index: number) => Number.parseInt(parts[index] ?? '0', 16) / 255;
  return [channel(1), channel(2), channel(3)];
}

const luminance = ([r, g, b]: Rgb): number => 0.2126 * decode(r) + 0.7152 * decode(g) + 0.0722 * decode(b);

/** The contrast ratio of WCAG 2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Reads one colour of the tokens for a scheme: `light-dark()`, `oklch()` with and without `from`, `var()`, hex. Null for what has transparency or is no colour. */
export function readColour(text: string, scheme: Scheme): ColourTerm | null {
  const both = argumentsOf(text, 'light-dark');
  if (both) return readColour(both[scheme === 'light' ? 0 : 1] ?? '', scheme);
  const name = argumentsOf(text, 'var')?.[0];
  if (name) return (palette) => palette(name);
  if (text.startsWith('#')) {
    const fixed = toOklch(fromHex(text));
    return () => fixed;
  }
  const parts = /^oklch\((.*)\)$/.exec(text.trim())?.[1];
  if (parts === undefined || splitOutside(parts, '/').length > 1) return null;
  const words = splitOutside(parts, ' ').filter(Boolean);
  const from = words[0] === 'from' ? words[1] : null;
  const [l, c, h] = (from ? words.slice(2) : words).map(readTerm);
  if (!l || !c || !h) throw new Error(`not a colour: ${text}`);
  const source = from ? argumentsOf(from, 'var')?.[0] : null;
  if (from && !source) throw new Error(`relative to what: ${text}`);
  const black: Oklch = { l: 0, c: 0, h: 0 };
  return (palette) => {
    const origin = source ? palette(source) : black;
    return { l: clip(l(origin)), c: Math.max(0, c(origin)), h: h(origin) };
  };
}

/** The arguments of a call that is the whole text, or null. */
function argumentsOf(text: string, name: string): string[] | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith(`${name}(`) || !trimmed.endsWith(')')) return null;
  return splitOutside(trimmed.slice(name.length + 1, -1), ',').map((part) => part.trim());
}

/** Splits at a sign that stands in no brackets. */
function splitOutside(text: string, sign: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const char of text) {
    if (char === '(') depth += 1;
    if (char === ')') depth -= 1;
    if (char === sign && depth === 0) {
      parts.push(part);
      part = '';
    } else part += char;
  }
  return [...parts, part];
}

/** A number of a colour function: a literal, `l`, `c`, `h`, `calc`, `clamp`, `min`, `max`. */
function readTerm(text: string): Term {
  const trimmed = text.trim();
  const sum = splitSum(trimmed);
  if (sum) return sum;
  const product = splitOutside(trimmed, '*');
  if (product.length > 1) {
    const factors = product.map(readTerm);
    return (from) => factors.reduce((value, factor) => value * factor(from), 1);
  }
  if (trimmed === 'l' || trimmed === 'c' || trimmed === 'h') return (from) => from[trimmed];
  const call = /^(calc|clamp|min|max)?\((.*)\)$/.exec(trimmed);
  if (call) {
    const given = splitOutside(call[2] ?? '', ',').map(readTerm);
    const [first, second, third] = given;
    if (call[1] === 'min') return (from) => Math.min(...given.map((term) => term(from)));
    if (call[1] === 'max') return (from) => Math.max(...given.map((term) => term(from)));
    if (call[1] === 'clamp' && first && second && third) return (from) => Math.max(first(from), Math.min(second(from), third(from)));
    if (first) return first;
  }
  const number = Number(trimmed);
  if (!Number.isFinite(number) || trimmed === '') throw new Error(`not a number: ${text}`);
  return () => number;
}

/** Sums and differences; CSS asks for spaces around their signs. */
function splitSum(text: string): Term | null {
  const words = splitOutside(text, ' ');
  const last = Math.max(words.lastIndexOf('+'), words.lastIndexOf('-'));
  if (last < 1) return null;
  const [before, after] = [readTerm(words.slice(0, last).join(' ')), readTerm(words.slice(last + 1).join(' '))];
  return words[last] === '+' ? (from) => before(from) + after(from) : (from) => before(from) - after(from);
}
