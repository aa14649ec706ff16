import { type Oklch, type Rgb, clampRgb, converter, parse } from 'culori';

/** Evaluates the tokens' relative colours without a browser: culori has no `from`, `var()`, `calc()` or `light-dark()`. */

export type Scheme = 'light' | 'dark';

type Term = (from: Oklch) => number;
/** Returns the colour of a custom property. */
type Palette = (name: string) => Oklch;
type ColourTerm = (palette: Palette) => Oklch;

const intoOklch = converter('oklch');
const intoRgb = converter('rgb');

/** The colour of a literal, without variables or functions that culori does not know. */
export function colourOf(text: string): Rgb {
  const colour = parse(text);
  if (!colour) throw new Error(`not a colour: ${text}`);
  return intoRgb(colour);
}

/** The colour in Oklch. culori gives a grey no hue, but a term may read one, so it is 0. */
export const toOklch = (colour: Rgb): Oklch => ({ h: 0, ...intoOklch(colour) });

/** The colour as a screen shows it: values outside sRGB are clipped, as browsers do. */
export const toRgb = (colour: Oklch): Rgb => clampRgb(intoRgb(colour));

/** Parses one colour of the tokens for a scheme. Null for a value with transparency or one that is no colour. */
export function readColour(text: string, scheme: Scheme): ColourTerm | null {
  const both = argumentsOf(text, 'light-dark');
  if (both) return readColour(both[scheme === 'light' ? 0 : 1] ?? '', scheme);
  const name = argumentsOf(text, 'var')?.[0];
  if (name) return (palette) => palette(name);
  const relative = /^oklch\(from var\(([\w-]+)\) (.*)\)$/.exec(text);
  if (!relative) {
    const fixed = parse(text);
    if (!fixed || (fixed.alpha ?? 1) < 1) return null;
    return () => toOklch(intoRgb(fixed));
  }
  const [, source = '', parts = ''] = relative;
  if (splitOutside(parts, '/').length > 1) return null;
  const [l, c, h] = splitOutside(parts, ' ').filter(Boolean).map(readTerm);
  if (!l || !c || !h) throw new Error(`not a colour: ${text}`);
  return (palette) => {
    const from = palette(source);
    return { mode: 'oklch', l: Math.min(1, Math.max(0, l(from))), c: Math.max(0, c(from)), h: h(from) };
  };
}

/** The arguments of a call that makes up the whole text, or null. */
function argumentsOf(text: string, name: string): string[] | null {
  const trimmed = text.trim();
  if (!trimmed.startsWith(`${name}(`) || !trimmed.endsWith(')')) return null;
  return splitOutside(trimmed.slice(name.length + 1, -1), ',').map((part) => part.trim());
}

/** Splits at a character that is outside of brackets. */
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
  if (trimmed === 'l' || trimmed === 'c' || trimmed === 'h') return (from) => from[trimmed] ?? 0;
  const call = /^(calc|clamp|min|max)?\((.*)\)$/.exec(trimmed);
  if (call) {
    const given = splitOutside(call[2] ?? '', ',').map(readTerm);
    const [first, second, third] = given;
    if (call[1] === 'min') return (from) => Math.min(...given.map((term) => term(from)));
    if (call[1] === 'max') return (from) => Math.max(...given.map((term) => term(from)));
    if (call[1] === 'clamp' && first && second && third)
      return (from) => Math.max(first(from), Math.min(second(from), third(from)));
    if (first) return first;
  }
  const number = Number(trimmed);
  if (!Number.isFinite(number) || trimmed === '') throw new Error(`not a number: ${text}`);
  return () => number;
}

/** Parses sums and differences. CSS requires spaces around the signs. */
function splitSum(text: string): Term | null {
  const words = splitOutside(text, ' ');
  const last = Math.max(words.lastIndexOf('+'), words.lastIndexOf('-'));
  if (last < 1) return null;
  const [before, after] = [readTerm(words.slice(0, last).join(' ')), readTerm(words.slice(last + 1).join(' '))];
  return words[last] === '+' ? (from) => before(from) + after(from) : (from) => before(from) - after(from);
}
