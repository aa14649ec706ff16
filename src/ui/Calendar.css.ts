import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { select } from './Input.css.ts';
import { atKiosk, centredRow, component, inForcedColours, inside } from './layers.css.ts';

export const calendar = component({
  display: 'grid',
  gap: token.space3,
  padding: token.space3,
  inlineSize: 'min(23rem, 100%)',
  minInlineSize: '0',
});
atKiosk(`.${calendar}`, { inlineSize: 'min(38rem, 100%)' });

export const filling = component({ inlineSize: '100%', padding: '0' });
atKiosk(`.${filling}`, { inlineSize: '100%' });

export const calendarHead = component({
  ...centredRow,
  justifyContent: 'space-between',
  gap: token.space1,
});

// Both lists must fit beside the arrows on the narrowest phone.
inside(`.${calendarHead} .${select} select`, {
  paddingInline: `${token.space2} ${token.space6}`,
  fontWeight: token.weightSemibold,
});
inside(`.${calendarHead} .${select} > .${icon}`, { insetInlineEnd: token.space1 });

export const calendarGrid = component({ display: 'grid', gap: '0.125rem', textAlign: 'center' });
atKiosk(`.${calendarGrid}`, { fontSize: token.textM });

export const week = component({ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: '0.125rem' });

export const weekdays = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
  gap: '0.125rem',
  fontSize: token.textXs,
  color: token.inkMuted,
});

export const noDay = component({ minBlockSize: token.target });

export const day = component({
  inlineSize: '100%',
  minBlockSize: token.target,
  padding: '0',
  border: '0',
  borderRadius: token.radiusM,
  background: 'none',
  cursor: 'pointer',
  fontVariantNumeric: 'tabular-nums',
  selectors: {
    '&[aria-current="date"]': { boxShadow: `inset 0 0 0 2px ${token.brandMark}` },
    '&[aria-pressed="true"]': { background: token.brandSolid, color: token.onBrand, fontWeight: token.weightSemibold },
    '&[aria-disabled="true"]': { color: token.inkDisabled, cursor: 'not-allowed', textDecoration: 'line-through' },
    '&:focus-visible': { outlineOffset: '1px', boxShadow: 'none', borderRadius: token.radiusM },
  },
  '@media': {
    '(hover: hover)': {
      selectors: {
        '&:hover:where(:not([aria-pressed="true"], [aria-disabled="true"]))': { background: token.surfaceHover },
      },
    },
  },
});
inForcedColours(`.${day}`, { forcedColorAdjust: 'none' });
inForcedColours(`.${day}[aria-pressed="true"]`, { outline: '3px solid Highlight', outlineOffset: '-3px' });

/** A day that is both today and chosen shows both marks. */
inside(`.${day}[aria-current="date"][aria-pressed="true"]`, {
  boxShadow: `inset 0 0 0 2px ${token.brandSolid}, inset 0 0 0 4px ${token.onBrand}`,
});
