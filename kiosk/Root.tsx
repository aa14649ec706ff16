import { type ErrorComponentProps, Outlet, useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { Button } from '../src/ui/Button.tsx';
import { KioskCard } from '../src/ui/KioskCard.tsx';
import { KioskStage } from '../src/ui/KioskStage.tsx';
import { useWords } from '../src/words/index.ts';
import { Frame } from './Frame.tsx';
import { useIdleWarning } from './idle/warning.ts';
import { KioskBrand } from './parts/KioskBrand.tsx';

const IdleScreen = lazy(() => import('./idle/IdleScreen.tsx'));

/**
 * Wraps every page. While nobody touches the tablet, the pages are removed from the document rather than covered, so that nobody can read
 * or find what a patient wrote. The answers are outside React and come back afterwards.
 */
export function Root(): ReactNode {
  const warning = useIdleWarning();
  return (
    <Frame quiet={warning !== null}>
      {warning ? (
        <Suspense fallback={null}>
          <IdleScreen warning={warning} />
        </Suspense>
      ) : (
        <Outlet />
      )}
    </Frame>
  );
}

/** Shown in place of a page that failed to load or threw an error. Answers are in memory and in the server's draft. */
export function KioskErrorPage({ reset }: ErrorComponentProps): ReactNode {
  const { t } = useWords();
  const router = useRouter();
  const again = (): void => {
    reset();
    // Makes the router load again what it could not fetch; otherwise it remembers that it failed.
    void router.invalidate();
  };
  return (
    <KioskStage brand={<KioskBrand />}>
      <KioskCard labelledBy="broken">
        <h1 id="broken">{t('core.errorTitle')}</h1>
        <p>{t('core.errorText')}</p>
        <Button size="block" onClick={again}>
          {t('core.tryAgain')}
        </Button>
        <Button size="block" variant="quiet" onClick={() => location.replace('/')}>
          {t('core.toStart')}
        </Button>
      </KioskCard>
    </KioskStage>
  );
}
