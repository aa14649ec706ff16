import { kindOf } from '../../../files/fileKind.ts';
import type { XmlElement } from '../tree.ts';
import type { Attributes } from './attributes.ts';
import { idOf } from './attributes.ts';

interface Media {
  readonly element: XmlElement;
  /** The reference names an area of the picture and not the picture itself. */
  readonly isRegion: boolean;
}

const inner = (element: XmlElement): readonly XmlElement[] =>
  element.children.filter((child) => typeof child !== 'string');
const find = (element: XmlElement, name: string): XmlElement | null => {
  for (const child of inner(element)) {
    const found = child.name === name ? child : find(child, name);
    if (found !== null) return found;
  }
  return null;
};

function collect(element: XmlElement, media: Map<string, Media>): void {
  const id = idOf(element);
  if (id !== null && !media.has(id)) {
    if (element.name === 'observationMedia') media.set(id, { element, isRegion: false });
    if (element.name === 'regionOfInterest') {
      const picture = find(element, 'observationMedia');
      if (picture !== null) media.set(id, { element: picture, isRegion: true });
    }
  }
  for (const child of inner(element)) collect(child, media);
}

const textOf = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

const types: ReadonlyMap<string | null, string> = new Map([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
]);

/** A picture as data, with its type judged by its bytes and not by its declaration; or why there is none. */
function dataOf({ element }: Media): Attributes {
  const value = inner(element).find((child) => child.name === 'value');
  if (value === undefined) return { missing: 'absent' };
  const base64 = value.attributes.get('compression') === undefined ? textOf(value).replace(/\s+/g, '') : '';
  if (base64 === '') return { missing: find(value, 'reference') === null ? 'absent' : 'elsewhere' };
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return { missing: 'kind' };
  const type = types.get(kindOf(Buffer.from(base64.slice(0, 64), 'base64')));
  return type === undefined ? { missing: 'kind' } : { type, data: base64 };
}

/** Makes the function that finds the pictures of a narrative in the section's entries. */
export function picturesOf(entries: readonly XmlElement[]): (reference: string) => Attributes {
  let media: Map<string, Media> | null = null;
  const shown = new Set<XmlElement>();
  return (reference) => {
    if (media === null) {
      media = new Map();
      for (const entry of entries) collect(entry, media);
    }
    const found = media.get(reference);
    if (found === undefined) return { missing: 'absent' };
    const region: Attributes = found.isRegion ? { region: 'yes' } : {};
    // A picture of five megabytes that is named a thousand times would be five gigabytes, so it is shown once.
    if (shown.has(found.element)) return { missing: 'repeated', ...region };
    shown.add(found.element);
    return { ...dataOf(found), ...region };
  };
}
