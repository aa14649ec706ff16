import { type Element, attribute, elementsOf } from './ccdaHtml.ts';

// For tests: what a rendered document may contain. The list is written separately and not taken from the code that renders.
const structure = 'html head body main header footer nav details summary section dl dt dd h1';
const allowed = new Set(
  `${structure} h2 h3 h4 h5 h6 p br div span bdi sub sup ul ol li table caption colgroup col thead tbody tfoot tr th td a ins del img pre`.split(
    ' ',
  ),
);
const attributes = new Set(
  'id class lang dir open role tabindex aria-label aria-labelledby data-code data-label href target rel title src alt type colspan rowspan span scope headers abbr'.split(
    ' ',
  ),
);
const isSafeAddress = (name: string, value: string): boolean =>
  name === 'src'
    ? /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/]+=*$/.test(value)
    : /^(?:https?:\/\/|#(?:d-|s-\d|fnr?-))/.test(value);

/** Everything in the HTML that could run, load something or pretend to be part of the portal. */
export function dangersOf(html: string): string[] {
  const all = elementsOf(html);
  const ids = all.flatMap((one) => attribute(one, 'id') ?? []);
  const dangers = all.flatMap((one: Element) => [
    ...(allowed.has(one.tagName) && one.namespaceURI === 'http://www.w3.org/1999/xhtml' ? [] : [`<${one.tagName}>`]),
    ...one.attrs.flatMap(({ name, value }) => {
      if (!attributes.has(name)) return [`${one.tagName} ${name}`];
      if (name === 'src' || name === 'href') return isSafeAddress(name, value) ? [] : [`${name}=${value}`];
      if (name === 'target') return attribute(one, 'rel') === 'noreferrer noopener' ? [] : ['an opener'];
      if (name === 'id') return /^(?:d-|s-\d|fnr?-|contents$)/.test(value) ? [] : [`id ${value}`];
      return [];
    }),
  ]);
  return [...dangers, ...(new Set(ids).size === ids.length ? [] : ['an id twice'])];
}
