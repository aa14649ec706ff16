import { hasOwnDay, type Instant, type LabResult, type RecordDate, recordDateText } from '@portal/api';
import { type DateFilter, firstDayOf } from '../../records/dateFilter.ts';
import { dayMs, dayAt, zoneOf } from '../../records/zone.ts';
import { formatTime, intlOf, type Words } from '../../words/index.ts';

/** The values of the date filter; the first is the default (specification 3, section 9). */
export const savedDates = ['Last9Months', 'All', 'Last3Months', 'Last6Months'] as const satisfies readonly DateFilter[];

export interface Filters {
  readonly date: DateFilter;
  readonly procedure: string | null;
  readonly orderedBy: string | null;
}

/** The same as `recordDay`, by our own clock of the place, because a long list needs it ten thousand times. */
const dayOf = (date: RecordDate, timeZone: string): string =>
  hasOwnDay(date) ? date.slice(0, 10) : dayText(Date.parse(date), timeZone);

/** Whether a date passes a date filter, as far as it is known. A result without a date always passes. */
export function isOfTime(date: RecordDate | null, filter: DateFilter, today: string, timeZone: string): boolean {
  const first = firstDayOf(filter, today);
  if (first === null || date === null) return true;
  const known = dayOf(date, timeZone);
  return known >= first.slice(0, known.length);
}

export const proceduresOf = (results: readonly LabResult[], locale: string): string[] =>
  sorted(
    results.flatMap(({ testResultGroups }) => testResultGroups.map(({ groupDisplayName }) => groupDisplayName)),
    locale,
  );
export const orderersOf = (results: readonly LabResult[], locale: string): string[] =>
  sorted(
    results.flatMap(({ requestingPhysician }) => requestingPhysician ?? []),
    locale,
  );
const sorted = (texts: readonly string[], locale: string): string[] =>
  [...new Set(texts)].toSorted(new Intl.Collator(locale).compare);

/** The results that pass the filters by procedure and orderer, and of these the ones that pass the date filter. */
export function filtered(
  results: readonly LabResult[],
  { date, procedure, orderedBy }: Filters,
  today: string,
  timeZone: string,
): { readonly ofAnyTime: readonly LabResult[]; readonly shown: readonly LabResult[] } {
  const ofAnyTime = results.filter(
    ({ testResultGroups, requestingPhysician }) =>
      (procedure === null || testResultGroups.some(({ groupDisplayName }) => groupDisplayName === procedure)) &&
      (orderedBy === null || requestingPhysician === orderedBy),
  );
  return { ofAnyTime, shown: ofAnyTime.filter(({ startDate }) => isOfTime(startDate, date, today, timeZone)) };
}

const isCritical = ({ flags }: Pick<LabResult, 'flags'>): boolean => (flags?.critical ?? 0) > 0;

type ResultIds = ReadonlySet<LabResult['labResultId']>;

/** The results that have been in the list since the page opened, and those of them that stand first. */
export interface Listed {
  readonly all: ResultIds;
  readonly critical: ResultIds;
}

/** Adds the results that have come in; those that were there stay where they are. The same object if there are none. */
export function withArrived(listed: Listed | null, results: readonly LabResult[]): Listed {
  const arrived = results.filter(({ labResultId }) => listed?.all.has(labResultId) !== true);
  if (listed !== null && arrived.length === 0) return listed;
  const idsOf = (some: readonly LabResult[]) => some.map(({ labResultId }) => labResultId);
  return {
    all: new Set([...(listed?.all ?? []), ...idsOf(arrived)]),
    critical: new Set([...(listed?.critical ?? []), ...idsOf(arrived.filter(isCritical))]),
  };
}

/** A group of the list: critical results, those of a month, those without a date. */
export interface ResultGroup {
  readonly key: string;
  /** A month as `2026-11`, or a year where only that is known. */
  readonly month: string | null;
  readonly results: readonly LabResult[];
}

