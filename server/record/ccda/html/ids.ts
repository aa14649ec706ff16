import type { NarrativeNode } from '../tree.ts';

/** The ids in one document. Each is used once, and links lead only to existing ones. */
export interface Ids {
  readonly known: ReadonlySet<string>;
  readonly used: Set<string>;
}
export function idsOf(narratives: readonly (readonly NarrativeNode[])[]): Ids {
  const known = new Set<string>();
  const add = (nodes: readonly NarrativeNode[]) => {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      if (node.a?.['id'] !== undefined) known.add(node.a['id']);
      add(node.c ?? []);
    }
  };
  narratives.forEach(add);
  return { known, used: new Set() };
}
