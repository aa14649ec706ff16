import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../Icon.tsx';
import { ChevronRight } from '../icons.ts';
import { tree, treeButton, treeLeaf } from './Tree.css.ts';

export interface TreeNode {
  readonly id: string;
  readonly label: ReactNode;
  readonly children?: readonly TreeNode[];
}

/** Nested nodes, as lists that open; all start collapsed. */
export const Tree = ({ nodes }: { nodes: readonly TreeNode[] }): ReactNode => (
  <ul className={tree}>
    {nodes.map((node) => (
      <li key={node.id}>
        {node.children && node.children.length > 0 ? (
          <Branch label={node.label} nodes={node.children} />
        ) : (
          <span className={treeLeaf}>{node.label}</span>
        )}
      </li>
    ))}
  </ul>
);

function Branch({ label, nodes }: { label: ReactNode; nodes: readonly TreeNode[] }): ReactNode {
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <>
      <button
        type="button"
        className={treeButton}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        <Icon of={ChevronRight} size="s" />
        {label}
      </button>
      <div id={listId} hidden={!open}>
        {open ? <Tree nodes={nodes} /> : null}
      </div>
    </>
  );
}
