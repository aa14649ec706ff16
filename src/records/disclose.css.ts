import { token } from '../ui/contract.css.ts';
import { icon } from '../ui/Icon.css.ts';
import { centredRow, component, inside } from '../ui/layers.css.ts';

/** A part that opens below its own line. The arrow is at the end of the line. */
export const disclose = component({});
inside(`.${disclose} > summary`, {
  ...centredRow,
  gap: token.space2,
  inlineSize: 'fit-content',
  minBlockSize: token.target,
  listStyle: 'none',
  cursor: 'pointer',
  color: token.brandText,
  fontSize: token.textS,
  fontWeight: token.weightMedium,
});
inside(`.${disclose} > summary::-webkit-details-marker`, { display: 'none' });
inside(`.${disclose}[open] > summary > .${icon}:last-child`, { transform: 'rotate(180deg)' });
