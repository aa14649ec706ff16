import { token } from '../../../../ui/contract.css.ts';
import { question as questionLook } from '../../../../ui/FieldParts.css.ts';
import { component, inside, oneColumn, quietText, spreadRow, surfaceBox } from '../../../../ui/layers.css.ts';

export const group = component({ ...oneColumn, gap: token.space4, scrollMarginBlock: '8rem' });

export const groupName = component({ fontSize: token.textL, fontWeight: token.weightSemibold, lineHeight: '1.35' });

export const rowList = component({ ...oneColumn, gap: token.space4, justifyItems: 'start' });

export const row = component({
  inlineSize: '100%',
  ...oneColumn,
  gap: token.space3,
  padding: token.space4,
  ...surfaceBox,
});

/** Reserves the height of the button, so that nothing moves when a second row is added. */
export const rowHead = component({
  ...spreadRow,
  gap: token.space2,
  minBlockSize: '2.75rem',
  ...quietText,
  fontWeight: token.weightSemibold,
});

/** The button's text ends where the fields end. */
inside(`.${rowHead} button`, { marginInlineEnd: `calc(-1 * ${token.space4})` });

export const removedRow = component({
  inlineSize: '100%',
  ...spreadRow,
  gap: token.space2,
  padding: `${token.space2} ${token.space4}`,
  border: `1px dashed ${token.lineStrong}`,
  borderRadius: token.radiusL,
});

export const groupQuestions = component({ ...oneColumn, gap: token.space6 });

export const question = component({ ...oneColumn, gap: token.space3 });

export const tableFrame = component({ containerType: 'inline-size' });
/** The widths of the questions that are side by side. */
export const columns = '--group-columns';
/** The width for the boxes of a date on one line. */
export const wideColumn = '17rem';
export const columnHead = component({ fontWeight: token.weightSemibold, marginBlockEnd: token.space2 });

/** A container query, because the page is narrower than the window. */
export const tableRow = component({
  ...oneColumn,
  gap: token.space4,
  '@container': {
    '(min-width: 36rem)': { gridTemplateColumns: `var(${columns})`, alignItems: 'start' },
  },
});

export const cell = component({ ...oneColumn });

inside(`.${cell} .${questionLook}`, { gap: token.space2 });
