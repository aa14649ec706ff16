import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useCallback } from 'react';
import { type Search, stringifySearch } from './search.ts';

/** What an `<a>` needs to be a link of the portal. */
export interface LinkProps {
  readonly href: string;
  readonly onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
}

/** A link, and the same way for a button. */
export interface OwnLink {
  readonly props: LinkProps;
  readonly go: () => void;
}

/** Makes links to our own paths: a plain press stays in the app, everything else is the browser's (a new tab, a download). */
export function useLink(): (path: string, search?: Search) => OwnLink {
  const router = useRouter();
  return useCallback(
    (path: string, search: Search = {}) => {
      const go = () => void router.navigate({ to: path, search: { ...search } });
      return {
        go,
        props: {
          href: path + stringifySearch(search),
          onClick: (event) => {
            if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            go();
          },
        },
      };
    },
    [router],
  );
}
