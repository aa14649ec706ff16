import { useBlocker, useMatch } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy } from 'react';
import type { LeaveTexts } from '../ui/form/CancelQuestion.tsx';

const CancelQuestion = lazy(async () => ({
  default: (await import('../ui/form/CancelQuestion.tsx')).CancelQuestion,
}));

/**
 * Asks before the page is left, whatever leads away from it: a button, a link, Back. Confirming goes on, declining stays
 * (specification 1, section 2). `isFree` names the pages, in small letters, that may be gone to without a question. Another query of the same
 * page is no leaving. `alsoClosing`: a reload and a closed tab ask as well, in the browser's own words.
 */
export function LeaveQuestion({
  isFree,
  alsoClosing = false,
  texts,
}: {
  isFree: (path: string) => boolean;
  alsoClosing?: boolean;
  texts?: LeaveTexts;
}): ReactNode {
  const ownRoute = useMatch({ strict: false, select: (match) => match.routeId });
  const leaving = useBlocker({
    // While the next page loads, this one still stands; a step back in that moment leaves the next page and is not asked about.
    shouldBlockFn: ({ current, next }) =>
      current.routeId === ownRoute && next.pathname !== current.pathname && !isFree(next.pathname.toLowerCase()),
    enableBeforeUnload: alsoClosing,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <Suspense>
      <CancelQuestion open onConfirm={leaving.proceed} onDismiss={leaving.reset} texts={texts} />
    </Suspense>
  );
}
