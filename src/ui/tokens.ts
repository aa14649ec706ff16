/** The values of the visual language as data: `tokens.css.ts` writes them out as custom properties, the contrast sweep reads them. */
type Tokens = Readonly<Record<`--${string}`, string>>;

/** The only part that a facility changes; the defaults are the demo facility's. Only the derived colours read them, except the logos. */
export const facilityTheme = {
  '--facility-brand': '#1f5d50',
  '--facility-accent': '#f0a45d',
  '--facility-neutral': '#a08a63',
  '--facility-radius': '1',
  '--facility-font': '"Atkinson Hyperlegible Next Variable"',
  '--facility-font-display': 'var(--facility-font)',
  '--facility-logo': 'none',
  '--facility-logo-on-dark': 'none',
} as const satisfies Tokens;

/** A colour of the facility in another lightness and chroma. */
const brand = <Tone extends string>(tone: Tone) => `oklch(from var(--facility-brand) ${tone} h)` as const;
const accent = <Tone extends string>(tone: Tone) => `oklch(from var(--facility-accent) ${tone} h)` as const;
const neutral = <Tone extends string>(tone: Tone) => `oklch(from var(--facility-neutral) ${tone} h)` as const;
const lightDark = <Light extends string, Dark extends string>(light: Light, dark: Dark) =>
  `light-dark(${light}, ${dark})` as const;

/** 1 for a brand that is too bright for white letters, otherwise 0. */
const isBright = 'clamp(0, (l - 0.72) * 1000, 1)';

