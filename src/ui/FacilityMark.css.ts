import { component, inside } from './layers.css.ts';

const onDark = { backgroundImage: 'var(--facility-logo-on-dark)' };

export const logoMark = component({
  flex: 'none',
  inlineSize: 'min(2.125rem, 12vw)',
  blockSize: 'min(2.125rem, 12vw)',
  background: 'var(--facility-logo) center / contain no-repeat',
  '@media': { '(min-width: 62em)': { inlineSize: '2.5rem', blockSize: '2.5rem' }, '(prefers-color-scheme: dark)': onDark },
});
inside(`[data-scheme="light"] .${logoMark}`, { backgroundImage: 'var(--facility-logo)' });
inside(`[data-scheme="dark"] .${logoMark}`, onDark);

export const logoOnDeep = component({});
inside(`.${logoMark}.${logoOnDeep}`, onDark);
