import { style } from '@vanilla-extract/css';
import '../../src/ui/layers.css.ts';

/** Stands on the line of the boxes beside it, whose labels are above. */
export const count = style({ '@layer': { kiosk: { color: 'var(--ink-muted)', paddingBlockEnd: '1.1rem' } } });
