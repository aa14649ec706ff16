import { globalStyle, style } from '@vanilla-extract/css';
import { icon } from './Icon.css.ts';
import { component, inside } from './layers.css.ts';

export const label = component({ fontWeight: 'var(--weight-semibold)', lineHeight: 'var(--leading-snug)' });

export const requiredMark = component({ color: 'var(--danger-text)', fontWeight: 'var(--weight-bold)' });

export const hint = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)', lineHeight: '1.45' });

export const errorText = component({
  display: 'flex',
  gap: '0.375rem',
  alignItems: 'flex-start',
  color: 'var(--danger-text)',
  fontWeight: 'var(--weight-semibold)',
  fontSize: 'var(--text-s)',
  lineHeight: '1.45',
});

export const isInvalid = style({});

export const question = style({
  '@layer': {
    components: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 'var(--space-3)',
      justifyItems: 'start',
      alignContent: 'start',
      scrollMarginBlock: '8rem',
    },
    print: { '@media': { print: { breakInside: 'avoid' } } },
  },
});

export const questionLabel = style({});

export const questionList = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-8)' });

export const questionSection = component({ paddingBlockStart: 'var(--space-4)', borderBlockStart: '1px solid var(--line-strong)' });

inside(`.${errorText} .${icon}`, { marginBlockStart: '0.14rem' });

inside(`.${questionList} > .${questionSection}:first-child`, { border: '0', padding: '0' });

inside(`.${questionSection} h2`, { fontSize: 'var(--text-l)' });

inside(`.${question} > legend`, {
  fontSize: '1.125rem',
  fontWeight: 'var(--weight-semibold)',
  lineHeight: '1.35',
  padding: '0',
  float: 'inline-start',
  inlineSize: '100%',
});

inside(`.${question} > .${questionLabel}`, { fontSize: '1.125rem', fontWeight: 'var(--weight-semibold)', lineHeight: '1.35', padding: '0' });

inside(`.${question} > legend + *`, { clear: 'both' });

inside(`.${question}.${isInvalid}`, { borderInlineStart: '4px solid var(--danger-mark)', paddingInlineStart: 'var(--space-4)' });

globalStyle(`[data-surface="kiosk"] .${errorText} .${icon}`, { '@layer': { kiosk: { inlineSize: '1.5rem', blockSize: '1.5rem' } } });
