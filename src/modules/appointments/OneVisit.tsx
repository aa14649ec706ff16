import { type AppointmentId, listAppointments, type PatientId } from '@portal/api';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useFacility } from '../../data/facility.ts';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { type ToDoEntry, ToDoRow } from '../../records/toDo/ToDoRow.tsx';
import { RequestLinks } from '../../records/requests/RequestLinks.tsx';
import { useFacilityPhone } from '../../records/useFacilityPhone.ts';
import { useNow } from '../../data/useNow.ts';
import { isMonthOnly, writtenMonth, writtenWeekday } from '../../records/visit/visit.ts';
import type { LinkProps } from '../../records/links.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ArrowLeft, CalendarDays, CalendarPlus, Info, MapPin, Navigation, Phone } from '../../ui/icons.ts';
import { back } from '../../ui/Page.css.ts';
import { QuickAction, QuickActions } from '../../ui/QuickActions.tsx';
import { RichParts, richParts } from '../../ui/RichText.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { joinFacts, useWords } from '../../words/index.ts';
import { Arrival } from './Arrival.tsx';
import { Attendance } from './Attendance.tsx';
import { calendarFileName } from './calendarFile.ts';
import { type AppointmentRow, canGoIntoCalendar, dueBefore, rowsOf, timed } from './list.ts';
import { column, dueList, grid, steps, toDo } from './OneVisit.css.ts';
import { WayThere, WhatToExpect } from './VisitGuides.tsx';
import { VisitHead } from './VisitHead.tsx';
import { CareTeamPerson, type MessageLink, NamedPerson } from './VisitPerson.tsx';
import { calendarLink, directionsTo } from './ways.ts';

export interface OneVisitProps {
  readonly patientId: PatientId;
  /** Null: the address names no visit. */
  readonly id: AppointmentId | null;
  readonly list: LinkProps;
  /** The link to ask for an appointment or a change; null where that is not possible. */
  readonly request: LinkProps | null;
  /** What to do before a visit. */
  readonly toDo: readonly ToDoEntry[];
  /** Null: this person may not see the care team. */
  readonly messageTo: MessageLink | null;
  /** The link to a new message; null where this person has no such page. */
  readonly write: LinkProps | null;
}

/** One visit: when, what to do before it, where, with whom, and how to change it. */
export function OneVisit({ patientId, id, list, request, toDo, messageTo, write }: OneVisitProps): ReactNode {
  const words = useWords();
  const { t } = words;
  const now = useNow();
  const query = useCall(listAppointments, { params: { patientId } });
  const rows = useMemo(() => rowsOf(words, timed(query.data ?? []), now), [query.data, words, now]);
  const row = rows.find((one) => one.id === id) ?? null;
  return (
    <>
      <p className={screenOnly}>
        <a className={back} {...list}>
          <Icon of={ArrowLeft} size="s" />
          {t('appointments.title')}
        </a>
      </p>
      {row === null ? (
        <h1>
          <VisuallyHidden>{t('appointments.title')}</VisuallyHidden>
        </h1>
      ) : null}
      <QueryBoundary
        query={query}
        notFound="notYours"
        isEmpty={() => row === null}
        empty={
          <EmptyState icon={CalendarDays} level={2} title={t('appointments.gone')}>
            {t('appointments.goneText')}
          </EmptyState>
        }
      >
        {() =>
          row === null ? null : (
            <Details
              patientId={patientId}
              row={row}
              now={now}
              request={request}
              toDo={dueBefore(toDo, row, rows)}
              messageTo={messageTo}
              write={write}
            />
          )
        }
      </QueryBoundary>
    </>
  );
}

