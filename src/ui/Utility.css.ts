import { token } from './contract.css.ts';
import { atKiosk, component } from './layers.css.ts';

export const utility = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: token.space2,
  minBlockSize: token.target,
  paddingInline: token.space3,
  border: '0',
  borderRadius: token.radiusM,
  background: 'none',
  color: token.inkMuted,
  textDecoration: 'none',
  fontSize: token.textS,
  fontWeight: token.weightMedium,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  selectors: { '&[data-going]': { background: token.surfaceHover, color: token.ink } },
  '@media': {
    '(hover: hover)': { selectors: { '&:hover': { background: token.surfaceHover, color: token.ink } } },
  },
});
atKiosk(`.${utility}`, { minBlockSize: token.target, fontSize: token.textM, paddingInline: token.space4 });
