import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn, onPaper, quietText } from '../../ui/layers.css.ts';

const fromSmall = '(min-width: 48em)';
const fromMedium = '(min-width: 62em)';

/** A form is useless on paper. */
export const filterBox = component({ marginBlockStart: token.space4 });
onPaper(`.${filterBox}`, { display: 'none !important' });

/** Side by side where there is room. */
export const pair = component({
  ...oneColumn,
  gap: token.space4,
  alignItems: 'start',
  '@media': { [fromSmall]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

export const outcome = component({ marginBlockStart: token.space4 });

inside(`.${outcome}:empty`, { marginBlockStart: '0' });

export const checked = component({
  display: 'flex',
  gap: token.space2,
  alignItems: 'start',
  marginBlock: token.space4,
  ...quietText,
});

inside(`.${checked} svg`, { flex: 'none', marginBlockStart: '0.15em' });

export const warning = component({
  display: 'flex',
  gap: token.space2,
  alignItems: 'start',
  marginBlockStart: token.space4,
  maxInlineSize: token.measure,
  ...quietText,
});

inside(`.${warning} svg`, { flex: 'none', marginBlockStart: '0.15em' });

export const exportList = component({ maxInlineSize: '44rem', marginBlockStart: token.space4 });

export const logDay = component({
  padding: `${token.space4} min(${token.space5}, 6.25vw) ${token.space1}`,
  color: token.inkMuted,
  fontSize: token.textS,
  fontWeight: token.weightSemibold,
  lineHeight: '1.4',
  '@media': { [fromMedium]: { paddingInline: token.space6 } },
});
onPaper(`.${logDay}`, { breakAfter: 'avoid' });

export const log = component({ margin: '0', padding: '0', listStyle: 'none' });

inside(`.${log} + .${logDay}`, { borderBlockStart: `1px solid ${token.lineStrong}` });

inside(`.${log} > li`, {
  display: 'grid',
  gridTemplateColumns: '4.75rem minmax(0, 1fr)',
  gap: `0 ${token.space3}`,
  padding: `${token.space3} min(${token.space5}, 6.25vw)`,
  lineHeight: '1.4',
  breakInside: 'avoid',
  overflowWrap: 'anywhere',
  '@media': {
    '(max-width: 23.4em)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    [fromMedium]: {
      gridTemplateColumns: '5.5rem minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 0.85fr)',
      gap: token.space4,
      paddingInline: token.space6,
    },
  },
});

inside(`.${log} > li + li`, { borderBlockStart: `1px solid ${token.line}` });

export const logTime = component({ color: token.inkMuted, fontSize: token.textS, paddingBlockStart: '0.1em' });

export const logWhat = component({ fontWeight: token.weightMedium });

const beside = {
  gridColumn: '2',
  color: token.inkMuted,
  fontSize: token.textS,
  '@media': { '(max-width: 23.4em)': { gridColumn: '1' }, [fromMedium]: { gridColumn: 'auto' } },
} as const;
export const logWho = component(beside);
export const logFrom = component(beside);

export const listFoot = component({
  display: 'grid',
  gap: token.space2,
  justifyItems: 'start',
  marginBlockStart: token.space4,
  ...quietText,
});
