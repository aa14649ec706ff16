import type { ReactNode } from 'react';
import { useProgressiveList } from '../../browser/painting/useProgressiveList.ts';
import { Card } from '../../ui/Card.tsx';
import { rows } from '../../ui/Row.css.ts';
import { usePrinting } from '../../ui/usePrinting.ts';

/** A list of rows in one card, drawn like `RecordCards`; `draw` returns the list item with its key. */
export function RecordRows<Item>({
  items,
  draw,
}: {
  items: readonly Item[];
  draw: (item: Item) => ReactNode;
}): ReactNode {
  const limit = useProgressiveList(items.length);
  const shown = usePrinting() ? items : items.slice(0, limit);
  return (
    <Card flush>
      <ul className={rows}>{shown.map(draw)}</ul>
    </Card>
  );
}
