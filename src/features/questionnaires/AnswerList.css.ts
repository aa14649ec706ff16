import { style } from '@vanilla-extract/css';
import { questionSection } from '../../ui/FieldParts.css.ts';
import { component, inside } from '../../ui/layers.css.ts';

export const answerSection = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-4)', marginBlockEnd: 'var(--space-8)' });

export const answerList = component({
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius-l)',
  paddingInline: 'var(--space-5)',
});

export const answerItem = style({
  '@layer': {
    components: {
      display: 'grid',
      gap: 'var(--space-1)',
      paddingBlock: 'var(--space-4)',
      borderBlockStart: '1px solid var(--line)',
      selectors: { '&:first-child': { borderBlockStart: '0' } },
    },
    print: { '@media': { print: { breakInside: 'avoid' } } },
  },
});

export const answerText = component({ fontWeight: 'var(--weight-semibold)', lineHeight: '1.45', whiteSpace: 'pre-wrap' });
export const noAnswer = component({ color: 'var(--ink-muted)', fontWeight: 'var(--weight-regular)', lineHeight: '1.45' });

inside(`.${answerItem} > dt`, { color: 'var(--ink-muted)', fontSize: 'var(--text-s)', lineHeight: '1.45' });
inside(`.${answerText} dl`, { display: 'grid', gap: 'var(--space-3)', marginBlockStart: 'var(--space-2)' });
inside(`.${answerText} dt`, { fontWeight: 'var(--weight-regular)', lineHeight: '1.4' });
inside(`.${answerSection} > .${questionSection}`, { border: '0', padding: '0' });
