import { token } from '../../ui/contract.css.ts';
import { centredRow, component, quietText, wrappingRow } from '../../ui/layers.css.ts';

const line = {
  ...wrappingRow,
  gap: `${token.space2} ${token.space3}`,
  ...quietText,
} as const;
export const keptLine = component({ ...line, marginBlockEnd: token.space4 });
export const keptLineOfPart = component({ ...line, marginBlockEnd: token.space3 });

/** For a copy that is old enough for something newer to exist. */
export const old = component({ color: token.ink });

export const rowNotKept = component({
  ...centredRow,
  gap: token.space1,
  marginBlockStart: token.space1,
  ...quietText,
});

export const notKeptCard = component({ display: 'grid', gap: token.space3, justifyItems: 'start' });
export const callInstead = component({ marginBlockStart: token.space4, fontSize: token.textS });
