import type { ReactNode, RefObject } from 'react';
import { DateParts } from '../../records/visit/DateBox.tsx';
import {
  hasNextUp,
  nextUp,
  nextUpDate,
  nextUpFoot,
  relative as relativeClass,
} from '../../records/visit/nextUp.css.ts';
import { StateBadge } from '../../records/visit/StateBadge.tsx';
import { clockTime, isMonthOnly, relativeDay, writtenMonth, writtenWeekday } from '../../records/visit/visit.ts';
import type { LinkProps } from '../../records/links.ts';
import { Card } from '../../ui/Card.tsx';
import { CircleCheck } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { Status } from '../../ui/Status.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { joinFacts, useWords } from '../../words/index.ts';
import { struck } from './Appointments.css.ts';
import type { AppointmentRow } from './list.ts';
import { plainHead, sub, visitTitle, visitWhen } from './OneVisit.css.ts';

/** What and when: on the deep surface while the visit is upcoming, otherwise on a card. A cancelled one never looks upcoming. */
export function VisitHead({
  row,
  now,
  heading,
  request,
}: {
  row: AppointmentRow;
  now: number;
  heading: RefObject<HTMLHeadingElement | null>;
  request: LinkProps | null;
}): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const { moment, state } = row;
  const isMonth = isMonthOnly(row.isRecommended, moment, now);
  const when = joinFacts(locale, [
    isMonth ? writtenMonth(locale, moment, now) : writtenWeekday(locale, moment, 'long'),
    clockTime(locale, moment, row.abbreviation),
  ]);
  const title = (
    <h1 ref={heading} tabIndex={-1} className={visitTitle}>
      {row.name}
    </h1>
  );
  const details = [row.otherType, row.appointment.subtype].filter(Boolean).join(' · ');
  if (state === 'upcoming') {
    const relative = relativeDay(words, moment, now);
    return (
      <div className={hasNextUp}>
        <article className={nextUp}>
          <p className={nextUpDate}>
            <DateParts moment={moment} isMonth={isMonth} now={now} withWeekday />
          </p>
          <div>
            {title}
            {details === '' ? null : <p>{details}</p>}
            <p className={visitWhen}>{when}</p>
            {relative === null ? null : <p className={relativeClass}>{relative}</p>}
          </div>
          {row.status === '' ? null : (
            <div className={nextUpFoot}>
              <p>
                <Status icon={CircleCheck}>{row.status}</Status>
              </p>
            </div>
          )}
        </article>
      </div>
    );
  }
  return (
    <Card>
      <article className={plainHead}>
        <p>
          <StateBadge visit={row} />
        </p>
        {title}
        {details === '' ? null : <p className={sub}>{details}</p>}
        <p className={state === 'cancelled' ? struck : sub}>{when}</p>
        {state === 'past' ? null : (
          <>
            <p>{t(state === 'cancelled' ? 'appointments.cancelledText' : 'appointments.overdueText')}</p>
            {request === null ? null : (
              <p className={screenOnly}>
                <ButtonLink {...request}>{t('appointments.askNew')}</ButtonLink>
              </p>
            )}
          </>
        )}
      </article>
    </Card>
  );
}
