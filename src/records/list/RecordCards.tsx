import type { ReactNode } from 'react';
import { useProgressiveList } from '../../browser/painting/useProgressiveList.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { cards } from './list.css.ts';

/** A list of cards: first a window's height of them, the rest in pieces that yield to input, and all of it on paper. */
export function RecordCards<Item>({
  items,
  keyOf,
  draw,
}: {
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  draw: (item: Item) => ReactNode;
}): ReactNode {
  const limit = useProgressiveList(items.length);
  const shown = usePrinting() ? items : items.slice(0, limit);
  return (
    <ul className={cards}>
      {shown.map((item) => (
        <li key={keyOf(item)}>{draw(item)}</li>
      ))}
    </ul>
  );
}
