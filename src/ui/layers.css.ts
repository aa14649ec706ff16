import { type StyleRule, globalLayer, globalStyle, style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';

/** The order in which styles win, whatever chunk they arrive in. Every style sheet of the product imports this file first. */
export const layers = {
  tokens: globalLayer('tokens'),
  base: globalLayer('base'),
  components: globalLayer('components'),
  kiosk: globalLayer('kiosk'),
  utilities: globalLayer('utilities'),
  print: globalLayer('print'),
} as const;

type LayeredRule = NonNullable<StyleRule['@layer']>[string];
type LayeredGlobalRule = NonNullable<Parameters<typeof globalStyle>[1]['@layer']>[string];
type RuleInMedia = NonNullable<NonNullable<Parameters<typeof globalStyle>[1]['@media']>[string]>;

/** One class in the layer of the components. */
export const component = (rule: LayeredRule): string => style({ '@layer': { components: rule } });

/** A rule in the layer of the components, for elements inside a class or for two classes together. */
export const inside = (selector: string, rule: LayeredGlobalRule): void =>
  globalStyle(selector, { '@layer': { components: rule } });

/** One class in the layer of the kiosk, for what only the kiosk shows. */
export const kioskComponent = (rule: LayeredRule): string => style({ '@layer': { kiosk: rule } });

/** A rule in the layer of the kiosk, for elements inside a class of the kiosk. */
export const insideKiosk = (selector: string, rule: LayeredGlobalRule): void =>
  globalStyle(selector, { '@layer': { kiosk: rule } });

/** How a widget of both apps differs at the kiosk. */
export const atKiosk = (selector: string, rule: LayeredGlobalRule): void =>
  insideKiosk(`[data-surface="kiosk"] ${selector}`, rule);

/** A rule for print only. */
export const onPaper = (selector: string, rule: RuleInMedia): void =>
  globalStyle(selector, { '@layer': { print: { '@media': { print: rule } } } });

/** A rule for devices that force their own palette. In no layer, so that it overrides them all. */
export const inForcedColours = (selector: string, rule: RuleInMedia): void =>
  globalStyle(selector, { '@media': { '(forced-colors: active)': rule } });

/** A rule for Firefox before 121, which does not support `:has()` and drops every rule that contains it. */
export const withoutHas = (selector: string, rule: LayeredGlobalRule): void =>
  globalStyle(selector, { '@layer': { components: { '@supports': { 'not selector(:has(*))': rule } } } });

/** Parts one below the other. `minmax(0, …)` lets a long word break; otherwise it would widen the page. */
export const oneColumn = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const;

/** Parts in a line. */
export const centredRow = { display: 'flex', alignItems: 'center' } as const;

/** Parts in a line, and in the next one where there is no room. */
export const wrappingRow = { ...centredRow, flexWrap: 'wrap' } as const;

/** The first part at one end of the line, the last at the other. */
export const spreadRow = { ...wrappingRow, justifyContent: 'space-between' } as const;

/** A part with a surface of its own. */
export const surfaceBox = {
  background: token.surface,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusL,
} as const;

/** Text on a tint with an edge, for what is well, needs attention or has gone wrong. */
export const successColours = {
  background: token.successTint,
  color: token.successText,
  borderColor: token.successLine,
} as const;
export const warningColours = {
  background: token.warningTint,
  color: token.warningText,
  borderColor: token.warningLine,
} as const;
export const dangerColours = {
  background: token.dangerTint,
  color: token.dangerText,
  borderColor: token.dangerLine,
} as const;

/** A button without the look of one. */
export const bareButton = { border: '0', background: 'none', cursor: 'pointer' } as const;

/** Text beside the main text. */
export const quietText = { color: token.inkMuted, fontSize: token.textS } as const;

/** Read out but not shown, for what only some layouts hide; what is never shown is `VisuallyHidden`. */
export const hiddenButRead = {
  position: 'absolute',
  inlineSize: '1px',
  blockSize: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;
