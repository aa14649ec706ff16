import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useCallback } from 'react';
import { afterPaint } from '../data/afterPaint.ts';
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

/**
 * Marks a pressed link, so that it looks pressed until the page that it leads to is there. By hand, because the mark is to be in
 * the very next picture and the way to a page takes a phone longer than that.
 */
function markGoing(pressed: HTMLAnchorElement): () => void {
  pressed.dataset['going'] = '';
  return () => delete pressed.dataset['going'];
}

/** Makes links to our own paths: a plain press stays in the app, everything else is the browser's (a new tab, a download). */
export function useLink(): (path: string, search?: Search) => OwnLink {
  const router = useRouter();
  return useCallback(
    (path: string, search: Search = {}) => {
      const navigate = () => router.navigate({ to: path, search: { ...search } });
      return {
        go: () => void navigate(),
        props: {
          href: path + stringifySearch(search),
          onClick: (event) => {
            if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            const unmark = markGoing(event.currentTarget);
            afterPaint(() => {
              const { href } = router.history.location;
              const there = navigate();
              // It is the page that is open, or a question comes first.
              if (router.history.location.href === href) unmark();
              else void there.finally(unmark);
            });
          },
        },
      };
    },
    [router],
  );
}
