import { component } from '../ui/layers.css.ts';

/** A button that reads as a link among links. */
export const linkLike = component({
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: 'var(--target)',
  padding: '0',
  border: '0',
  background: 'none',
  color: 'inherit',
  fontSize: 'inherit',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  textAlign: 'start',
  cursor: 'pointer',
});
