import { narrativeOf } from '../narrative/narrative.ts';
import type { DocumentBody, DocumentSection, XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { loincOf } from './codes.ts';
import { unstructuredBody } from './nonXml.ts';
import { plainTitle } from './parties.ts';

/** The sections directly in a body or in another section. Some documents omit the `component` element around them. */
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

/** Drafts of CDA wrote the name with a capital letter. */
const bodiesOf = (root: XmlElement): XmlElement[] =>
  childrenOf(root, 'component').flatMap((each) =>
    ['structuredBody', 'StructuredBody'].flatMap((name) => childrenOf(each, name)),
  );
export const outerSections = (root: XmlElement): XmlElement[] => bodiesOf(root).flatMap(sectionsIn);

export function bodyOf(root: XmlElement): DocumentBody {
  const components = childrenOf(root, 'component');
  const unstructured = components.map((each) => childOf(each, 'nonXMLBody')).find((each) => each !== null);
  if (bodiesOf(root).length === 0 && unstructured) return unstructuredBody(unstructured);
  return { kind: 'sections', sections: outerSections(root).map(sectionOf) };
}
