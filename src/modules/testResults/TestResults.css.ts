import { globalStyle, style } from '@vanilla-extract/css';
import { twoPanes } from '../../records/panes/panes.css.ts';
import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside } from '../../ui/layers.css.ts';
import { row, rowTitle } from '../../ui/Row.css.ts';

const onePane = '(max-width: 61.99em)';

/** Shown alone where there is no room for both; on paper only what is open. */
export const behindDetail = style({
  '@layer': {
    components: { '@media': { [onePane]: { display: 'none' } } },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});
/** The title of the page stays for who hears it. */
export const headBehindDetail = style({
  '@layer': {
    components: {
      '@media': {
        [onePane]: {
          position: 'absolute',
          inlineSize: '1px',
          blockSize: '1px',
          overflow: 'hidden',
          clipPath: 'inset(50%)',
          whiteSpace: 'nowrap',
        },
      },
    },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});
export const withoutDetail = style({
  '@layer': {
    components: { '@media': { [onePane]: { display: 'none' } } },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});
export const onlyOnePane = component({ '@media': { [twoPanes]: { display: 'none' } } });

export const paneDetail = component({ minInlineSize: '0', containerType: 'inline-size' });
globalStyle(`.${paneDetail}`, { '@layer': { print: { '@media': { print: { containerType: 'normal' } } } } });

export const paneTitle = component({
  padding: `${token.space3} ${token.space5}`,
  color: token.inkMuted,
  fontFamily: token.fontBody,
  fontSize: token.textS,
  fontWeight: token.weightSemibold,
  letterSpacing: '0',
  borderBlockEnd: `1px solid ${token.line}`,
  '@media': { '(max-width: 47.99em)': { paddingInline: token.space4 } },
});
export const groupTitle = component({
  padding: `${token.space3} ${token.space5}`,
  color: token.inkMuted,
  background: token.surfaceSunken,
  fontFamily: token.fontBody,
  fontSize: token.textS,
  fontWeight: token.weightSemibold,
  letterSpacing: '0',
  '@media': { '(max-width: 47.99em)': { paddingInline: token.space4 } },
});
export const stretch = style({});
export const resultRow = style({});
inside(`.${resultRow}[aria-current="true"]`, {
  background: token.brandTint,
  boxShadow: `inset 4px 0 0 ${token.brandMark}`,
});
inside(`.${resultRow} .${rowTitle}`, { fontWeight: token.weightMedium, overflowWrap: 'anywhere' });
inside(`.${resultRow}[data-new] .${rowTitle}`, { fontWeight: token.weightBold });
globalStyle(`.${resultRow}.${row}`, { '@layer': { print: { '@media': { print: { breakInside: 'avoid' } } } } });

export const says = component({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '0.375rem',
  marginBlockStart: '0.25rem',
  fontSize: token.textS,
  fontWeight: token.weightMedium,
  lineHeight: '1.45',
});
export const saysCritical = component({ color: token.dangerText, fontWeight: token.weightSemibold });
export const saysMuted = component({ color: token.inkMuted });
inside(`.${says} .${icon}`, { inlineSize: '1.125rem', blockSize: '1.125rem', marginBlockStart: '0.1em', flex: 'none' });

export const listFoot = component({
  display: 'grid',
  gap: token.space2,
  justifyItems: 'start',
  marginBlockStart: token.space4,
  fontSize: token.textS,
  color: token.inkMuted,
});
export const source = component({ display: 'flex', gap: token.space2, alignItems: 'flex-start' });
inside(`.${source} .${icon}`, { flex: 'none', marginBlockStart: '0.15em' });

export const filterBar = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: token.space3,
  marginBlockEnd: token.space5,
});
export const headCount = component({ display: 'inline-flex', verticalAlign: 'middle' });
export const filterSum = component({ color: token.inkMuted, fontSize: token.textS });
export const filterPanel = component({ display: 'grid', gap: token.space4, marginBlockEnd: token.space6 });
export const filterSelects = component({
  display: 'grid',
  gap: token.space4,
  '@media': { '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const filterFoot = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${token.space2} ${token.space4}`,
  color: token.inkMuted,
  fontSize: token.textS,
});
export const notice = component({ marginBlockEnd: token.space4 });
inside(`.${notice}:empty`, { marginBlockEnd: '0' });
