import type { CheckInVisit } from '@portal/api';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useBranding } from '../../src/browser/branding.ts';
import { Button } from '../../src/ui/Button.tsx';
import { ChoiceGroup, type ChoiceOption } from '../../src/ui/Choices.tsx';
import { FacilityMark } from '../../src/ui/FacilityMark.tsx';
import { ArrowRight } from '../../src/ui/icons.ts';
import { KioskQuestion } from '../../src/ui/KioskQuestion.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { formatTime, showMessage, useWords, type Words } from '../../src/words/index.ts';
import { useArrival } from '../arrival.ts';
import { PatientMenu } from '../parts/PatientMenu.tsx';
import { screen, spacer } from '../patient/Fill.css.ts';
import { useVisit } from '../patient/visit.ts';
import { changeCheckIn, nextPage, type CheckInOutcome, sendArrival } from './checkIn.ts';
import { NotSent } from './NotSent.tsx';
import { type CheckIn, newArrivals } from './state.ts';

/** "I am here": today's visits, each ticked. */
export function Page(): ReactNode {
  const checkIn = useVisit()?.checkIn ?? null;
  return checkIn ? <Arrival checkIn={checkIn} /> : null;
}

function optionOf(visit: CheckInVisit, { t, locale }: Pick<Words, 't' | 'locale'>): ChoiceOption {
  const { appointmentId, startsAt, timeZoneId, type, provider, place, arrivedAt } = visit;
  const at = (instant: string): string => formatTime(locale, instant, timeZoneId);
  const about = [...new Set([provider, place])].filter((part) => part !== null).join(' · ');
  return {
    value: String(appointmentId),
    label: startsAt === null ? type : t('kiosk.visitAt', { time: at(startsAt), what: type }),
    description: arrivedAt === null ? about : t('kiosk.hereSince', { time: at(arrivedAt) }),
    disabled: arrivedAt !== null,
  };
}

function Arrival({ checkIn }: { readonly checkIn: CheckIn }): ReactNode {
  const words = useWords();
  const { t } = words;
  const { hasLogo } = useBranding();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const [end, setEnd] = useState<Exclude<CheckInOutcome, 'done'> | null>(null);
  useArrival(t('kiosk.checkInTitle'));

  const goOn = async (isSent: boolean): Promise<void> => {
    const to = await nextPage();
    if (isSent) showMessage('kioskArrived');
    await navigate({ to, replace: true });
  };
  const next = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setEnd(null);
    const isAny = newArrivals(checkIn).length > 0;
    const came = await sendArrival();
    if (came === 'done') {
      await goOn(isAny);
      return;
    }
    setBusy(false);
    setEnd(came);
  };
  const skip = async (): Promise<void> => {
    changeCheckIn({ isArrivalDone: true });
    await goOn(false);
  };

  return (
    <KioskQuestion
      mark={<FacilityMark hasLogo={hasLogo} />}
      title={t('kiosk.checkInTitle')}
      utilities={<PatientMenu />}
      actions={
        <>
          <span className={spacer} />
          <Button iconAfter={ArrowRight} busy={isBusy} onClick={() => void next()}>
            {t(newArrivals(checkIn).length > 0 ? 'kiosk.iAmHere' : 'kiosk.next')}
          </Button>
        </>
      }
    >
      <MessageBar />
      <div className={screen}>
        <NotSent end={end} onSkip={() => void skip()} />
        <ChoiceGroup
          kind="checkbox"
          name="visits"
          legend={t('kiosk.arrivalAsk', { count: checkIn.visits.length })}
          hint={t('kiosk.arrivalHint')}
          options={checkIn.visits.map((visit) => optionOf(visit, words))}
          value={checkIn.here.map(String)}
          onChange={(ticked) =>
            changeCheckIn({
              here: checkIn.visits.flatMap(({ appointmentId }) =>
                ticked.includes(String(appointmentId)) ? [appointmentId] : [],
              ),
            })
          }
        />
      </div>
    </KioskQuestion>
  );
}
