import { type AppointmentId, type PatientId, type UserId, listAppointments } from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { useCall } from '../../data/query/query.ts';
import { Lines } from '../../records/Lines.tsx';
import type { OptionFilter } from '../../records/table/filters.ts';
import { RecordList } from '../../records/table/RecordList.tsx';
import { useNow } from '../../data/useNow.ts';
import type { LinkProps } from '../../records/links.ts';
import { VisitRow } from '../../records/visit/VisitRow.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { CalendarDays } from '../../ui/icons.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { columnsIn, partsOnce } from './columns.tsx';
import {
  type AppointmentRow,
  choiceFilters,
  type DateFilter,
  groupsIn,
  isToCome,
  lastChange,
  passesDate,
  rowsOf,
  sortKeys,
  timed,
  zonesOf,
} from './list.ts';
import { dateFilterPreference } from './preferences.ts';

/** With more rows on a page each press would wait. */
const pageSize = 25;
export interface AppointmentsProps {
  readonly patientId: PatientId;
  readonly userId: UserId;
  readonly linkTo: (id: AppointmentId) => LinkProps;
  /** The link to ask for a new appointment; null where that is not possible. */
  readonly request: LinkProps | null;
  /** The link to the settings of reminders. */
  readonly settings: LinkProps | null;
}

/** The patient's appointments: a table to sort and filter (specification 2, section 2), and below 992 px an agenda. */
export function Appointments({ patientId, userId, linkTo, request, settings }: AppointmentsProps): ReactNode {
  const words = useWords();
  const { t } = words;
  const now = useNow();
  const query = useCall(listAppointments, { params: { patientId } });
  const list = useMemo(() => timed(query.data ?? []), [query.data]);
  const changedAt = lastChange(list, now);
  const rows = useMemo(() => rowsOf(words, list, changedAt), [words, list, changedAt]);
  const nextId = rows.find(isToCome)?.id;
  const partsOf = useMemo(() => partsOnce(), []);
  const columns = useMemo(() => columnsIn(words, now, partsOf, ({ id }) => linkTo(id)), [words, now, partsOf, linkTo]);
  const zones = useMemo(() => zonesOf(rows), [rows]);
  const option = useMemo(
    (): OptionFilter<AppointmentRow, DateFilter> => ({
      label: t('records.date'),
      preference: dateFilterPreference,
      options: [
        { value: 'All', label: t('appointments.all') },
        { value: 'Upcoming', label: t('appointments.upcoming') },
        { value: 'Past', label: t('appointments.past') },
      ],
      passes: passesDate,
    }),
    [t],
  );
  const agenda = useMemo(
    () => ({
      groups: groupsIn(t),
      groupCount: (count: number) => t('appointments.count', { count }),
      agendaRow: (row: AppointmentRow) => (
        <VisitRow visit={row} now={now} link={linkTo(row.id)} isNext={row.id === nextId} />
      ),
    }),
    [t, now, linkTo, nextId],
  );
  const texts = useMemo(
    () => ({
      choices: choiceFilters(t),
      panel: {
        open: t('records.filter'),
        name: t('appointments.filters'),
        clear: t('appointments.clear'),
        count: (shown: number, all: number) => t('appointments.showing', { shown, all }),
      },
      noMatch: (
        <EmptyState icon={CalendarDays} level={2} title={t('appointments.noMatch')}>
          {t('appointments.noMatchText')}
        </EmptyState>
      ),
    }),
    [t],
  );
  return (
    <RecordList
      title={t('appointments.title')}
      caption={t('appointments.caption')}
      userId={userId}
      query={query}
      rows={rows}
      columns={columns}
      option={option}
      sortKeys={sortKeys}
      pageSize={pageSize}
      {...texts}
      {...agenda}
      isEmpty={(appointments) => appointments.length === 0}
      empty={
        <EmptyState icon={CalendarDays} level={2} title={t('records.empty')}>
          {t('appointments.emptyText')}
        </EmptyState>
      }
      notes={
        <>
          {request === null ? null : (
            <p className={screenOnly}>
              <TextLink standalone {...request}>
                {t('records.requestAppointment')}
              </TextLink>
            </p>
          )}
          <Lines
            patientId={patientId}
            type="Appointments"
            reminders="appointments.reminders"
            noReminders="appointments.noReminders"
            settings={settings}
            zones={zones}
            canPrint={rows.length > 0}
          />
        </>
      }
    />
  );
}
