import { globalStyle, style } from '@vanilla-extract/css';
import '../../src/ui/layers.css.ts';

export const pinForm = style({ '@layer': { kiosk: { inlineSize: '100%', display: 'grid', gap: 'var(--space-4)' } } });

// The card centres its sentences; what is wrong with a field stands at the field.
globalStyle(`.${pinForm} [id$="-error"]`, { '@layer': { kiosk: { color: 'var(--danger-text)', textAlign: 'start' } } });
