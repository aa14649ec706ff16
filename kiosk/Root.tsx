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
 * Around every page. While nobody is there, the pages are taken out of the document rather than covered: what a patient wrote
 * can then be neither read nor found. Their answers live outside of React and are there again afterwards.
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

/** Shown where a page cannot be: what it needs did not come, or it broke. Answers are in memory and in the server's draft. */
export function Broken({ reset }: ErrorComponentProps): ReactNode {
  const { t } = useWords();
  const router = useRouter();
  const again = (): void => {
    reset();
    // What could not be fetched is asked for again: without this the router keeps that it failed.
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
