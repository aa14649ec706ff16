import { narrativeOf } from '../narrative/narrative.ts';
import type { DocumentBody, DocumentSection, XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { loincOf } from './codes.ts';
import { unstructuredBody } from './nonXml.ts';
import { plainTitle } from './parties.ts';

/** Sections as they stand in a body or in another section; some leave the component around them out. */
const sectionsIn = (element: XmlElement): XmlElement[] =>
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

/** What a document has to say: sections, or what stands in their place. */
export function bodyOf(root: XmlElement): DocumentBody {
  const components = childrenOf(root, 'component');
  const bodies = components.flatMap((each) => childrenOf(each, 'structuredBody'));
  const unstructured = components.map((each) => childOf(each, 'nonXMLBody')).find((each) => each !== null);
  if (bodies.length === 0 && unstructured) return unstructuredBody(unstructured);
  return { kind: 'sections', sections: bodies.flatMap(sectionsIn).map(sectionOf) };
}
