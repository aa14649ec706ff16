import { token } from '../../ui/contract.css.ts';
import { component, inside } from '../../ui/layers.css.ts';

export const keepFacts = component({ display: 'grid', gap: '0.875rem' });
export const keepNote = component({ color: token.inkMuted, fontSize: token.textS });

export const keepStatus = component({});
inside(`.${keepStatus}:empty`, { display: 'none' });
