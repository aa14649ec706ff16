import { narrativeOf } from '../narrative/narrative.ts';
import type { DocumentBody, DocumentSection, XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { loincOf } from './codes.ts';
import { unstructuredBody } from './nonXml.ts';
import { plainTitle } from './parties.ts';

/** Sections as they stand in a body or in another section; some leave the component around them out. */
export const sectionsIn = (element: XmlElement): XmlElement[] =>
  element.children.flatMap((child) =>
    typeof child === 'string'
      ? []
      : child.name === 'component'
        ? childrenOf(child, 'section')
        : childrenOf(element, 'section').filter((each) => each === child),
  );

function sectionOf(section: XmlElement): DocumentSection {
  const entries = childrenOf(section, 'entry');
  const texts = childrenOf(section, 'text');
  return {
    code: loincOf(childOf(section, 'code')),
    title: plainTitle(childOf(section, 'title')),
    text: texts.length === 0 ? null : texts.flatMap((text) => narrativeOf(text, entries)),
    entries: entries.length,
    nullFlavor: attributeOf(section, 'nullFlavor'),
    sections: sectionsIn(section).map(sectionOf),
  };
}

/** The drafts of CDA wrote it with a capital letter. */
const bodiesOf = (root: XmlElement): XmlElement[] =>
  childrenOf(root, 'component').flatMap((each) =>
    ['structuredBody', 'StructuredBody'].flatMap((name) => childrenOf(each, name)),
  );
/** The sections of a document that are in no other one, as the tree has them. */
export const outerSections = (root: XmlElement): XmlElement[] => bodiesOf(root).flatMap(sectionsIn);

/** What a document has to say: sections, or what stands in their place. */
export function bodyOf(root: XmlElement): DocumentBody {
  const components = childrenOf(root, 'component');
  const unstructured = components.map((each) => childOf(each, 'nonXMLBody')).find((each) => each !== null);
  if (bodiesOf(root).length === 0 && unstructured) return unstructuredBody(unstructured);
  return { kind: 'sections', sections: outerSections(root).map(sectionOf) };
}
