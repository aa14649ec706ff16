import type { XmlElement } from '../tree.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Style codes of the narrative block's schema, and common additions of vendors. */
const styles = new Set([
  'bold',
  'underline',
  'italics',
  'emphasis',
  'small',
  'lrule',
  'rrule',
  'toprule',
  'botrule',
  'disc',
  'circle',
  'square',
]);
/** Style codes of a list, with the `type` of an ordered list in HTML. */
const numberings: ReadonlyMap<string, string> = new Map([
  ['arabic', '1'],
  ['littleroman', 'i'],
  ['bigroman', 'I'],
  ['littlealpha', 'a'],
  ['bigalpha', 'A'],
]);
const alignments = new Set(['left', 'center', 'right', 'justify']);
const scopes = new Set(['row', 'col', 'rowgroup', 'colgroup']);

/** The element's style codes in lower case. Vendors begin their own with an x ("xBold"). */
const styleCodesOf = (element: XmlElement): readonly string[] =>
  (element.attributes.get('styleCode') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .map((code) => (code.startsWith('x') ? code.slice(1) : code));

export const numberingOf = (element: XmlElement): string | undefined =>
  styleCodesOf(element)
    .map((code) => numberings.get(code))
    .find((type) => type !== undefined);

const nothing: Attributes = {};
/** The attributes that every element may have: the id that links refer to, and classes for known styles. */
export function commonOf(element: XmlElement, ...more: readonly string[]): Attributes {
  if (element.attributes.size === 0 && more.length === 0 && !keepsSpace(element)) return nothing;
  const id = idOf(element);
  const classes = new Set(more);
  if (element.attributes.has('styleCode'))
    for (const code of styleCodesOf(element)) if (styles.has(code)) classes.add(`st-${code}`);
  const align = element.attributes.get('align')?.toLowerCase() ?? '';
  if (alignments.has(align)) classes.add(`al-${align}`);
  if (keepsSpace(element)) classes.add('pre');
  if (classes.size === 0) return id === null ? nothing : { id };
  return id === null ? { class: [...classes].join(' ') } : { id, class: [...classes].join(' ') };
}

/** The id of an element: the schemas write `ID`, HTML in a narrative writes `id`. An id cannot contain white space. */
export function idOf(element: XmlElement): string | null {
  const id = (element.attributes.get('ID') ?? element.attributes.get('id') ?? '').trim();
  return id === '' || id.length > 200 || /\s/.test(id) ? null : id;
}

export const keepsSpace = ({ attributes, name }: XmlElement): boolean =>
  name.toLowerCase() === 'pre' ||
  (attributes.size > 0 && attributes.get('{http://www.w3.org/XML/1998/namespace}space') === 'preserve');

const cellAttributes = new Set(['colspan', 'rowspan', 'scope', 'headers', 'abbr']);
const mostColumns = 100;
const mostRows = 1000;
function spanOf(element: XmlElement, name: string, most: number): string | null {
  const text = (element.attributes.get(name) ?? '').trim();
  if (!/^\d{1,9}$/.test(text)) return null;
  const span = Math.min(Number(text), most);
  return span < 2 ? null : String(span);
}

export function cellAttributesOf(element: XmlElement): Attributes {
  const common = commonOf(element);
  // Most cells have no attribute besides an id.
  if (![...element.attributes.keys()].some((name) => cellAttributes.has(name))) return common;
  const colspan = spanOf(element, 'colspan', mostColumns);
  const rowspan = spanOf(element, 'rowspan', mostRows);
  const scope = (element.attributes.get('scope') ?? '').toLowerCase();
  const headers = (element.attributes.get('headers') ?? '').trim().replace(/\s+/g, ' ');
  const abbr = (element.attributes.get('abbr') ?? '').trim();
  return {
    ...common,
    ...(colspan === null ? {} : { colspan }),
    ...(rowspan === null ? {} : { rowspan }),
    ...(scopes.has(scope) ? { scope } : {}),
    ...(headers === '' || headers.length > 500 ? {} : { headers }),
    ...(abbr === '' ? {} : { abbr }),
  };
}

export function columnAttributesOf(element: XmlElement): Attributes {
  const span = spanOf(element, 'span', mostColumns);
  return { ...commonOf(element), ...(span === null ? {} : { span }) };
}

/**
 * The target of a link: a web address, or `#` with an id of the document. Null for everything else: a scheme that runs something, a
 * picture's data, or an address without a scheme, which would lead into the portal.
 */
export function linkTarget(href: string | undefined): string | null {
  const written = (href ?? '').trim();
  if (/^#\S{1,200}$/.test(written)) return written;
  if (!/^https?:\/\//i.test(written) || written.length > 4000) return null;
  return URL.canParse(written) ? new URL(written).href : null;
}
