import { type PatientId, type UserId, listAppointments } from '@portal/api';
import { memo, type ReactNode, type RefObject, startTransition, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { afterPaint, afterPicture } from '../../data/afterPaint.ts';
import { config } from '../../data/config.ts';
import { useCall } from '../../data/query.ts';
import { useFollowed } from '../../data/useFollowed.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { label } from '../../ui/FieldParts.css.ts';
import { CalendarDays, MapPin, Plus, SlidersHorizontal } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { RichParts, richParts } from '../../ui/RichText.tsx';
import type { RichPart } from '../../ui/richTree.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { Paging } from '../../ui/table/Paging.tsx';
import type { Sort } from '../../ui/table/sorting.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useGrowing } from '../../ui/useGrowing.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { type MessageKey, type Words, useWords } from '../../words/index.ts';
import { useNow, usePreference } from '../visits/hooks.ts';
import { Lines } from '../visits/Lines.tsx';
import { Fetched } from '../visits/states.tsx';
import { sub } from '../visits/visits.css.ts';
import { writtenDay, writtenTime } from '../visits/zone.ts';
import { cellLinks, dateField, filterFoot, filterPanel } from './Appointments.css.ts';
import { calendarFile, calendarFileName, calendarHref } from './calendarFile.ts';
import { directionsHref } from './directions.ts';
import {
  type AppointmentRow,
  canGoIntoCalendar,
  choicesOf,
  type DateFilter,
  dateFilters,
  type Filter,
  isFiltering,
  isSortField,
  isToCome,
  type KnownStatus,
  noFilter,
  passes,
  rowsOf,
  type Sorter,
  sorterOf,
  type SortField,
  sortFields,
  zonesOf,
} from './list.ts';
import { neutralPlace, shortPlace } from './neutralPlace.ts';

/** The preference that keeps the date filter (specification 2, section 7). */
export const dateFilterPreference = 'PatientPortal_AppointmentsFilter_Date';
/** More rows than anybody reads at once would make each press wait. */
const pageSize = 25;

type Narrowing = Omit<Filter, 'date'>;
const noNarrowing: Narrowing = { provider: null, status: null, type: null };

/** Works out what the sorting needs beside the page that is being read, a field at a time. Gives the way to stop. */
function learnFields(sortBy: Sorter): () => void {
  const left = [...sortFields];
  let stop: () => void = () => undefined;
  const next = () => {
    const field = left.pop();
    if (field === undefined) return;
    sortBy.learn(field);
    stop = afterPicture(next);
  };
  stop = afterPicture(next);
  return () => stop();
}

/** The patient's appointments: a table to sort and to narrow (specification 2, section 2). */
export function Appointments({ patientId, userId }: { patientId: PatientId; userId: UserId }): ReactNode {
  const { t } = useWords();
  const asked = useCall(listAppointments, { params: { patientId } });
  const rows = useMemo(() => rowsOf(asked.data ?? [], (status) => t(statusTexts[status])), [asked.data, t]);
  const [date, setDate] = usePreference<DateFilter>(userId, dateFilterPreference, dateFilters);
  const size = useWindowSize();
  const [open, setOpen] = useState(size === 'Medium' || size === 'Large');
  const panelId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const hasSome = rows.length > 0;
  return (
    <>
      <PageHead
        title={t('shell.appointments')}
        end={
          hasSome ? (
            <Button ref={toggle} variant="secondary" size="small" icon={SlidersHorizontal} aria-expanded={open} aria-controls={panelId} onClick={() => setOpen(!open)}>
              {t('appointments.filter')}
            </Button>
          ) : null
        }
      />
      <Fetched asked={asked}>
        {() =>
          rows.length === 0 ? (
            <EmptyState icon={CalendarDays} level={2} title={t('visits.empty')}>
              {t('appointments.emptyText')}
            </EmptyState>
          ) : date === null ? (
            <Skeleton lines={6} />
          ) : (
            <List rows={rows} date={date} onDate={setDate} panelId={panelId} panelOpen={open} toggle={toggle} />
          )
        }
      </Fetched>
      {asked.data === undefined ? null : <Notes patientId={patientId} rows={rows} />}
    </>
  );
}

const Notes = memo(function Notes({ patientId, rows }: { patientId: PatientId; rows: readonly AppointmentRow[] }): ReactNode {
  const zones = useMemo(() => zonesOf(rows), [rows]);
  return <Lines patientId={patientId} type="Appointments" reminders="appointments.reminders" noReminders="appointments.noReminders" zones={zones} canPrint={rows.length > 0} />;
});

interface ListProps {
  readonly rows: readonly AppointmentRow[];
  readonly date: DateFilter;
  readonly onDate: (next: DateFilter) => void;
  readonly panelId: string;
  readonly panelOpen: boolean;
  /** What opens the panel; it takes the focus of what goes. */
  readonly toggle: RefObject<HTMLButtonElement | null>;
}

function List({ rows, date, onDate, panelId, panelOpen, toggle }: ListProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const now = useNow();
  const printing = usePrinting();
  const [narrowing, setNarrowing] = useState(noNarrowing);
  const [sort, setSort] = useState<{ field: SortField; direction: Sort['direction'] }>({ field: 'date', direction: 'DESC' });

  const sortBy = useMemo(() => sorterOf(rows, locale), [rows, locale]);
  useEffect(() => learnFields(sortBy), [sortBy]);
  const choices = useMemo(() => {
    const of = (field: 'provider' | 'status' | 'type') => choicesOf(rows, field, locale);
    return { provider: of('provider'), status: of('status'), type: of('type') };
  }, [rows, locale]);
  // A choice that a new list does not have narrows nothing any more.
  const narrowed = useMemo<Narrowing>(() => {
    const still = (field: keyof Narrowing) => choices[field].find((choice) => choice === narrowing[field]) ?? null;
    return { provider: still('provider'), status: still('status'), type: still('type') };
  }, [narrowing, choices]);
  // What is pressed shows first, the rows right after it, as far as the window reaches. A date that is pressed shows before it is here.
  const followed = useFollowed(useMemo(() => ({ sort, narrowed }), [sort, narrowed]));
  const asked = useMemo(() => ({ sort: followed.sort, filter: { date, ...followed.narrowed } }), [followed, date]);
  const [isClearing, setClearing] = useState(false);
  const sortedRows = useMemo(() => sortBy(asked.sort), [sortBy, asked.sort]);
  const shown = useMemo(() => (isFiltering(asked.filter) ? sortedRows.filter((row) => passes(row, asked.filter, now)) : sortedRows), [sortedRows, asked.filter, now]);
  const question = useMemo(() => JSON.stringify(asked), [asked]);
  const [turned, setTurned] = useState({ question, page: 1 });
  if (turned.question !== question) setTurned({ question, page: 1 });
  const pages = Math.max(1, Math.ceil(shown.length / pageSize));
  const page = Math.min(turned.page, pages);
  const body = useRef<HTMLTableSectionElement>(null);
  const drawn = useGrowing(Math.min(pageSize, shown.length), question, body);
  const pageRows = useMemo(() => (printing ? shown : shown.slice((page - 1) * pageSize, (page - 1) * pageSize + Math.min(drawn, pageSize))), [shown, page, drawn, printing]);
  const partsOf = useMemo(() => partsOnce(), []);
  const columns = useMemo(() => columnsIn(words, now, partsOf), [words, now, partsOf]);

  const order = useCallback(({ field, direction }: Sort) => {
    if (isSortField(field)) setSort({ field, direction });
  }, []);
  // A filter that is pressed leaves it as it is until the rows follow.
  const table = useMemo(
    () => (
      <DataTable
        caption={t('appointments.caption')}
        columns={columns}
        rows={pageRows}
        sort={sort}
        sortedElsewhere
        asked={question}
        bodyRef={body}
        onSort={order}
        empty={
          <EmptyState icon={CalendarDays} level={2} title={t('appointments.noMatch')}>
            {t('appointments.noMatchText')}
          </EmptyState>
        }
      />
    ),
    [t, columns, pageRows, sort, question, order],
  );
  const narrow = useCallback((field: keyof Narrowing, value: string) => setNarrowing((last) => ({ ...last, [field]: value === '' ? null : value })), []);
  return (
    <>
      <section id={panelId} aria-label={t('appointments.filters')} hidden={!panelOpen} className={screenOnly}>
        <FilterPanel date={isClearing ? noFilter.date : date} narrowed={narrowed} choices={choices} onDate={onDate} onNarrow={narrow} />
      </section>
      <div className={filterFoot}>
        <p role="status">{t('appointments.showing', { shown: shown.length, all: rows.length })}</p>
        {isFiltering(asked.filter) ? (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              setNarrowing(noNarrowing);
              setClearing(true);
              if (date !== noFilter.date) onDate(noFilter.date);
              afterPaint(() => {
                setClearing(false);
                // To move the focus makes the browser lay the page out, which the picture of the press need not wait for.
                toggle.current?.focus();
              });
            }}
          >
            {t('appointments.clear')}
          </Button>
        ) : null}
      </div>
      {table}
      <div className={screenOnly}>
        <Paging page={page} pages={pages} onPage={(next) => startTransition(() => setTurned({ question, page: next }))} />
      </div>
    </>
  );
}

