import { token } from '../../ui/contract.css.ts';
import { bareButton, component, oneColumn } from '../../ui/layers.css.ts';

/** A button that looks like a link among links. */
export const linkLike = component({
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: token.target,
  minInlineSize: token.target,
  padding: '0',
  ...bareButton,
  color: 'inherit',
  fontSize: 'inherit',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  textAlign: 'start',
});

export const links = component({ display: 'flex', flexWrap: 'wrap', gap: `0 ${token.space5}` });

/** The first link, because a person who cannot sign in looks for help. */
export const help = component({ color: token.ink, fontWeight: token.weightMedium });

export const foot = component({ ...oneColumn, inlineSize: '100%', fontSize: token.textS, color: token.inkMuted });
