import type { NarrativeNode, XmlElement } from '../tree.ts';
import { commonOf, numberingOf } from './attributes.ts';
import { type FlowContext, type Reading, element, isBlank, withoutGaps } from './flow.ts';

/** A list with its caption before it. Words and elements between its items become items, because HTML allows nothing else in a list. */
export function listOf(list: XmlElement, reading: Reading, place: FlowContext): NarrativeNode[] {
  const captions: NarrativeNode[] = [];
  const items: NarrativeNode[] = [];
  let stray: XmlElement['children'][number][] = [];
  const endStray = () => {
    const nodes = withoutGaps(reading.nodes(stray, place));
    stray = [];
    if (nodes.some((node) => !isBlank(node))) items.push(element('li', {}, nodes));
  };
  for (const child of list.children) {
    const name = typeof child === 'string' ? '' : child.name.toLowerCase();
    if (typeof child === 'string' || (name !== 'item' && name !== 'li' && name !== 'caption')) {
      stray.push(child);
    } else if (
      name === 'caption' &&
      items.length === 0 &&
      stray.every((one) => typeof one === 'string' && isBlank(one))
    ) {
      captions.push(...reading.nodes([child], place));
    } else if (name === 'caption') {
      stray.push(child);
    } else {
      endStray();
      items.push(
        element('li', commonOf(child), withoutGaps(reading.nodes(child.children, reading.within(child, place)))),
      );
    }
  }
  endStray();
  const isOrdered =
    list.name.toLowerCase() === 'ol' || (list.attributes.get('listType') ?? '').toLowerCase() === 'ordered';
  const type = isOrdered ? numberingOf(list) : undefined;
  const a = { ...commonOf(list), ...(type === undefined ? {} : { type }) };
  return [...captions, ...(items.length === 0 ? [] : [element(isOrdered ? 'ol' : 'ul', a, items)])];
}
