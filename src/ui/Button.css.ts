import { keyframes } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { atKiosk, component, inForcedColours, inside, onPaper, quietText } from './layers.css.ts';

const spin = keyframes({ to: { transform: 'rotate(1turn)' } });

const enabled = ':where(:not([disabled], [aria-disabled="true"]))';

/** A pressed link; at once, because it answers a press. */
const going = '&[data-going]';
const pressed = (background: string) => ({ background, transition: 'none' });

/**
 * Only for a mouse, and never over the disabled look. A finger has the browser's own tap highlight; moving the button under it costs a
 * phone a third of the time until the tap shows.
 */
const pointed = (rule: { background: string; borderColor?: string }) => ({
  '(hover: hover)': {
    selectors: { [`&:hover${enabled}`]: rule, [`&:active${enabled}`]: { transform: 'translateY(1px)' } },
  },
});

export const button = component({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: token.space2,
  minBlockSize: token.control,
  padding: `0.625rem min(${token.space5}, 6.25vw)`,
  border: `1.5px solid ${token.brandEdge}`,
  borderRadius: token.radiusM,
  background: token.brandSolid,
  color: token.onBrand,
  fontWeight: token.weightSemibold,
  fontSize: token.textM,
  lineHeight: '1.2',
  textAlign: 'center',
  textDecoration: 'none',
  cursor: 'pointer',
  transition: `background-color ${token.motionFast}, transform ${token.motionFast} ${token.easeOut}`,
  selectors: {
    [going]: pressed(token.brandSolidHover),
    '&[disabled], &[aria-disabled="true"]:not([aria-busy="true"])': {
      background: token.surfaceSunken,
      color: token.inkDisabled,
      borderColor: 'transparent',
      cursor: 'not-allowed',
    },
    '&[aria-busy="true"]': { cursor: 'progress' },
    '&[aria-busy="true"]::before': {
      content: '""',
      inlineSize: '1.125rem',
      blockSize: '1.125rem',
      borderRadius: '50%',
      border: '2.5px solid currentColor',
      borderInlineEndColor: 'transparent',
      animation: `${spin} 0.9s linear infinite`,
    },
  },
  '@media': pointed({ background: token.brandSolidHover }),
});
atKiosk(`.${button}`, { paddingInline: token.space8, borderWidth: '2px' });
onPaper(`.${button}`, { display: 'none !important' });
inForcedColours(`.${button}`, { border: '1px solid CanvasText', forcedColorAdjust: 'none' });

export const secondary = component({
  background: token.surfaceRaised,
  color: token.brandText,
  borderColor: token.lineControl,
  selectors: { [going]: pressed(token.brandTint) },
  '@media': pointed({ background: token.brandTint, borderColor: token.brandText }),
});

export const quiet = component({
  background: 'transparent',
  borderColor: 'transparent',
  color: token.brandText,
  paddingInline: token.space3,
  // What it opened may be elsewhere on the page, so the button shows that it is open.
  selectors: { [`${going}, &[aria-expanded="true"]`]: pressed(token.brandTint) },
  '@media': pointed({ background: token.brandTint }),
});
atKiosk(`.${quiet}`, { paddingInline: token.space4 });

export const danger = component({
  background: token.dangerSolid,
  borderColor: 'transparent',
  color: token.onDanger,
  '@media': pointed({ background: token.dangerText }),
});

export const dangerQuiet = component({
  background: 'transparent',
  borderColor: 'transparent',
  color: token.dangerText,
  paddingInline: token.space3,
  '@media': pointed({ background: token.dangerTint }),
});

export const small = component({
  minBlockSize: token.target,
  padding: `0.375rem ${token.space4}`,
  fontSize: token.textS,
});

export const block = component({ inlineSize: '100%' });

export const buttonRow = component({ display: 'flex', flexWrap: 'wrap', gap: token.space3 });

export const onDeep = component({});

inside(`.${onDeep} .${button}`, { background: token.onDeep, borderColor: 'transparent', color: token.deep });

inside(`.${onDeep} .${button}:hover`, { '@media': { '(hover: hover)': { background: token.onDeepMuted } } });

export const withReason = component({ display: 'grid', gap: token.space2, justifyItems: 'start' });

export const reason = component({
  ...quietText,
  lineHeight: '1.45',
  maxInlineSize: token.measure,
});
