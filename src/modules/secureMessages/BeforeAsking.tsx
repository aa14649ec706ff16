import { listThreads, type MessageRequest, type PatientId, type RequestOffer } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useCall } from '../../data/query/query.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Clock, Info } from '../../ui/icons.ts';
import { formatInstantDate, useWords, type Words } from '../../words/index.ts';
import { noted } from './Messages.css.ts';
import { requestsIn } from './requests.ts';
import { threadsOf } from './threadActs.ts';

/** What to write in a request; null where its title says enough. */
export function hintOf({ kind }: MessageRequest, offers: readonly RequestOffer[], t: Words['t']): string | null {
  switch (kind) {
    case 'visitMove':
    case 'correction':
    case 'restriction':
      return t(`secureMessages.hint_${kind}`);
    default:
      return offers.find((offer) => offer.kind === kind)?.hint ?? null;
  }
}

/** Above a request: by when it is answered, and whether the same was asked for before. */
export function BeforeAsking({
  patientId,
  request,
  offers,
}: {
  patientId: PatientId;
  request: MessageRequest;
  offers: readonly RequestOffer[];
}): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const { data = [] } = useCall(listThreads, threadsOf(patientId));
  const offer = offers.find(({ kind }) => kind === request.kind);
  const before = requestsIn(data, patientId).find(
    ({ request: earlier }) =>
      earlier.kind === request.kind && earlier.about === request.about && earlier.outcome === null,
  );
  return (
    <div role="status">
      {before === undefined ? null : (
        <p className={noted}>
          <Icon of={Info} size="s" />
          <span>
            {t('secureMessages.askedBefore', {
              date: formatInstantDate(locale, before.request.sentAt, timeZone, 'day'),
            })}
          </span>
        </p>
      )}
      {offer === undefined ? null : (
        <p className={noted}>
          <Icon of={Clock} size="s" />
          <span>{t('secureMessages.requestPromise', { days: offer.withinDays })}</span>
        </p>
      )}
    </div>
  );
}
