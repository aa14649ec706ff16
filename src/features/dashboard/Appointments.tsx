import { listUpcomingAppointments, type PatientId, type UpcomingAppointment } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useCall } from '../../data/query.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ArrowRight, CalendarDays, Clock, MapPin } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { row, rowMain, rows, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { nowrap, screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatDate, formatList, useWords } from '../../words/index.ts';
import { below, datebox, hasNextUp, metaList, nextUp, nextUpDate, nextUpFoot, relative, sectionFoot } from './dashboard.css.ts';
import { dayOf, relativeDay } from './days.ts';
import { Fetched } from './Fetched.tsx';
import { cutStatus, followUpAge, isFollowUp, timeZoneItems, upcomingCount, viewMorePath } from './upcoming.ts';
import { useNow } from './useNow.ts';
import type { Way, WayTo } from './ways.ts';

export interface AppointmentsProps {
  readonly patientId: PatientId;
  readonly wayTo: WayTo;
  /** Where a new appointment is asked for; null where it cannot be. */
  readonly request: Way | null;
}

/** Up to four upcoming appointments, the first of them on the deep surface (specification 2, section 2). */
export function Appointments({ patientId, wayTo, request }: AppointmentsProps): ReactNode {
  const { t } = useWords();
  const asked = useCall(listUpcomingAppointments, { params: { patientId, count: upcomingCount } });
  return (
    <Section id="dashboard-appointments" title={t('dashboard.appointments')}>
      <Fetched
        asked={asked}
        lines={6}
        isEmpty={(items) => items.length === 0}
        empty={
          <EmptyState icon={CalendarDays} title={t('dashboard.noAppointments')}>
            {t('dashboard.noAppointmentsText')}
          </EmptyState>
        }
      >
        {(items) => <Items items={items.slice(0, upcomingCount)} wayTo={wayTo} />}
      </Fetched>
      <div className={sectionFoot}>
        <TimeZoneNote items={asked.data ?? []} />
        {request ? (
          <TextLink standalone className={screenOnly} {...request}>
            {t('dashboard.requestAppointment')}
          </TextLink>
        ) : null}
      </div>
    </Section>
  );
}

function Items({ items, wayTo }: { items: readonly UpcomingAppointment[]; wayTo: WayTo }): ReactNode {
  const now = useNow();
  const [first, ...others] = items;
  if (first === undefined) return null;
  return (
    <div className={hasNextUp}>
      <NextUp item={first} now={now} wayTo={wayTo} />
      {others.length > 0 ? (
        <div className={below}>
          <Card flush>
            <ul className={rows}>
              {others.map((item) => (
                <Later key={item.id} item={item} now={now} wayTo={wayTo} />
              ))}
            </ul>
          </Card>
        </div>
      ) : null}
    </div>
  );
}

/** What an item says, in words of the language. */
function useItem(item: UpcomingAppointment, now: Date) {
  const { t, locale } = useWords();
  const { rawDate, timeZoneId, timeZoneAbbreviation, hasTimePart } = item;
  const day = dayOf(rawDate, timeZoneId);
  const label = relativeDay(rawDate, timeZoneId, now);
  const age = followUpAge(item);
  const ageWords = age === null ? null : [age.y > 0 ? t('dashboard.years', { count: age.y }) : '', age.m > 0 ? t('dashboard.months', { count: age.m }) : ''].filter(Boolean).join(' ');
  const isRecommended = isFollowUp(item) && item.status !== 'Scheduled';
  const time = hasTimePart ? `${new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: timeZoneId }).format(new Date(rawDate))} ${timeZoneAbbreviation}` : null;
  const title = isFollowUp(item)
    ? ageWords === null
      ? (item.followUpLabel ?? t('dashboard.followUp'))
      : t('dashboard.followUpAfter', { age: ageWords })
    : (item.externalAppointmentType ?? t('dashboard.appointment'));
  return {
    title,
    time,
    day,
    location: item.shortLocation,
    status: isFollowUp(item) ? t(isRecommended ? 'dashboard.recommended' : 'dashboard.scheduled') : item.status,
    /** A month is all that is known of a recommendation, until it is near. */
    isMonthOnly: isRecommended && label === null,
    relative: label === null ? null : label.kind === 'inDays' ? t('dashboard.inDays', { count: label.count }) : t(label.kind === 'today' ? 'dashboard.today' : 'dashboard.tomorrow'),
  };
}

