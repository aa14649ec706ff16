import { token } from './contract.css.ts';
import { inForcedColours, insideKiosk, kioskComponent, surfaceBox } from './layers.css.ts';

export const kioskFacts = kioskComponent({
  marginBlock: `${token.space5} ${token.space6}`,
  ...surfaceBox,
  paddingInline: token.space6,
  fontSize: token.textM,
});
inForcedColours(`.${kioskFacts}`, { border: '1px solid CanvasText' });

insideKiosk(`.${kioskFacts} > div`, {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)',
  gap: `${token.space1} ${token.space5}`,
  alignItems: 'baseline',
  paddingBlock: token.space4,
  '@media': { '(max-width: 43.7em)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
});

insideKiosk(`.${kioskFacts} > div + div`, { borderBlockStart: `1px solid ${token.line}` });

insideKiosk(`.${kioskFacts} dt`, { color: token.inkMuted });

insideKiosk(`.${kioskFacts} dd`, { margin: '0', fontWeight: token.weightMedium, overflowWrap: 'anywhere' });
