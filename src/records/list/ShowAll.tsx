import { type ReactNode, useState } from 'react';
import { useProgressiveList } from '../../browser/painting/useProgressiveList.ts';
import { Button } from '../../ui/Button.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { usePrinting } from '../../ui/usePrinting.ts';

/** How many items are shown at first, in a list that is not the main content of its page. */
export const shownInShortList = 3;

/** The first items of a list, or all of it after a press and on paper. */
export function useShown<Item>(items: readonly Item[]): {
  readonly shown: readonly Item[];
  readonly isWhole: boolean;
  readonly setWhole: (isWhole: boolean) => void;
} {
  const [isWhole, setWhole] = useState(false);
  const drawn = useProgressiveList(isWhole ? items.length : shownInShortList);
  const isPrinting = usePrinting();
  return { shown: isPrinting ? items : items.slice(0, isWhole ? drawn : shownInShortList), isWhole, setWhole };
}

/** The button that shows the rest of a list, and hides it again. */
export const ShowAll = ({
  label,
  isWhole,
  onChange,
}: {
  label: string;
  isWhole: boolean;
  onChange: (isWhole: boolean) => void;
}): ReactNode => (
  <Button
    variant="quiet"
    size="small"
    className={screenOnly}
    aria-expanded={isWhole}
    onClick={() => onChange(!isWhole)}
  >
    {label}
  </Button>
);