interface FilterPanelProps {
  readonly date: DateFilter;
  readonly narrowed: Narrowing;
  readonly choices: Readonly<Record<keyof Narrowing, readonly string[]>>;
  readonly onDate: (next: DateFilter) => void;
  readonly onNarrow: (field: keyof Narrowing, value: string) => void;
}

const FilterPanel = memo(function FilterPanel({ date, narrowed, choices, onDate, onNarrow }: FilterPanelProps): ReactNode {
  const { t } = useWords();
  const lists = useMemo(() => {
    const of = (field: keyof Narrowing) => ({
      onChange: (value: string) => onNarrow(field, value),
      options: choices[field].map((value) => ({ value, label: value })),
    });
    return { provider: of('provider'), status: of('status'), type: of('type') };
  }, [choices, onNarrow]);
  return (
    <Card className={filterPanel}>
      <div className={dateField}>
        <span className={label} aria-hidden="true">
          {t('appointments.date')}
        </span>
        <Segmented
          legend={t('appointments.date')}
          options={[
            { value: 'All', label: t('appointments.all') },
            { value: 'Upcoming', label: t('appointments.upcoming') },
            { value: 'Past', label: t('appointments.past') },
          ]}
          value={date}
          onChange={onDate}
        />
      </div>
      <SelectField label={t('appointments.provider')} {...lists.provider} value={narrowed.provider ?? ''} placeholder={t('appointments.allProviders')} />
      <SelectField label={t('appointments.filterStatus')} {...lists.status} value={narrowed.status ?? ''} placeholder={t('appointments.allStatuses')} />
      <SelectField label={t('appointments.filterType')} {...lists.type} value={narrowed.type ?? ''} placeholder={t('appointments.allTypes')} />
    </Card>
  );
});

