import { type ReactNode, useEffect } from 'react';
import { takeFirstPictureOver } from '../data/firstPicture.ts';
import { AfterFirstPicture } from '../shell/AfterFirstPicture.tsx';
import { noteFirstPage } from '../shell/firstPage.ts';
import type { Target } from '../shell/redirect.ts';
import { parseSearch } from '../shell/search.ts';
import { setTitle } from '../shell/title.ts';
import { SkipLink } from '../ui/SkipLink.tsx';
import { LoginPage } from './LoginPage.tsx';

/** The login page of someone who just came, without the router: nothing but the form stands between them and their record. */
export function FirstLogin({ enter }: { readonly enter: (target: Target | null) => Promise<void> }): ReactNode {
  useEffect(() => {
    setTitle('core.logIn');
    noteFirstPage();
    takeFirstPictureOver();
    // Another address by Back, Forward or by hand is the router's to show.
    const moved = () => void enter(null);
    window.addEventListener('popstate', moved);
    return () => window.removeEventListener('popstate', moved);
  }, [enter]);
  return (
    <>
      <SkipLink />
      <AfterFirstPicture />
      <LoginPage search={() => parseSearch(location.search)} onward={(target) => enter(target)} />
    </>
  );
}
