import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Search, textsOf } from '../../browser/search.ts';

/** The query parameters of this page's own address, as texts. They do not change while the next page is loading. */
export function useSearchTexts(): Search {
  const search = useSearch({ strict: false });
  return useMemo(() => textsOf(search), [search]);
}
