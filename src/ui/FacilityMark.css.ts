import { fallbackVar } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { component, inside } from './layers.css.ts';

const onDark = { backgroundImage: token.facilityLogoOnDark };

/** A wide logo takes up to four times its height, and less when the name beside it needs the room. A tall logo stays in its square. */
const wideAs = (height: string, most: string) =>
  `min(${height} * clamp(1, ${fallbackVar(token.logoRatio, '1')}, 4), ${most})`;

export const logoMark = component({
  flex: 'none',
  inlineSize: wideAs('min(2.125rem, 12vw)', 'min(6.5rem, 28vw)'),
  blockSize: 'min(2.125rem, 12vw)',
  background: `${token.facilityLogo} center / contain no-repeat`,
  '@media': {
    '(min-width: 62em)': { inlineSize: wideAs('2.5rem', '10rem'), blockSize: '2.5rem' },
    '(prefers-color-scheme: dark)': onDark,
  },
});
inside(`[data-scheme="light"] .${logoMark}`, { backgroundImage: token.facilityLogo });
inside(`[data-scheme="dark"] .${logoMark}`, onDark);

export const logoOnDeep = component({});
inside(`.${logoMark}.${logoOnDeep}`, onDark);
