import { style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

export const card = style({
  '@layer': {
    components: {
      background: 'var(--surface)',
      border: '1px solid var(--line)',
      borderRadius: 'var(--radius-l)',
      padding: 'var(--space-5)',
      '@media': { '(min-width: 48em)': { padding: 'var(--space-6)' } },
    },
    print: {
      '@media': { print: { border: '0', padding: '0', boxShadow: 'none', background: 'none', breakInside: 'avoid' } },
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

inside(`.${card} + .${card}`, { marginBlockStart: 'var(--space-4)' });

export const flush = component({ padding: '0', overflow: 'clip', '@media': { '(min-width: 48em)': { padding: '0' } } });

export const cardTitle = component({
  fontSize: 'var(--text-l)',
  display: 'flex', alignItems: 'center', gap: 'var(--space-3)', marginBlockEnd: 'var(--space-4)' });
