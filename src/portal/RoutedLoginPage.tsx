import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { textsOf } from '../shell/search.ts';
import { LoginPage } from './LoginPage.tsx';

/** The login page among the others, once the router is there. */
export function RoutedLoginPage(): ReactNode {
  const router = useRouter();
  return (
    <LoginPage
      search={() => textsOf(router.state.location.search)}
      onward={(target, replace) => router.navigate({ to: target.path, search: target.search, replace })}
    />
  );
}
