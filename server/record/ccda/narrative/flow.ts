import type { NarrativeElement, NarrativeNode, NarrativeTag, XmlElement } from '../tree.ts';
import type { Attributes } from './attributes.ts';

/** What is known on the way down to an element. */
export interface Place {
  readonly inLink: boolean;
  /** Spaces and line breaks are kept as they are written. */
  readonly keepsSpace: boolean;
}
export interface Reading {
  readonly picture: (reference: string) => Attributes;
  /** Any children, each where it stands. */
  readonly nodes: (children: XmlElement['children'], place: Place) => NarrativeNode[];
  /** What is known within an element of that place. */
  readonly within: (element: XmlElement, place: Place) => Place;
}

/** An element with as little as it needs: trees are stored. */
export function element(t: NarrativeTag, a: Attributes, c: readonly NarrativeNode[] = []): NarrativeElement {
  return { t, ...(Object.keys(a).length === 0 ? {} : { a }), ...(c.length === 0 ? {} : { c }) };
}

const blocks: ReadonlySet<NarrativeTag> = new Set(['p', 'div', 'ul', 'ol', 'table']);
/** What was found of elements in a line: each of those around them asks again. */
const known = new WeakMap<NarrativeElement, boolean>();
/** True for what HTML does not let stand within a paragraph or a line, also deep inside. */
export function isBlock(node: NarrativeNode): boolean {
  // A footnote's words stand elsewhere; a span around a block has become a div already.
  if (typeof node === 'string' || node.t === 'footnote' || node.t === 'span') return false;
  if (blocks.has(node.t)) return true;
  if (node.c === undefined) return false;
  let found = known.get(node);
  if (found === undefined) known.set(node, (found = hasBlock(node.c)));
  return found;
}
export const hasBlock = (nodes: readonly NarrativeNode[]): boolean => nodes.some(isBlock);

// No-break spaces are words of the document: somebody put them there to be seen.
export const isBlank = (node: NarrativeNode): boolean => typeof node === 'string' && /^[ \t\r\n]*$/.test(node);

/** Without the spaces between blocks, which only indent the document. */
export function withoutGaps(nodes: readonly NarrativeNode[]): readonly NarrativeNode[] {
  if (!nodes.some(isBlank)) return nodes;
  return nodes.filter((node, at) => {
    if (!isBlank(node)) return true;
    const [before, after] = [nodes[at - 1], nodes[at + 1]];
    return before !== undefined && after !== undefined && !isBlock(before) && !isBlock(after);
  });
}

/** Words that stand between blocks become paragraphs. */
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
