import { Outlet, useRouter } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { SkipLink } from '../ui/SkipLink.tsx';
import { clearMessageOnRouteChange } from '../words/index.ts';
import { setTitle } from './title.ts';

/** Around every page: the skip link, what a change of route brings with it, and what may come after the first picture. */
export function Root(): ReactNode {
  const router = useRouter();
  const [Later, setLater] = useState<ComponentType | null>(null);

  useEffect(() => {
    const leaving = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      if (pathChanged) clearMessageOnRouteChange();
    });
    let first = true;
    const arrived = router.subscribe('onRendered', ({ pathChanged }) => {
      const page = router.state.matches.findLast((match) => match.staticData.page)?.staticData.page;
      const found = !router.state.matches.some((match) => match._notFound === true || match.status === 'notFound');
      setTitle(found && page ? page.title : 'core.notFoundTitle');
      if (!first && pathChanged) document.getElementById('main')?.focus({ preventScroll: true });
      first = false;
    });
    return () => {
      leaving();
      arrived();
    };
  }, [router]);

  useEffect(() => {
    const load = () => {
      void import('./later/Later.tsx').then(
        (module) => setLater(() => module.Later),
        () => undefined,
      );
    };
    if (document.readyState === 'complete') load();
    else window.addEventListener('load', load, { once: true });
    return () => window.removeEventListener('load', load);
  }, []);

  return (
    <>
      <SkipLink />
      {Later === null ? null : <Later />}
      <Outlet />
    </>
  );
}
