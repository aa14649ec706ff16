import { token } from '../../src/ui/contract.css.ts';
import { insideKiosk, kioskComponent } from '../../src/ui/layers.css.ts';

export const pinForm = kioskComponent({ inlineSize: '100%', display: 'grid', gap: token.space4 });

// The card centres its text, but an error is aligned with its field.
insideKiosk(`.${pinForm} [id$="-error"]`, { color: token.dangerText, textAlign: 'start' });
