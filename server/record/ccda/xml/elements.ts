import { hl7Namespace, type XmlElement } from '../tree.ts';

export const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string';

/** The child elements with this name in HL7's or the given namespace. Others are ignored. */
export const childrenOf = (element: XmlElement | null, name: string, namespace: string = hl7Namespace): XmlElement[] =>
  element === null
    ? []
    : element.children.filter(isElement).filter((each) => each.name === name && each.namespace === namespace);

/** The first element at a path of names. */
export function childOf(element: XmlElement | null, ...path: readonly string[]): XmlElement | null {
  let at = element;
  for (const name of path) at = childrenOf(at, name)[0] ?? null;
  return at;
}

/** An attribute's trimmed value; null if it is missing or empty. */
export function attributeOf(element: XmlElement | null, name: string): string | null {
  const value = element?.attributes.get(name)?.trim() ?? '';
  return value === '' ? null : value;
}

export function rawTextOf(element: XmlElement): string {
  return element.children.map((child) => (isElement(child) ? rawTextOf(child) : child)).join('');
}

/** The words of an element with single spaces; null if it has none. */
export function textOf(element: XmlElement | null): string | null {
  const words = element === null ? '' : rawTextOf(element).replace(/\s+/g, ' ').trim();
  return words === '' ? null : words;
}
