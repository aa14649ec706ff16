import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Search } from './search.ts';

const nothing: Search = {};

/** Leads on, once, from an address where there is nothing to show; the router's own element would do it again with each rendering. */
export function GoTo({ path, search = nothing }: { path: string; search?: Search }): null {
  const router = useRouter();
  const gone = useRef(false);
  useEffect(() => {
    if (gone.current) return;
    gone.current = true;
    void router.navigate({ to: path, search: { ...search }, replace: true });
  }, [router, path, search]);
  return null;
}
