import { createGlobalVar, globalStyle } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { onPaper } from './layers.css.ts';
import { forcedColours, kioskScale, moreContrast, staticColours } from './tokenOverrides.ts';
import { type TokenName, colours, facilityTheme, measures } from './tokens.ts';

const themed = ':root, [data-facility], [data-scheme]';
const supportsDerivedColour = '(color: oklch(from red l c h)) and (color: light-dark(red, red))';

type NamedIn<Value> = Value extends `${string}var(${infer Name})${infer Rest}` ? Name | NamedIn<Rest> : never;
type Sound<Misspelt> = [Misspelt] extends [never] ? string : { readonly noTokenIsCalled: Misspelt };

/** Returns the values unchanged. A value that names an undeclared token does not compile. */
const sound = <const Values extends Readonly<Record<string, string>>>(
  values: Values & { readonly [Key in keyof Values]: Sound<Exclude<NamedIn<Values[Key]>, TokenName>> },
): Record<string, string> => values;

// Computed once where a theme is set. Otherwise each element would evaluate the whole expression of each of its colours.
for (const name of [...Object.keys(colours), '--shadow-tint'])
  createGlobalVar(name, { syntax: '<color>', inherits: true, initialValue: 'transparent' });

globalStyle(':root', { '@layer': { tokens: { vars: sound(facilityTheme), colorScheme: 'light dark' } } });

globalStyle(themed, { '@layer': { tokens: { vars: sound({ ...colours, ...measures }) } } });

globalStyle(':root', {
  '@layer': {
    tokens: {
      '@media': {
        '(min-width: 48em)': { vars: { [token.pageGutter]: '2rem' } },
        '(min-width: 75em)': { vars: { [token.pageGutter]: '2.5rem', [token.textDate]: '3.5rem' } },
        '(prefers-reduced-motion: reduce)': {
          vars: { [token.motionFast]: '0.01ms', [token.motionBase]: '0.01ms', [token.motionSlow]: '0.01ms' },
        },
      },
    },
  },
});

// A choice of the reader overrides the device.
globalStyle('[data-scheme="light"]', { '@layer': { tokens: { colorScheme: 'light' } } });
globalStyle('[data-scheme="dark"]', { '@layer': { tokens: { colorScheme: 'dark' } } });

globalStyle(':root[data-surface="kiosk"], [data-surface="kiosk"]', {
  '@layer': { tokens: { vars: sound(kioskScale) } },
});

globalStyle(themed, {
  '@layer': { tokens: { '@media': { '(prefers-contrast: more)': { vars: sound(moreContrast) } } } },
});

globalStyle(themed, {
  '@layer': { tokens: { '@supports': { [`not (${supportsDerivedColour})`]: { vars: sound(staticColours) } } } },
});

globalStyle(themed, {
  '@layer': { tokens: { '@media': { '(forced-colors: active)': { vars: sound(forcedColours) } } } },
});

onPaper(':root', {
  colorScheme: 'light',
  vars: {
    [token.canvas]: '#fff',
    [token.surface]: '#fff',
    [token.surfaceRaised]: '#fff',
    [token.brandTint]: '#fff',
    [token.warningTint]: '#fff',
    [token.ink]: '#000',
    [token.inkMuted]: '#333',
    [token.line]: '#999',
    [token.lineStrong]: '#555',
    [token.onDeep]: '#000',
    [token.onDeepMuted]: '#333',
    [token.accentOnDeep]: '#000',
    [token.deepLine]: '#999',
    [token.textXs]: '8.5pt',
    [token.textS]: '9pt',
    [token.textM]: '11pt',
    [token.textL]: '12pt',
    [token.textXl]: '14pt',
    [token.text2xl]: '18pt',
    [token.text3xl]: '20pt',
  },
});
