import { button } from '../../../../ui/Button.css.ts';
import { token } from '../../../../ui/contract.css.ts';
import { component, inside } from '../../../../ui/layers.css.ts';
import { row } from '../../../../ui/Row.css.ts';

/** How much of a ring is filled. */
export const share = '--share';

export const resume = component({
  display: 'grid',
  gap: token.space3,
  justifyItems: 'start',
  padding: token.space5,
  border: `1px solid ${token.brandLine}`,
  borderRadius: token.radiusL,
  background: token.brandTint,
});
inside(`.${resume} .${button}`, { inlineSize: '100%' });
inside(`.${resume} h2`, { fontSize: token.textL, marginBlockStart: token.space1 });

export const small = component({ fontSize: token.textS, color: token.inkMuted });
export const listHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: `${token.space1} ${token.space4}`,
  marginBlock: `${token.space8} ${token.space3}`,
});
export const help = component({ fontSize: token.textS, color: token.inkMuted, marginBlockStart: token.space4 });

export const chapterRow = component({ flexWrap: 'nowrap' });
inside(`.${row}.${chapterRow}`, { flexWrap: 'nowrap' });
export const warn = component({ color: token.warningText, fontWeight: token.weightMedium });

export const ring = component({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  inlineSize: '2rem',
  blockSize: '2rem',
  borderRadius: '50%',
  border: `2px solid ${token.lineControl}`,
  background: token.surfaceRaised,
  color: token.onBrand,
});
export const ringDone = component({ background: token.brandSolid, borderColor: token.brandText });
export const ringPart = component({
  borderColor: token.brandText,
  background: `conic-gradient(${token.brandMark} var(${share}, 50%), transparent 0) content-box, ${token.surfaceRaised}`,
  padding: '4px',
});

export const neighbours = component({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: token.space3,
  marginBlockStart: token.space8,
});
