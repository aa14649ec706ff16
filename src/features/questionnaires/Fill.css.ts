import { style } from '@vanilla-extract/css';
import { component, inside } from '../../ui/layers.css.ts';

export const intro = component({ display: 'grid', gap: 'var(--space-2)', marginBlockEnd: 'var(--space-6)' });
export const dueLine = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)' });
export const noteSection = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-3)', marginBlockEnd: 'var(--space-8)' });
export const bannerAction = component({ marginBlockStart: 'var(--space-3)' });
/** Words above the buttons. While there are none it takes no room, but stays where screen readers listen. */
export const actionNote = style({
  '@layer': {
    components: {
      order: '-1',
      flexBasis: '100%',
      fontSize: 'var(--text-s)',
      color: 'var(--ink-muted)',
      selectors: { '&:empty': { position: 'absolute' } },
    },
  },
});
/** Questions that cannot be answered from here just now stay readable. */
export const questions = style({ '@layer': { components: { selectors: { '&[inert]': { opacity: '0.6' } } } } });
export const waysOn = component({ display: 'grid', justifyItems: 'center', gap: 'var(--space-2)', marginBlockStart: 'var(--space-4)' });

inside(`.${noteSection} h2`, { fontSize: 'var(--text-l)' });
