import { createGlobalVar, globalStyle } from '@vanilla-extract/css';
import './layers.css.ts';
import { colours, facilityTheme, forcedColours, kioskScale, measures, moreContrast, staticColours } from './tokens.ts';

const themed = ':root, [data-facility], [data-scheme]';
const supportsDerivedColour = '(color: oklch(from red l c h)) and (color: light-dark(red, red))';

// Worked out once, where a theme is set: each element would else work out anew the whole expression of each colour that it shows.
for (const name of [...Object.keys(colours), '--shadow-tint']) createGlobalVar(name, { syntax: '<color>', inherits: true, initialValue: 'transparent' });

globalStyle(':root', { '@layer': { tokens: { vars: facilityTheme, colorScheme: 'light dark' } } });

globalStyle(themed, { '@layer': { tokens: { vars: { ...colours, ...measures } } } });

globalStyle(':root', {
  '@layer': {
    tokens: {
      '@media': {
        '(min-width: 48em)': { vars: { '--page-gutter': '2rem' } },
        '(min-width: 75em)': { vars: { '--page-gutter': '2.5rem', '--text-date': '3.5rem' } },
        '(prefers-reduced-motion: reduce)': { vars: { '--motion-fast': '0.01ms', '--motion-base': '0.01ms', '--motion-slow': '0.01ms' } },
      },
    },
  },
});

// A choice of the reader overrides the device.
globalStyle('[data-scheme="light"]', { '@layer': { tokens: { colorScheme: 'light' } } });
globalStyle('[data-scheme="dark"]', { '@layer': { tokens: { colorScheme: 'dark' } } });

globalStyle(':root[data-surface="kiosk"], [data-surface="kiosk"]', { '@layer': { tokens: { vars: kioskScale } } });

globalStyle(themed, { '@layer': { tokens: { '@media': { '(prefers-contrast: more)': { vars: moreContrast } } } } });

globalStyle(themed, { '@layer': { tokens: { '@supports': { [`not (${supportsDerivedColour})`]: { vars: staticColours } } } } });

globalStyle(themed, { '@layer': { tokens: { '@media': { '(forced-colors: active)': { vars: forcedColours } } } } });

globalStyle(':root', {
  '@layer': {
    print: {
      '@media': {
        print: {
          colorScheme: 'light',
          vars: {
            '--canvas': '#fff',
            '--surface': '#fff',
            '--surface-raised': '#fff',
            '--brand-tint': '#fff',
            '--warning-tint': '#fff',
            '--ink': '#000',
            '--ink-muted': '#333',
            '--line': '#999',
            '--line-strong': '#555',
            '--on-deep': '#000',
            '--on-deep-muted': '#333',
            '--accent-on-deep': '#000',
            '--deep-line': '#999',
            '--text-xs': '8.5pt',
            '--text-s': '9pt',
            '--text-m': '11pt',
            '--text-l': '12pt',
            '--text-xl': '14pt',
            '--text-2xl': '18pt',
            '--text-3xl': '20pt',
          },
        },
      },
    },
  },
});
