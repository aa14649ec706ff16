import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inForcedColours, inside, onPaper } from '../../ui/layers.css.ts';

/** The container whose width decides whether the next-up card becomes one column. */
export const hasNextUp = component({ containerType: 'inline-size' });

const narrowCard = '(max-width: 18rem)';

/** The only deep surface of a page: the first upcoming appointment (visual language, section 5). */
export const nextUp = component({
  position: 'relative',
  isolation: 'isolate',
  overflow: 'clip',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: token.space5,
  padding: `${token.space6} ${token.space5} ${token.space4}`,
  borderRadius: token.radiusXl,
  border: '1px solid transparent',
  background: token.deep,
  color: token.onDeep,
  boxShadow: token.elevation2,
  selectors: {
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: '0',
      zIndex: '-1',
      background: token.rings,
      opacity: '0.55',
      maskImage: 'linear-gradient(100deg, transparent 45%, #000 100%)',
    },
  },
  '@media': {
    '(min-width: 48em)': { padding: `${token.space6} ${token.space6} ${token.space4}`, gap: token.space6 },
  },
  '@container': { [narrowCard]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});
onPaper(`.${nextUp}`, {
  background: 'none',
  color: '#000',
  border: '1pt solid #999',
  boxShadow: 'none',
  breakInside: 'avoid',
});
onPaper(`.${nextUp}::after`, { display: 'none' });
inForcedColours(`.${nextUp}`, { border: '1px solid CanvasText' });
inForcedColours(`.${nextUp}::after`, { display: 'none' });
export const nextUpDate = component({
  textAlign: 'center',
  paddingInlineEnd: token.space5,
  borderInlineEnd: `1px solid ${token.deepLine}`,
  lineHeight: '1.1',
  alignSelf: 'start',
  '@media': { '(min-width: 48em)': { paddingInlineEnd: token.space6 } },
  '@container': {
    [narrowCard]: {
      display: 'flex',
      flexWrap: 'wrap',
      gap: `0 ${token.space2}`,
      alignItems: 'baseline',
      border: '0',
      padding: '0',
    },
  },
});
export const nextUpFoot = component({
  gridColumn: '1 / -1',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: token.space4,
  borderBlockStart: `1px solid ${token.deepLine}`,
  paddingBlockStart: token.space2,
  '@container': { [narrowCard]: { flexWrap: 'wrap' } },
});
export const relative = component({});
export const metaList = component({ display: 'grid', gap: '0.375rem', marginBlockStart: token.space3 });
inside(`.${nextUp} h3`, { lineHeight: '1.2' });
inside(`.${nextUp} p, .${nextUp} li`, { color: token.onDeepMuted, fontSize: token.textS, lineHeight: '1.5' });
inside(`.${nextUp} .${relative}`, { color: token.accentOnDeep, fontWeight: token.weightSemibold });
inside(`.${nextUp} a`, { color: token.onDeep });
inside(`.${nextUpDate} b`, {
  display: 'block',
  fontSize: token.textDate,
  fontWeight: token.weightSemibold,
  letterSpacing: '-0.035em',
  lineHeight: '1',
  marginBlock: '0.125rem',
  color: token.onDeep,
});
inside(`.${nextUpDate} span`, { display: 'block', fontSize: token.textS, color: token.onDeepMuted });
inside(`.${metaList} li`, { display: 'flex', gap: token.space2, alignItems: 'flex-start', overflowWrap: 'anywhere' });
inside(`.${metaList} .${icon}`, { marginBlockStart: '0.1rem' });
inside(`:is(.${nextUp}, .${nextUpDate}, .${nextUpFoot}) :is(h3, p, b)`, { '@media': { print: { color: '#000' } } });

/** What to do before the visit. */
export const nextUpNotes = component({ gridColumn: '1 / -1', display: 'grid', gap: token.space1 });
inside(`.${nextUp} .${nextUpNotes} li`, {
  display: 'flex',
  gap: token.space2,
  alignItems: 'flex-start',
  color: token.onDeep,
});
inside(`.${nextUpNotes} .${icon}`, { marginBlockStart: '0.1rem', flex: 'none' });
