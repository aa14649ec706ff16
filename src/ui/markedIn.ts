import { globalStyle } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { inside } from './layers.css.ts';

/** The look of what a search found within a selector. For style sheets alone, which export no functions. */
export function markedIn(selector: string): void {
  inside(`${selector} mark`, {
    background: token.accentTint,
    color: token.ink,
    borderRadius: '0.125rem',
    boxShadow: `0 0 0 0.125rem ${token.accentTint}`,
    textDecoration: 'underline',
    textDecorationColor: token.lineControl,
    textUnderlineOffset: '0.2em',
  });
  globalStyle(`${selector} mark`, {
    '@media': { '(forced-colors: active)': { background: 'Mark', color: 'MarkText' } },
  });
}
