import { token } from '../../ui/contract.css.ts';
import { component, hiddenButRead, inside, oneColumn, quietText, surfaceBox } from '../../ui/layers.css.ts';

const fromSmall = '(min-width: 48em)';
const columnsOf = (ways: number): string => `minmax(0, 1.1fr) repeat(${ways}, minmax(0, 0.6fr)) minmax(12.5rem, 1fr)`;
const columns = columnsOf(2);

export const noticesPage = component({ ...oneColumn, gap: token.space6, maxInlineSize: '46rem' });

inside(`.${noticesPage} h2`, { fontSize: token.textL });

/** Cards on a phone, from Small on a grid. */
export const notices = component({
  ...oneColumn,
  gap: token.space4,
  '@media': {
    [fromSmall]: {
      gap: '0',
      ...surfaceBox,
      overflow: 'clip',
    },
  },
});

export const noticesHead = component({
  display: 'none',
  '@media': {
    [fromSmall]: {
      display: 'grid',
      gridTemplateColumns: columns,
      columnGap: token.space2,
      alignItems: 'end',
      padding: `${token.space3} ${token.space6}`,
      background: token.surfaceSunken,
      ...quietText,
      lineHeight: '1.3',
    },
  },
});

inside(`.${noticesHead} > span:not(:first-child, :last-child)`, { textAlign: 'center' });

export const noticesRow = component({
  ...oneColumn,
  gap: token.space3,
  minInlineSize: '0',
  margin: '0',
  padding: `${token.space5} min(${token.space5}, 6.25vw)`,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusL,
  background: token.surface,
  breakInside: 'avoid',
  '@media': {
    [fromSmall]: {
      gridTemplateColumns: columns,
      columnGap: token.space2,
      rowGap: '0',
      alignItems: 'center',
      padding: `${token.space3} ${token.space6} ${token.space4}`,
      border: '0',
      borderBlockStart: `1px solid ${token.line}`,
      borderRadius: '0',
    },
  },
});

/** Not an HTML legend element, because browsers differ in the space below one. */
export const noticesName = component({
  overflowWrap: 'anywhere',
  fontSize: token.textL,
  fontWeight: token.weightSemibold,
  lineHeight: token.leadingSnug,
  '@media': { [fromSmall]: { fontSize: token.textM } },
});

export const noticesChoices = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(5.25rem, 100%), 1fr))',
  gap: token.space2,
  '@media': { [fromSmall]: { display: 'contents' } },
});

inside(`.${noticesChoices} > span:empty`, { display: 'none', '@media': { [fromSmall]: { display: 'block' } } });

export const noticesOption = component({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: token.space2,
  minBlockSize: '5rem',
  padding: `${token.space3} ${token.space1} ${token.space2}`,
  border: `1.5px solid ${token.lineStrong}`,
  borderRadius: token.radiusM,
  background: token.surfaceRaised,
  fontSize: token.textS,
  lineHeight: '1.25',
  textAlign: 'center',
  cursor: 'pointer',
  '@media': {
    [fromSmall]: { justifyContent: 'center', minBlockSize: '3.5rem', padding: '0', border: '0', background: 'none' },
  },
});

inside(`.${noticesOption}:has(:checked)`, {
  '@media': {
    '(max-width: 47.99em)': {
      borderColor: token.brandText,
      background: token.brandTint,
      fontWeight: token.weightSemibold,
    },
  },
});

inside(`.${noticesOption} > span`, { '@media': { [fromSmall]: hiddenButRead } });

export const noticesWhen = component({ minInlineSize: '0' });

inside(`.${noticesWhen} label`, { '@media': { [fromSmall]: hiddenButRead } });

export const noticesAt = component({ color: token.inkMuted, fontSize: token.textS });

export const noticesWords = component({
  gridColumn: '1 / -1',
  ...quietText,
  lineHeight: '1.45',
});

export const noticesWithDevice = component({});

for (const row of [noticesHead, noticesRow])
  inside(`.${noticesWithDevice} > .${row}`, { '@media': { [fromSmall]: { gridTemplateColumns: columnsOf(3) } } });

inside(`.${noticesOption}:has(:disabled)`, { color: token.inkMuted, cursor: 'not-allowed' });

export const deviceLine = component({ display: 'grid', gap: token.space2, justifyItems: 'start' });

inside(`.${deviceLine} p`, { color: token.inkMuted, fontSize: token.textS, maxInlineSize: token.measure });

inside(`.${deviceLine} > [role=status]`, { display: 'grid', gap: token.space2, fontSize: token.textS });

export const testLine = component({ fontSize: token.textS });

inside(`.${testLine}:empty`, { display: 'none' });
