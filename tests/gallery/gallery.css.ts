import { globalStyle, style } from '@vanilla-extract/css';
import { token } from '../../src/ui/contract.css.ts';
import type { facilityTheme } from '../../src/ui/tokens.ts';

/** Three example themes: spruce and apricot; strong cobalt with crisp corners; bright marigold, whose fills keep dark text. */
export const exampleThemes = {
  tidewillow: {
    '--facility-brand': '#1f5d50',
    '--facility-accent': '#f0a45d',
    '--facility-neutral': '#a08a63',
    '--facility-radius': '1',
  },
  lanternlake: {
    '--facility-brand': '#1d4fd7',
    '--facility-accent': '#ffcf5c',
    '--facility-neutral': '#7d8597',
    '--facility-radius': '0.6',
  },
  sunpocket: {
    '--facility-brand': '#f5b700',
    '--facility-accent': '#ff9b85',
    '--facility-neutral': '#b5885a',
    '--facility-radius': '1.35',
  },
} as const satisfies Record<string, Partial<Record<keyof typeof facilityTheme, string>>>;

for (const [name, vars] of Object.entries(exampleThemes)) globalStyle(`[data-facility="${name}"]`, { vars });

export const columns = style({
  display: 'grid',
  gap: token.space6,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(20rem, 100%), 1fr))',
  alignItems: 'start',
});
export const switches = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: token.space4,
  marginBlockEnd: token.space6,
});
export const swatches = style({
  display: 'grid',
  gap: token.space3,
  gridTemplateColumns: 'repeat(auto-fill, minmax(8rem, 1fr))',
});
export const swatch = style({
  display: 'grid',
  gap: token.space1,
  fontSize: token.textXs,
  overflowWrap: 'anywhere',
});
export const colour = style({ blockSize: '3.5rem', borderRadius: token.radiusM, border: `1px solid ${token.line}` });
export const framed = style({
  background: token.canvas,
  color: token.ink,
  display: 'grid',
  gap: token.space4,
});
