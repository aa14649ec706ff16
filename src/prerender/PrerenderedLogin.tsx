import { type ReactNode, useEffect } from 'react';
import { takeOverPrerenderedLogin } from '../browser/prerendered.ts';
import { AfterFirstPaint } from '../layout/gate/AfterFirstPaint.tsx';
import { notePageBeforeRouter } from '../layout/routing/pageBeforeRouter.ts';
import type { SignInTarget } from '../layout/routing/redirect.ts';
import { parseSearch } from '../browser/search.ts';
import { setTitle } from '../browser/title.ts';
import { SkipLink } from '../ui/SkipLink.tsx';
import { LoginPage } from '../modules/session/pages/LoginPage.tsx';

/** The login page without the router, for somebody without a session: the build draws it, and `main.tsx` hydrates it. */
export function PrerenderedLogin({
  enter,
}: {
  readonly enter: (target: SignInTarget | null) => Promise<void>;
}): ReactNode {
  useEffect(() => {
    setTitle('core.logIn');
    notePageBeforeRouter();
    takeOverPrerenderedLogin();
    // The router shows any other address that is reached by Back, Forward or by hand.
    const moved = () => void enter(null);
    window.addEventListener('popstate', moved);
    return () => window.removeEventListener('popstate', moved);
  }, [enter]);
  return (
    <>
      <SkipLink />
      <AfterFirstPaint />
      <LoginPage search={() => parseSearch(location.search)} onward={(target) => enter(target)} />
    </>
  );
}
