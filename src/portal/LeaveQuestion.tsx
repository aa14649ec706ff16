import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, Suspense, lazy } from 'react';

const CancelQuestion = lazy(async () => ({ default: (await import('../ui/form/CancelQuestion.tsx')).CancelQuestion }));

/**
 * Asks before the page is left, whatever leads away from it: a button, a link, Back. Confirming goes on, declining stays
 * (specification 1, section 2). `isFree` names the pages, in small letters, that may be gone to without a question. Another query of the same
 * page is no leaving. `alsoClosing`: a reload and a closed tab ask as well, in the browser's own words.
 */
export function LeaveQuestion({ isFree, alsoClosing = false }: { isFree: (path: string) => boolean; alsoClosing?: boolean }): ReactNode {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => next.pathname !== current.pathname && !isFree(next.pathname.toLowerCase()),
    enableBeforeUnload: alsoClosing,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <Suspense>
      <CancelQuestion open onConfirm={leaving.proceed} onDismiss={leaving.reset} />
    </Suspense>
  );
}
