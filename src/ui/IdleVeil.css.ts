import { token } from './contract.css.ts';
import { insideKiosk, kioskComponent } from './layers.css.ts';

export const ring = kioskComponent({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '11rem',
  blockSize: '11rem',
});

export const remaining = kioskComponent({});

export const idleVeil = kioskComponent({
  inset: '0',
  inlineSize: '100%',
  blockSize: '100%',
  maxInlineSize: 'none',
  maxBlockSize: 'none',
  margin: '0',
  border: '0',
  padding: token.pageGutter,
  background: token.canvas,
  color: token.ink,
  overflow: 'auto',
  selectors: { '&::backdrop': { background: token.canvas } },
});

export const idleCard = kioskComponent({ minBlockSize: '100%', display: 'grid', placeItems: 'center' });

/** The elapsed part of the time, in percent. */
export const gone = '--gone';

insideKiosk(`.${ring} svg`, {
  position: 'absolute',
  inset: '0',
  inlineSize: '100%',
  blockSize: '100%',
  transform: 'rotate(-90deg)',
});

insideKiosk(`.${ring} circle`, { fill: 'none', strokeWidth: '8', stroke: token.line });

insideKiosk(`.${ring} .${remaining}`, {
  stroke: token.brandMark,
  strokeLinecap: 'round',
  strokeDasharray: '100',
  strokeDashoffset: `var(${gone}, 0)`,
});

insideKiosk(`.${ring} b`, {
  fontSize: '4.25rem',
  fontWeight: token.weightSemibold,
  letterSpacing: '-0.03em',
  lineHeight: '1',
  fontVariantNumeric: 'tabular-nums',
});
