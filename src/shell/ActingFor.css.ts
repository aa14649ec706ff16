import { component, inside } from '../ui/layers.css.ts';
import { anchor, popover } from '../ui/Popover.css.ts';

export const acting = component({
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--space-3)',
  padding: 'var(--space-2) var(--space-4) var(--space-2) var(--space-3)',
  borderRadius: 'min(var(--radius-full), 1.25rem)',
  background: 'var(--accent-tint)',
  border: '1px solid var(--line)',
  color: 'var(--ink)',
  fontSize: 'var(--text-s)',
  lineHeight: '1.35',
  inlineSize: 'fit-content',
  maxInlineSize: '100%',
  overflowWrap: 'anywhere',
});

/** The line and, beside it, the way to somebody else. */
export const actingRow = component({ position: 'relative', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--space-2) var(--space-4)' });

/** The list hangs below the row, whose start is never far from the window's. */
inside(`.${actingRow} > .${anchor}`, { position: 'static' });
inside(`.${actingRow} .${popover}`, { maxInlineSize: '100%' });

/** Above the content of a page. */
export const actingHead = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--space-2)', marginBlockEnd: 'var(--space-4)' });
inside(`.${actingHead}:empty`, { display: 'none' });
