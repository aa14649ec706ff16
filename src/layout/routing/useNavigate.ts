import { type NavigateOptions, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { PagePath } from '../module.ts';

/** A navigation to a page of the portal. */
interface Step {
  readonly to: PagePath;
  readonly search?: Readonly<Record<string, string>>;
  readonly state?: NavigateOptions['state'];
  readonly replace?: boolean;
  readonly ignoreBlocker?: boolean;
  readonly resetScroll?: boolean;
}

/** Navigates to a page of the portal; a path that is not declared does not compile. */
export function useNavigate(): (step: Step) => Promise<void> {
  const router = useRouter();
  return useCallback(({ search = {}, ...step }: Step) => router.navigate({ ...step, search: { ...search } }), [router]);
}
