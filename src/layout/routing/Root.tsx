import { Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { SkipLink } from '../../ui/SkipLink.tsx';
import { clearMessageOnRouteChange } from '../../words/index.ts';
import { AfterFirstPaint } from '../gate/AfterFirstPaint.tsx';
import { hadPageBeforeRouter } from './pageBeforeRouter.ts';
import { notePage } from './shownPage.ts';
import { setTitle } from '../../browser/title.ts';

/** Around every page: the skip link, what a change of route brings with it, and what is loaded after the first paint. */
export function Root(): ReactNode {
  const router = useRouter();

  useEffect(() => {
    let focused: Element | null = null;
    const leaving = router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation, toLocation }) => {
      focused = document.activeElement;
      // A redirect replaces the last history entry.
      const isRedirect = fromLocation?.state.__TSR_index === toLocation.state.__TSR_index;
      if (pathChanged) clearMessageOnRouteChange(isRedirect);
    });
    let first = !hadPageBeforeRouter();
    const arrived = router.subscribe('onRendered', ({ pathChanged }) => {
      const page = router.state.matches.findLast((match) => match.staticData.page)?.staticData.page;
      const found = !router.state.matches.some((match) => match._notFound === true || match.status === 'notFound');
      setTitle(found && page ? page.title : 'core.notFoundTitle');
      if (found && page && (pathChanged || first)) notePage(page.path);
      // Another view of the same page may have no place for what had the focus.
      const isLost = focused?.isConnected === false && document.activeElement === document.body;
      if (!first && (pathChanged || isLost)) document.getElementById('main')?.focus({ preventScroll: true });
      focused = null;
      first = false;
    });
    return () => {
      leaving();
      arrived();
    };
  }, [router]);

  return (
    <>
      <SkipLink />
      <AfterFirstPaint />
      <Outlet />
    </>
  );
}