function Details({
  patientId,
  row,
  now,
  request,
  toDo,
  messageTo,
  write,
}: Pick<OneVisitProps, 'patientId' | 'request' | 'toDo' | 'messageTo' | 'write'> & {
  row: AppointmentRow;
  now: number;
}): ReactNode {
  const words = useWords();
  const { t } = words;
  const phone = useFacilityPhone();
  const isOffline = useConnection() === 'offline';
  const heading = useRef<HTMLHeadingElement>(null);
  // The address changes within one page, so the router moves no focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [row.id]);
  const { state, appointment, instructions } = row;
  const isToCome = state === 'upcoming';
  const directions = directionsTo(row);
  const forMap = directions === null ? null : mapLink(directions);
  const nameWithDay = joinFacts(words.locale, [
    row.name,
    isMonthOnly(row.isRecommended, row.moment, now)
      ? writtenMonth(words.locale, row.moment, now)
      : writtenWeekday(words.locale, row.moment, 'long'),
  ]);
  const hasActions = isToCome && (canGoIntoCalendar(row) || forMap !== null || phone !== null);
  return (
    <div className={grid}>
      <div className={column}>
        <VisitHead row={row} now={now} heading={heading} request={request} />
        <Attendance patientId={patientId} row={row} now={now} />
        <Arrival patientId={patientId} row={row} now={now} />
        {hasActions ? (
          <div className={screenOnly}>
            <QuickActions label={t('appointments.actions')}>
              {canGoIntoCalendar(row) ? (
                <QuickAction
                  icon={CalendarPlus}
                  href={calendarLink(row, words)}
                  download={calendarFileName}
                  type="text/calendar"
                >
                  {t('appointments.addToCalendar')}
                </QuickAction>
              ) : null}
              {forMap === null ? null : (
                <QuickAction icon={Navigation} {...forMap}>
                  {t('appointments.directions')}
                  <VisuallyHidden> {t('appointments.directionsTo', { place: appointment.place ?? '' })}</VisuallyHidden>
                </QuickAction>
              )}
              {phone === null ? null : (
                <QuickAction icon={Phone} href={phone.href}>
                  {t('appointments.call')}
                </QuickAction>
              )}
            </QuickActions>
          </div>
        ) : null}
        {isToCome && instructions.length > 0 ? (
          <Part title={t('appointments.before')}>
            <ul className={steps}>
              {instructions.map((line) => (
                <li key={line}>
                  <Icon of={Info} />
                  <span>{line}</span>
                </li>
              ))}
            </ul>
          </Part>
        ) : null}
        <WhatToExpect patientId={patientId} row={row} />
        {toDo.length === 0 ? null : (
          <Card title={t('appointments.fillIn')} level={2}>
            <ul className={dueList}>
              {toDo.map((entry, at) => (
                <ToDoRow key={entry.key} entry={entry} isFirst={at === 0} isOffline={isOffline} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <div className={column}>
        {appointment.location.trim() === '' || state === 'cancelled' ? null : (
          <Part title={t('appointments.where')}>
            <RichParts parts={richParts(appointment.location)} />
            <WayThere patientId={patientId} row={row} />
            {forMap === null ? null : (
              <p className={screenOnly}>
                <TextLink
                  standalone
                  icon={MapPin}
                  {...forMap}
                  hiddenContext={t('appointments.directionsTo', { place: appointment.place ?? '' })}
                >
                  {t('appointments.directions')}
                </TextLink>
              </p>
            )}
          </Part>
        )}
        {row.who === '' ? null : (
          <Part
            title={t(
              isToCome
                ? 'appointments.who'
                : state === 'cancelled'
                  ? 'appointments.plannedWith'
                  : 'appointments.whoWas',
            )}
          >
            {messageTo === null ? (
              <NamedPerson row={row} />
            ) : (
              <CareTeamPerson patientId={patientId} row={row} subject={nameWithDay} messageTo={messageTo} />
            )}
          </Part>
        )}
        <Part title={t(isToCome ? 'appointments.change' : 'appointments.questions')}>
          <Change phone={phone} request={state === 'cancelled' || state === 'overdue' ? null : request} />
          {isToCome ? (
            <RequestLinks
              write={write}
              kinds={['visitMove', 'visitCancel']}
              about={`visit-${String(row.id)}`}
              name={nameWithDay}
              person={row.who}
            />
          ) : null}
        </Part>
      </div>
    </div>
  );
}

/** A link to a map, which opens in a new window and does not receive this page's address. */
const mapLink = (href: string) => ({
  href,
  target: href.startsWith('https') ? '_blank' : undefined,
  rel: 'noopener noreferrer',
});

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <Card title={title} level={2}>
      {children}
    </Card>
  );
}

function Change({
  phone,
  request,
}: {
  phone: ReturnType<typeof useFacilityPhone>;
  request: LinkProps | null;
}): ReactNode {
  const { t } = useWords();
  const facility = useFacility()?.facilityShortName ?? '';
  if (phone === null && request === null) return <p>{t('appointments.askTeam')}</p>;
  return (
    <div className={toDo}>
      {phone === null ? null : (
        <p>
          {t('appointments.callFacility', { facility })}{' '}
          <TextLink standalone href={phone.href}>
            {phone.shown}
          </TextLink>
        </p>
      )}
      {request === null ? null : (
        <p className={screenOnly}>
          <TextLink standalone {...request}>
            {t('appointments.sendRequest')}
          </TextLink>
        </p>
      )}
    </div>
  );
}
