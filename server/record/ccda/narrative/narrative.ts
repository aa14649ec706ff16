import type { NarrativeNode, NarrativeTag, XmlElement } from '../tree.ts';
import { type Attributes, commonOf, keepsSpace, linkTarget, numberingOf } from './attributes.ts';
import { type FlowContext, type Reading, element, hasBlock, inParagraphs, isBlank, withoutGaps } from './flow.ts';
import { picturesOf } from './pictures.ts';
import { tableOf } from './table.ts';

/** A list with its caption before it. Words and elements between its items become items, because HTML allows nothing else in a list. */
function listOf(list: XmlElement, reading: Reading, place: FlowContext): NarrativeNode[] {
  const captions: NarrativeNode[] = [];
  const items: NarrativeNode[] = [];
  let stray: XmlElement['children'][number][] = [];
  const endStray = () => {
    const nodes = withoutGaps(reading.nodes(stray, place));
    stray = [];
    if (nodes.some((node) => !isBlank(node))) items.push(element('li', {}, nodes));
  };
  for (const child of list.children) {
    const name = typeof child === 'string' ? '' : child.name.toLowerCase();
    if (typeof child === 'string' || (name !== 'item' && name !== 'li' && name !== 'caption')) {
      stray.push(child);
    } else if (
      name === 'caption' &&
      items.length === 0 &&
      stray.every((one) => typeof one === 'string' && isBlank(one))
    ) {
      captions.push(...reading.nodes([child], place));
    } else if (name === 'caption') {
      stray.push(child);
    } else {
      endStray();
      items.push(
        element('li', commonOf(child), withoutGaps(reading.nodes(child.children, reading.within(child, place)))),
      );
    }
  }
  endStray();
  const isOrdered =
    list.name.toLowerCase() === 'ol' || (list.attributes.get('listType') ?? '').toLowerCase() === 'ordered';
  const type = isOrdered ? numberingOf(list) : undefined;
  const a = { ...commonOf(list), ...(type === undefined ? {} : { type }) };
  return [...captions, ...(items.length === 0 ? [] : [element(isOrdered ? 'ol' : 'ul', a, items)])];
}

/**
 * The narrative of a section as allow-listed nodes: every word in its order. Elements of HL7's narrative block, and HTML elements that some
 * systems write instead, in any namespace, become the matching nodes. Of everything else, including scripts, the words stay as text.
 * `entries` are the section's entry elements, which contain its pictures.
 */
export function narrativeOf(text: XmlElement, entries: readonly XmlElement[]): NarrativeNode[] {
  const reading: Reading = {
    picture: picturesOf(entries),
    within: (one, place) => (place.keepsSpace || !keepsSpace(one) ? place : { ...place, keepsSpace: true }),
    nodes: (children, place) =>
      children.flatMap((child) => (typeof child === 'string' ? wordsOf(child, place) : nodesOf(child, reading, place))),
  };
  const top = reading.within(text, { inLink: false, keepsSpace: false });
  // A narrative without any markup is a note in which somebody typed line breaks.
  const isPlain = text.children.every((child) => typeof child === 'string');
  const nodes = reading.nodes(text.children, { ...top, keepsSpace: top.keepsSpace || isPlain });
  return inParagraphs(nodes, isPlain && !top.keepsSpace ? { class: 'lines' } : top.keepsSpace ? { class: 'pre' } : {});
}

const wordsOf = (text: string, place: FlowContext): string[] => {
  // Most text is on one line already.
  const words = place.keepsSpace || !/[\t\r\n]| {2}/.test(text) ? text : text.replace(/[ \t\r\n]+/g, ' ');
  return words === '' ? [] : [words];
};

