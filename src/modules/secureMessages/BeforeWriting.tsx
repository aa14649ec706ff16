import { type MessageAnswerer, type PatientId, phoneHref, phoneShown } from '@portal/api';
import type { ReactNode } from 'react';
import { careProviderName } from '../../records/careProvider.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Clock, Info, Phone, User } from '../../ui/icons.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { formatList, formatPersonName, joinFacts, useWords } from '../../words/index.ts';
import { filledIn, placeholder } from './filledIn.tsx';
import { foot, noted, phone as phoneLook } from './Messages.css.ts';
import { useRecipients } from './useRecipients.ts';
import { daysInWords } from './workingDays.ts';
import * as look from './Writing.css.ts';

/** A number to press; one that cannot be dialled, such as a facility's short number, is plain text. */
export function PhoneLink({ number }: { number: string }): ReactNode {
  // Emergency numbers are shorter than a valid telephone number.
  const href = phoneHref(number) ?? (/^\d{2,6}$/.test(number) ? `tel:${number}` : null);
  return href === null ? (
    <span className={phoneLook}>{number}</span>
  ) : (
    <TextLink className={phoneLook} href={href}>
      {phoneShown(number)}
    </TextLink>
  );
}

interface Urgent {
  readonly emergencyPhone: string | null;
  readonly urgentName: string | null;
  readonly urgentPhone: string | null;
}

/** What to do instead of writing, with the numbers to call. */
function UrgentWords({ emergencyPhone, urgentName, urgentPhone }: Urgent): ReactNode {
  const { t } = useWords();
  return (
    <span>
      {emergencyPhone === null
        ? null
        : filledIn(t('secureMessages.emergency', { phone: placeholder }), <PhoneLink number={emergencyPhone} />)}{' '}
      {urgentPhone === null
        ? null
        : filledIn(
            urgentName === null
              ? t('secureMessages.urgent', { phone: placeholder })
              : t('secureMessages.urgentNamed', { name: urgentName, phone: placeholder }),
            <PhoneLink number={urgentPhone} />,
          )}
    </span>
  );
}

const hasUrgent = ({ emergencyPhone, urgentPhone }: Urgent): boolean => emergencyPhone !== null || urgentPhone !== null;

/** Above every text field: who answers, how soon, and what to do in an emergency (visual language, section 16). */
export function BeforeWriting({
  patientId,
  answerer,
}: {
  patientId: PatientId;
  /** null: no recipient is chosen yet, or the facility does not say. */
  answerer: MessageAnswerer | null;
}): ReactNode {
  const { t, locale } = useWords();
  const { data } = useRecipients(patientId);
  const days = data?.workingDays ?? [];
  const answersWithin = answerer?.answersWithinDays ?? null;
  // The days alone do not say how soon somebody answers.
  const soon =
    answersWithin === null
      ? []
      : [
          t('secureMessages.soon', { days: answersWithin }),
          ...(days.length === 0
            ? []
            : [daysInWords(locale, days, (from, to) => t('secureMessages.daysFromTo', { from, to }))]),
        ];
  const readers =
    answerer === null
      ? []
      : [careProviderName(answerer, formatPersonName(locale, answerer)), answerer.alsoReadBy ?? ''];
  const isUrgent = data !== undefined && hasUrgent(data);
  if (readers.length === 0 && soon.length === 0 && !isUrgent) return null;
  return (
    <ul className={look.who} aria-label={t('secureMessages.beforeWriting')}>
      {readers.length === 0 ? null : (
        <li>
          <Icon of={User} size="s" />
          <span>
            <strong>{t('secureMessages.whoAnswers')}</strong>{' '}
            {formatList(
              locale,
              readers.filter((name) => name !== ''),
            )}
          </span>
        </li>
      )}
      {soon.length === 0 ? null : (
        <li>
          <Icon of={Clock} size="s" />
          <span>
            <strong>{t('secureMessages.howSoon')}</strong> {joinFacts(locale, soon)}
          </span>
        </li>
      )}
      {isUrgent ? (
        <li className={look.whoUrgent}>
          <Icon of={Phone} size="s" />
          <UrgentWords {...data} />
        </li>
      ) : null}
    </ul>
  );
}

/** The same below the list, for people who look for a number there. */
export function UrgentFoot({ patientId }: { patientId: PatientId }): ReactNode {
  const { data } = useRecipients(patientId);
  return data === undefined || !hasUrgent(data) ? null : (
    <div className={foot}>
      <p className={noted}>
        <Icon of={Info} size="s" />
        <UrgentWords {...data} />
      </p>
    </div>
  );
}
