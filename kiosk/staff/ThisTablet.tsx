import { getTablet } from '@portal/api';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { queryFor } from '../../src/data/query/query.ts';
import { Button, ButtonRow } from '../../src/ui/Button.tsx';
import { Check } from '../../src/ui/icons.ts';
import { KioskFacts, type KioskFact } from '../../src/ui/KioskFacts.tsx';
import { useWords } from '../../src/words/index.ts';
import { fullScreenState, goFullScreen, subscribeToFullScreen } from '../tablet/fullScreen.ts';
import { StaffPage } from './StaffPage.tsx';
import { asPlainList, useTabletFacts } from './tabletFacts.ts';

/** Milliseconds between two requests, so that the line on the connection is current. */
const askEveryMs = 30_000;

/** The state of this tablet, to be read out in a call with whoever looks after the tablets. */
export function Page(): ReactNode {
  const { t } = useWords();
  const navigate = useNavigate();
  const { data } = useQuery({ ...queryFor(getTablet), refetchInterval: askEveryMs });
  const facts = useTabletFacts(data);
  const fullScreen = useSyncExternalStore(subscribeToFullScreen, fullScreenState);
  return (
    <StaffPage title={t('kiosk.thisTablet')}>
      <h1>{t('kiosk.thisTablet')}</h1>
      <p>{t('kiosk.tabletIntro')}</p>
      <KioskFacts facts={facts} />
      <ButtonRow>
        <CopyButton facts={facts} />
        {fullScreen === 'lost' || fullScreen === 'notYet' ? (
          <Button variant="secondary" onClick={() => void goFullScreen()}>
            {t('kiosk.goFullScreen')}
          </Button>
        ) : null}
        {data?.name === null ? (
          <Button variant="secondary" onClick={() => void navigate({ to: '/kioskSetUp' })}>
            {t('kiosk.setUpTitle')}
          </Button>
        ) : null}
      </ButtonRow>
    </StaffPage>
  );
}

function CopyButton({ facts }: { readonly facts: readonly KioskFact[] }): ReactNode {
  const { t } = useWords();
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(asPlainList(facts));
      setOutcome('copied');
    } catch {
      // A policy of the tablet may forbid it, and without https there is no clipboard.
      setOutcome('refused');
    }
  };
  return (
    <>
      <Button {...(outcome === 'copied' ? { icon: Check } : {})} onClick={() => void copy()}>
        {t('kiosk.copyDetails')}
      </Button>
      <span role="status">
        {outcome === null ? null : t(outcome === 'copied' ? 'kiosk.detailsCopied' : 'kiosk.detailsNotCopied')}
      </span>
    </>
  );
}
