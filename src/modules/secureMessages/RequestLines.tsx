import type { RequestProgress } from '@portal/api';
import type { ReactNode } from 'react';
import type { Zone } from '../../records/zone.ts';
import { Icon } from '../../ui/Icon.tsx';
import {
  CircleAlert,
  CircleCheck,
  CloudCheck,
  Clock,
  Eye,
  type IconGlyph,
  Reply,
  Send,
  User,
  X,
} from '../../ui/icons.ts';
import { formatInstantDate, useWords } from '../../words/index.ts';
import { rowSays } from './Messages.css.ts';
import { nextOf, type RequestState, stateOf } from './requests.ts';

const icons: Readonly<Record<RequestState, IconGlyph>> = {
  sent: Send,
  received: CloudCheck,
  opened: Eye,
  answered: Reply,
  done: CircleCheck,
  declined: X,
};

/** How far a request has come, and what happens next. */
export function RequestLines({ request, zone, now }: { request: RequestProgress; zone: Zone; now: number }): ReactNode {
  const { t, locale } = useWords();
  const dated = (at: string) => formatInstantDate(locale, at, zone.id, 'day');
  const { state, at } = stateOf(request);
  const next = nextOf(request, now);
  const isLate = next !== null && next !== 'secureMessages.requestNext';
  return (
    <>
      <span className={rowSays}>
        <Icon of={icons[state]} size="xs" />
        <span>{t(`secureMessages.request_${state}`, { date: dated(at), reason: request.outcome?.reason ?? '' })}</span>
      </span>
      {next === null ? null : (
        <span className={rowSays}>
          <Icon of={isLate ? CircleAlert : Clock} size="xs" />
          <span>
            {t(next, {
              date: dated(request.promisedBy),
              told: request.officeToldAt === null ? '' : dated(request.officeToldAt),
            })}
          </span>
        </span>
      )}
      {request.askedBy === null ? null : (
        <span className={rowSays}>
          <Icon of={User} size="xs" />
          <span>{t('secureMessages.askedBy', { name: request.askedBy })}</span>
        </span>
      )}
    </>
  );
}
