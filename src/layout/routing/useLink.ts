import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { afterPaint } from '../../browser/painting/afterPaint.ts';
import type { PagePath } from '../module.ts';
import { pageOf } from './pages.ts';
import { type Search, stringifySearch } from '../../browser/search.ts';
import type { LinkProps } from '../../records/links.ts';

/** A link, and the same navigation for a button. */
interface OwnLink {
  readonly props: LinkProps;
  readonly go: () => void;
}

/** Marks a pressed link until its page shows; on the element, because a render by React takes a phone longer than one frame. */
function markGoing(pressed: HTMLAnchorElement): () => void {
  const nav = pressed.closest('nav');
  pressed.dataset['going'] = '';
  // The link of the page that was open no longer looks open.
  if (nav !== null) nav.dataset['leaving'] = '';
  return () => {
    delete pressed.dataset['going'];
    if (nav?.querySelector('[data-going]') === null) delete nav.dataset['leaving'];
  };
}

/** Makes links to our own paths: a plain press stays in the app, the browser handles everything else (a new tab, a download). */
export function useLink(): (path: PagePath, search?: Search, part?: string) => OwnLink {
  const router = useRouter();
  return useCallback(
    (path: PagePath, search: Search = {}, part?: string) => {
      const { mayOpen } = pageOf(path) ?? {};
      const go = () =>
        router.navigate({ to: path, search: { ...search }, ...(part === undefined ? {} : { hash: part }) });
      const isAsked = () =>
        mayOpen !== undefined && router.state.location.pathname.toLowerCase() !== path.toLowerCase();
      const navigate = async () => {
        if (mayOpen === undefined || !isAsked() || (await mayOpen())) await go();
      };
      return {
        go: () => void navigate(),
        props: {
          href: path + stringifySearch(search) + (part === undefined ? '' : `#${part}`),
          onClick: (event) => {
            if (
              event.defaultPrevented ||
              event.button !== 0 ||
              event.metaKey ||
              event.ctrlKey ||
              event.shiftKey ||
              event.altKey
            )
              return;
            event.preventDefault();
            const unmark = markGoing(event.currentTarget);
            afterPaint(() => {
              const { href } = router.history.location;
              const waits = isAsked();
              const there = navigate();
              // The address changes after the blockers have been asked (`backClosesDialogs`), which takes no task of its own.
              setTimeout(() => {
                // The address has not changed: the link leads to the open page, or a question is asked first.
                if (router.history.location.href === href && !waits) unmark();
                else void there.finally(unmark);
              });
            });
          },
        },
      };
    },
    [router],
  );
}
