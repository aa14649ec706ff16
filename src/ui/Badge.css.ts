import { token } from './contract.css.ts';
import { component, dangerColours, inForcedColours, successColours, warningColours } from './layers.css.ts';

export const badge = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.25rem',
  padding: '0.125rem 0.5rem',
  borderRadius: `min(${token.radiusFull}, 1rem)`,
  border: '1px solid transparent',
  background: token.accent,
  color: token.onAccent,
  fontSize: token.textXs,
  fontWeight: token.weightSemibold,
  lineHeight: '1.35',
});
inForcedColours(`.${badge}`, { border: '1px solid CanvasText', forcedColorAdjust: 'none' });

export const badgePlain = component({ background: token.surfaceSunken, color: token.inkMuted });

export const badgeBrand = component({ background: token.brandTintStrong, color: token.brandText });

export const badgeSuccess = component(successColours);

export const badgeWarning = component(warningColours);

export const badgeDanger = component(dangerColours);