/** Hue and chroma follow the facility; lightness is corrected, so that pairs keep their contrast, wherever a theme is set. */
export const colours = {
  '--canvas': lightDark(neutral('0.974 0.008'), neutral('0.192 0.007')),
  '--surface': lightDark(neutral('0.996 0.002'), neutral('0.236 0.008')),
  '--surface-raised': lightDark(neutral('1 0'), neutral('0.272 0.009')),
  '--surface-sunken': lightDark(neutral('0.95 0.010'), neutral('0.160 0.006')),
  '--surface-hover': lightDark(neutral('0.962 0.009'), neutral('0.285 0.010')),
  '--line': lightDark(neutral('0.905 0.012'), neutral('0.345 0.012')),
  '--line-strong': lightDark(neutral('0.80 0.016'), neutral('0.44 0.014')),
  '--line-control': lightDark(neutral('0.58 0.020'), neutral('0.64 0.016')),
  '--ink': lightDark(brand('0.245 min(c, 0.022)'), neutral('0.948 0.006')),
  '--ink-muted': lightDark(brand('0.455 min(c, 0.020)'), neutral('0.765 0.010')),
  '--ink-disabled': lightDark(neutral('0.60 0.012'), neutral('0.56 0.010')),
  '--brand-solid': lightDark(
    brand(`calc(${isBright} * l + (1 - ${isBright}) * clamp(0.30, l, 0.455)) min(c, 0.17)`),
    brand('0.82 min(c, 0.105)'),
  ),
  '--brand-solid-hover': lightDark(
    brand(`calc(${isBright} * l + (1 - ${isBright}) * clamp(0.30, l, 0.455) - 0.055) min(c, 0.16)`),
    brand('0.88 min(c, 0.085)'),
  ),
  // The edge of a fill that is as bright as its background; transparent for a dark fill.
  '--brand-edge': lightDark(
    'oklch(from var(--facility-brand) clamp(0.45, l, 0.585) min(c, 0.19) h / clamp(0, (l - 0.72) * 1000, 1))',
    'transparent',
  ),
  '--on-brand': lightDark(brand(`calc(0.99 - 0.75 * ${isBright}) min(c, 0.03)`), brand('0.205 min(c, 0.03)')),
  '--brand-text': lightDark(brand('clamp(0.30, l, 0.455) min(c, 0.17)'), brand('0.845 min(c, 0.10)')),
  '--brand-tint': lightDark(brand('0.962 min(c, 0.014)'), brand('0.285 min(c, 0.028)')),
  '--brand-tint-strong': lightDark(brand('0.915 min(c, 0.030)'), brand('0.355 min(c, 0.045)')),
  '--brand-line': lightDark(brand('0.80 min(c, 0.05)'), brand('0.48 min(c, 0.06)')),
  '--brand-mark': lightDark(brand('clamp(0.45, l, 0.585) min(c, 0.19)'), brand('0.76 min(c, 0.14)')),
  '--deep': lightDark(brand('clamp(0.27, l, 0.345) min(c, 0.15, c * 0.78)'), brand('0.315 min(c, 0.09, c * 0.62)')),
  '--deep-raised': lightDark(
    brand('calc(clamp(0.27, l, 0.345) + 0.055) min(c, 0.15, c * 0.78)'),
    brand('0.375 min(c, 0.09, c * 0.62)'),
  ),
  '--deep-line': 'oklch(from var(--facility-brand) 0.62 min(c, 0.08) h / 0.55)',
  '--on-deep': brand('0.985 min(c, 0.008)'),
  '--on-deep-muted': brand('0.885 min(c, 0.035)'),
  '--accent': lightDark(accent('clamp(0.80, l, 0.88) min(c, 0.14)'), accent('clamp(0.78, l, 0.84) min(c, 0.13)')),
  '--on-accent': accent('0.255 min(c, 0.045)'),
  '--accent-tint': lightDark(accent('0.958 min(c, 0.030)'), accent('0.30 min(c, 0.04)')),
  '--accent-on-deep': accent('0.87 min(c, 0.12)'),
  '--success-text': lightDark('oklch(0.43 0.10 152)', 'oklch(0.86 0.11 152)'),
  '--success-tint': lightDark('oklch(0.962 0.026 152)', 'oklch(0.275 0.035 152)'),
  '--success-line': lightDark('oklch(0.80 0.07 152)', 'oklch(0.48 0.07 152)'),
  '--success-mark': lightDark('oklch(0.56 0.13 152)', 'oklch(0.76 0.14 152)'),
  '--info-text': lightDark('oklch(0.43 0.10 245)', 'oklch(0.86 0.08 245)'),
  '--info-tint': lightDark('oklch(0.962 0.020 245)', 'oklch(0.275 0.035 245)'),
  '--info-line': lightDark('oklch(0.80 0.06 245)', 'oklch(0.48 0.07 245)'),
  '--info-mark': lightDark('oklch(0.56 0.13 245)', 'oklch(0.76 0.11 245)'),
  '--warning-text': lightDark('oklch(0.44 0.095 62)', 'oklch(0.88 0.10 80)'),
  '--warning-tint': lightDark('oklch(0.966 0.036 80)', 'oklch(0.285 0.036 75)'),
  '--warning-line': lightDark('oklch(0.82 0.10 78)', 'oklch(0.50 0.08 75)'),
  '--warning-mark': lightDark('oklch(0.60 0.135 62)', 'oklch(0.80 0.14 75)'),
  '--danger-text': lightDark('oklch(0.455 0.155 27)', 'oklch(0.86 0.085 27)'),
  '--danger-tint': lightDark('oklch(0.964 0.018 27)', 'oklch(0.275 0.045 27)'),
  '--danger-line': lightDark('oklch(0.80 0.09 27)', 'oklch(0.50 0.11 27)'),
  '--danger-mark': lightDark('oklch(0.56 0.19 27)', 'oklch(0.74 0.15 27)'),
  '--danger-solid': lightDark('oklch(0.50 0.175 27)', 'oklch(0.80 0.11 27)'),
  '--on-danger': lightDark('oklch(0.99 0.004 27)', 'oklch(0.21 0.04 27)'),
  '--focus-ring': lightDark('oklch(0.50 0.20 262)', 'oklch(0.84 0.12 240)'),
  '--focus-gap': lightDark('oklch(1 0 0)', 'oklch(0.16 0 0)'),
  '--scrim': 'oklch(0.18 0.012 90 / 0.56)',
  '--selection': 'var(--brand-tint-strong)',
} as const satisfies Tokens;

