import { globalStyle, style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import {
  atKiosk,
  component,
  inForcedColours,
  inside,
  oneColumn,
  onPaper,
  quietText,
  withoutHas,
} from './layers.css.ts';
import { kioskScaleSize, lastSpan, mostScaleSteps, scaleLines, scaleSize, type ScaleSize } from './scaleLines.ts';

/** Its own width, and not the window's, decides how the numbers wrap. */
export const scaleBox = component({ containerType: 'inline-size', inlineSize: '100%' });
export const scaleInner = component({ ...oneColumn, gap: token.space2 });
export const numbers = component({ display: 'grid', gap: '0.375rem', inlineSize: '100%' });
atKiosk(`.${numbers}`, { gap: '0.5rem' });

export const scaleEnd = component({
  ...quietText,
  lineHeight: '1.35',
  maxInlineSize: '16rem',
});
atKiosk(`.${scaleEnd}`, { fontSize: token.textM, maxInlineSize: 'none' });
export const highEnd = component({ justifySelf: 'end', textAlign: 'end' });
inside(`.${scaleEnd} b`, { color: token.ink });

const rem = (px: number): string => `${String(px / 16)}rem`;
const columnsOf = (columns: number) => ({ gridTemplateColumns: `repeat(${String(columns)}, minmax(0, 1fr))` });

/** The lines of a scale with this many numbers. With one line, both labels are below it, side by side. */
function linesOf(count: number, size: ScaleSize, layer: 'components' | 'kiosk'): string {
  const [narrowest, ...wider] = scaleLines(count, size);
  if (!narrowest) return '';
  const within = (from: number) => `(min-width: ${rem(from)})`;
  const name = style({
    '@layer': {
      [layer]: {
        ...columnsOf(narrowest.columns),
        '@container': Object.fromEntries(
          wider.map(({ from, columns }) => [
            within(from),
            columns === count ? { ...columnsOf(columns), gridColumn: '1 / -1', gridRow: '1' } : columnsOf(columns),
          ]),
        ),
      },
    },
  });
  const last = ({ columns }: { columns: number }) => ({ gridColumn: `span ${String(lastSpan(count, columns))}` });
  globalStyle(`.${name} > :last-child`, {
    '@layer': {
      [layer]: {
        ...last(narrowest),
        '@container': Object.fromEntries(wider.map((lines) => [within(lines.from), last(lines)])),
      },
    },
  });
  const single = wider.find(({ columns }) => columns === count);
  if (single) {
    const whole = within(single.from);
    // Without `:has()` none of the three applies, and the labels are below the numbers, one under the other.
    const onOneLine = (rule: { gridTemplateColumns?: string; gridRow?: string; gridColumn?: string }) => ({
      '@layer': { [layer]: { '@supports': { 'selector(:has(*))': { '@container': { [whole]: rule } } } } },
    });
    globalStyle(`.${scaleInner}:has(> .${name})`, onOneLine({ gridTemplateColumns: '1fr 1fr' }));
    globalStyle(`.${name} ~ .${scaleEnd}, .${scaleEnd}:has(~ .${name})`, onOneLine({ gridRow: '2' }));
    globalStyle(`.${name} ~ .${scaleEnd}`, onOneLine({ gridColumn: '2' }));
  }
  return name;
}

const counts = Array.from({ length: mostScaleSteps }, (_, at) => at + 1);
/** By the number of steps. */
export const lines: readonly string[] = ['', ...counts.map((count) => linesOf(count, scaleSize, 'components'))];
export const kioskLines: readonly string[] = ['', ...counts.map((count) => linesOf(count, kioskScaleSize, 'kiosk'))];

export const step = component({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  minBlockSize: '3.25rem',
  border: `1.5px solid ${token.lineControl}`,
  borderRadius: token.radiusM,
  background: token.surfaceRaised,
  fontWeight: token.weightSemibold,
  fontVariantNumeric: 'tabular-nums',
  cursor: 'pointer',
  selectors: {
    '&:has(:checked)': {
      background: token.brandSolid,
      borderColor: token.brandText,
      color: token.onBrand,
      fontWeight: token.weightBold,
    },
    '&:has(:focus-visible)': {
      outline: `${token.focusWidth} solid ${token.focusRing}`,
      outlineOffset: token.focusOffset,
    },
    '[aria-invalid="true"] > &': { borderColor: token.dangerMark },
  },
  '@media': { '(hover: hover)': { selectors: { '&:hover': { borderColor: token.brandText } } } },
});
atKiosk(`.${step}`, { minBlockSize: '5rem', borderWidth: '2px', fontSize: token.textL });
onPaper(`.${step}`, { printColorAdjust: 'exact' });
inForcedColours(`.${step}`, { forcedColorAdjust: 'none' });
inForcedColours(`.${step}:has(:checked):not(:has(:focus-visible))`, {
  outline: '3px solid Highlight',
  outlineOffset: '-3px',
});
inside(`.${step} input`, {
  appearance: 'none',
  position: 'absolute',
  inset: '0',
  inlineSize: '100%',
  blockSize: '100%',
  margin: '0',
  opacity: '0',
  cursor: 'pointer',
});
withoutHas(`.${step} input:checked`, {
  opacity: '1',
  border: `0.25rem solid ${token.brandText}`,
  borderRadius: 'inherit',
});
withoutHas(`.${step} input:focus-visible`, { opacity: '1' });
