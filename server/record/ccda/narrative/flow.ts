import type { NarrativeElement, NarrativeNode, NarrativeTag, XmlElement } from '../tree.ts';
import type { Attributes } from './attributes.ts';

export interface FlowContext {
  readonly inLink: boolean;
  /** Spaces and line breaks are kept as they are written. */
  readonly keepsSpace: boolean;
}
export interface Reading {
  readonly picture: (reference: string) => Attributes;
  readonly nodes: (children: XmlElement['children'], place: FlowContext) => NarrativeNode[];
  readonly within: (element: XmlElement, place: FlowContext) => FlowContext;
}

/** Makes an element without empty fields, because trees are stored. */
export function element(t: NarrativeTag, a: Attributes, c: readonly NarrativeNode[] = []): NarrativeElement {
  return { t, ...(Object.keys(a).length === 0 ? {} : { a }), ...(c.length === 0 ? {} : { c }) };
}

const blocks: ReadonlySet<NarrativeTag> = new Set(['p', 'div', 'ul', 'ol', 'table']);
/** Caches the result for each element, because every element around it asks again. */
const known = new WeakMap<NarrativeElement, boolean>();
/** Whether HTML does not allow a node inside of a paragraph or a line, also because of what it contains. */
function isBlock(node: NarrativeNode): boolean {
  // A footnote's words are written elsewhere. A span around a block has already become a div.
  if (typeof node === 'string' || node.t === 'footnote' || node.t === 'span') return false;
  if (blocks.has(node.t)) return true;
  if (node.c === undefined) return false;
  let found = known.get(node);
  if (found === undefined) known.set(node, (found = hasBlock(node.c)));
  return found;
}
export const hasBlock = (nodes: readonly NarrativeNode[]): boolean => nodes.some(isBlock);

// A no-break space is not blank: somebody put it there to be seen.
export const isBlank = (node: NarrativeNode): boolean => typeof node === 'string' && /^[ \t\r\n]*$/.test(node);

/** Removes white space between blocks, which is only the document's indentation. */
export function withoutGaps(nodes: readonly NarrativeNode[]): readonly NarrativeNode[] {
  if (!nodes.some(isBlank)) return nodes;
  return nodes.filter((node, at) => {
    if (!isBlank(node)) return true;
    const [before, after] = [nodes[at - 1], nodes[at + 1]];
    return before !== undefined && after !== undefined && !isBlock(before) && !isBlock(after);
  });
}

/** Puts words between blocks into paragraphs. */
export function inParagraphs(nodes: readonly NarrativeNode[], a: Attributes = {}): NarrativeNode[] {
  const found: NarrativeNode[] = [];
  let run: NarrativeNode[] = [];
  const end = () => {
    if (run.some((node) => !isBlank(node))) found.push(element('p', a, withoutGaps(run)));
    run = [];
  };
  for (const node of nodes) {
    if (isBlock(node)) {
      end();
      found.push(node);
    } else run.push(node);
  }
  end();
  return found;
}