/** Type, space, shape, elevation, motion, layers and targets. */
export const measures = {
  '--focus-width': '3px',
  '--focus-offset': '3px',
  '--font-body':
    'var(--facility-font), Fitted, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif',
  '--font-display': 'var(--facility-font-display), var(--font-body)',
  '--font-code': 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  '--text-xs': '0.875rem',
  '--text-s': '0.9375rem',
  '--text-m': '1.0625rem',
  '--text-l': '1.25rem',
  '--text-xl': '1.5rem',
  '--text-2xl': 'clamp(1.75rem, 1.56rem + 0.78vw, 2.125rem)',
  '--text-3xl': 'clamp(2rem, 1.6rem + 1.65vw, 2.75rem)',
  '--text-date': '3rem',
  '--leading-tight': '1.12',
  '--leading-snug': '1.3',
  '--leading-body': '1.55',
  '--weight-regular': '420',
  '--weight-medium': '540',
  '--weight-semibold': '640',
  '--weight-bold': '720',
  // A stroke around the letters that makes medium text look semibold. Only its colour changes, so that a press does not change the layout.
  '--medium-to-semibold': '0.014em',
  '--tracking-display': '-0.022em',
  '--tracking-title': '-0.012em',
  '--measure': '66ch',
  '--space-1': '0.25rem',
  '--space-2': '0.5rem',
  '--space-3': '0.75rem',
  '--space-4': '1rem',
  '--space-5': '1.25rem',
  '--space-6': '1.5rem',
  '--space-8': '2rem',
  '--space-10': '2.5rem',
  '--space-12': '3rem',
  '--space-16': '4rem',
  '--space-20': '5rem',
  '--radius-s': 'calc(0.375rem * var(--facility-radius))',
  '--radius-m': 'calc(0.625rem * var(--facility-radius))',
  '--radius-l': 'calc(1rem * var(--facility-radius))',
  '--radius-xl': 'calc(1.5rem * var(--facility-radius))',
  '--radius-full': 'calc(999px * min(1, var(--facility-radius) * 10))',
  '--shadow-tint': 'light-dark(oklch(from var(--facility-neutral) 0.35 0.03 h / 0.10), oklch(0 0 0 / 0.40))',
  '--elevation-0': 'none',
  '--elevation-1': '0 1px 2px var(--shadow-tint)',
  '--elevation-2': '0 1px 2px var(--shadow-tint), 0 10px 24px -12px var(--shadow-tint)',
  '--elevation-3':
    '0 2px 6px var(--shadow-tint), 0 28px 64px -18px light-dark(oklch(from var(--facility-neutral) 0.3 0.03 h / 0.34), oklch(0 0 0 / 0.7))',
  '--motion-fast': '120ms',
  '--motion-base': '200ms',
  '--motion-slow': '320ms',
  '--motion-delay-loading': '500ms',
  '--ease-out': 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  '--ease-in-out': 'cubic-bezier(0.5, 0, 0.2, 1)',
  '--z-base': '0',
  '--z-sticky': '10',
  '--z-nav': '20',
  '--z-popover': '30',
  '--z-scrim': '40',
  '--z-dialog': '50',
  '--z-idle': '60',
  '--z-skip': '70',
  '--target': '2.75rem',
  '--control': '3rem',
  '--control-icon': 'min(3rem, 56px)',
  '--page-gutter': 'min(1.25rem, 6vw)',
  '--page-max': '75rem',
  '--bar-top': '3.75rem',
  '--bar-bottom': '4.25rem',
  '--rail': '6rem',
  '--rings':
    'repeating-radial-gradient(circle at 100% 112%, transparent 0 2.17rem, var(--deep-line) 2.2rem 2.29rem, transparent 2.32rem 2.6rem)',
} as const satisfies Tokens;

/** Set by the server beside a facility's theme, when the facility has a logo; readers have a default. */
export const tokensBesideTheme = ['--logo-ratio'] as const;

/** The tokens by the names of their custom properties, the facility's variables among them. */
export type TokenName =
  | keyof typeof facilityTheme
  | keyof typeof colours
  | keyof typeof measures
  | (typeof tokensBesideTheme)[number];
