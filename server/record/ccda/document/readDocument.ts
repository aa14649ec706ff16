import { DocumentRefused, type DocumentTree, hl7Namespace, type XmlElement } from '../tree.ts';
import { isElement } from '../xml/elements.ts';
import { readXml } from '../xml/readXml.ts';
import { bodyOf } from './body.ts';
import { headerOf } from './header.ts';

const isDocument = ({ name, namespace }: XmlElement): boolean =>
  name === 'ClinicalDocument' && (namespace === hl7Namespace || namespace === '');

function documentsIn(element: XmlElement): XmlElement[] {
  return isDocument(element) ? [element] : element.children.filter(isElement).flatMap(documentsIn);
}

/** Gives elements without a namespace HL7's, because some documents omit the declaration. */
const asHl7 = (element: XmlElement): XmlElement => ({
  ...element,
  namespace: element.namespace === '' ? hl7Namespace : element.namespace,
  children: element.children.map((child) => (isElement(child) ? asHl7(child) : child)),
});

/** The one document in the file: its root element, or inside of an envelope. */
function documentIn(read: XmlElement): XmlElement {
  const [one, other] = documentsIn(read);
  if (one === undefined) throw new DocumentRefused('it is XML, but no clinical document (CDA)', read.line, read.column);
  if (other !== undefined)
    throw new DocumentRefused('there are several clinical documents in it', other.line, other.column);
  return one.namespace === '' ? asHl7(one) : one;
}

/** A document that was read: the tree to store and show, and its elements for the lists. */
export interface ReadDocument {
  readonly tree: DocumentTree;
  readonly root: XmlElement;
}

/** Reads a CDA document of any type, R1.1 or R2.1, as far as possible. Throws `DocumentRefused` with place and reason. */
export function readDocument(bytes: Uint8Array): ReadDocument {
  const root = documentIn(readXml(bytes));
  return { tree: { header: headerOf(root), body: bodyOf(root) }, root };
}

export function readHeader(bytes: Uint8Array): DocumentTree['header'] {
  const isBody = ({ name, namespace }: XmlElement) =>
    (name === 'structuredBody' || name === 'nonXMLBody') && (namespace === hl7Namespace || namespace === '');
  return headerOf(documentIn(readXml(bytes, {}, isBody)));
}
