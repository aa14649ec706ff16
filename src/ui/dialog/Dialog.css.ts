import { keyframes } from '@vanilla-extract/css';
import { button, quiet } from '../Button.css.ts';
import { token } from '../contract.css.ts';
import { atKiosk, centredRow, component, inForcedColours, inside, onPaper } from '../layers.css.ts';

const rise = keyframes({ from: { opacity: '0', transform: 'translateY(1rem)' } });

export const scrim = component({
  position: 'fixed',
  inset: '0',
  zIndex: token.zScrim,
  background: token.scrim,
  display: 'grid',
  placeItems: 'end center',
  '@media': { '(min-width: 48em)': { placeItems: 'center' } },
});
onPaper(`.${scrim}`, { display: 'none !important' });

export const dialog = component({
  gridTemplateColumns: 'minmax(0, 1fr)',
  position: 'relative',
  zIndex: token.zDialog,
  inlineSize: '100%',
  maxBlockSize: '92dvh',
  overflow: 'auto',
  background: token.surfaceRaised,
  color: token.ink,
  border: '1px solid transparent',
  borderRadius: `${token.radiusXl} ${token.radiusXl} 0 0`,
  padding: `${token.space6} ${token.pageGutter} max(${token.space6}, env(safe-area-inset-bottom))`,
  boxShadow: token.elevation3,
  display: 'grid',
  gap: token.space4,
  alignContent: 'start',
  '@media': {
    '(min-width: 48em)': { maxInlineSize: '34rem', borderRadius: token.radiusXl, padding: token.space8 },
  },
});
atKiosk(`.${dialog}`, {
  maxInlineSize: '46rem',
  padding: token.space10,
  gap: token.space5,
  borderRadius: `calc(${token.radiusXl} * 1.3)`,
});
inForcedColours(`.${dialog}`, { border: '1px solid CanvasText' });

export const dialogActions = component({
  display: 'grid',
  gap: token.space3,
  marginBlockStart: token.space2,
  '@media': {
    '(min-width: 48em)': {
      display: 'flex',
      flexDirection: 'row-reverse',
      justifyContent: 'flex-start',
      flexWrap: 'wrap',
    },
  },
});

export const grab = component({
  inlineSize: '2.5rem',
  blockSize: '0.3125rem',
  borderRadius: token.radiusFull,
  background: token.lineStrong,
  justifySelf: 'center',
  marginBlock: '-0.75rem 0',
  '@media': { '(min-width: 48em)': { display: 'none' } },
});

inside(`.${scrim} > .${dialog}`, { animation: `${rise} ${token.motionSlow} ${token.easeOut}` });

inside(`.${dialog} h2`, { fontSize: token.textXl });

export const narrow = component({ '@media': { '(min-width: 48em)': { inlineSize: 'min(28rem, 100%)' } } });
atKiosk(`.${narrow}`, { inlineSize: 'min(40rem, 100%)' });

/** Room for the close button beside the title. */
export const withClose = component({ paddingInlineEnd: token.controlIcon });

export const closeButton = component({
  position: 'absolute',
  insetBlockStart: token.space3,
  insetInlineEnd: token.space3,
});

const onPhones = '(max-width: 47.99em)';
/** A phone in landscape, or with much larger text, where the form itself needs the room. */
const lowPhone = `${onPhones} and (max-height: 30em)`;

/** A form of several fields: on phones it takes the whole window, with its title above and its buttons below. */
export const fullScreen = component({
  '@media': {
    [onPhones]: {
      blockSize: '100dvh',
      maxBlockSize: 'none',
      gridTemplateRows: 'auto 1fr auto',
      paddingBlock: '0',
      border: '0',
      borderRadius: '0',
      background: token.canvas,
    },
  },
});
inside(`.${fullScreen} > .${grab}`, { display: 'none' });
inside(`.${fullScreen} > form`, { alignSelf: 'start' });

export const fullScreenHead = component({
  display: 'flex',
  alignItems: 'center',
  gap: token.space3,
  '@media': {
    [onPhones]: {
      position: 'sticky',
      insetBlockStart: '0',
      zIndex: token.zSticky,
      marginInline: `calc(-1 * ${token.pageGutter})`,
      padding: `max(${token.space2}, env(safe-area-inset-top)) ${token.pageGutter} ${token.space2}`,
      background: token.canvas,
      borderBlockEnd: `1px solid ${token.line}`,
    },
    [lowPhone]: { position: 'static' },
  },
});
inside(`.${fullScreenHead} > h2`, { outline: 'none', '@media': { [onPhones]: { fontSize: token.textM } } });
/** Only on phones; on other screens Cancel is near. */
export const fullScreenLeave = component({
  display: 'none',
  '@media': { [onPhones]: { display: 'contents' } },
});
inside(`.${fullScreenLeave} > button`, { marginInlineStart: '-0.75rem' });

inside(`.${fullScreen} > .${dialogActions}`, {
  '@media': {
    [onPhones]: {
      position: 'sticky',
      insetBlockEnd: '0',
      zIndex: token.zSticky,
      ...centredRow,
      flexFlow: 'row-reverse wrap',
      marginInline: `calc(-1 * ${token.pageGutter})`,
      padding: `${token.space3} ${token.pageGutter} max(${token.space3}, env(safe-area-inset-bottom))`,
      background: token.surfaceRaised,
      borderBlockStart: `1px solid ${token.line}`,
    },
    [lowPhone]: { position: 'static' },
  },
});
inside(`.${fullScreen} > .${dialogActions} > .${button}:not(.${quiet})`, { '@media': { [onPhones]: { flex: '1' } } });
