import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import { DocumentRefused, sdtc, type XmlElement } from '../tree.ts';
import { Decoder } from './encoding.ts';
import { reasonOf } from './faults.ts';

/** The limits of a document. Exceeding any of them refuses it. */
export interface XmlLimits {
  readonly bytes: number;
  readonly depth: number;
  readonly elements: number;
  readonly attributesOfOne: number;
  readonly attributes: number;
  readonly attributeLength: number;
  readonly nameLength: number;
}
export const xmlLimits: XmlLimits = {
  bytes: 25_000_000,
  depth: 200,
  elements: 500_000,
  attributesOfOne: 100,
  attributes: 2_000_000,
  attributeLength: 1_000_000,
  nameLength: 300,
};

const xmlns = 'http://www.w3.org/2000/xmlns/';
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
/** Prefixes that documents use without declaring them. With any other undeclared prefix, a name is not read. */
const usual = new Map([
  ['xsi', xsi],
  ['sdtc', sdtc],
]);
const none: ReadonlyMap<string, string> = new Map();
const piece = 65_536;

interface Open extends XmlElement {
  readonly children: (XmlElement | string)[];
}
/** Thrown when the requested part has been read. */
class Enough extends Error {}

class Reader {
  readonly #parser = new SaxesParser({
    xmlns: true,
    position: true,
    defaultXMLVersion: '1.0',
    forceXMLVersion: true,
    resolvePrefix: (prefix: string) => (prefix === '' ? '' : (usual.get(prefix) ?? `unbound:${prefix}`)),
  });
  readonly #limits: XmlLimits;
  readonly #isEnd: (element: XmlElement, depth: number) => boolean;
  readonly #open: Open[] = [];
  readonly #names = new Map<string, string>();
  #root: Open | null = null;
  #elements = 0;
  #attributes = 0;
  #ofThis = 0;
  #line = 1;
  #column = 1;

  constructor(limits: XmlLimits, isEnd: (element: XmlElement, depth: number) => boolean) {
    this.#limits = limits;
    this.#isEnd = isEnd;
    const parser = this.#parser;
    const after = () => this.#mark(1);
    parser.on('xmldecl', after);
    parser.on('comment', after);
    parser.on('processinginstruction', after);
    parser.on('doctype', () => {
      throw new DocumentRefused('it has a document type declaration, which is not read', this.#line, this.#column);
    });
    parser.on('error', (error) => this.#refuse(reasonOf(error.message)));
    parser.on('text', (text) => {
      this.#addText(text);
      this.#mark(0);
    });
    parser.on('cdata', (text) => {
      this.#addText(text);
      this.#mark(1);
    });
    parser.on('opentagstart', ({ name }) => {
      this.#elements += 1;
      this.#ofThis = 0;
      if (this.#open.length >= limits.depth)
        this.#refuse(`its elements are nested more than ${String(limits.depth)} deep`);
      if (this.#elements > limits.elements) this.#refuse(`it has more than ${String(limits.elements)} elements`);
      if (name.length > limits.nameLength) this.#refuse('an element has a name that is too long');
    });
    parser.on('attribute', ({ name, value }) => {
      this.#attributes += 1;
      this.#ofThis += 1;
      if (this.#ofThis > limits.attributesOfOne)
        this.#refuse(`an element has more than ${String(limits.attributesOfOne)} attributes`);
      if (this.#attributes > limits.attributes)
        this.#refuse(`it has more than ${String(limits.attributes)} attributes`);
      if (name.length > limits.nameLength) this.#refuse('an attribute has a name that is too long');
      if (value.length > limits.attributeLength) this.#refuse('an attribute is too long');
    });
    parser.on('opentag', ({ local, uri, attributes }) => {
      const element: Open = {
        name: this.#kept(local),
        namespace: this.#kept(uri),
        attributes: this.#attributesOf(Object.values(attributes)),
        children: [],
        line: this.#line,
        column: this.#column,
      };
      this.#open.at(-1)?.children.push(element);
      this.#root ??= element;
      this.#open.push(element);
      this.#mark(1);
      if (this.#isEnd(element, this.#open.length)) throw new Enough();
    });
    parser.on('closetag', () => {
      this.#open.pop();
      this.#mark(1);
    });
  }

  /** Reads as many pieces of a document as are needed. */
  read(pieces: Iterable<Uint8Array>): XmlElement {
    try {
      this.#readAll(pieces);
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
    }
    return this.#root ?? this.#refuse('it has no root element');
  }

  #readAll(pieces: Iterable<Uint8Array>): void {
    let decoder: Decoder | null = null;
    let size = 0;
    let isBegun = false;
    const write = (text: string) => {
      // Blank lines before the XML declaration are invalid XML but change nothing in the document.
      const begun = isBegun ? text : text.replace(/^[\s\uFEFF]+/, '');
      if (begun === '') return;
      isBegun = true;
      this.#parser.write(begun);
    };
    const read = (by: Decoder, bytes: Uint8Array | null) => {
      const { text, isWhole } = by.text(bytes);
      write(text);
      if (!isWhole) this.#refuse(by.refusal);
    };
    for (const bytes of pieces)
      for (let from = 0; from < bytes.length; from += piece) {
        const part = bytes.subarray(from, from + piece);
        size += part.length;
        if (size > this.#limits.bytes)
          this.#refuse(`it is larger than ${String(Math.floor(this.#limits.bytes / 1_000_000))} MB`);
        decoder ??= new Decoder(part);
        read(decoder, part);
      }
    if (decoder === null) throw new DocumentRefused('it is empty');
    read(decoder, null);
    this.#parser.close();
  }

  #mark(next: 0 | 1): void {
    this.#line = this.#parser.line;
    this.#column = this.#parser.column + next;
  }

  #refuse(reason: string): never {
    throw new DocumentRefused(reason, this.#parser.line, this.#parser.column);
  }

  /** Shares one string for all occurrences of a name. */
  #kept(name: string): string {
    const known = this.#names.get(name);
    if (known === undefined) this.#names.set(name, name);
    return known ?? name;
  }

  #addText(text: string): void {
    const children = this.#open.at(-1)?.children;
    if (children === undefined || text === '') return;
    const last = children.at(-1);
    // A comment or an instruction may interrupt a text.
    if (typeof last === 'string') children[children.length - 1] = last + text;
    else children.push(text);
  }

  #attributesOf(all: readonly SaxesAttributeNS[]): ReadonlyMap<string, string> {
    const own = all.filter(({ uri }) => uri !== xmlns);
    if (own.length === 0) return none;
    return new Map(own.map(({ uri, local, value }) => [this.#kept(uri === '' ? local : `{${uri}}${local}`), value]));
  }
}

/** Document types and entities beyond the five of XML are refused, and nothing is fetched. Throws `DocumentRefused`, also at a limit. */
export function readXml(
  bytes: Uint8Array | Iterable<Uint8Array>,
  limits: Partial<XmlLimits> = {},
  /** If it returns true, reading stops, and what has been read so far is the result. */
  isEnd: (element: XmlElement, depth: number) => boolean = () => false,
): XmlElement {
  const all = { ...xmlLimits, ...limits };
  if (bytes instanceof Uint8Array && bytes.length > all.bytes)
    throw new DocumentRefused(`it is larger than ${String(Math.floor(all.bytes / 1_000_000))} MB`);
  return new Reader(all, isEnd).read(bytes instanceof Uint8Array ? [bytes] : bytes);
}
