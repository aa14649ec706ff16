import type { MissingReason } from '@portal/api';
import { hl7Namespace, type XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';

/** A longer text is not a name. */
export const longestName = 500;
const longestText = 4000;
/** Elements that contain several things, so that it is unclear which one a reference means. */
const blocks = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'list', 'text', 'section']);
/** Elements whose words are separate from those next to them. */
const apart = new Set(['td', 'th', 'tr', 'item', 'paragraph', 'br', 'caption', 'list', 'table']);

/** Collapses white space to single spaces. */
export const plain = (text: string): string | null => {
  const trimmed = text.replace(/[\s\u00a0]+/g, ' ').trim();
  return trimmed === '' ? null : trimmed;
};

/** All words of an element; null if there are none, or more than `most` characters. */
export function wordsIn(element: XmlElement | null, most = longestText): string | null {
  if (element === null) return null;
  let text = '';
  const read = (from: XmlElement): boolean => {
    for (const child of from.children) {
      if (typeof child === 'string') text += child;
      else {
        if (apart.has(child.name)) text += ' ';
        if (!read(child)) return false;
        if (apart.has(child.name)) text += ' ';
      }
      // White space is counted too, with a generous limit; it is collapsed at the end.
      if (text.length > 4 * most) return false;
    }
    return true;
  };
  if (!read(element)) return null;
  const words = plain(text);
  return words === null || words.length > most ? null : words;
}
const holdsBlock = (element: XmlElement): boolean =>
  blocks.has(element.name) || element.children.some((child) => typeof child !== 'string' && holdsBlock(child));

/** The words in a document's narrative to which its entries refer. */
export class Narrative {
  readonly #byId = new Map<string, XmlElement>();
  readonly #names = new Map<string, string | null>();

  constructor(root: XmlElement) {
    this.#collect(root, false);
  }
  #collect(element: XmlElement, isText: boolean): void {
    if (isText) {
      const id = attributeOf(element, 'ID') ?? attributeOf(element, 'id');
      if (id !== null && !this.#byId.has(id)) this.#byId.set(id, element);
    }
    const within = isText || (element.name === 'text' && element.namespace === hl7Namespace);
    for (const child of element.children) if (typeof child !== 'string') this.#collect(child, within);
  }

  /** The target of a `reference`, which must be in the document. */
  #target(of: XmlElement | null): XmlElement | null {
    const value = attributeOf(childOf(of, 'reference'), 'value');
    return value === null ? null : (this.#byId.get(value.replace(/^#/, '')) ?? null);
  }
  #read(of: XmlElement | null, most: number): string | null {
    const target = this.#target(of);
    if (target === null) return null;
    const key = `${String(most)} ${attributeOf(childOf(of, 'reference'), 'value') ?? ''}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const words = holdsBlock(target) ? null : wordsIn(target, most);
    this.#names.set(key, words);
    return words;
  }

  /** The words of a text: its own, else those that it refers to. A row or a list would contain more than the text and is not used. */
  textOf(of: XmlElement | null, most = longestText): string | null {
    if (of === null || attributeOf(of, 'representation') === 'B64') return null;
    return wordsIn(of, most) ?? this.#read(of, most);
  }
  nameOf(of: XmlElement | null): string | null {
    return this.textOf(of, longestName);
  }
  /** The words of a table row, for an entry that has no other name. */
  rowOf(of: XmlElement | null): string | null {
    const target = this.#target(of);
    if (target === null || target.name !== 'tr') return null;
    const cells = ['td', 'th']
      .flatMap((name) => childrenOf(target, name))
      .flatMap((cell) => wordsIn(cell, longestName) ?? []);
    return plain(cells.join(', '))?.slice(0, longestName) ?? null;
  }
}

const reasons: Readonly<Record<string, MissingReason>> = {
  NI: 'unknown',
  UNK: 'unknown',
  NAV: 'unknown',
  NAVU: 'unknown',
  NASK: 'notAsked',
  ASKU: 'askedUnknown',
  MSK: 'masked',
  NA: 'notApplicable',
};
/** Why an element has no value, from its null flavour; null if it has none. */
export function missingOf(of: XmlElement | null): MissingReason | null {
  const flavor = attributeOf(of, 'nullFlavor');
  if (flavor === null) return null;
  return Object.hasOwn(reasons, flavor) ? (reasons[flavor] ?? 'other') : 'other';
}
