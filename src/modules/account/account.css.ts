import { card } from '../../ui/Card.css.ts';
import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside, oneColumn, onPaper, quietText } from '../../ui/layers.css.ts';
import { row, rowSub } from '../../ui/Row.css.ts';

const fromSmall = '(min-width: 48em)';
const fromMedium = '(min-width: 62em)';

/** The cards and, from Medium on, what they are about beside them. */
export const settings = component({
  ...oneColumn,
  gap: token.space6,
  alignItems: 'start',
  '@media': { [fromMedium]: { gridTemplateColumns: '13rem minmax(0, 46rem)', gap: token.space12 } },
});

export const settingRows = component({ maxInlineSize: '46rem', overflowWrap: 'anywhere' });

export const settingRow = component({ scrollMarginBlockStart: '5rem' });

inside(`.${settingRow} + .${settingRow}`, { borderBlockStart: `1px solid ${token.line}` });

inside(`.${settingRow} > h2`, { fontSize: 'inherit', lineHeight: 'inherit', margin: '0' });

inside(`.${settingRow} .${rowSub}`, { fontWeight: token.weightRegular });

inside(`.${settingRow} .${icon}`, { color: token.inkMuted });

inside(`.${settingRow} [aria-expanded=true] > .${icon}`, { transform: 'rotate(180deg)' });

/** The rows of a list are aligned with the text above them. */
export const placesList = component({ ...oneColumn, gap: token.space4 });

inside(`.${placesList} li > .${row}`, { paddingInline: '0' });

export const passkeyButtons = component({ marginBlockStart: token.space3 });

inside(`.${settings} > div`, { ...oneColumn, gap: token.space6 });

/** The grid keeps them apart. */
inside(`.${settings} .${card} + .${card}`, { marginBlockStart: '0' });

inside(`.${settings} h2`, { fontSize: token.textL });

export const anchors = component({
  display: 'flex',
  gap: token.space2,
  // On a phone this is one scrolling line that begins at the page's edge.
  overflowX: 'auto',
  position: 'relative',
  scrollbarWidth: 'none',
  paddingBlock: token.space1,
  '@media': {
    [fromSmall]: { flexWrap: 'wrap' },
    [fromMedium]: { flexDirection: 'column', position: 'sticky', insetBlockStart: '4.5rem', gap: '0' },
  },
});
onPaper(`.${anchors}`, { display: 'none !important' });

inside(`.${anchors} > a`, {
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: token.target,
  paddingBlock: token.space2,
  paddingInline: token.space4,
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusFull,
  background: token.surfaceRaised,
  color: token.ink,
  fontSize: token.textS,
  fontWeight: token.weightMedium,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '@media': {
    [fromMedium]: { border: '0', background: 'none', borderRadius: token.radiusM, color: token.inkMuted },
  },
});

inside(`.${anchors} > a[aria-current="page"]`, {
  background: token.brandSolid,
  borderColor: token.brandText,
  color: token.onBrand,
  '@media': {
    [fromMedium]: { background: token.brandTint, color: token.brandText, fontWeight: token.weightSemibold },
    '(forced-colors: active)': { forcedColorAdjust: 'none' },
  },
});

export const placesFoot = component({
  display: 'grid',
  gap: token.space2,
  justifyItems: 'start',
  ...quietText,
});

inside(`.${placesFoot} > [role=status]:empty`, { display: 'none' });

export const bannerButtons = component({ marginBlockStart: token.space3 });

export const cardBody = component({ ...oneColumn, gap: token.space4 });

inside(`.${cardBody} > p`, { color: token.inkMuted, fontSize: token.textS, maxInlineSize: token.measure });

inside(`.${cardBody} > [role=status]:empty`, { display: 'none' });

inside(`.${cardBody} h3`, { fontSize: token.textM, marginBlockStart: token.space4 });

export const settingPanel = component({
  padding: `${token.space2} ${token.space5} ${token.space6}`,
  selectors: { '&[hidden]': { display: 'none' } },
  '@media': { '(max-width: 47.99em)': { paddingInline: token.space4 } },
});
onPaper(`.${settingPanel}[hidden]`, { display: 'grid' });

export const subLine = component({ display: 'block', color: token.inkMuted, fontSize: token.textS });

export const facts = component({
  ...oneColumn,
  gap: token.space4,
  marginBlock: `${token.space4} 0`,
  '@media': { [fromSmall]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

inside(`.${facts} dt`, { color: token.inkMuted, fontSize: token.textS, lineHeight: '1.4' });

inside(`.${facts} dd`, { margin: '0', fontWeight: token.weightMedium, lineHeight: '1.4', overflowWrap: 'anywhere' });

export const factSource = component({
  display: 'block',
  ...quietText,
  fontWeight: token.weightRegular,
});

export const keptList = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(15rem, 100%), 1fr))',
  gap: `0 ${token.space6}`,
  fontSize: token.textS,
});

inside(`.${keptList} > div`, {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${token.space4}`,
  paddingBlock: token.space2,
  borderBlockEnd: `1px solid ${token.line}`,
});

inside(`.${keptList} dt`, { color: token.inkMuted });
inside(`.${keptList} dd`, {
  margin: '0',
  marginInlineStart: 'auto',
  textAlign: 'end',
  fontVariantNumeric: 'tabular-nums',
});
