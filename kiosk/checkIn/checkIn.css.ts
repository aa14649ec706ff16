import { token } from '../../src/ui/contract.css.ts';
import { insideKiosk, kioskComponent, oneColumn } from '../../src/ui/layers.css.ts';

const small = '(max-width: 43.7em)';

/** The button of a banner, below its words. */
export const failedWay = kioskComponent({ marginBlockStart: token.space3 });

export const fields = kioskComponent({ ...oneColumn, gap: token.space5, maxInlineSize: '40rem' });

/** Two fields side by side where there is room. */
export const pair = kioskComponent({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: token.space5,
  alignItems: 'end',
  '@media': { [small]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});

/** A note below a value: the old value, or that it waits. */
export const aside = kioskComponent({ color: token.inkMuted, fontSize: token.textS, marginBlockStart: token.space1 });

/** The lines of an address. */
export const lines = kioskComponent({ display: 'grid', gap: token.space1 });

insideKiosk(`.${fields} input, .${fields} select`, { fontSize: token.textL });
