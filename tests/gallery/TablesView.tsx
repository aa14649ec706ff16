import { type ReactNode, useState } from 'react';
import { formatDate, useWords } from '../../src/words/index.ts';
import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { Badge } from '../../src/ui/Badge.tsx';
import { EmptyState } from '../../src/ui/EmptyState.tsx';
import { FlaskConical } from '../../src/ui/icons.ts';
import { Page, PageHead, Section } from '../../src/ui/Page.tsx';
import { TextLink } from '../../src/ui/TextLink.tsx';
import { type Column, DataTable, type TableRow } from '../../src/ui/table/DataTable.tsx';
import { Paging } from '../../src/ui/table/Paging.tsx';
import type { Sort } from '../../src/ui/table/sorting.ts';
import { byText, sorted } from '../apps/plainSorting.ts';

interface Appointment extends TableRow {
  readonly date: CalendarDate;
  readonly provider: string;
  readonly type: string;
  readonly location: string;
  readonly status: string;
}
const date = (text: string) => v.parse(CalendarDate, text);
const appointments: readonly Appointment[] = [
  {
    id: 1,
    date: date('2026-11-18'),
    provider: 'Dr. Ottoline Fernbrook',
    type: 'Oncology follow-up',
    location: 'Willow Wing\nlevel 2',
    status: 'Scheduled',
  },
  {
    id: 2,
    date: date('2026-11-24'),
    provider: 'Puddle Lane Lab',
    type: 'Blood draw',
    location: 'Puddle Lane Lab\nroom 4',
    status: 'Scheduled',
  },
  {
    id: 3,
    date: date('2026-12-09'),
    provider: 'Basil Cloudberry',
    type: 'Physical therapy',
    location: 'Harbour House\nground floor',
    status: 'Scheduled',
  },
  {
    id: 4,
    date: date('2026-06-02'),
    provider: 'Dr. Bram Thistledown',
    type: 'Scan',
    location: 'Anchor Imaging\nlevel 1',
    status: 'Completed',
  },
];

interface Result extends TableRow {
  readonly test: string;
  readonly result: string;
  readonly units: string;
  readonly range: string;
  readonly comment: string;
}
const results: readonly Result[] = [
  {
    id: 'hgb',
    test: 'Hemoglobin',
    result: '11.2',
    units: 'g/dL',
    range: '12 to 15.5',
    comment: 'Expected after treatment',
    flag: 'Low',
  },
  { id: 'wbc', test: 'White blood cells', result: '6.1', units: '10³/µL', range: '4.5 to 11', comment: '' },
  {
    id: 'neu',
    test: 'Neutrophils',
    result: '78.4',
    units: '%',
    range: '40 to 74',
    comment: 'Please call the ward if you have a fever of 100.4 °F or more, at any time of the day',
    flag: 'High',
  },
];
const resultColumns: readonly Column<Result>[] = [
  { field: 'test', name: 'Test', text: ({ test }) => test, render: ({ test }) => <strong>{test}</strong> },
  { field: 'result', name: 'Result', text: ({ result }) => result, inCollapsedRow: true },
  { field: 'units', name: 'Units', text: ({ units }) => units },
  { field: 'range', name: 'Reference range', text: ({ range }) => range },
  { field: 'comment', name: 'Comment', text: ({ comment }) => comment },
  { field: 'id', name: 'Id', text: ({ id }) => String(id), hidden: true },
];

const nothing = (
  <EmptyState icon={FlaskConical} title="No items to display">
    New results show up here.
  </EmptyState>
);

const textOf = (field: string) => (row: Appointment) =>
  field === 'provider' ? row.provider : field === 'type' ? row.type : field === 'location' ? row.location : row.date;

/** Tables in every state: sorted, flagged, with an expansion, paged, empty. */
export function TablesView(): ReactNode {
  const { locale } = useWords();
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort | null>(null);
  const sortedRows =
    sort === null ? appointments : sorted(appointments, byText(textOf(sort.field), locale), sort.direction);
  const columns: readonly Column<Appointment>[] = [
    { field: 'date', name: 'Date', text: (row) => formatDate(locale, row.date), isSortable: true },
    {
      field: 'provider',
      name: 'Care provider',
      text: (row) => row.provider,
      isSortable: true,
      inCollapsedRow: true,
    },
    { field: 'type', name: 'Type', text: (row) => row.type, isSortable: true },
    { field: 'location', name: 'Location', text: (row) => row.location, isSortable: true },
    {
      field: 'status',
      name: 'Status',
      text: (row) => row.status,
      render: (row) => <Badge kind={row.status === 'Scheduled' ? 'brand' : 'plain'}>{row.status}</Badge>,
    },
  ];
  return (
    <Page>
      <PageHead title="Tables" />
      <Section id="tables-0" title="Appointments">
        <DataTable
          caption="Appointments"
          columns={columns}
          rows={sortedRows}
          sort={sort}
          onSort={setSort}
          empty={nothing}
        />
      </Section>
      <Section id="tables-1" title="Results">
        <DataTable caption="Results" columns={resultColumns} rows={results} empty={nothing} />
      </Section>
      <Section id="tables-2" title="With an expansion of its own, by the page">
        <DataTable
          caption="Activity"
          columns={columns.slice(0, 2)}
          rows={page === 1 ? appointments.slice(0, 2) : appointments.slice(2)}
          empty={nothing}
          expansion={(row) => (
            <p>
              {row.type}. <TextLink href="#more">View More</TextLink>
            </p>
          )}
        />
        <Paging page={page} pages={2} onPage={setPage} />
      </Section>
      <Section id="tables-3" title="Empty">
        <DataTable caption="Nothing" columns={columns} rows={[]} empty={nothing} />
      </Section>
    </Page>
  );
}
