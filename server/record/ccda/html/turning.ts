import type { NarrativeNode } from '../tree.ts';

// Right-to-left scripts, and the control characters that change the direction.
const turning =
  /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFF]|[\uD802\uD803\uD83A\uD83B]/;
/** True for text that may run from right to left. Blocks and names with such text are isolated. */
const mayTurn = (text: string): boolean => turning.test(text);
export const direction = (text: string): string | undefined => (mayTurn(text) ? 'auto' : undefined);

/** Whether anything in the nodes may run from right to left. In most documents nothing does, and then elements are not checked. */
export const anyTurns = (nodes: readonly NarrativeNode[]): boolean =>
  nodes.some((node) => (typeof node === 'string' ? mayTurn(node) : anyTurns(node.c ?? [])));

/** The same for the text that is on the line of this node's parent. */
export const nearTurns = (node: NarrativeNode): boolean =>
  typeof node === 'string'
    ? mayTurn(node)
    : (node.t === 'span' || node.t === 'a' || node.t === 'ins' || node.t === 'del') && (node.c ?? []).some(nearTurns);
