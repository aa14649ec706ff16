import { listUpcomingAppointments, type PatientId, type UpcomingAppointment } from '@portal/api';
import { memo, type ReactNode, useId } from 'react';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { useNow } from '../../data/useNow.ts';
import { DateParts } from '../../records/visit/DateBox.tsx';
import {
  hasNextUp,
  metaList,
  nextUp,
  nextUpDate,
  nextUpFoot,
  nextUpNotes,
  relative,
} from '../../records/visit/nextUp.css.ts';
import { visitList } from '../../records/visit/visit.css.ts';
import { clockTime, isMonthOnly, relativeDay, type Visit } from '../../records/visit/visit.ts';
import { VisitRow } from '../../records/visit/VisitRow.tsx';
import { zoneOf } from '../../records/zone.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyRow } from '../../ui/EmptyRow.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ArrowRight, CalendarDays, Info, MapPin, User } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { Section } from '../../ui/Page.tsx';
import { rows } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatList, intlOf, useWords } from '../../words/index.ts';
import { below, sectionFoot } from './dashboard.css.ts';
import type { LinkProps } from '../../records/links.ts';
import type { LinkTo } from './links.ts';
import { quietly } from './quietly.ts';
import { isFollowUp, shownVisits, timeZoneItems, visitOf } from './upcoming.ts';
import { upcomingCount } from './upcomingCount.ts';

export interface AppointmentsProps {
  readonly patientId: PatientId;
  readonly linkTo: LinkTo;
  /** Whether the reader may ask for a new appointment. */
  readonly mayAsk: boolean;
}

/** The next visits, the first of them on the deep surface (specification 2, section 2). */
export const Appointments = memo(function Appointments({ patientId, linkTo, mayAsk }: AppointmentsProps): ReactNode {
  const { t } = useWords();
  const asked = useCall(listUpcomingAppointments, { params: { patientId, count: upcomingCount } });
  const list = linkTo('/appointments');
  const request = mayAsk ? linkTo('/contact-us') : null;
  const ask = request === null ? null : t('records.requestAppointment');
  const hasSome = asked.data === undefined || asked.data.length > 0;
  return (
    <Section
      id="dashboard-appointments"
      title={t('records.section_Appointments')}
      end={
        list ? (
          <TextLink standalone className={screenOnly} {...list}>
            {t('dashboard.allAppointments')}
          </TextLink>
        ) : null
      }
    >
      <QueryBoundary
        isPart
        notFound="failed"
        query={asked}
        lines={6}
        texts={quietly}
        isEmpty={(items) => items.length === 0}
        emptyIsRow
        empty={
          <EmptyRow
            icon={CalendarDays}
            title={t('dashboard.noAppointments')}
            action={
              request ? (
                <ButtonLink variant="secondary" size="small" className={screenOnly} {...request}>
                  {ask}
                </ButtonLink>
              ) : null
            }
          >
            {t('dashboard.noAppointmentsText')}
          </EmptyRow>
        }
      >
        {(items) => <Items items={items.slice(0, shownVisits)} linkTo={linkTo} />}
      </QueryBoundary>
      {hasSome ? (
        <div className={sectionFoot}>
          <TimeZoneNote items={(asked.data ?? []).slice(0, shownVisits)} />
          {request ? (
            <TextLink standalone className={screenOnly} {...request}>
              {ask}
            </TextLink>
          ) : null}
        </div>
      ) : null}
    </Section>
  );
});

/** A visit's own page; for a person without a list of appointments, a follow-up's plan. */
const linkOf = (item: UpcomingAppointment, linkTo: LinkTo): LinkProps | null =>
  linkTo('/appointments', { id: String(item.id) }) ??
  (isFollowUp(item) || item.linkedToOtherTypeCount > 0 ? linkTo('/followup-plan') : null);

function Items({ items, linkTo }: { items: readonly UpcomingAppointment[]; linkTo: LinkTo }): ReactNode {
  const words = useWords();
  const now = useNow();
  const [first, ...others] = items;
  if (first === undefined) return null;
  return (
    <div className={hasNextUp}>
      <NextUp visit={visitOf(words, first)} now={now} link={linkOf(first, linkTo)} />
      {others.length > 0 ? (
        <div className={`${below} ${visitList}`}>
          <Card flush>
            <ul className={rows}>
              {others.map((item) => (
                <li key={item.id}>
                  <VisitRow visit={visitOf(words, item)} now={now} link={linkOf(item, linkTo)} isBrief />
                </li>
              ))}
            </ul>
          </Card>
        </div>
      ) : null}
    </div>
  );
}

function NextUp({ visit, now, link }: { visit: Visit; now: number; link: LinkProps | null }): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const { moment } = visit;
  const id = useId();
  const when = [clockTime(locale, moment, visit.abbreviation), relativeDay(words, moment, now)]
    .filter(Boolean)
    .join(' ');
  const facts = [
    { icon: User, text: visit.who },
    { icon: MapPin, text: visit.place },
  ].filter(({ text }, at, all) => text !== '' && all.findIndex((one) => one.text === text) === at);
  return (
    <article className={nextUp} aria-labelledby={id}>
      <p className={nextUpDate}>
        <DateParts moment={moment} isMonth={isMonthOnly(visit.isRecommended, moment, now)} now={now} withWeekday />
      </p>
      <div>
        <h3 id={id}>{visit.name}</h3>
        {when === '' ? null : <p className={relative}>{when}</p>}
        {visit.otherType === null ? null : <p>{visit.otherType}</p>}
        {facts.length === 0 ? null : (
          <ul className={metaList}>
            {facts.map(({ icon, text }) => (
              <li key={text}>
                <Icon of={icon} size="s" />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      {visit.instructions.length === 0 ? null : (
        <ul className={nextUpNotes}>
          {visit.instructions.map((line) => (
            <li key={line}>
              <Icon of={Info} size="s" />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={nextUpFoot}>
        <p>{visit.status}</p>
        {link === null ? null : (
          <TextLink standalone className={screenOnly} {...link}>
            {t('records.viewMore')}
            <VisuallyHidden> {t('dashboard.viewMoreAbout', { title: visit.name })}</VisuallyHidden>
            <Icon of={ArrowRight} size="xs" />
          </TextLink>
        )}
      </div>
    </article>
  );
}

function TimeZoneNote({ items }: { items: readonly UpcomingAppointment[] }): ReactNode {
  const { t, locale } = useWords();
  const zones = timeZoneItems(items).map(({ rawDate, timeZoneId, timeZoneAbbreviation }) => {
    const name = intlOf(locale)
      .formatDateToParts(rawDate, { timeZone: zoneOf(timeZoneId).id, timeZoneName: 'long' })
      .find(({ type }) => type === 'timeZoneName')?.value;
    return name === undefined || name === timeZoneAbbreviation
      ? timeZoneAbbreviation
      : `${name} (${timeZoneAbbreviation})`;
  });
  if (zones.length === 0) return null;
  return <p>{t('dashboard.timeZoneNote', { zone: formatList(locale, zones) })}</p>;
}
