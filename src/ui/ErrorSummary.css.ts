import { token } from './contract.css.ts';
import { centredRow, component, inside } from './layers.css.ts';

export const errorSummary = component({
  border: `2px solid ${token.dangerMark}`,
  borderRadius: token.radiusL,
  background: token.surfaceRaised,
  padding: token.space5,
  marginBlockEnd: token.space6,
});

inside(`.${errorSummary} h2`, {
  display: 'flex',
  gap: token.space3,
  alignItems: 'flex-start',
  fontSize: token.textL,
  color: token.dangerText,
});

inside(`.${errorSummary} ul`, { marginBlockStart: token.space2 });

inside(`.${errorSummary} li a`, {
  ...centredRow,
  minBlockSize: token.target,
  color: token.dangerText,
  fontWeight: token.weightMedium,
  lineHeight: '1.35',
  paddingBlock: '0.375rem',
});
