import type { AppointmentId } from '@portal/api';
import { intlOf, type MessageKey, type Words } from '../../words/index.ts';
import { dayMs as dayLength, daysAhead, isUpcoming, type Moment, writtenDay, writtenTime } from '../zone.ts';

/** A visit as every page shows it. */
export interface Visit {
  readonly id: AppointmentId;
  readonly moment: Moment;
  /** The abbreviation of the time zone at its place: `EST`. */
  readonly abbreviation: string;
  readonly name: string;
  /** Its type, when its name differs from it. */
  readonly otherType: string | null;
  readonly state: VisitState;
  /** The text for its state. */
  readonly status: string;
  readonly isConfirmed: boolean;
  /** True when the day is only a target. Then the month is shown until the day is near. */
  readonly isRecommended: boolean;
  /** As plain text; empty when it is not known. */
  readonly place: string;
  readonly who: string;
  readonly instructions: readonly string[];
}

/** The facts that decide the state of a visit on every page: Home, the list of appointments and the plan. */
interface VisitFacts {
  readonly moment: Moment | null;
  /** null: the duration is not known. */
  readonly minutes: number | null;
  readonly isCancelled: boolean;
  /** True for a follow-up that is done or was missed, whatever its date. */
  readonly isClosed: boolean;
  /** True for a follow-up of the plan for which nothing was booked and that nobody has closed. */
  readonly isPendingFollowUp: boolean;
}

/** A cancelled visit is neither upcoming nor past. A pending follow-up is overdue after its time. */
export type VisitState = 'upcoming' | 'past' | 'cancelled' | 'overdue';

/** The rule is the same on every page, and the server uses it too to count overdue follow-ups. */
export function visitState(
  { moment, minutes, isCancelled, isClosed, isPendingFollowUp }: VisitFacts,
  now: number,
): VisitState {
  if (isCancelled) return 'cancelled';
  if (isClosed) return 'past';
  if (moment === null || isUpcoming(moment, minutes, now)) return 'upcoming';
  return isPendingFollowUp ? 'overdue' : 'past';
}

const separator = /^([^:：]{1,40})[:：]\s*(\S[\s\S]*)$/;

/** A status and its instructions: scheduling systems write `Confirmed: please arrive 20 minutes early` into one field. */
export function statusParts(status: string): { readonly word: string; readonly instruction: string | null } {
  const [, word, instruction] = separator.exec(status.trim()) ?? [];
  if (word === undefined || instruction === undefined) return { word: status.trim(), instruction: null };
  return { word: word.trim(), instruction: instruction.charAt(0).toUpperCase() + instruction.slice(1).trim() };
}

/** Everything that is to be done before a visit, one line each. */
export function instructionsOf({
  status,
  instructions,
}: {
  readonly status: string;
  readonly instructions: readonly string[];
}): readonly string[] {
  const { instruction } = statusParts(status);
  return instruction === null ? instructions : [instruction, ...instructions];
}

/** Status words of scheduling systems that we translate; any other is the facility's own and stays unchanged. */
const knownStatuses = {
  recommended: 'records.visitRecommended',
  scheduled: 'records.visitScheduled',
  confirmed: 'records.visitConfirmed',
  requested: 'records.visitRequested',
  completed: 'records.visitCompleted',
  missed: 'records.visitMissed',
  rescheduled: 'records.visitRescheduled',
  cancelled: 'records.visitCancelled',
  'cancelled by facility': 'records.visitCancelledByFacility',
  'cancelled by patient': 'records.visitCancelledByPatient',
} as const satisfies Record<string, MessageKey>;
const keysOfStatuses: ReadonlyMap<string, MessageKey> = new Map(Object.entries(knownStatuses));
const saysCancelled = /cancel|annul|取消/i;

/** The word for the state of a visit, the same on every page. */
export function statusWord({ t }: Pick<Words, 't'>, status: string, state: VisitState): string {
  if (state === 'overdue') return t('records.visitOverdue');
  const source = statusParts(status).word;
  const known = keysOfStatuses.get(source.toLowerCase().replace('canceled', 'cancelled'));
  const word = known === undefined ? source : t(known);
  if (state !== 'cancelled' || saysCancelled.test(source)) return word;
  return word === '' ? t('records.visitCancelled') : t('records.visitCancelledAs', { status: word });
}