const statusTexts: Readonly<Record<KnownStatus, MessageKey>> = {
  Recommended: 'appointments.recommended',
  Scheduled: 'appointments.scheduled',
  Completed: 'appointments.completed',
  Missed: 'appointments.missed',
  Cancelled: 'appointments.cancelled',
};

/** Never asked: this table is given its rows in order. It makes the header a button. */
const byOwner = (): number => 0;

type PartsOf = (html: string) => readonly RichPart[];

/** Reads each location once: a long list has few of them. */
function partsOnce(): PartsOf {
  const known = new Map<string, readonly RichPart[]>();
  return (html) => {
    let parts = known.get(html);
    if (!parts) known.set(html, (parts = richParts(html)));
    return parts;
  };
}

function columnsIn(words: Words, now: number, partsOf: PartsOf): readonly Column<AppointmentRow>[] {
  const { t, locale } = words;
  const cells: Readonly<Record<SortField, Omit<Column<AppointmentRow>, 'field' | 'sort'>>> = {
    date: {
      name: t('appointments.date'),
      // Two on one day are told apart by what they are.
      text: (row) => [[writtenDay(locale, row.moment), writtenTime(locale, row.moment)].filter(Boolean).join(' '), row.type].filter(Boolean).join(', '),
      render: (row) => <When row={row} locale={locale} />,
    },
    provider: { name: t('appointments.provider'), text: (row) => row.provider, inCollapsedRow: true },
    type: {
      name: t('appointments.type'),
      text: (row) => row.type,
      render: ({ type, appointment: { subtype } }) => (
        <>
          {type}
          {subtype ? <span className={sub}>{subtype}</span> : null}
        </>
      ),
    },
    location: { name: t('appointments.location'), text: (row) => row.place, render: (row) => <Where row={row} words={words} partsOf={partsOf} isToCome={isToCome(row, now)} /> },
    status: { name: t('appointments.status'), text: (row) => row.status, render: (row) => <State row={row} words={words} forCalendar={canGoIntoCalendar(row, now)} /> },
  };
  const shownOrder: readonly SortField[] = ['date', 'provider', 'type', 'location', 'status'];
  return [
    ...shownOrder.filter((field) => sortFields.includes(field)).map((field) => ({ ...cells[field], field, sort: byOwner })),
    { field: 'id', name: 'id', text: (row) => String(row.id), hidden: true },
  ];
}

