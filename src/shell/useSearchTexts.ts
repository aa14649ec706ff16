import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Search, textsOf } from './search.ts';

/** The query parameters of this page's own address, as texts. While the next page is on its way they stay what they were. */
export function useSearchTexts(): Search {
  const search = useSearch({ strict: false });
  return useMemo(() => textsOf(search), [search]);
}
