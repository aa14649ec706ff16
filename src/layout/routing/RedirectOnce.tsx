import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { PagePath } from '../module.ts';
import type { Search } from '../../browser/search.ts';

const nothing: Search = {};

/** Navigates once to another page and shows nothing. The router's own element would navigate again with each render. */
export function RedirectOnce({ path, search = nothing }: { path: PagePath; search?: Search }): null {
  const router = useRouter();
  const gone = useRef(false);
  useEffect(() => {
    if (gone.current) return;
    gone.current = true;
    void router.navigate({ to: path, search: { ...search }, replace: true });
  }, [router, path, search]);
  return null;
}
