import type { ReactNode } from 'react';
import { sub } from '../../records/records.css.ts';
import { StateBadge } from '../../records/visit/StateBadge.tsx';
import {
  clockTime,
  isMonthOnly,
  relativeDay,
  writtenMonth,
  writtenWeekday,
  writtenWhen,
} from '../../records/visit/visit.ts';
import type { LinkProps } from '../../records/links.ts';
import { writtenDay } from '../../records/zone.ts';
import { MapPin, Plus } from '../../ui/icons.ts';
import { RichParts, richParts } from '../../ui/RichText.tsx';
import type { RichPart } from '../../ui/richTree.ts';
import type { Column } from '../../ui/table/DataTable.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { joinFacts, type Words } from '../../words/index.ts';
import { cellLinks, struck } from './Appointments.css.ts';
import { calendarFileName } from './calendarFile.ts';
import { type AppointmentRow, canGoIntoCalendar } from './list.ts';
import { calendarLink, directionsTo } from './ways.ts';

type PartsOf = (html: string) => readonly RichPart[];

/** Parses each location once: a long list has few different ones. */
export function partsOnce(): PartsOf {
  const known = new Map<string, readonly RichPart[]>();
  return (html) => {
    let parts = known.get(html);
    if (!parts) known.set(html, (parts = richParts(html)));
    return parts;
  };
}

/** The columns of the table, in their order; `linkTo` gives the address of one visit. */
export function columnsIn(
  words: Words,
  now: number,
  partsOf: PartsOf,
  linkTo: (row: AppointmentRow) => LinkProps,
): readonly Column<AppointmentRow>[] {
  const { t, locale } = words;
  return [
    {
      field: 'date',
      name: t('records.date'),
      // Two appointments on one day differ by their names.
      text: (row) => joinFacts(locale, [writtenWhen(locale, row), row.name]),
      render: (row) => <When row={row} words={words} now={now} />,
    },
    { field: 'provider', name: t('records.provider'), text: (row) => row.who, inCollapsedRow: true },
    {
      field: 'type',
      name: t('appointments.type'),
      text: (row) => row.name,
      render: ({ name, otherType, state, appointment: { subtype } }) => (
        <>
          <span className={state === 'cancelled' ? struck : undefined}>{name}</span>
          {otherType ? <span className={sub}>{otherType}</span> : null}
          {subtype ? <span className={sub}>{subtype}</span> : null}
        </>
      ),
    },
    {
      field: 'location',
      name: t('appointments.location'),
      text: (row) => row.place,
      render: (row) => <Where row={row} words={words} partsOf={partsOf} />,
    },
    {
      field: 'status',
      name: t('appointments.status'),
      text: (row) => row.status,
      render: (row) => <State row={row} words={words} />,
    },
    {
      field: 'details',
      name: t('table.details'),
      text: () => t('records.viewMore'),
      render: (row) => (
        <span className={cellLinks}>
          <TextLink
            standalone
            hiddenContext={t('appointments.viewMoreOf', { name: row.name, when: writtenDay(locale, row.moment) })}
            {...linkTo(row)}
          >
            {t('records.viewMore')}
          </TextLink>
        </span>
      ),
    },
  ];
}

function When({ row, words, now }: { row: AppointmentRow; words: Words; now: number }): ReactNode {
  const { locale } = words;
  const { moment, state } = row;
  if (isMonthOnly(row.isRecommended, moment, now)) return <strong>{writtenMonth(locale, moment, now)}</strong>;
  const time = clockTime(locale, moment, row.abbreviation);
  const relative = state === 'upcoming' ? relativeDay(words, moment, now) : null;
  return (
    <>
      <strong className={state === 'cancelled' ? struck : undefined}>{writtenWeekday(locale, moment, 'short')}</strong>
      {time === null && relative === null ? null : (
        <span className={sub}>{[time, relative].filter(Boolean).join(' ')}</span>
      )}
    </>
  );
}

function Where({ row, words: { t }, partsOf }: { row: AppointmentRow; words: Words; partsOf: PartsOf }): ReactNode {
  const { location, place } = row.appointment;
  const href = directionsTo(row);
  return (
    <>
      <RichParts parts={partsOf(location)} />
      {href === null ? null : (
        <span className={cellLinks}>
          {/* The map must not get this page's address or its window. */}
          <TextLink
            standalone
            icon={MapPin}
            href={href}
            target={href.startsWith('https') ? '_blank' : undefined}
            rel="noopener noreferrer"
            hiddenContext={t('appointments.directionsTo', { place: place ?? '' })}
          >
            {t('appointments.directions')}
          </TextLink>
        </span>
      )}
    </>
  );
}

function State({ row, words }: { row: AppointmentRow; words: Words }): ReactNode {
  return (
    <>
      <StateBadge visit={row} />
      {row.state === 'upcoming'
        ? row.instructions.map((line) => (
            <span key={line} className={sub}>
              {line}
            </span>
          ))
        : null}
      {canGoIntoCalendar(row) ? (
        <span className={cellLinks}>
          <TextLink
            standalone
            icon={Plus}
            href={calendarLink(row, words)}
            download={calendarFileName}
            type="text/calendar"
            hiddenContext={writtenDay(words.locale, row.moment)}
          >
            {words.t('appointments.addToCalendar')}
          </TextLink>
        </span>
      ) : null}
    </>
  );
}
