import { globalStyle, style } from '@vanilla-extract/css';
import { token } from '../../src/ui/contract.css.ts';
import '../../src/ui/layers.css.ts';

export const pinForm = style({ '@layer': { kiosk: { inlineSize: '100%', display: 'grid', gap: token.space4 } } });

// The card centres its text, but an error is aligned with its field.
globalStyle(`.${pinForm} [id$="-error"]`, { '@layer': { kiosk: { color: token.dangerText, textAlign: 'start' } } });
