import { token } from './contract.css.ts';
import { component, inside } from './layers.css.ts';

export const quickActions = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(6.5rem, 100%), 1fr))',
  gap: token.space2,
});

export const quickAction = component({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'center',
  gap: '0.25rem',
  minBlockSize: '4.5rem',
  blockSize: '100%',
  padding: token.space2,
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusL,
  background: token.surface,
  color: token.brandText,
  fontSize: token.textS,
  fontWeight: token.weightMedium,
  lineHeight: '1.25',
  textAlign: 'center',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  selectors: {
    '&[data-going]': { background: token.brandTint },
    // A single action needs no tile.
    'li:only-child > &': { gridAutoFlow: 'column', justifyContent: 'center', gap: token.space2, minBlockSize: '3rem' },
  },
  '@media': {
    '(hover: hover)': { selectors: { '&:hover': { background: token.brandTint, borderColor: token.brandText } } },
  },
});

const phone = '(max-width: 47.99em)';

/** For a phone, where a page has no room for tiles: text only. */
export const low = component({});
inside(`.${low} .${quickAction}`, {
  '@media': { [phone]: { minBlockSize: token.target, paddingBlock: token.space1 } },
});
inside(`.${low} .${quickAction} > svg`, { '@media': { [phone]: { display: 'none' } } });
