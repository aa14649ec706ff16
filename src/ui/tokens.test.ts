import { type Oklch, type Rgb, wcagContrast } from 'culori';
import { describe, expect, test } from 'vitest';
import { type Scheme, colourOf, readColour, toOklch, toRgb } from '../../tests/apps/tokenColours.ts';
import { staticColours } from './tokenOverrides.ts';
import { colours, facilityTheme } from './tokens.ts';

type TokenName = keyof typeof colours extends `--${infer Name}` ? Name : never;
type Pair = readonly [over: TokenName, under: TokenName, least: number];

const grounds = ['canvas', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover'] as const;
const tints = [
  'brand-tint',
  'brand-tint-strong',
  'accent-tint',
  'success-tint',
  'info-tint',
  'warning-tint',
  'danger-tint',
] as const;
const statuses = ['success', 'info', 'warning', 'danger'] as const;

/** Visual language, section 2: 7:1 for ink, 4.5:1 for all other text, 3:1 for marks and for the edges of controls. */
const pairs: readonly Pair[] = [
  ...[...grounds, ...tints].map((ground): Pair => ['ink', ground, 7]),
  ...[...grounds, 'brand-tint', 'accent-tint'].map((ground): Pair => ['ink-muted', ground as TokenName, 4.5]),
  ...[...grounds, 'brand-tint', 'brand-tint-strong'].map((ground): Pair => ['brand-text', ground as TokenName, 4.5]),
  ['on-brand', 'brand-solid', 4.5],
  ['on-brand', 'brand-solid-hover', 4.5],
  ['on-deep', 'deep', 7],
  ['on-deep', 'deep-raised', 7],
  ['on-deep-muted', 'deep', 4.5],
  ['on-deep-muted', 'deep-raised', 4.5],
  ['accent-on-deep', 'deep', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-on-deep', 4.5],
  ['on-danger', 'danger-solid', 4.5],
  ['on-danger', 'danger-text', 4.5],
  ...statuses.flatMap((status): Pair[] => [
    [`${status}-text`, `${status}-tint`, 4.5],
    ...grounds.map((ground): Pair => [`${status}-text`, ground, 4.5]),
    [`${status}-mark`, 'canvas', 3],
    [`${status}-mark`, 'surface', 3],
    [`${status}-mark`, 'surface-raised', 3],
  ]),
  ...grounds.map((ground): Pair => ['line-control', ground, 3]),
  ['brand-mark', 'canvas', 3],
  ['brand-mark', 'surface', 3],
  ['brand-mark', 'surface-raised', 3],
  ...grounds.map((ground): Pair => ['focus-ring', ground, 3]),
  ['focus-ring', 'focus-gap', 3],
  ['brand-text', 'brand-tint', 3],
];

const hues = Array.from({ length: 24 }, (_, index) => index * 15);
const lightnesses = Array.from({ length: 11 }, (_, index) => index / 10);
const chromas = [0, 0.05, 0.15, 0.32];
const extremes = [
  '#000000',
  '#ffffff',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#ffff00',
  '#00ffff',
  '#ff00ff',
  '#808080',
  '#f5b700',
];

/** The colours that a facility can enter: those of sRGB. */
const facilityColours: readonly Oklch[] = [
  ...hues.flatMap((h) => lightnesses.flatMap((l) => chromas.map((c) => toOklch(toRgb({ mode: 'oklch', l, c, h }))))),
  ...extremes.map((hex) => toOklch(colourOf(hex))),
];

/** Compiles the tokens of one scheme, so that they can be evaluated for a facility's colours. */
function palettes(scheme: Scheme): (brand: Oklch, accent: Oklch, neutral: Oklch) => ReadonlyMap<string, Rgb> {
  const terms = Object.entries(colours).flatMap(([name, text]) => {
    const term = readColour(text, scheme);
    return term ? [{ name, term }] : [];
  });
  return (brand, accent, neutral) => {
    const known = new Map<string, Oklch>([
      ['--facility-brand', brand],
      ['--facility-accent', accent],
      ['--facility-neutral', neutral],
    ]);
    for (const { name, term } of terms) {
      known.set(
        name,
        term((wanted) => known.get(wanted) ?? expect.fail(`${name} needs ${wanted} first`)),
      );
    }
    return new Map([...known].map(([name, colour]) => [name.slice(2), toRgb(colour)]));
  };
}

const rgbOf = (palette: ReadonlyMap<string, Rgb>, name: string): Rgb =>
  palette.get(name) ?? expect.fail(`no token ${name}`);

describe.each(['light', 'dark'] as const)('in the %s scheme, whatever a facility chooses', (scheme) => {
  const paletteOf = palettes(scheme);

  test('every text, mark and edge keeps its contrast', () => {
    const misses: string[] = [];
    let compared = 0;
    for (const colour of facilityColours) {
      const palette = paletteOf(colour, colour, colour);
      for (const [over, under, least] of pairs) {
        compared += 1;
        const ratio = wcagContrast(rgbOf(palette, over), rgbOf(palette, under));
        if (ratio < least)
          misses.push(
            `${over} on ${under}: ${ratio.toFixed(2)} < ${least} for l ${colour.l.toFixed(2)} c ${colour.c.toFixed(2)} h ${(colour.h ?? 0).toFixed(0)}`,
          );
      }
    }
    expect(facilityColours).toHaveLength(24 * 11 * 4 + 10);
    expect(compared).toBeGreaterThan(80_000);
    expect(misses.slice(0, 20)).toEqual([]);
  });

  test('a brand keeps its contrast on greys that are not of its hue', () => {
    const misses: string[] = [];
    for (const [index, colour] of facilityColours.entries()) {
      const other = facilityColours[(index * 31 + 517) % facilityColours.length] ?? colour;
      const palette = paletteOf(colour, other, other);
      for (const [over, under, least] of pairs) {
        const ratio = wcagContrast(rgbOf(palette, over), rgbOf(palette, under));
        if (ratio < least) misses.push(`${over} on ${under}: ${ratio.toFixed(2)} < ${least}`);
      }
    }
    expect([...new Set(misses)].slice(0, 20)).toEqual([]);
  });
});

test('the sweep does notice a token that is too pale', () => {
  const pale = readColour('oklch(from var(--facility-brand) 0.75 min(c, 0.02) h)', 'light') ?? expect.fail('no colour');
  const brand = toOklch(colourOf(facilityTheme['--facility-brand']));
  expect(wcagContrast(toRgb(pale(() => brand)), 'white')).toBeLessThan(4.5);
});

test('a bright brand stays bright as a fill and gets dark text', () => {
  const marigold = toOklch(colourOf('#f5b700'));
  const palette = palettes('light')(marigold, marigold, marigold);
  expect(toOklch(rgbOf(palette, 'brand-solid')).l).toBeCloseTo(marigold.l, 1);
  expect(toOklch(rgbOf(palette, 'on-brand')).l).toBeLessThan(0.35);
  expect(toOklch(rgbOf(palette, 'brand-text')).l).toBeLessThan(0.5);
});

test('engines without relative colour get the default theme as it would be computed', () => {
  const [brand, accent, neutral] = (['--facility-brand', '--facility-accent', '--facility-neutral'] as const).map(
    (name) => toOklch(colourOf(facilityTheme[name])),
  );
  if (!brand || !accent || !neutral) return expect.fail('no default theme');
  const computed = palettes('light')(brand, accent, neutral);
  const drifted = Object.entries(staticColours).filter(([name, text]) => {
    const rgb = computed.get(name.slice(2));
    return (
      rgb &&
      /^#[\da-f]{6}$/.test(text) &&
      (['r', 'g', 'b'] as const).some((channel) => Math.abs(colourOf(text)[channel] - rgb[channel]) > 4 / 255)
    );
  });
  expect(drifted.map(([name]) => name)).toEqual([]);
});
