import { style } from '@vanilla-extract/css';
import { card } from '../../ui/Card.css.ts';
import { token } from '../../ui/contract.css.ts';
import { component, inside } from '../../ui/layers.css.ts';
import { tick } from '../../ui/Tick.css.ts';

/** Short pages fill the window too, so that the buttons stand at its lower edge. */
export const frame = style({
  '@layer': {
    components: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: 'auto 1fr auto',
      minBlockSize: '100dvh',
    },
    print: { '@media': { print: { display: 'block' } } },
  },
});

inside(`.${frame} > main`, { inlineSize: '100%' });

export const content = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: token.space8 });

export const group = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: token.space6 });

inside(`.${group} > h2`, { fontSize: token.textL });

/** Fields that belong side by side where there is room. */
export const pair = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: token.space6,
  alignItems: 'end',
  '@media': { '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

/** Boxes one below the other, closer than fields. */
export const boxes = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: token.space1 });

export const access = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: token.space4 });

/** The grid keeps them apart. */
inside(`.${content} > .${card} + .${card}`, { marginBlockStart: '0' });

inside(`.${access} > h2`, { fontSize: token.textL });

inside(`.${access} > p`, { maxInlineSize: token.measure, overflowWrap: 'anywhere' });

export const hint = component({
  color: token.inkMuted,
  fontSize: token.textS,
  maxInlineSize: token.measure,
});

/** One line for each day and part of the record; the time stands under what was done where there is no room beside it. */
export const activity = component({ display: 'grid', gap: token.space2, padding: '0', margin: '0', listStyle: 'none' });

inside(`.${activity} > li`, {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `${token.space1} ${token.space4}`,
});

export const rights = component({ inlineSize: '100%', borderCollapse: 'collapse', textAlign: 'start' });

inside(`.${rights} :is(th, td)`, {
  paddingBlock: token.space2,
  verticalAlign: 'middle',
  borderBlockStart: `1px solid ${token.line}`,
});

inside(`.${rights} thead th`, {
  border: '0',
  color: token.inkMuted,
  fontSize: token.textS,
  fontWeight: token.weightMedium,
  textAlign: 'center',
});

inside(`.${rights} thead th:first-child, .${rights} tbody th`, { textAlign: 'start', overflowWrap: 'anywhere' });

inside(`.${rights} tbody th`, { fontWeight: token.weightSemibold, paddingInlineEnd: token.space3 });

inside(`.${rights} tbody th small`, {
  display: 'block',
  color: token.inkMuted,
  fontSize: token.textS,
  fontWeight: token.weightRegular,
  lineHeight: '1.4',
});

inside(`.${rights} td`, { textAlign: 'center', inlineSize: '5rem' });

/** The whole place is the target. */
export const box = component({
  display: 'inline-grid',
  placeItems: 'center',
  inlineSize: token.target,
  blockSize: token.target,
  cursor: 'pointer',
  // Three rights side by side, with the letters at twice their size.
  '@media': { '(max-width: 20em)': { inlineSize: '2.25rem' } },
});

inside(`.${box} .${tick}:focus-visible`, { borderRadius: token.radiusS });

/** What the mail says, in the language of its reader. */
export const quote = component({
  display: 'grid',
  gap: token.space2,
  margin: '0',
  paddingInlineStart: token.space4,
  borderInlineStart: `3px solid ${token.line}`,
  color: token.inkMuted,
  maxInlineSize: token.measure,
});

export const pin = style({
  '@layer': {
    components: {
      fontSize: '2.5rem',
      fontWeight: token.weightBold,
      letterSpacing: '0.2em',
      fontVariantNumeric: 'tabular-nums',
      lineHeight: '1.3',
      overflowWrap: 'anywhere',
    },
    print: { '@media': { print: { fontSize: '28pt' } } },
  },
});