function When({ row: { moment, appointment }, locale }: { row: AppointmentRow; locale: string }): ReactNode {
  const time = writtenTime(locale, moment);
  return (
    <>
      <strong>{writtenDay(locale, moment)}</strong>
      {time === null ? null : (
        <span className={sub}>
          {time} {appointment.timeZoneAbbreviation}
        </span>
      )}
    </>
  );
}

function Where({ row: { appointment }, words: { t }, partsOf, isToCome: showsWay }: { row: AppointmentRow; words: Words; partsOf: PartsOf; isToCome: boolean }): ReactNode {
  const { location, place } = appointment;
  const href = showsWay && place !== null ? directionsHref(neutralPlace(place) ?? place, navigator.userAgent) : null;
  return (
    <>
      <RichParts parts={partsOf(location)} />
      {href === null ? null : (
        <span className={cellLinks}>
          {/* The address of this page and its window stay here. */}
          <TextLink standalone icon={MapPin} href={href} target={href.startsWith('https') ? '_blank' : undefined} rel="noopener noreferrer" hiddenContext={t('appointments.directionsTo', { place: place ?? '' })}>
            {t('appointments.directions')}
          </TextLink>
        </span>
      )}
    </>
  );
}

function State({ row, words, forCalendar }: { row: AppointmentRow; words: Words; forCalendar: boolean }): ReactNode {
  const { isConfirmed } = row.appointment;
  return (
    <>
      {row.status === '' ? null : <Badge kind={isConfirmed ? 'success' : 'plain'}>{row.status}</Badge>}
      {forCalendar ? (
        <span className={cellLinks}>
          <TextLink standalone icon={Plus} href={calendarLink(row, words)} download={calendarFileName} type="text/calendar" hiddenContext={writtenDay(words.locale, row.moment)}>
            {words.t('appointments.addToCalendar')}
          </TextLink>
        </span>
      ) : null}
    </>
  );
}

function calendarLink({ appointment, moment }: AppointmentRow, { t }: Words): string {
  const place = neutralPlace(appointment.place);
  const host = new URL(config().apiOrigin || window.location.origin).host;
  return calendarHref(
    calendarFile({
      uid: `appointment-${String(appointment.id)}@${host}`,
      moment,
      minutes: appointment.durationMinutes,
      title: place === null ? t('appointments.eventTitle') : t('appointments.eventTitleAt', { place: shortPlace(place) }),
      note: t('appointments.eventNote'),
      place,
      madeAt: Date.now(),
    }),
  );
}
