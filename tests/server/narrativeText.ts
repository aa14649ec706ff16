import type { NarrativeNode } from '../../server/record/ccda/tree.ts';

/** The words of a narrative as plain text: a line for each block and row, a tab between cells, footnotes in brackets at their place. */
export function narrativeText(nodes: readonly NarrativeNode[]): string {
  return textOf(nodes)
    .replace(/ *\n */g, '\n')
    .replace(/[ \t]+(?=\n|$)/g, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

const textOf = (nodes: readonly NarrativeNode[]): string => nodes.map(nodeText).join('');

function nodeText(node: NarrativeNode): string {
  if (typeof node === 'string') return node;
  const words = textOf(node.c ?? []);
  switch (node.t) {
    case 'br':
      return `\n${words}`;
    case 'p':
    case 'div':
    case 'ul':
    case 'ol':
    case 'table':
    case 'caption':
    case 'tr':
      return `\n${words}\n`;
    case 'li':
      return `\n- ${words.trim()}\n`;
    case 'td':
    case 'th':
      return `${words.trim().replace(/\s*\n\s*/g, ' ')}\t`;
    case 'footnote':
      return ` [${words.trim()}]`;
    case 'span':
    case 'sub':
    case 'sup':
    case 'a':
    case 'ins':
    case 'del':
    case 'picture':
    case 'thead':
    case 'tbody':
    case 'tfoot':
    case 'colgroup':
    case 'col':
      return words;
  }
}