function nodesOf(one: XmlElement, reading: Reading, outside: FlowContext): NarrativeNode[] {
  const place = reading.within(one, outside);
  const inner = (): readonly NarrativeNode[] => withoutGaps(reading.nodes(one.children, place));
  switch (one.name.toLowerCase()) {
    case 'content':
    case 'span':
    case 'font':
    case 'small':
      return lineOf(one, reading.nodes(one.children, place), revisionOf(one));
    case 'b':
    case 'strong':
      return lineOf(one, reading.nodes(one.children, place), 'span', 'st-bold');
    case 'i':
    case 'em':
      return lineOf(one, reading.nodes(one.children, place), 'span', 'st-italics');
    case 'u':
      return lineOf(one, reading.nodes(one.children, place), 'span', 'st-underline');
    case 'sub':
      return lineOf(one, reading.nodes(one.children, place), 'sub');
    case 'sup':
      return lineOf(one, reading.nodes(one.children, place), 'sup');
    case 'br':
      return [element('br', {}), ...inner()];
    case 'linkhtml':
    case 'a':
      return linkOf(one, reading, place);
    case 'footnote':
      return [
        element('footnote', commonOf(one), withoutGaps(reading.nodes(one.children, { ...place, inLink: false }))),
      ];
    case 'footnoteref':
      return [element('sup', { ref: (one.attributes.get('IDREF') ?? '').trim() }, inner())];
    case 'rendermultimedia':
      return picturesIn(one, reading, place);
    case 'img':
      return [element('picture', { ...commonOf(one), missing: 'elsewhere' }, inner())];
    case 'paragraph':
    case 'p':
      return blockOf(one, inner());
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return blockOf(one, inner(), 'st-bold');
    case 'caption':
      return [element('div', commonOf(one, 'caption'), inner())];
    case 'div':
    case 'pre':
    case 'blockquote':
    case 'item':
    case 'li':
    case 'tr':
    case 'td':
    case 'th':
    case 'thead':
    case 'tbody':
    case 'tfoot':
      return [element('div', commonOf(one), inner())];
    case 'list':
    case 'ul':
    case 'ol':
      return listOf(one, reading, place);
    case 'table': {
      const table = tableOf(one, reading, place);
      return table === null ? [] : [table];
    }
    default:
      return reading.nodes(one.children, place);
  }
}

function revisionOf(content: XmlElement): NarrativeTag {
  switch ((content.attributes.get('revised') ?? '').toLowerCase()) {
    case 'insert':
      return 'ins';
    case 'delete':
      return 'del';
    default:
      return 'span';
  }
}

/** An inline element. A span around a block becomes a div, and a span without attributes is replaced by its content. */
function lineOf(
  one: XmlElement,
  inner: readonly NarrativeNode[],
  t: NarrativeTag,
  ...classes: readonly string[]
): NarrativeNode[] {
  const a = commonOf(one, ...classes);
  const isPlain = t === 'span' && Object.keys(a).length === 0;
  if (isPlain && !hasBlock(inner)) return [...inner];
  return [element(t === 'span' && hasBlock(inner) ? 'div' : t, a, hasBlock(inner) ? withoutGaps(inner) : inner)];
}

/** A paragraph with a table or a list becomes a div, because a browser would end it there. One without words is left out as a gap. */
function blockOf(one: XmlElement, inner: readonly NarrativeNode[], ...classes: readonly string[]): NarrativeNode[] {
  const a = commonOf(one, ...classes);
  if (a['id'] === undefined && inner.every(isBlank)) return [];
  return [element(hasBlock(inner) ? 'div' : 'p', a, inner)];
}

function linkOf(link: XmlElement, reading: Reading, place: FlowContext): NarrativeNode[] {
  const name = (link.attributes.get('name') ?? '').trim();
  const common = commonOf(link);
  const a: Attributes = { ...(name === '' || /\s/.test(name) || name.length > 200 ? {} : { id: name }), ...common };
  const href = place.inLink ? null : linkTarget(link.attributes.get('href'));
  const title = (link.attributes.get('title') ?? '').trim();
  const inner = reading.nodes(link.children, { ...place, inLink: place.inLink || href !== null });
  if (href !== null) {
    // A link without words would be invisible, so its address is shown.
    const words: Attributes = inner.every(isBlank) && !href.startsWith('#') ? { shows: 'address' } : {};
    return [element('a', { ...a, href, ...words, ...(title === '' ? {} : { title }) }, inner)];
  }
  if (Object.keys(a).length === 0 && !hasBlock(inner)) return inner;
  return [element(hasBlock(inner) ? 'div' : 'span', a, inner)];
}

/** A `renderMultiMedia` may name several pictures. Its caption is put under the last one. */
function picturesIn(one: XmlElement, reading: Reading, place: FlowContext): NarrativeNode[] {
  const words = one.children.flatMap((child) =>
    typeof child !== 'string' && child.name.toLowerCase() === 'caption' ? child.children : [child],
  );
  const caption = withoutGaps(reading.nodes(words, place));
  const references = (one.attributes.get('referencedObject') ?? '').split(/\s+/).filter((name) => name !== '');
  const named = references.length === 0 ? [''] : references.slice(0, 100);
  return named.map((reference, at) =>
    element(
      'picture',
      { ...(at === 0 ? commonOf(one) : {}), ...reading.picture(reference) },
      at === named.length - 1 ? caption : [],
    ),
  );
}