/** Critical results first, even after they were read, others by month. */
export function grouped(results: readonly LabResult[], critical: ResultIds, timeZone: string): ResultGroup[] {
  const first = results.filter(({ labResultId }) => critical.has(labResultId));
  const byMonth = new Map<string, LabResult[]>();
  for (const result of results) {
    if (critical.has(result.labResultId)) continue;
    const month = result.startDate === null ? 'none' : dayOf(result.startDate, timeZone).slice(0, 7);
    const known = byMonth.get(month);
    if (known) known.push(result);
    else byMonth.set(month, [result]);
  }
  return [
    ...(first.length > 0 ? [{ key: 'critical', month: null, results: first }] : []),
    ...[...byMonth].map(([month, some]) => ({ key: month, month: month === 'none' ? null : month, results: some })),
  ];
}

/** The name of a month, with its year where that differs from today's. */
export function monthName(locale: string, month: string, today: string): string {
  const isYear = month.length === 4;
  if (isYear) return intlOf(locale).formatDate(month, { year: 'numeric', timeZone: 'UTC' });
  const text = intlOf(locale).formatDate(`${month}-01T00:00:00Z`, {
    month: 'long',
    ...(month.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

/** A date in the list: only the time on the same day, no year this year (specification 3, section 9). */
export function listDate(locale: string, date: RecordDate, timeZone: string, today: string): string {
  const taken = dayOf(date, timeZone);
  if (taken === today && date.length > 10 && dayText(Date.parse(date), timeZone) === today)
    return formatTime(locale, date, timeZone).replace(/\u202f/g, ' ');
  return recordDateText(locale, date, timeZone, taken.slice(0, 4) === today.slice(0, 4) ? 'near' : 'day');
}

/** The notice of a row: one line, the most important thing. */
export interface RowNotice {
  readonly kind: 'waiting' | 'critical' | 'status' | 'corrected' | 'high' | 'low' | 'outside';
  readonly text: string;
}

export function rowNoticeOf(
  { t, locale }: Pick<Words, 't' | 'locale'>,
  { opening, waitsUntil, externalStatus, correctedOn, flags }: LabResult,
  timeZone: string,
  today: string,
): RowNotice | null {
  const near = (date: RecordDate) =>
    recordDateText(locale, date, timeZone, dayOf(date, timeZone).slice(0, 4) === today.slice(0, 4) ? 'near' : 'day');
  if (opening === 'waiting')
    return {
      kind: 'waiting',
      text: waitsUntil
        ? t('testResults.waitsUntil', { date: near(waitsUntil.date) })
        : t('testResults.waitsUntilVisit'),
    };
  if (opening === 'ask') return { kind: 'waiting', text: t('testResults.asksFirst') };
  const { critical = 0, high = 0, low = 0, outside = 0 } = flags ?? {};
  const more = high + low + outside;
  if (critical > 0)
    return {
      kind: 'critical',
      text:
        more === 0
          ? t('testResults.saysCritical', { count: critical })
          : t('testResults.saysCriticalMore', { count: critical, more }),
    };
  if (externalStatus === 'cancelled') return { kind: 'status', text: t('testResults.cancelled') };
  if (externalStatus === 'preliminary' || externalStatus === 'partial')
    return { kind: 'status', text: t('testResults.preliminary') };
  if (more > 0) {
    if (high === more) return { kind: 'high', text: t('testResults.saysHigh', { count: high }) };
    if (low === more) return { kind: 'low', text: t('testResults.saysLow', { count: low }) };
    return { kind: 'outside', text: t('testResults.saysOutside', { count: more }) };
  }
  return correctedOn === null || correctedOn === undefined
    ? null
    : { kind: 'corrected', text: t('testResults.correctedOn', { date: near(correctedOn) }) };
}

/** The day at a place at an instant, as `2026-11-12`. */
export const dayText = (instant: number, timeZone: string): string =>
  new Date(dayAt(zoneOf(timeZone), instant) * dayMs).toISOString().slice(0, 10);

/** The laboratory that sent something last, and when; null where nothing was sent. */
export function lastSent(results: readonly LabResult[]): { readonly lab: string | null; readonly at: Instant } | null {
  let last: { lab: string | null; at: Instant } | null = null;
  for (const { receivedOn, labName } of results)
    if (receivedOn !== undefined && (last === null || receivedOn > last.at)) last = { lab: labName, at: receivedOn };
  return last;
}
