import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../src/ui/Button.tsx';
import { Lock } from '../../src/ui/icons.ts';
import { KioskActions, KioskCard } from '../../src/ui/KioskCard.tsx';
import { KioskStage, StageNote } from '../../src/ui/KioskStage.tsx';
import { personName } from '../../src/ui/KioskStage.css.ts';
import { formatDate, useWords } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { LanguageButtons } from '../parts/LanguageButtons.tsx';
import { nextPage } from '../checkIn/checkIn.ts';
import { beginVisit } from '../patient/visit.ts';
import { endTheVisit } from '../wipe/leave.tsx';
import { canReceiveAgain, receiveAgain, receiveVisitor, type Visitor } from './visitor.ts';

type State =
  | { readonly kind: 'checking' }
  | { readonly kind: 'ready'; readonly visitor: Visitor }
  | { readonly kind: 'failed' };

const stateOf = (visitor: Visitor | null): State => (visitor ? { kind: 'ready', visitor } : { kind: 'failed' });

/** Shows the patient their own name and nobody else's, and asks whether it is them. */
export function Page(): ReactNode {
  const { t } = useWords();
  const [state, setState] = useState<State>({ kind: 'checking' });
  useArrival(t('kiosk.handOverTitle'));
  useEffect(() => {
    let here = true;
    void receiveVisitor().then((visitor) => {
      if (here) setState(stateOf(visitor));
    });
    return () => {
      here = false;
    };
  }, []);
  return (
    <KioskStage brand={<KioskBrand />}>
      <HandOverState
        state={state}
        onRetry={() => {
          setState({ kind: 'checking' });
          void receiveAgain().then((visitor) => setState(stateOf(visitor)));
        }}
      />
    </KioskStage>
  );
}

function HandOverState({ state, onRetry }: { readonly state: State; readonly onRetry: () => void }): ReactNode {
  const { t } = useWords();
  switch (state.kind) {
    case 'checking':
      return <h1 role="status">{t('kiosk.oneMoment')}</h1>;
    case 'failed':
      return <Failed onRetry={canReceiveAgain() ? onRetry : null} />;
    case 'ready':
      return <WhoAreYou visitor={state.visitor} />;
  }
}

function WhoAreYou({ visitor }: { readonly visitor: Visitor }): ReactNode {
  const { t, locale } = useWords();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const itIsMe = async (): Promise<void> => {
    setBusy(true);
    beginVisit(visitor.patientId, visitor.name);
    await navigate({ to: await nextPage(), replace: true });
  };
  return (
    <>
      <LanguageButtons />
      <KioskCard labelledBy="hand-over-name">
        <p>{t('kiosk.readyFor')}</p>
        <h1 className={personName} id="hand-over-name">
          {visitor.name}
        </h1>
        {visitor.dateOfBirth === null ? null : (
          <p>{t('kiosk.born', { date: formatDate(locale, visitor.dateOfBirth, 'long') })}</p>
        )}
        <p>{t('kiosk.isThatYou')}</p>
        <KioskActions>
          <Button variant="secondary" onClick={() => endTheVisit('notMe')}>
            {t('kiosk.notMe')}
          </Button>
          <Button busy={busy} onClick={() => void itIsMe()}>
            {t('kiosk.yesMe')}
          </Button>
        </KioskActions>
      </KioskCard>
      <StageNote icon={Lock}>{t('kiosk.onlyYours')}</StageNote>
    </>
  );
}

/** The text of a failed hand-over is the same for every reason: used, too old, another tablet, another patient, no connection. */
function Failed({ onRetry }: { readonly onRetry: (() => void) | null }): ReactNode {
  const { t } = useWords();
  return (
    <KioskCard labelledBy="hand-over-failed">
      <h1 id="hand-over-failed">{t(onRetry ? 'kiosk.openFailed' : 'kiosk.handOverFailed')}</h1>
      <p role="alert">{t(onRetry ? 'kiosk.openFailedHint' : 'kiosk.handOverFailedText')}</p>
      {onRetry ? (
        <Button size="block" onClick={onRetry}>
          {t('core.tryAgain')}
        </Button>
      ) : null}
      <Button size="block" variant="secondary" onClick={() => location.replace('/kioskLogin?return=staff')}>
        {t('kiosk.staffEntry')}
      </Button>
    </KioskCard>
  );
}
