import { button } from './Button.css.ts';
import { brand, brandMark } from './Brand.css.ts';
import { token } from './contract.css.ts';
import { logoMark } from './FacilityMark.css.ts';
import { utility } from './Utility.css.ts';
import { inForcedColours, insideKiosk, kioskComponent } from './layers.css.ts';

export const stage = kioskComponent({
  position: 'relative',
  isolation: 'isolate',
  overflow: 'clip',
  minBlockSize: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  background: token.deep,
  color: token.onDeep,
  selectors: {
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: '0',
      zIndex: '-1',
      background: `repeating-radial-gradient(circle at 50% 118%, transparent 0 4.4rem, ${token.deepLine} 4.42rem 4.54rem, transparent 4.58rem 5rem)`,
      opacity: '0.42',
      maskImage: 'linear-gradient(to bottom, transparent 35%, #000 100%)',
    },
  },
});
inForcedColours(`.${stage}`, { border: '1px solid CanvasText' });
inForcedColours(`.${stage}::after`, { display: 'none' });

export const centre = kioskComponent({
  flex: '1',
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  textAlign: 'center',
  gap: token.space6,
  padding: `${token.space6} ${token.pageGutter} ${token.space16}`,
});

export const note = kioskComponent({
  display: 'inline-flex',
  alignItems: 'center',
  gap: token.space3,
  color: token.onDeepMuted,
  fontSize: token.textM,
});

export const clearing = kioskComponent({
  display: 'grid',
  gap: token.space3,
  justifyItems: 'center',
  inlineSize: '100%',
  color: token.onDeepMuted,
  marginBlockStart: token.space4,
});

export const clearbar = kioskComponent({
  inlineSize: 'min(26rem, 100%)',
  blockSize: '0.75rem',
  borderRadius: token.radiusFull,
  background: token.deepRaised,
  overflow: 'clip',
  border: '1px solid transparent',
});
inForcedColours(`.${clearbar}`, { background: 'Canvas', border: '1px solid CanvasText' });

export const personName = kioskComponent({
  fontSize: token.text3xl,
  fontWeight: token.weightSemibold,
  letterSpacing: token.trackingDisplay,
  lineHeight: '1.1',
});

insideKiosk(`.${stage} .${brand}, .${stage} .${brandMark}`, { color: 'inherit' });

insideKiosk(`.${stage} .${logoMark}`, { backgroundImage: token.facilityLogoOnDark });

insideKiosk(`.${stage} .${brand} small`, { color: token.onDeepMuted });

insideKiosk(`.${stage} .${utility}`, { color: token.onDeep });

insideKiosk(`.${stage} .${utility}:hover`, { '@media': { '(hover: hover)': { background: token.deepRaised } } });

insideKiosk(`.${centre} h1`, { fontSize: token.text3xl, maxInlineSize: '20ch' });

insideKiosk(`.${centre} > p`, {
  fontSize: token.textL,
  color: token.onDeepMuted,
  maxInlineSize: '36ch',
  lineHeight: '1.4',
});

insideKiosk(`.${centre} > p.${note}`, { maxInlineSize: 'none', fontSize: token.textM, textAlign: 'start' });

/** The remaining part of the time. */
export const left = '--left';

insideKiosk(`.${clearbar} i`, {
  display: 'block',
  blockSize: '100%',
  inlineSize: `var(${left}, 60%)`,
  background: token.accentOnDeep,
  borderRadius: 'inherit',
});
inForcedColours(`.${clearbar} i`, { forcedColorAdjust: 'none', background: 'Highlight' });

export const stageButton = kioskComponent({ marginBlockStart: token.space2 });

insideKiosk(`.${stageButton} .${button}`, {
  minBlockSize: '5.5rem',
  fontSize: token.textL,
  paddingInline: token.space12,
});
