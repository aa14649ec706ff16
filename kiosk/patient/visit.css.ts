import { style } from '@vanilla-extract/css';
import '../../src/ui/layers.css.ts';

/** A list with what stands before and after it. */
export const stacked = style({ '@layer': { kiosk: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-5)', marginBlockStart: 'var(--space-4)' } } });

/** What is as wide as its words, at the end of its place. */
export const atEnd = style({ '@layer': { kiosk: { justifySelf: 'end' } } });

/** The result in the middle, with the way on below it. */
export const result = style({ '@layer': { kiosk: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-4)', inlineSize: '100%', maxInlineSize: '46rem', marginInline: 'auto' } } });
