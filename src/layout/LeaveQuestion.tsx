import { useBlocker, useMatch } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy } from 'react';
import type { LeaveTexts } from '../ui/form/CancelQuestion.tsx';

const CancelQuestion = lazy(async () => ({
  default: (await import('../ui/form/CancelQuestion.tsx')).CancelQuestion,
}));

/**
 * Asks before the page is left by a button, a link or Back. Confirming continues, declining stays (specification 1, section 2). `isFree`
 * names the pages, in lower case, that need no question. Another query of the same page is not leaving. A reload or a closed tab also asks,
 * in the browser's own words.
 */
export function LeaveQuestion({ isFree, texts }: { isFree: (path: string) => boolean; texts?: LeaveTexts }): ReactNode {
  const ownRoute = useMatch({ strict: false, select: (match) => match.routeId });
  const leaving = useBlocker({
    // While the next page loads, this one still shows; a step back then leaves the next page and needs no question.
    shouldBlockFn: ({ current, next }) =>
      current.routeId === ownRoute && next.pathname !== current.pathname && !isFree(next.pathname.toLowerCase()),
    enableBeforeUnload: true,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <Suspense>
      <CancelQuestion onConfirm={leaving.proceed} onDismiss={leaving.reset} texts={texts} />
    </Suspense>
  );
}
