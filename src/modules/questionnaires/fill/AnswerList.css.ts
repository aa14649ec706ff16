import { style } from '@vanilla-extract/css';
import { token } from '../../../ui/contract.css.ts';
import { questionSection } from '../../../ui/FieldParts.css.ts';
import { component, inside, oneColumn, onPaper, quietText, surfaceBox } from '../../../ui/layers.css.ts';

export const answerSection = component({ ...oneColumn, gap: token.space4, marginBlockEnd: token.space8 });

export const answerList = component({
  ...surfaceBox,
  paddingInline: token.space5,
});

export const answerItem = component({
  display: 'grid',
  gap: token.space1,
  paddingBlock: token.space4,
  borderBlockStart: `1px solid ${token.line}`,
  selectors: { '&:first-child': { borderBlockStart: '0' } },
});
onPaper(`.${answerItem}`, { breakInside: 'avoid' });

export const answerText = component({ fontWeight: token.weightSemibold, lineHeight: '1.45', whiteSpace: 'pre-wrap' });
export const noAnswer = component({ color: token.inkMuted, fontWeight: token.weightRegular, lineHeight: '1.45' });

/** A group of answers may be longer than a page, so it may break. */
export const answerGroup = style({ '@layer': { print: { '@media': { print: { breakInside: 'auto' } } } } });

inside(`.${answerItem} .${answerList}`, { background: 'none', border: '0', borderRadius: '0', paddingInline: '0' });
inside(`.${answerItem} .${answerItem}`, { paddingBlock: token.space3 });

inside(`.${answerItem} > dt`, { color: token.inkMuted, fontSize: token.textS, lineHeight: '1.45' });
inside(`.${answerGroup} > dt`, {
  color: token.ink,
  fontSize: token.textM,
  fontWeight: token.weightSemibold,
  // The name must not be alone at the end of a page.
  breakAfter: 'avoid',
});
inside(`.${answerText} dl`, { display: 'grid', gap: token.space3, marginBlockStart: token.space2 });
inside(`.${answerText} dt`, { fontWeight: token.weightRegular, lineHeight: '1.4' });
inside(`.${answerSection} > .${questionSection}`, { border: '0', padding: '0' });

/** A text between the questions. */
export const answerWords = component({ color: token.inkMuted, lineHeight: '1.45', maxInlineSize: '66ch' });

/** One row of a group, or a group without rows. */
export const answerRow = component({
  borderInlineStart: `4px solid ${token.line}`,
  paddingInlineStart: token.space4,
  marginBlockStart: token.space2,
});
onPaper(`.${answerRow}`, { breakInside: 'avoid' });

export const answerRowHead = component({
  ...quietText,
  fontWeight: token.weightSemibold,
  breakAfter: 'avoid',
});

/** A question that was asked because of the answer above it. */
export const answerFollow = component({
  borderInlineStart: `4px solid ${token.brandLine}`,
  paddingInlineStart: token.space4,
});