/** A day in the pieces of a date box; the whole date for whoever hears it. */
function DateParts({ day, isMonthOnly, now, withWeekday }: { day: ReturnType<typeof dayOf>; isMonthOnly: boolean; now: Date; withWeekday: boolean }): ReactNode {
  const { locale } = useWords();
  const at = new Date(`${day}T00:00:00Z`);
  const part = (type: 'weekday' | 'month' | 'day' | 'year', style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).formatToParts(at).find((found) => found.type === type)?.value ?? '';
  const month = part('month', { month: 'short', day: 'numeric' });
  const monthWord = /^\d+$/.test(month) ? new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(at) : month;
  const year = part('year', { year: 'numeric' });
  const heard = isMonthOnly ? new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(at) : formatDate(locale, day, 'long');
  const isThisYear = Math.abs(at.getTime() - now.getTime()) < 300 * 86_400_000;
  return (
    <>
      <VisuallyHidden>{heard}</VisuallyHidden>
      <span aria-hidden="true">{isMonthOnly ? year : withWeekday ? part('weekday', { weekday: 'short' }) : monthWord}</span>
      <b aria-hidden="true">{isMonthOnly ? monthWord : part('day', { day: 'numeric' })}</b>
      {isMonthOnly ? null : withWeekday ? <span aria-hidden="true">{isThisYear ? monthWord : `${monthWord} ${year}`}</span> : isThisYear ? null : <span aria-hidden="true">{year}</span>}
    </>
  );
}

/** A status as long as there is room for it; all of it for screen readers. */
function Status({ status }: { status: string }): ReactNode {
  const cut = cutStatus(status);
  if (cut === status) return status;
  return (
    <>
      <span aria-hidden="true">{cut}</span>
      <VisuallyHidden>{status}</VisuallyHidden>
    </>
  );
}

function ViewMore({ item, title, wayTo, withArrow = false }: { item: UpcomingAppointment; title: string; wayTo: WayTo; withArrow?: boolean }): ReactNode {
  const { t } = useWords();
  const way = wayTo(viewMorePath(item));
  if (way === null) return null;
  return (
    <TextLink standalone className={screenOnly} {...way}>
      {t('dashboard.viewMore')}
      <VisuallyHidden> {t('dashboard.viewMoreAbout', { title })}</VisuallyHidden>
      {withArrow ? <Icon of={ArrowRight} size="xs" /> : null}
    </TextLink>
  );
}

function NextUp({ item, now, wayTo }: { item: UpcomingAppointment; now: Date; wayTo: WayTo }): ReactNode {
  const said = useItem(item, now);
  const id = useId();
  return (
    <article className={nextUp} aria-labelledby={id}>
      <p className={nextUpDate}>
        <DateParts day={said.day} isMonthOnly={said.isMonthOnly} now={now} withWeekday />
      </p>
      <div>
        <h3 id={id}>{said.title}</h3>
        {said.relative ? <p className={relative}>{said.relative}</p> : null}
        {said.time ?? said.location ? (
          <ul className={metaList}>
            {said.time ? (
              <li>
                <Icon of={Clock} size="s" />
                <span>{said.time}</span>
              </li>
            ) : null}
            {said.location ? (
              <li>
                <Icon of={MapPin} size="s" />
                <span>{said.location}</span>
              </li>
            ) : null}
          </ul>
        ) : null}
      </div>
      <div className={nextUpFoot}>
        <p>
          <Status status={said.status} />
        </p>
        <ViewMore item={item} title={said.title} wayTo={wayTo} withArrow />
      </div>
    </article>
  );
}

function Later({ item, now, wayTo }: { item: UpcomingAppointment; now: Date; wayTo: WayTo }): ReactNode {
  const said = useItem(item, now);
  return (
    <li className={row}>
      <p className={datebox}>
        <DateParts day={said.day} isMonthOnly={said.isMonthOnly} now={now} withWeekday={false} />
      </p>
      <div className={rowMain}>
        <span className={rowTitle}>
          {said.title} {said.relative ? <span className={nowrap}>{said.relative}</span> : null}
        </span>
        <span className={rowSub}>{[said.time, said.location].filter(Boolean).join(' · ')}</span>
        <span className={rowSub}>
          <Status status={said.status} />
        </span>
      </div>
      <ViewMore item={item} title={said.title} wayTo={wayTo} />
    </li>
  );
}

function TimeZoneNote({ items }: { items: readonly UpcomingAppointment[] }): ReactNode {
  const { t, locale } = useWords();
  const zones = timeZoneItems(items).map(({ rawDate, timeZoneId: timeZone, timeZoneAbbreviation }) => {
    const name = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' }).formatToParts(new Date(rawDate)).find(({ type }) => type === 'timeZoneName')?.value;
    return name === undefined || name === timeZoneAbbreviation ? timeZoneAbbreviation : `${name} (${timeZoneAbbreviation})`;
  });
  if (zones.length === 0) return <span />;
  return <p>{t('dashboard.timeZoneNote', { zone: formatList(locale, zones) })}</p>;
}
