import { globalStyle, style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { iconButton } from './IconButton.css.ts';
import { input } from './Input.css.ts';
import './layers.css.ts';

export const search = style({ '@layer': { kiosk: { position: 'relative', inlineSize: '100%' } } });

globalStyle(`.${search} > .${icon}`, {
  '@layer': {
    kiosk: {
      position: 'absolute',
      insetBlockStart: '50%',
      insetInlineStart: '1.25rem',
      transform: 'translateY(-50%)',
      color: token.inkMuted,
      pointerEvents: 'none',
    },
  },
});

globalStyle(`[data-surface="kiosk"] .${search} .${input}`, { '@layer': { kiosk: { paddingInline: '4rem' } } });

globalStyle(`.${search} > .${iconButton}`, {
  '@layer': { kiosk: { position: 'absolute', insetBlock: '0', insetInlineEnd: '0.25rem', marginBlock: 'auto' } },
});
