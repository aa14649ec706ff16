import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { iconButton } from './IconButton.css.ts';
import { atKiosk, component, inside } from './layers.css.ts';

// After a touch the hover style would stay.
const hovered = {
  '(hover: hover)': { selectors: { '&:hover:not(:disabled)': { borderColor: token.ink } } },
} as const;

const box = {
  inlineSize: '100%',
  minBlockSize: token.control,
  padding: '0.625rem 0.875rem',
  border: `1.5px solid ${token.lineControl}`,
  borderRadius: token.radiusM,
  background: token.surfaceRaised,
  lineHeight: '1.35',
  transition: `border-color ${token.motionFast}`,
} as const;
const focused = {
  borderColor: token.ink,
  outlineOffset: '2px',
  boxShadow: `0 0 0 2px ${token.focusGap}`,
  borderRadius: token.radiusM,
} as const;
const disabled = { background: token.surfaceSunken, color: token.inkDisabled, borderColor: token.lineStrong } as const;

export const input = component({
  ...box,
  selectors: {
    '&:focus-visible': focused,
    '&::placeholder': { color: token.inkMuted, opacity: '1' },
    '&:disabled': disabled,
  },
  '@media': hovered,
});
atKiosk(`.${input}`, { paddingInline: '1.25rem', borderWidth: '2px' });

export const textarea = component({
  ...box,
  minBlockSize: '6.75rem',
  lineHeight: '1.5',
  resize: 'vertical',
  selectors: { '&:focus-visible': focused },
  '@media': hovered,
});

export const select = component({ position: 'relative', inlineSize: '100%' });

export const inputWrap = component({ position: 'relative', inlineSize: '100%' });

inside(`.${select} select`, {
  ...box,
  appearance: 'none',
  paddingInlineEnd: 'min(2.75rem, 13.75vw)',
  cursor: 'pointer',
  // A choice that is too long for one line wraps to two; if the browser keeps it on one line, it is cut.
  whiteSpace: 'normal',
  textOverflow: 'ellipsis',
});

inside(`.${select} select:hover`, { '@media': { '(hover: hover)': { borderColor: token.ink } } });

inside(`.${select} select:focus-visible`, focused);

inside(`.${select} select:disabled`, disabled);

inside(`.${input}[aria-invalid="true"], .${textarea}[aria-invalid="true"], .${select} select[aria-invalid="true"]`, {
  border: `2px solid ${token.dangerMark}`,
  // The focus goes here after a press on "Save": the error and the label above must be in sight too.
  scrollMarginBlockStart: '5rem',
});

inside(`.${input}:read-only, .${textarea}:read-only`, {
  background: token.surfaceSunken,
  borderColor: token.lineStrong,
});

/** With doubled text, a phone has just the room for a date between the edge and the button. */
inside(`.${inputWrap} .${input}`, {
  paddingInlineStart: 'min(0.875rem, 4vw)',
  paddingInlineEnd: token.controlIcon,
});

inside(`.${inputWrap} > .${iconButton}`, {
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '0',
  marginBlock: 'auto',
  color: token.inkMuted,
});

inside(`.${select} > .${icon}`, {
  position: 'absolute',
  insetInlineEnd: '0.75rem',
  insetBlockStart: '50%',
  transform: 'translateY(-50%)',
  pointerEvents: 'none',
  color: token.inkMuted,
});

atKiosk(`.${select} select`, { paddingInline: '1.25rem 3.5rem', borderWidth: '2px' });

atKiosk(`.${select} > .${icon}`, { insetInlineEnd: '1.25rem' });