/** Whether the word for a state came from the facility's system. */
export const isSourceWord = ({ t }: Pick<Words, 't'>, { status, state }: Pick<Visit, 'status' | 'state'>): boolean =>
  state !== 'overdue' && state !== 'cancelled' && Object.values(knownStatuses).every((key) => t(key) !== status);

/** The name of a visit: the label of its follow-up, else its type. */
export function visitName(
  { t }: Pick<Words, 't'>,
  { type, followUpLabel }: { readonly type: string | null; readonly followUpLabel: string | null },
): string {
  return [followUpLabel, type].find((name) => (name ?? '').trim() !== '') ?? t('records.visit');
}

export const otherType = ({
  type,
  followUpLabel,
}: {
  readonly type: string | null;
  readonly followUpLabel: string | null;
}): string | null =>
  (followUpLabel ?? '').trim() === '' || (type ?? '').trim() === '' || type === followUpLabel ? null : type;

/** A name from the server, `Last, First`, in spoken order. Without a comma it stays unchanged. */
export function calledName(provider: string | null): string {
  const [last = '', ...first] = (provider ?? '').split(',');
  return [first.join(',').trim(), last.trim()].filter((part) => part !== '').join(' ');
}

/** Whether only the month of a recommendation is shown: its day is only a target, until it is near enough for a relative label. */
export const isMonthOnly = (isRecommended: boolean, moment: Moment, now: number): boolean =>
  isRecommended && daysAhead(moment, now) === null;

const writtenAs = (locale: string, moment: Pick<Moment, 'day'>, style: Intl.DateTimeFormatOptions): string =>
  intlOf(locale).formatDate(moment.day * dayLength, { ...style, timeZone: 'UTC' });

/** The month of a day: `October`, with its year where it differs from the current one. */
export function writtenMonth(locale: string, moment: Pick<Moment, 'day'>, now: number): string {
  const yearOf = (milliseconds: number) => new Date(milliseconds).getUTCFullYear();
  const isThisYear = yearOf(moment.day * dayLength) === yearOf(now);
  if (!isThisYear) return writtenAs(locale, moment, { month: 'long', year: 'numeric' });
  // In Chinese a month alone is written in characters, but in digits when a day or a year is beside it.
  return writtenAs(locale, moment, { month: locale.startsWith('zh') ? 'short' : 'long' });
}

/** The weekday alone: `Wed`. */
export const weekdayOf = (locale: string, moment: Pick<Moment, 'day'>): string =>
  writtenAs(locale, moment, { weekday: 'short' });

/** The day with its weekday: short `Wed, Nov 18, 2026`, long `Wednesday, November 18, 2026`. */
export const writtenWeekday = (locale: string, moment: Pick<Moment, 'day'>, style: 'short' | 'long'): string =>
  // Browsers write a short Spanish day with its weekday as `18 de nov de 2026`, unlike every other short day.
  style === 'short' && locale.startsWith('es')
    ? `${weekdayOf(locale, moment)}, ${writtenDay(locale, moment)}`
    : writtenAs(locale, moment, { weekday: style, year: 'numeric', month: style, day: 'numeric' });

/** The time with its time zone, `9:30 AM EST`; null when there is no time. */
export function clockTime(locale: string, moment: Moment, abbreviation: string): string | null {
  const time = writtenTime(locale, moment);
  return time === null ? null : `${time} ${abbreviation}`;
}

/** Day and time on one line, as the name of a visit. */
export const writtenWhen = (locale: string, { moment, abbreviation }: Pick<Visit, 'moment' | 'abbreviation'>): string =>
  [writtenDay(locale, moment), clockTime(locale, moment, abbreviation)].filter(Boolean).join(' ');

/** `(today)`, `(tomorrow)`, `(in 4 days)`; null further away and in the past (specification 2, section 2). */
export function relativeDay({ t }: Pick<Words, 't'>, moment: Moment, now: number): string | null {
  const count = daysAhead(moment, now);
  if (count === null) return null;
  if (count === 0) return t('records.today');
  return count === 1 ? t('records.tomorrow') : t('records.inDays', { count });
}
