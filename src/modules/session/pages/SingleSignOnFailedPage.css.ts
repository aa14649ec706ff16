import { token } from '../../../ui/contract.css.ts';
import { component, inside } from '../../../ui/layers.css.ts';

export const languageLinks = component({ display: 'flex', flexWrap: 'wrap', gap: `0 ${token.space5}` });

inside(`.${languageLinks} a`, { minInlineSize: token.target });
