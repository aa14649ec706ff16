import { brand, brandMark } from './Brand.css.ts';
import { token } from './contract.css.ts';
import { centredRow, insideKiosk, kioskComponent } from './layers.css.ts';

export const kioskBar = kioskComponent({
  ...centredRow,
  gap: token.space5,
  padding: `${token.space4} ${token.pageGutter}`,
  minBlockSize: '6rem',
});

export const kioskMain = kioskComponent({
  flex: '1',
  inlineSize: '100%',
  maxInlineSize: '80rem',
  marginInline: 'auto',
  padding: `${token.space4} ${token.pageGutter} ${token.space10}`,
});

insideKiosk(`.${kioskBar} .${brand}`, {
  fontSize: token.textL,
  '@media': { '(max-width: 61.99em)': { fontSize: token.textM } },
});

insideKiosk(`.${kioskBar} .${brandMark}`, { inlineSize: '3rem', blockSize: '3rem' });
