import { Outlet, type ErrorComponentProps } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { mainId } from './arrival.ts';
import { useIdleWarning } from './idle/warning.ts';
import { fullScreenState, subscribeToFullScreen } from './tablet/fullScreen.ts';
import { Button } from '../src/ui/Button.tsx';
import { SkipLink } from '../src/ui/SkipLink.tsx';
import { useWords } from '../src/words/index.ts';

const IdleScreen = lazy(() => import('./idle/IdleScreen.tsx'));
const FullScreenSheet = lazy(() => import('./tablet/FullScreenSheet.tsx'));

/**
 * Around every page. While nobody is there, the pages are taken out of the document rather than covered: what a patient wrote
 * can then be neither read nor found. Their answers live outside of React and are there again afterwards.
 */
export function Root(): ReactNode {
  const warning = useIdleWarning();
  const fullScreen = useSyncExternalStore(subscribeToFullScreen, fullScreenState);
  return (
    <>
      <SkipLink />
      {warning ? (
        <Suspense fallback={null}>
          <IdleScreen warning={warning} />
        </Suspense>
      ) : (
        <Outlet />
      )}
      {fullScreen === 'lost' && !warning ? (
        <Suspense fallback={null}>
          <FullScreenSheet />
        </Suspense>
      ) : null}
    </>
  );
}

/** Shown where a page cannot be: what it needs did not come, or it broke. A new document is the way on; answers are in the server's draft. */
export function Broken({ reset }: ErrorComponentProps): ReactNode {
  const { t } = useWords();
  return (
    <main id={mainId} tabIndex={-1}>
      <h1>{t('core.errorTitle')}</h1>
      <Button onClick={reset}>{t('core.tryAgain')}</Button>
    </main>
  );
}
