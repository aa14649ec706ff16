import { token } from '../../ui/contract.css.ts';
import { centredRow, component, inside, quietText } from '../../ui/layers.css.ts';

export const questions = component({ maxInlineSize: `calc(${token.measure} + 6rem)` });

export const question = component({});

inside(`.${question} + .${question}`, { borderBlockStart: `1px solid ${token.line}` });

inside(`.${question} summary`, {
  ...centredRow,
  justifyContent: 'space-between',
  gap: `min(${token.space4}, 5vw)`,
  minBlockSize: '3.75rem',
  // With large text, the padding shrinks to leave room for the text.
  padding: `${token.space4} min(${token.space5}, 6.25vw)`,
  cursor: 'pointer',
  listStyle: 'none',
});

inside(`.${question} summary:hover`, { '@media': { '(hover: hover)': { background: token.surfaceHover } } });

inside(`.${question} summary::-webkit-details-marker`, { display: 'none' });

inside(`.${question} summary:focus-visible`, { outlineOffset: '-4px', boxShadow: 'none', borderRadius: token.radiusM });

inside(`.${question} h2`, {
  fontSize: token.textM,
  lineHeight: token.leadingSnug,
  overflowWrap: 'anywhere',
  minInlineSize: '0',
});

inside(`.${question} summary svg`, { flex: 'none', color: token.inkMuted, transition: 'transform 200ms ease-out' });

inside(`.${question}[open] summary svg`, { transform: 'rotate(180deg)' });

export const answer = component({ padding: `${token.space1} min(${token.space5}, 6.25vw) ${token.space5}` });

export const formActions = component({
  flex: '0 0 auto',
  '@media': { '(max-width: 47.99em)': { flex: '1 1 100%', marginBlockStart: token.space2 } },
});

export const fileFacts = component({
  display: 'block',
  ...quietText,
  lineHeight: '1.45',
});

export const lead = component({
  color: token.inkMuted,
  maxInlineSize: token.measure,
  marginBlock: `calc(-1 * ${token.space3}) ${token.space6}`,
});

export const below = component({ marginBlockStart: token.space6 });

export const notice = component({ marginBlockEnd: token.space4 });

inside(`.${notice}:empty`, { marginBlockEnd: '0' });

/** A number or an address that can be pressed: as tall as a finger, and aligned with the text beside it. */
export const reach = component({
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: token.target,
  marginBlock: '-0.5625rem',
  overflowWrap: 'anywhere',
});

export const numbers = component({ display: 'grid', gap: token.space2 });

export const label = component({ color: token.inkMuted, fontSize: token.textS, marginInlineEnd: token.space2 });

export const action = component({ marginBlockStart: token.space4 });

export const text = component({ maxInlineSize: token.measure });

export const steps = component({
  display: 'grid',
  gap: token.space3,
  marginBlock: token.space4,
  maxInlineSize: token.measure,
});

inside(`.${steps} dt`, { fontWeight: token.weightSemibold });

inside(`.${steps} dd`, { margin: '0' });

export const facts = component({
  display: 'grid',
  gap: token.space3,
  paddingInlineStart: token.space6,
  listStyle: 'disc',
  maxInlineSize: token.measure,
});

inside(`.${text} + .${facts}`, { marginBlockStart: token.space4 });
