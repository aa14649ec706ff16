import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { SaxesParser } from 'saxes';

/** Elements that begin and end a line, both in a narrative block and in HTML. */
const lines = new Set(
  (
    'text title paragraph p div list ul ol item li caption table thead tbody tfoot tr td th br h1 h2 h3 h4 h5 h6 pre blockquote footnote ' +
    'section details summary'
  ).split(' '),
);
const collapsed = (text: string): string => text.replace(/[ \t\r\n]+/g, ' ').trim();

/**
 * The words of each section of a document, read without the product's code: its narrative and those of nested sections, with their titles.
 * Footnotes come last.
 */
export function wordsOfXml(xml: string): string[] {
  const parser = new SaxesParser();
  const open: string[] = [];
  const sections: string[] = [];
  let words = '';
  let notes: string[] = [];
  const openNotes: number[] = [];
  /** How many open elements are a narrative or inside one, and how many are sections. */
  let inText = 0;
  let depth = 0;
  const add = (text: string) => {
    const note = openNotes.at(-1);
    if (note === undefined) words += text;
    else notes[note] += text;
  };
  parser.on('opentag', ({ name: full }) => {
    const name = (full.split(':').at(-1) ?? '').toLowerCase();
    const parent = open.at(-1);
    open.push(name);
    if (inText > 0) inText += 1;
    else if (parent === 'section' && (name === 'text' || (name === 'title' && depth > 1))) inText = 1;
    if (inText === 0 && name === 'section') depth += 1;
    if (inText === 0) return;
    if (lines.has(name) && name !== 'footnote') add(' ');
    if (name === 'footnote') openNotes.push(notes.push(' ') - 1);
  });
  parser.on('closetag', () => {
    const name = open.pop() ?? '';
    if (inText > 0) {
      if (name === 'footnote') openNotes.pop();
      if (lines.has(name) && name !== 'footnote') add(' ');
      inText -= 1;
    } else if (name === 'section') {
      depth -= 1;
      if (depth > 0) return;
      sections.push(collapsed([words, ...notes].join(' ')));
      words = '';
      notes = [];
    }
  });
  const text = (value: string) => {
    if (inText > 0) add(value);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.write(xml).close();
  return sections;
}

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
export const isElement = (node: Node): node is Element => 'tagName' in node;
export const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

/** Every element of the HTML, as a browser parses it. */
export function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  const walk = (node: Node) => {
    if (!isElement(node)) return;
    found.push(node);
    (node.tagName === 'template' && 'content' in node ? [] : node.childNodes).forEach(walk);
  };
  parse(html).childNodes.forEach(walk);
  return found;
}

const isOurs = (element: Element): boolean => (attribute(element, 'class') ?? '').split(' ').includes('ours');
export function wordsOf(node: Node): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (!isElement(node) || isOurs(node)) return '';
  const inner = node.childNodes.map(wordsOf).join('');
  return lines.has(node.tagName) ? ` ${inner} ` : inner;
}

/** The words of each section of a rendered document, without the words that the product adds. */
export const wordsOfHtml = (html: string): string[] =>
  elementsOf(html)
    .filter((one) => attribute(one, 'class') === 'fold-body')
    .map((one) => collapsed(one.childNodes.map(wordsOf).join('')));

/** A document as it is sent, with one section that has this narrative and these entries. */
export const documentOf = (text: string, entries = '', more = ''): Buffer =>
  Buffer.from(
    '<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="1.2.3" extension="4"/><title>Summary</title><languageCode code="en"/>' +
      '<component><structuredBody><component><section><code code="30954-2" codeSystem="2.16.840.1.113883.6.1"/><title>Results</title>' +
      `<text>${text}</text>${entries}${more}</section></component></structuredBody></component></ClinicalDocument>`,
  );
