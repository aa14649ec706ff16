import { createGlobalVar, style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { iconButton } from './IconButton.css.ts';
import { bareButton, component, inside } from './layers.css.ts';

const text = createGlobalVar('b-text');
const tint = createGlobalVar('b-tint');
const line = createGlobalVar('b-line');

export const banner = component({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: `0 ${token.space3}`,
  alignItems: 'start',
  padding: `0.25rem 0.25rem 0.25rem ${token.space4}`,
  border: `1px solid ${line}`,
  borderRadius: token.radiusM,
  background: tint,
  color: text,
  fontSize: token.textS,
  lineHeight: '1.45',
  marginBlockEnd: token.space5,
  vars: { [text]: token.ink, [tint]: token.surfaceRaised, [line]: token.lineStrong },
});

export const bannerBody = component({ paddingBlock: '0.625rem' });

export const bannerInfo = component({
  vars: { [text]: token.infoText, [tint]: token.infoTint, [line]: token.infoLine },
});

export const bannerSuccess = component({
  vars: { [text]: token.successText, [tint]: token.successTint, [line]: token.successLine },
});

export const bannerWarning = component({
  vars: { [text]: token.warningText, [tint]: token.warningTint, [line]: token.warningLine },
});

export const bannerError = component({
  vars: { [text]: token.dangerText, [tint]: token.dangerTint, [line]: token.dangerLine },
});

export const messageBar = style({ '@layer': { print: { '@media': { print: { display: 'none !important' } } } } });

inside(`.${banner} > .${icon}`, { marginBlock: '0.625rem' });

inside(`.${bannerBody} > strong`, {
  display: 'block',
  fontSize: token.textM,
  lineHeight: token.leadingSnug,
  marginBlockEnd: '0.125rem',
});

inside(`.${bannerBody} p`, { color: token.ink });

inside(`.${bannerBody} a`, { color: 'inherit', fontWeight: token.weightSemibold });

inside(`.${banner} .${iconButton}`, { inlineSize: token.target, blockSize: token.target, color: 'inherit' });

/** The link or button within the text that offers a remedy. */
export const bannerAction = component({
  minBlockSize: token.target,
  padding: '0',
  ...bareButton,
  color: 'inherit',
  font: 'inherit',
  fontWeight: token.weightSemibold,
  textAlign: 'start',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
});
