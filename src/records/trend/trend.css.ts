import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn, wrappingRow } from '../../ui/layers.css.ts';

export const trend = component({ ...oneColumn, gap: token.space3 });
inside(`.${trend} h4`, { fontSize: token.textM });
export const trendWords = component({ fontSize: token.textS, lineHeight: '1.5' });
export const trendNote = component({ color: token.inkMuted, fontSize: token.textS });
export const chart = component({
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) auto / auto minmax(0, 1fr)',
  gap: `${token.space2} ${token.space3}`,
  color: token.inkMuted,
  fontSize: token.textXs,
  lineHeight: '1.2',
});
export const axis = component({ position: 'relative', minInlineSize: '2.75rem' });
inside(`.${axis} span`, { position: 'absolute', insetInlineEnd: '0', transform: 'translateY(-50%)' });
export const plot = component({
  position: 'relative',
  blockSize: '10rem',
  borderBlockEnd: `1px solid ${token.lineStrong}`,
});
inside(`.${plot}[data-low]`, { blockSize: '7rem' });
inside(`.${plot} svg`, {
  position: 'absolute',
  inset: '0',
  inlineSize: '100%',
  blockSize: '100%',
  overflow: 'visible',
});
inside(`.${plot} path`, {
  fill: 'none',
  stroke: token.brandMark,
  strokeWidth: '2',
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
  vectorEffect: 'non-scaling-stroke',
});
inside(`.${plot} path[data-second]`, { strokeDasharray: '5 5' });
export const band = component({
  position: 'absolute',
  insetInline: '0',
  background: token.brandTint,
  borderBlock: `1px solid ${token.brandLine}`,
});
/** A line where another range begins. */
export const limit = component({
  position: 'absolute',
  insetInline: '0',
  borderBlockStart: `1px dashed ${token.lineStrong}`,
});
export const point = component({
  position: 'absolute',
  inlineSize: '0.75rem',
  blockSize: '0.75rem',
  transform: 'translate(-50%, -50%)',
  borderRadius: '50%',
  background: token.brandText,
  border: `2px solid ${token.surface}`,
  forcedColorAdjust: 'none',
});
inside(`.${point}[data-kind="outside"], .${point}[data-kind="critical"]`, {
  borderRadius: '2px',
  transform: 'translate(-50%, -50%) rotate(45deg)',
  background: token.warningText,
});
inside(`.${point}[data-kind="critical"]`, { background: token.dangerText });
/** An open triangle that points in the direction of the value. */
inside(`.${point}[data-kind="less"], .${point}[data-kind="more"]`, {
  inlineSize: '0.875rem',
  borderRadius: '0',
  border: '0',
  background: token.brandText,
  clipPath: 'polygon(0 0, 100% 0, 50% 100%, 0 0, 22% 14%, 50% 72%, 78% 14%, 22% 14%)',
});
inside(`.${point}[data-kind="more"]`, { transform: 'translate(-50%, -50%) rotate(180deg)' });
export const pointText = component({
  position: 'absolute',
  transform: 'translate(-50%, -1.5rem)',
  color: token.ink,
  fontWeight: token.weightSemibold,
  whiteSpace: 'nowrap',
});
inside(`.${pointText}[data-end]`, { transform: 'translate(-100%, -1.625rem)' });
inside(`.${pointText}[data-below]`, { transform: 'translate(-50%, 0.625rem)' });
inside(`.${pointText}[data-end][data-below]`, { transform: 'translate(-100%, 0.625rem)' });
export const times = component({
  gridColumn: '2',
  display: 'flex',
  justifyContent: 'space-between',
  gap: token.space3,
});
export const trendFoot = component({
  ...wrappingRow,
  gap: `0 ${token.space5}`,
});
export const miniTable = component({});
inside(`.${miniTable} :is(th, td)`, {
  padding: `${token.space2} ${token.space3} ${token.space2} 0`,
  borderBlockEnd: `1px solid ${token.line}`,
  fontSize: token.textS,
  fontVariantNumeric: 'tabular-nums',
  fontWeight: token.weightRegular,
  textAlign: 'start',
});
inside(`.${miniTable} thead th`, { color: token.inkMuted, fontWeight: token.weightMedium });
