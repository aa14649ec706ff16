import { confirmAttendance, listAppointments, type PatientId } from '@portal/api';
import { type ReactNode, useEffect, useRef } from 'react';
import { useConnection } from '../../data/connection.ts';
import { type ByCode, failureOf, refusalOf } from '../../data/errors.ts';
import { invalidate, useSend } from '../../data/query/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { CircleCheck } from '../../ui/icons.ts';
import { Status } from '../../ui/Status.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { formatInstantDate, type MessageKey, useWords } from '../../words/index.ts';
import type { AppointmentRow } from './list.ts';
import { here } from './visitAct.css.ts';

/** "I will come": a press, once, where a system of the facility hears it. It is about the time that is shown. */
export function Attendance({
  patientId,
  row,
  now,
}: {
  readonly patientId: PatientId;
  readonly row: AppointmentRow;
  readonly now: number;
}): ReactNode {
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const confirm = useSend(confirmAttendance);
  const outcome = useRef<HTMLParagraphElement>(null);
  const { attendance, date, hasTimePart } = row.appointment;
  const confirmedAt = attendance?.confirmedAt ?? null;
  const isAnswered = confirm.isSuccess || confirm.isError;
  // The button that was pressed is gone: what came of it is read out in its place.
  useEffect(() => {
    if (isAnswered && confirmedAt !== null) outcome.current?.focus({ preventScroll: true });
  }, [isAnswered, confirmedAt]);
  const hasBegun = hasTimePart && Date.parse(date) <= now;
  if (attendance === null || row.state !== 'upcoming' || (hasBegun && confirmedAt === null)) return null;
  const tell = (): void =>
    confirm.mutate(
      { params: { patientId, appointmentId: row.id }, body: { date } },
      // It may have been moved or cancelled, or the answer was lost and the facility has heard it.
      { onError: () => void invalidate(listAppointments) },
    );
  return (
    <div className={confirmedAt === null ? screenOnly : undefined}>
      <Card title={t('appointments.coming')} level={2}>
        <div className={here}>
          {confirmedAt === null ? (
            <>
              <p>{t('appointments.comingAsk')}</p>
              <p>
                <Button
                  icon={CircleCheck}
                  busy={confirm.isPending}
                  disabledReason={isOffline ? t('records.needsConnection') : null}
                  onClick={tell}
                >
                  {t('appointments.iWillCome')}
                </Button>
              </p>
            </>
          ) : (
            <>
              <p ref={outcome} tabIndex={-1}>
                <Status icon={CircleCheck}>
                  {t('appointments.comingSaid', {
                    date: formatInstantDate(locale, confirmedAt, row.moment.zone.id, 'long'),
                  })}
                </Status>
              </p>
              <p>{t('appointments.comingNot')}</p>
            </>
          )}
          <div role="status">
            {confirm.error === null || confirmedAt !== null || isOffline ? null : (
              <Banner kind="error">{t(failureText(confirm.error))}</Banner>
            )}
          </div>
        </div>
      </Card>
    </div>
  );
}

const refusalTexts: ByCode<MessageKey> = {
  no_longer_open: 'appointments.comingOver',
  visit_cancelled: 'appointments.comingCancelled',
  visit_moved: 'appointments.comingMoved',
};

function failureText(error: unknown): MessageKey {
  const code = refusalOf(confirmAttendance, failureOf(error));
  return (code === null ? undefined : refusalTexts[code]) ?? 'appointments.comingFailed';
}
