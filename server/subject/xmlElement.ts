import { xmlText } from '../html/xmlText.ts';

/** The content of an XML element: an array gives one element per entry, an object gives child elements, and empty values give nothing. */
export type XmlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly XmlValue[]
  | { readonly [name: string]: XmlValue };

export const isList = (value: XmlValue): value is readonly XmlValue[] => Array.isArray(value);

/** Writes one element, or one for each entry of a list. Names are our own and need no escaping. */
export function xmlElement(name: string, value: XmlValue, indent = ''): string {
  if (value === null || value === undefined || value === '') return '';
  if (isList(value)) return value.map((one) => xmlElement(name, one, indent)).join('');
  if (typeof value !== 'object') return `${indent}<${name}>${xmlText(String(value))}</${name}>\n`;
  const inner = Object.entries(value)
    .map(([key, one]) => xmlElement(key, one, `${indent}  `))
    .join('');
  return inner === '' ? '' : `${indent}<${name}>\n${inner}${indent}</${name}>\n`;
}

const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
/** Fields as elements, named after them with a capital first letter. */
export const namedElements = (fields: Readonly<Record<string, XmlValue>>): Readonly<Record<string, XmlValue>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [upperFirst(name), value]));
