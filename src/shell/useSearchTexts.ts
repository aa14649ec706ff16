import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Search, textsOf } from './search.ts';

/** The query parameters of the address, as texts; renders again when they change. */
export function useSearchTexts(): Search {
  const { search } = useLocation();
  return useMemo(() => textsOf(search), [search]);
}
