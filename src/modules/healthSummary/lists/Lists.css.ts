import { card } from '../../../ui/Card.css.ts';
import { token } from '../../../ui/contract.css.ts';
import { icon } from '../../../ui/Icon.css.ts';
import { component, hiddenButRead, inside, onPaper, quietText } from '../../../ui/layers.css.ts';

export const listsHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: token.space4,
  marginBlockEnd: token.space6,
});
inside(`.${listsHead} > p`, { flex: '1 1 20rem' });

/** The choice of clinic. On paper each entry names its clinic instead. */
export const clinics = component({ marginBlockEnd: token.space6 });

/** The count beside a heading. */
export const headWords = component({ color: token.inkMuted, fontSize: token.textS });

/** The source and the date. */
export const source = component({
  display: 'flex',
  alignItems: 'flex-start',
  gap: token.space2,
  marginBlockStart: token.space2,
  ...quietText,
  lineHeight: '1.45',
});
inside(`.${source} > .${icon}`, { flex: 'none', marginBlockStart: '0.12em' });
inside(`.${source} a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: token.target,
  marginBlock: '-0.6875rem',
  color: 'inherit',
});
onPaper(`.${source} a`, { display: 'inline' });
onPaper(`.${source} > .${icon}`, { display: 'none' });
/** Links one below the other, each as tall as a finger needs. */
const finger = { display: 'inline-block', paddingBlock: '0.1875rem' };
export const sources = component({ marginBlockStart: token.space2 });
export const sourceList = component({
  listStyle: 'disc',
  paddingInlineStart: '1.25rem',
  ...quietText,
  lineHeight: '1.45',
});
inside(`.${sourceList} a`, { color: 'inherit', ...finger });
/** Within a table cell a source needs no icon and no space above. */
export const sourceInCell = component({ overflowWrap: 'anywhere' });
inside(`.${sourceInCell} a`, finger);

/** A sentence about the entries of a list. */
export const said = component({
  display: 'block',
  marginBlockStart: token.space2,
  fontSize: token.textS,
  lineHeight: '1.45',
});

/** A table that becomes label and value pairs where it is narrow. Its roles are written out, because that layout removes them. */
export const stackFrame = component({ containerType: 'inline-size', padding: `${token.space1} ${token.space5}` });
onPaper(`.${stackFrame}`, { containerType: 'normal', padding: '0' });
const narrow = '(max-width: 34rem)';
export const stack = component({});
inside(`.${stack}`, { inlineSize: '100%', borderCollapse: 'collapse', fontSize: token.textS, lineHeight: '1.4' });
inside(`.${stack} :is(th, td)`, {
  padding: `${token.space4} ${token.space3} ${token.space4} 0`,
  borderBlockEnd: `1px solid ${token.line}`,
  textAlign: 'start',
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
});
inside(`.${stack} thead th`, {
  paddingBlock: token.space3,
  borderBlockEnd: `1px solid ${token.lineStrong}`,
  color: token.inkMuted,
  fontWeight: token.weightMedium,
});
inside(`.${stack} tbody th`, { fontWeight: token.weightSemibold });
inside(`.${stack} tbody th > small`, {
  display: 'block',
  ...quietText,
  fontWeight: token.weightRegular,
});
inside(`.${stack} tbody tr:last-child > *`, { borderBlockEnd: '0' });
export const cellLabel = component({ display: 'none', color: token.inkMuted });
inside(`.${stack} .${cellLabel}`, { '@container': { [narrow]: { display: 'block' } } });
inside(`.${stack} thead`, {
  '@container': { [narrow]: hiddenButRead },
});
inside(`.${stack}, .${stack} tbody, .${stack} tr, .${stack} tbody th`, {
  '@container': { [narrow]: { display: 'block' } },
});
inside(`.${stack} tbody tr`, {
  '@container': { [narrow]: { paddingBlock: token.space3, borderBlockEnd: `1px solid ${token.line}` } },
});
inside(`.${stack} tbody tr:last-child`, { '@container': { [narrow]: { borderBlockEnd: '0' } } });
inside(`.${stack} tbody th`, {
  '@container': { [narrow]: { padding: `0 0 ${token.space1}`, borderBlockEnd: '0', fontSize: token.textM } },
});
inside(`.${stack} td`, {
  '@container': {
    [narrow]: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 8.5rem) minmax(0, 1fr)',
      gap: `0 ${token.space3}`,
      padding: '0.1875rem 0',
      borderBlockEnd: '0',
    },
    '(max-width: 17rem)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});
inside(`.${stack} td[data-empty]`, { '@container': { [narrow]: { display: 'none' } } });
onPaper(`.${stack} :is(th, td)`, { padding: '3pt 6pt 3pt 0' });

export const vitals = component({
  display: 'grid',
  gap: token.space4,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(19rem, 100%), 1fr))',
  alignItems: 'start',
});
inside(`.${vitals} > .${card}`, { margin: '0' });
inside(`.${vitals} h3`, { fontSize: token.textM });
onPaper(`.${vitals} > .${card}`, { breakInside: 'avoid' });
export const vitalNow = component({
  marginBlockStart: token.space2,
  fontSize: token.textXl,
  fontWeight: token.weightSemibold,
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '1.2',
  overflowWrap: 'anywhere',
});
inside(`.${vitalNow} small`, { color: token.inkMuted, fontSize: token.textS, fontWeight: token.weightRegular });
export const vitalTrend = component({ marginBlockStart: token.space4 });
export const afterVitals = component({ marginBlockStart: token.space4 });

/** A row that opens below itself. */
export const moreRow = component({});
inside(`.${moreRow} > summary`, { listStyle: 'none', cursor: 'pointer' });
inside(`.${moreRow} > summary::-webkit-details-marker`, { display: 'none' });
inside(`.${moreRow} > summary > .${icon}`, { color: token.inkMuted });
inside(`.${moreRow}[open] > summary > .${icon}`, { transform: 'rotate(180deg)' });
export const moreNote = component({ padding: `0 ${token.space5} ${token.space3}`, fontSize: token.textS });
export const silentSub = component({ display: 'block', color: token.inkMuted, fontSize: token.textS });

/** Words of a section that has no coded entries. */
export const narrative = component({
  marginBlockStart: token.space3,
  overflowX: 'auto',
  position: 'relative',
  fontSize: token.textS,
});
