import { style } from '@vanilla-extract/css';
import { token } from '../../../ui/contract.css.ts';
import { questionSection } from '../../../ui/FieldParts.css.ts';
import { component, inside } from '../../../ui/layers.css.ts';

export const answerSection = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: token.space4,
  marginBlockEnd: token.space8,
});

export const answerList = component({
  background: token.surface,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusL,
  paddingInline: token.space5,
});

export const answerItem = style({
  '@layer': {
    components: {
      display: 'grid',
      gap: token.space1,
      paddingBlock: token.space4,
      borderBlockStart: `1px solid ${token.line}`,
      selectors: { '&:first-child': { borderBlockStart: '0' } },
    },
    print: { '@media': { print: { breakInside: 'avoid' } } },
  },
});

export const answerText = component({
  fontWeight: token.weightSemibold,
  lineHeight: '1.45',
  whiteSpace: 'pre-wrap',
});
export const noAnswer = component({
  color: token.inkMuted,
  fontWeight: token.weightRegular,
  lineHeight: '1.45',
});

inside(`.${answerItem} > dt`, { color: token.inkMuted, fontSize: token.textS, lineHeight: '1.45' });
inside(`.${answerText} dl`, { display: 'grid', gap: token.space3, marginBlockStart: token.space2 });
inside(`.${answerText} dt`, { fontWeight: token.weightRegular, lineHeight: '1.4' });
inside(`.${answerSection} > .${questionSection}`, { border: '0', padding: '0' });
