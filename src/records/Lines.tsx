import { type PatientId, getNotificationSettings } from '@portal/api';
import type { ReactNode } from 'react';
import { statusOf } from '../data/errors.ts';
import { useRepresented } from '../data/profile.ts';
import { useCall } from '../data/query/query.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Bell, Clock, Printer } from '../ui/icons.ts';
import { screenOnly } from '../ui/text.css.ts';
import { TextLink } from '../ui/TextLink.tsx';
import { formatPersonName, intlOf, type MessageKey, useWords } from '../words/index.ts';
import { note, notes } from './records.css.ts';
import type { LinkProps } from './links.ts';
import { zoneName, zoneOf } from './zone.ts';

interface LinesProps {
  readonly patientId: PatientId;
  readonly type: 'Appointments' | 'Followups';
  readonly reminders: MessageKey;
  readonly noReminders: MessageKey;
  /** The link to the settings of reminders; null for a person who cannot change them. */
  readonly settings: LinkProps | null;
  /** The time zones of this page's times, each with its names there: EST, EDT. */
  readonly zones: readonly { readonly id: string; readonly names: readonly string[] }[];
  readonly canPrint: boolean;
}

/** Below a table: how the patient is reminded, and in which time zone the times are (specification 2, section 2). */
export function Lines({ patientId, type, reminders, noReminders, settings, zones, canPrint }: LinesProps): ReactNode {
  const { t, locale } = useWords();
  const ways = useReminders(patientId, type);
  return (
    <div className={notes}>
      {ways === null ? null : (
        <p className={`${note} ${screenOnly}`}>
          <Icon of={Bell} size="s" />
          <Reminders ways={ways} reminders={reminders} noReminders={noReminders} settings={settings} />
        </p>
      )}
      {zones.map(({ id, names }) => (
        <p key={id} className={note}>
          <Icon of={Clock} size="s" />
          <span>
            {t('records.timeZone', {
              zone: zoneName(locale, zoneOf(id)),
              names: intlOf(locale).formatList(names, { type: 'disjunction' }),
            })}
          </span>
        </p>
      ))}
      {canPrint ? (
        <p>
          <Button variant="secondary" size="small" icon={Printer} onClick={() => window.print()}>
            {t('records.print')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

type Ways = 'both' | 'email' | 'sms' | 'none';

/** How the patient is reminded, addressed to the patient or to whoever acts for them. */
function Reminders({
  ways,
  reminders,
  noReminders,
  settings,
}: Pick<LinesProps, 'reminders' | 'noReminders' | 'settings'> & { ways: Ways }) {
  const { t, locale } = useWords();
  const patient = useRepresented();
  if (patient === null)
    return (
      <span>
        {ways === 'none' ? t(noReminders) : t(reminders, { ways })}{' '}
        {settings === null ? null : (
          <TextLink {...settings}>
            {t(ways === 'none' ? 'records.turnRemindersOn' : 'records.changeReminders')}
          </TextLink>
        )}
      </span>
    );
  const name = formatPersonName(locale, patient);
  return (
    <span>{ways === 'none' ? t('records.noRemindersOf', { name }) : t('records.remindersOf', { name, ways })}</span>
  );
}

/** The channels of reminders; null while they are loading. A 404 means that there are no settings, and so no channels. */
function useReminders(patientId: PatientId, type: LinesProps['type']): Ways | null {
  const { data, error } = useCall(getNotificationSettings, { params: { patientId }, query: { type } });
  if (statusOf(error) === 404) return 'none';
  if (data === undefined || !('patientSettings' in data)) return null;
  const { email, sms } = data.patientSettings;
  return email && sms ? 'both' : email ? 'email' : sms ? 'sms' : 'none';
}
