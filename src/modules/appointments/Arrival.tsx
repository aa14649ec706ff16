import {
  listPhoneCheckIns,
  type PatientId,
  type PhoneCheckIn,
  reportPhoneArrival,
  withdrawPhoneArrival,
} from '@portal/api';
import { type ReactNode, useEffect, useRef } from 'react';
import { useConnection } from '../../data/connection.ts';
import { type ByCode, failureOf, refusalOf } from '../../data/errors.ts';
import { invalidate, useCall, useSend } from '../../data/query/query.ts';
import { useFacilityPhone } from '../../records/useFacilityPhone.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CircleCheck, CloudOff, MapPin } from '../../ui/icons.ts';
import { Status } from '../../ui/Status.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { formatTime, type MessageKey, useWords } from '../../words/index.ts';
import { here } from './visitAct.css.ts';
import { ContactCheck } from './ContactCheck.tsx';
import { arrivalStep } from './arrivalStep.ts';
import type { AppointmentRow } from './list.ts';

interface ArrivalProps {
  readonly patientId: PatientId;
  readonly row: AppointmentRow;
  readonly now: number;
}

/** "I am here", from the evening before a visit on, where the facility wants to be told on a phone. */
export function Arrival({ patientId, row, now }: ArrivalProps): ReactNode {
  const { t } = useWords();
  const isAhead = row.state === 'upcoming' && row.appointment.kind === 'ExternalAppointment';
  const { data = [] } = useCall(listPhoneCheckIns, { params: { patientId } }, { enabled: isAhead });
  const visit = isAhead ? data.find(({ appointmentId }) => appointmentId === row.id) : undefined;
  const step = visit === undefined ? 'notYet' : arrivalStep(visit, now);
  if (visit === undefined || step === 'notYet') return null;
  return (
    <div className={screenOnly}>
      <Card title={t('appointments.arrival')} level={2}>
        <div className={here}>
          <ArrivalState patientId={patientId} visit={visit} row={row} now={now} />
          {step === 'early' ? null : <ContactCheck patientId={patientId} />}
        </div>
      </Card>
    </div>
  );
}

function ArrivalState({ patientId, visit, row, now }: ArrivalProps & { readonly visit: PhoneCheckIn }): ReactNode {
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const phone = useFacilityPhone();
  const report = useSend(reportPhoneArrival);
  const withdraw = useSend(withdrawPhoneArrival);
  const outcome = useRef<HTMLParagraphElement>(null);
  const { appointmentId, opensAt, arrivedAt } = visit;
  const isAnswered = report.isSuccess || report.isError;
  // The button that was pressed is gone: what came of it is read out in its place.
  useEffect(() => {
    if (isAnswered && arrivedAt !== null) outcome.current?.focus({ preventScroll: true });
  }, [isAnswered, arrivedAt]);
  const at = (instant: string): string => formatTime(locale, instant, row.moment.zone.id);
  const input = { params: { patientId, appointmentId } };
  const step = arrivalStep(visit, now);
  const frontDesk =
    phone === null ? null : (
      <>
        {' '}
        <TextLink href={phone.href}>{phone.shown}</TextLink>
      </>
    );
  // After a lost answer the server may have it all the same.
  const failed = arrivedAt === null ? report.error : withdraw.error;
  const lookAgain = { onError: () => void invalidate(listPhoneCheckIns) };
  return (
    <div className={here}>
      {step === 'arrived' && arrivedAt !== null ? (
        <>
          <p ref={outcome} tabIndex={-1}>
            <Status icon={CircleCheck}>{t('appointments.arrived', { time: at(arrivedAt) })}</Status>
          </p>
          {visit.isByPhone && now < Date.parse(visit.closesAt) && !isOffline ? (
            <p>
              <Button
                variant="quiet"
                size="small"
                busy={withdraw.isPending}
                onClick={() => {
                  report.reset();
                  withdraw.mutate(input, lookAgain);
                }}
              >
                {t('appointments.arrivalTakeBack')}
              </Button>
            </p>
          ) : null}
        </>
      ) : step === 'early' ? (
        <p>{t('appointments.arrivalOpens', { time: at(opensAt) })}</p>
      ) : step === 'late' ? (
        <p>
          {t('appointments.arrivalOver')}
          {frontDesk}
        </p>
      ) : isOffline ? (
        <Banner icon={CloudOff}>
          <p>
            {t('appointments.arrivalOffline')}
            {frontDesk}
          </p>
        </Banner>
      ) : (
        <>
          <p>{t('appointments.arrivalAsk')}</p>
          <p>
            <Button
              icon={MapPin}
              busy={report.isPending}
              onClick={() => {
                withdraw.reset();
                report.mutate(input, lookAgain);
              }}
            >
              {t('appointments.iAmHere')}
            </Button>
          </p>
        </>
      )}
      <div role="status">
        {failed === null || isOffline ? null : (
          <Banner kind="error">{t(failureText(failed), { time: at(opensAt) })}</Banner>
        )}
      </div>
    </div>
  );
}

const refusalTexts: ByCode<MessageKey> = {
  arrival_too_early: 'appointments.arrivalOpens',
  arrival_too_late: 'appointments.arrivalOver',
  visit_cancelled: 'appointments.arrivalCancelled',
};

/** Why the server did not take it, in words that say what to do instead. */
function failureText(error: unknown): MessageKey {
  const code = refusalOf(reportPhoneArrival, failureOf(error));
  return (code === null ? undefined : refusalTexts[code]) ?? 'appointments.arrivalFailed';
}
