import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { atKiosk, component, inside, onPaper, oneColumn } from './layers.css.ts';

export const label = component({ fontWeight: token.weightSemibold, lineHeight: token.leadingSnug });

export const requiredMark = component({ color: token.dangerText, fontWeight: token.weightBold });

export const hint = component({ color: token.inkMuted, fontSize: token.textS, lineHeight: '1.45' });

export const errorText = component({
  display: 'flex',
  gap: '0.375rem',
  alignItems: 'flex-start',
  color: token.dangerText,
  fontWeight: token.weightSemibold,
  fontSize: token.textS,
  lineHeight: '1.45',
});

export const isInvalid = component({});

export const question = component({
  ...oneColumn,
  gap: token.space3,
  justifyItems: 'start',
  alignContent: 'start',
  scrollMarginBlock: '8rem',
});
onPaper(`.${question}`, { breakInside: 'avoid' });

export const questionLabel = component({});

export const questionSection = component({
  paddingBlockStart: token.space4,
  borderBlockStart: `1px solid ${token.lineStrong}`,
});

inside(`.${errorText} .${icon}`, { marginBlockStart: '0.14rem' });

inside(`.${questionSection} h2`, { fontSize: token.textL });

inside(`.${question} > .${questionLabel}`, {
  fontSize: '1.125rem',
  fontWeight: token.weightSemibold,
  lineHeight: '1.35',
  padding: '0',
});

inside(`.${question}.${isInvalid}`, {
  borderInlineStart: `4px solid ${token.dangerMark}`,
  paddingInlineStart: token.space4,
});

atKiosk(`.${errorText} .${icon}`, { inlineSize: '1.5rem', blockSize: '1.5rem' });
