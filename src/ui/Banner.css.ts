import { style } from '@vanilla-extract/css';
import { icon } from './Icon.css.ts';
import { iconButton } from './IconButton.css.ts';
import { component, inside } from './layers.css.ts';

export const banner = component({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: '0 var(--space-3)',
  alignItems: 'start',
  padding: '0.25rem 0.25rem 0.25rem var(--space-4)',
  border: '1px solid var(--b-line)',
  borderRadius: 'var(--radius-m)',
  background: 'var(--b-tint)',
  color: 'var(--b-text)',
  fontSize: 'var(--text-s)',
  lineHeight: '1.45',
  marginBlockEnd: 'var(--space-5)',
  vars: { '--b-text': 'var(--ink)', '--b-tint': 'var(--surface-raised)', '--b-line': 'var(--line-strong)' },
});

export const bannerBody = component({ paddingBlock: '0.625rem' });

export const bannerInfo = component({ vars: { '--b-text': 'var(--info-text)', '--b-tint': 'var(--info-tint)', '--b-line': 'var(--info-line)' } });

export const bannerSuccess = component({
  vars: { '--b-text': 'var(--success-text)', '--b-tint': 'var(--success-tint)', '--b-line': 'var(--success-line)' },
});

export const bannerWarning = component({
  vars: { '--b-text': 'var(--warning-text)', '--b-tint': 'var(--warning-tint)', '--b-line': 'var(--warning-line)' },
});

export const bannerError = component({
  vars: { '--b-text': 'var(--danger-text)', '--b-tint': 'var(--danger-tint)', '--b-line': 'var(--danger-line)' },
});

export const messageBar = style({ '@layer': { print: { '@media': { print: { display: 'none !important' } } } } });

inside(`.${banner} > .${icon}`, { marginBlock: '0.625rem' });

inside(`.${bannerBody} strong`, { display: 'block', fontSize: 'var(--text-m)', lineHeight: 'var(--leading-snug)', marginBlockEnd: '0.125rem' });

inside(`.${bannerBody} p`, { color: 'var(--ink)' });

inside(`.${bannerBody} a`, { color: 'inherit', fontWeight: 'var(--weight-semibold)' });

inside(`.${banner} .${iconButton}`, { inlineSize: 'var(--target)', blockSize: 'var(--target)', color: 'inherit' });

/** What can be done about it, as a link among the words. */
export const bannerAction = component({
  minBlockSize: 'var(--target)',
  padding: '0',
  border: '0',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  fontWeight: 'var(--weight-semibold)',
  textAlign: 'start',
  textDecoration: 'underline',
  textUnderlineOffset: '0.2em',
  cursor: 'pointer',
});
