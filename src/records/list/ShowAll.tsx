import { type ReactNode, useState } from 'react';
import { useProgressiveList } from '../../browser/painting/useProgressiveList.ts';
import { Button } from '../../ui/Button.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { usePrinting } from '../../ui/usePrinting.ts';

/** So many of a list that is not what its page is for stand there at first. */
export const shownInShortList = 3;

/** The first few of a list, or all of it once that is asked for and on paper. */
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

/** Shows the rest of a list, and leaves it out again. */
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
