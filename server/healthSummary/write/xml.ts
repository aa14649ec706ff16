import { xmlAttribute, xmlText } from '../../html/xmlText.ts';
import { hl7Namespace, sdtc } from '../../record/ccda/tree.ts';

/** An element to be written. Names are our own and need no escaping. */
export interface Written {
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: readonly Child[];
}
export type Attributes = Readonly<Record<string, string | null | undefined>>;
/** What is null is left out. */
export type Child = Written | string | null | undefined | readonly Child[];

export const el = (name: string, attributes: Attributes = {}, ...children: readonly Child[]): Written => ({
  name,
  attributes,
  children,
});

/** An element without attributes. */
export const bare = (name: string, ...children: readonly Child[]): Written => el(name, {}, ...children);

export const isList = (child: Child): child is readonly Child[] => Array.isArray(child);

/** Elements that stand on a line of their own: a space more between them says nothing. */
const onLines: ReadonlySet<string> = new Set([
  'recordTarget',
  'author',
  'custodian',
  'documentationOf',
  'component',
  'entry',
]);

function write(child: Child, out: string[]): void {
  if (child === null || child === undefined) return;
  if (typeof child === 'string') {
    out.push(xmlText(child));
    return;
  }
  if (isList(child)) {
    for (const one of child) write(one, out);
    return;
  }
  out.push('<', child.name);
  for (const [name, value] of Object.entries(child.attributes))
    if (value !== null && value !== undefined) out.push(' ', name, '="', xmlAttribute(value), '"');
  const at = out.push('>');
  for (const one of child.children) write(one, out);
  if (out.length === at) out[at - 1] = '/>';
  else out.push('</', child.name, '>');
  if (onLines.has(child.name)) out.push('\n');
}

export function xmlOf(child: Child): string {
  const out: string[] = [];
  write(child, out);
  return out.join('');
}

export function documentXml(children: readonly Child[]): string {
  const out = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const namespaces = {
    xmlns: hl7Namespace,
    'xmlns:sdtc': sdtc,
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  };
  write(el('ClinicalDocument', namespaces, '\n', children), out);
  return `${out.join('')}\n`;
}
