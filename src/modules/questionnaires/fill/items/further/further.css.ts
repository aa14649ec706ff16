import { token } from '../../../../../ui/contract.css.ts';
import { component, hiddenButRead, inside, oneColumn } from '../../../../../ui/layers.css.ts';

/** A number and its unit, side by side where they fit. */
export const quantityParts = component({ display: 'flex', flexWrap: 'wrap', gap: token.space4, alignItems: 'end' });

/** The boxes of a question with several answers. */
export const answerBoxes = component({ ...oneColumn, gap: token.space4, inlineSize: '100%' });

/** A box with its button beside it. */
export const answerBox = component({ display: 'flex', gap: token.space2, alignItems: 'flex-end' });
inside(`.${answerBox} > :first-child`, { flex: '1 1 0', minInlineSize: '0' });

/** A value that is shown and cannot be changed. */
export const fixedValue = component({ fontSize: token.textM, overflowWrap: 'anywhere' });
export const fixedNothing = component({ color: token.inkMuted });

/** A chosen file, with its buttons. */
export const chosenFile = component({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: token.space3,
  alignItems: 'center',
  inlineSize: '100%',
  padding: token.space3,
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusM,
});
export const chosenFileText = component({ display: 'grid', gap: token.space1, overflowWrap: 'anywhere' });
/** A file that was sent, with the button that opens it. */
export const sentFile = component({ display: 'flex', flexWrap: 'wrap', gap: token.space2, alignItems: 'center' });
export const sentFileText = component({ minInlineSize: '0', overflowWrap: 'anywhere' });
/** The browser's own control, which our button replaces. */
export const filePicker = component({ ...hiddenButRead, opacity: '0' });
