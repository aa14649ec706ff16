import { brandMark } from '../../ui/Brand.css.ts';
import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { logoMark } from '../../ui/FacilityMark.css.ts';
import { component, inside, quietText } from '../../ui/layers.css.ts';

export const installMark = component({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '4rem',
  blockSize: '4rem',
  borderRadius: '22%',
  background: token.deep,
  color: token.onDeep,
});
inside(`.${installMark} .${logoMark}`, { inlineSize: '2.625rem', blockSize: '2.625rem' });

inside(`.${installMark} .${brandMark}`, { color: 'inherit', inlineSize: '2.625rem', blockSize: '2.625rem' });

export const installFacts = component({ display: 'grid', gap: '0.875rem' });
inside(`.${installFacts} li`, { display: 'flex', alignItems: 'flex-start', gap: token.space2 });
inside(`.${installFacts} .${icon}`, { marginBlockStart: '0.14em' });

export const installNote = component({
  ...quietText,
  borderBlockStart: `1px solid ${token.line}`,
  paddingBlockStart: token.space4,
});
inside(`.${installNote} strong`, { color: token.ink });
inside(`.${installNote} .${icon}`, { display: 'inline', verticalAlign: '-0.15em' });
