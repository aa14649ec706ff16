import type { NarrativeNode } from '../tree.ts';

// Hebrew, Arabic and their neighbours, and the controls that turn the direction around.
const turning =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFF]|[\uD802\uD803\uD83A\uD83B]/;
/** True for words that may run from right to left: each block and name of them is kept by itself. */
export const mayTurn = (text: string): boolean => turning.test(text);
export const direction = (text: string): string | undefined => (mayTurn(text) ? 'auto' : undefined);

/** Whether anything in them may: of most documents nothing does, and then no element is asked. */
export const anyTurns = (nodes: readonly NarrativeNode[]): boolean =>
  nodes.some((node) => (typeof node === 'string' ? mayTurn(node) : anyTurns(node.c ?? [])));

/** The same of the words that are in the line of this node's parent. */
export const nearTurns = (node: NarrativeNode): boolean =>
  typeof node === 'string'
    ? mayTurn(node)
    : (node.t === 'span' || node.t === 'a' || node.t === 'ins' || node.t === 'del') && (node.c ?? []).some(nearTurns);
