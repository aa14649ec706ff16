import type { MissingReason } from '@portal/api';
import { hl7, type XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';

/** Longer than this, what a reference leads to is a text and no name. */
export const longestName = 500;
const longestText = 4000;
/** What holds several things of which a reference can mean any. */
const blocks = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'list', 'text', 'section']);
/** What stands by itself: its words are no part of those beside it. */
const apart = new Set(['td', 'th', 'tr', 'item', 'paragraph', 'br', 'caption', 'list', 'table']);

/** Words with the white space of their file made single. */
export const plain = (text: string): string | null => {
  const trimmed = text.replace(/[\s\u00a0]+/g, ' ').trim();
  return trimmed === '' ? null : trimmed;
};

/** All words of an element; null where there are none, or more than `most` characters of them. */
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
      // White space is counted generously, and made single at the end.
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

/** The words of a document's narrative that its entries refer to. */
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
    const within = isText || (element.name === 'text' && element.namespace === hl7);
    for (const child of element.children) if (typeof child !== 'string') this.#collect(child, within);
  }

  /** What a `reference` leads to; nothing outside of the document is looked at. */
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

  /** The words of a text: its own, else those that it refers to. A row or a list that it refers to is more than the text. */
  textOf(of: XmlElement | null, most = longestText): string | null {
    if (of === null || attributeOf(of, 'representation') === 'B64') return null;
    return wordsIn(of, most) ?? this.#read(of, most);
  }
  nameOf(of: XmlElement | null): string | null {
    return this.textOf(of, longestName);
  }
  /** The words of a row, for what has no other name. */
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
/** Why an element has no value, of its null flavour; null where it has none. */
export function missingOf(of: XmlElement | null): MissingReason | null {
  const flavor = attributeOf(of, 'nullFlavor');
  if (flavor === null) return null;
  return Object.hasOwn(reasons, flavor) ? (reasons[flavor] ?? 'other') : 'other';
}
