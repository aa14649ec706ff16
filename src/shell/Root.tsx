import { Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { SkipLink } from '../ui/SkipLink.tsx';
import { clearMessageOnRouteChange } from '../words/index.ts';
import { AfterFirstPicture } from './AfterFirstPicture.tsx';
import { hadFirstPage } from './firstPage.ts';
import { notePage } from './shownPage.ts';
import { setTitle } from './title.ts';

/** Around every page: the skip link, what a change of route brings with it, and what may come after the first picture. */
export function Root(): ReactNode {
  const router = useRouter();

  useEffect(() => {
    const leaving = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) clearMessageOnRouteChange();
    });
    let first = !hadFirstPage();
    const arrived = router.subscribe('onRendered', ({ pathChanged }) => {
      const page = router.state.matches.findLast((match) => match.staticData.page)?.staticData.page;
      const found = !router.state.matches.some((match) => match._notFound === true || match.status === 'notFound');
      setTitle(found && page ? page.title : 'core.notFoundTitle');
      if (found && page && (pathChanged || first)) notePage(page.path);
      if (!first && pathChanged) document.getElementById('main')?.focus({ preventScroll: true });
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
      <AfterFirstPicture />
      <Outlet />
    </>
  );
}
