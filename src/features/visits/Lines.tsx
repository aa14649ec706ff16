import { type PatientId, getNotificationSettings } from '@portal/api';
import type { ReactNode } from 'react';
import { failureOf } from '../../data/errors.ts';
import { useCall } from '../../data/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Bell, Clock, Printer } from '../../ui/icons.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { type MessageKey, useWords } from '../../words/index.ts';
import { note, notes } from './visits.css.ts';
import { zoneName, zoneOf } from './zone.ts';

export interface LinesProps {
  readonly patientId: PatientId;
  readonly type: 'Appointments' | 'Followups';
  readonly reminders: MessageKey;
  readonly noReminders: MessageKey;
  /** The zones that times of this page are told in, each with the names it has there: EST, EDT. */
  readonly zones: readonly { readonly id: string; readonly names: readonly string[] }[];
  /** There is something to print. */
  readonly canPrint: boolean;
}

/** Below a table: how one is told of what comes, and in which time zone the times are (specification 2, section 2). */
export function Lines({ patientId, type, reminders, noReminders, zones, canPrint }: LinesProps): ReactNode {
  const { t, locale } = useWords();
  const ways = useReminders(patientId, type);
  const list = new Intl.ListFormat(locale, { type: 'disjunction' });
  return (
    <div className={notes}>
      {ways === null ? null : (
        <p className={`${note} ${screenOnly}`}>
          <Icon of={Bell} size="s" />
          <span>{ways === 'none' ? t(noReminders) : t(reminders, { ways })}</span>
        </p>
      )}
      {zones.map(({ id, names }) => (
        <p key={id} className={note}>
          <Icon of={Clock} size="s" />
          <span>{t('visits.timeZone', { zone: zoneName(locale, zoneOf(id)), names: list.format(names) })}</span>
        </p>
      ))}
      {canPrint ? (
        <p>
          <Button variant="secondary" size="small" icon={Printer} onClick={() => window.print()}>
            {t('visits.print')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/** By which ways one is told; null while nobody knows. No settings, a 404, means by none. */
function useReminders(patientId: PatientId, type: LinesProps['type']): 'both' | 'email' | 'sms' | 'none' | null {
  const { data, error } = useCall(getNotificationSettings, { params: { patientId }, query: { type } });
  const failure = failureOf(error);
  if (failure?.kind === 'refused' && failure.status === 404) return 'none';
  if (data === undefined) return null;
  const { email, sms } = data.patientSettings;
  return email && sms ? 'both' : email ? 'email' : sms ? 'sms' : 'none';
}
