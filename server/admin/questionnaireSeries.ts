import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { beginSeries, endSeries, type ListedSeries, seriesOf } from '../questionnaires/series/keep.ts';
import { daysLater, lastDueDay, leastGap, type SeriesRule, turnsOf } from '../questionnaires/series/rule.ts';
import { actor, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { type OptionReader, type Values, argument, choice, option, required } from './parameters.ts';
import { onePatient, patientOptions } from './people.ts';
import { oneTemplate } from './questionnaireSettings.ts';
import { date, numberFrom, rowNumber } from './readers.ts';
import { column, counted, linesOf } from './text.ts';

/** The last day of a series may be at most so many days ahead. */
const longestDays = 20 * 366;
const mostDays = 365;
const usualDaysAfterVisit = 7;

const todayOf = statement(
  'admin.todayOf',
  'select today_in(f.time_zone) as today from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId',
  v.object({ today: CalendarDate }),
);

const period: OptionReader<{ readonly unit: 'day' | 'week' | 'month'; readonly every: number }> = (text, name) => {
  const parts = /^(?:(\d{1,3}) )?(day|week|month)s?$/.exec(text.trim());
  const every = Number(parts?.[1] ?? 1);
  const unit = parts?.[2];
  if ((unit !== 'day' && unit !== 'week' && unit !== 'month') || every < 1)
    throw new NotUnderstood(`${name} needs a time like day, week, "2 weeks" or "3 months", not "${text}".`);
  return { unit, every };
};

const ruleOptions = {
  way: choice(
    {
      every: option(
        'TIME',
        'day, week, month, "2 weeks", "3 months": the day of the month stays, and is the last one of months that are shorter',
        period,
      ),
      beforeVisit: option(
        'DAYS',
        'due so many days before each booked visit, once for several of one day; a visit that is moved or cancelled takes along what nobody has begun',
        numberFrom(0, mostDays),
      ),
      afterVisit: option('DAYS', 'due so many days after each booked visit', numberFrom(0, mostDays)),
    },
    'one of --every, --before-visit and --after-visit: when does it come again?',
  ),
  from: option('DATE', 'with --every: the first due day; today where it is left out', date),
  until: option('DATE', 'the last day on which one can be due; visits after it have none', date),
  times: option('N', 'with --every, in place of --until: how many there are', numberFrom(1, 1000)),
  visitType: option('TEXT', 'only visits that are called so'),
} as const;

/** The rule in the options. `today` is the first day if none is given. */
function ruleOf(
  { way, until, times, visitType, ...values }: Values<typeof ruleOptions>,
  today: CalendarDate,
): SeriesRule {
  if (way.by !== 'every') {
    if (values.from !== null || times !== null)
      throw new NotUnderstood('--from and --times go with --every; visits have their own days.');
    // Subtracted from zero, because negating 0 would give -0.
    const days = way.by === 'afterVisit' ? way.value : 0 - way.value;
    return { kind: 'visits', days, visitType: visitType?.trim() || null, until };
  }
  if (visitType !== null) throw new NotUnderstood('--visit-type goes with --before-visit and --after-visit.');
  const from = values.from ?? today;
  if ((until === null) === (times === null))
    throw new NotUnderstood('questionnaire series add needs --until or --times: when does it end?');
  if (until !== null && until < from) throw new NotUnderstood(`--until (${until}) is before the first day (${from}).`);
  const isTooLong =
    until === null ? (times ?? 0) * leastGap(way.value) > longestDays : until > daysLater(from, longestDays);
  if (isTooLong) throw new NotUnderstood('A series lasts 20 years at most.');
  const end = until === null ? { kind: 'times' as const, times: times ?? 1 } : { kind: 'until' as const, day: until };
  return { kind: 'calendar', ...way.value, from, end };
}

/** The window of each questionnaire. By default it ends when the next one opens; one before a visit ends with the visit. */
function windowOf(rule: SeriesRule, opens: number | null, missed: number | null) {
  const opensDaysBefore = opens ?? 0;
  switch (rule.kind) {
    case 'calendar': {
      const gap = leastGap(rule);
      if (opensDaysBefore >= gap)
        throw new NotUnderstood(
          `--opens ${String(opensDaysBefore)} would open each before the one before it is due (every ${counted(gap, 'day')}).`,
        );
      return { opensDaysBefore, missedAfterDays: missed ?? Math.min(mostDays, gap - 1 - opensDaysBefore) };
    }
    case 'visits':
      return { opensDaysBefore, missedAfterDays: missed ?? (rule.days < 0 ? -rule.days : usualDaysAfterVisit) };
  }
}

function ruleText(rule: SeriesRule): string {
  switch (rule.kind) {
    case 'calendar': {
      const { unit, every, from } = rule;
      const often = every === 1 ? `every ${unit}` : `every ${counted(every, unit)}`;
      return `${often} from ${from} until ${lastDueDay(rule)} (${counted(turnsOf(rule), 'time')})`;
    }
    case 'visits': {
      const { days, visitType, until } = rule;
      const when = days === 0 ? 'on the day of' : `${counted(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'}`;
      const which = visitType === null ? 'each visit' : `each visit "${visitType}"`;
      return `${when} ${which}${until === null ? '' : ` until ${until}`}`;
    }
  }
}

const windowText = ({ opensDaysBefore, missedAfterDays }: Pick<ListedSeries, 'opensDaysBefore' | 'missedAfterDays'>) =>
  `opens ${opensDaysBefore === 0 ? 'on the day' : `${counted(opensDaysBefore, 'day')} before`}, missed after ${counted(missedAfterDays, 'day')}`;

const addCommand = command({
  name: 'questionnaire series add',
  does: "Assigns a questionnaire again and again. Days are those of the patient's facility.",
  parameters: {
    questionnaire: required('NAME|URL|ID', 'its id, title, name, url or identifier'),
    ...patientOptions,
    ...ruleOptions,
    opens: option(
      'DAYS',
      'it can be begun so many days before it is due; on the day where it is left out',
      numberFrom(0, mostDays),
    ),
    missedAfter: option(
      'DAYS',
      `it is missed so many days after it was due; else when the next one opens, with the visit that it is before, or ${String(usualDaysAfterVisit)} days after one that is due after a visit`,
      numberFrom(0, mostDays),
    ),
  },
  async inTransaction(tx, { questionnaire, opens, missedAfter, ...values }) {
    const template = await oneTemplate(tx, questionnaire);
    const { id: patientId, shown } = await onePatient(tx, values);
    const { today } = await tx.one(todayOf, { patientId });
    const rule = ruleOf(values, today);
    const window = windowOf(rule, opens, missedAfter);
    const kept = await beginSeries(tx, actor, { patientId, templateId: template.id, rule, ...window });
    return [
      `"${template.title}" is assigned to ${shown} ${ruleText(rule)}; each ${windowText(window)}: series ${String(kept.seriesId)}.`,
      ...linesOf(
        kept.made,
        ({ id, due, opens: from }) =>
          `  assignment ${String(id)} is due ${due}${from < due ? ` and opens ${from}` : ''}.`,
        rule.kind === 'visits'
          ? '  No visit is booked yet for which one would be due.'
          : '  All its days are past: nothing is assigned.',
      ),
    ];
  },
});

const listCommand = command({
  name: 'questionnaire series list',
  does: 'Lists the questionnaires that a patient gets again and again: number, questionnaire, rule, window, what is due next.',
  parameters: patientOptions,
  async inTransaction(tx, values) {
    const { id: patientId } = await onePatient(tx, values);
    const found = await seriesOf(tx, patientId);
    await auditOperator(tx, 'questionnaire.series_listed', { patientId }, { series: found.length });
    return linesOf(
      found,
      (one) => {
        const next = one.isStopped ? 'stopped' : one.nextDue === null ? 'nothing to come' : `next due ${one.nextDue}`;
        return `${column(one.id)}  ${one.title}  ${ruleText(one.rule)}; ${windowText(one)}; ${next} (${String(one.completed)} of ${String(one.made)} answered)`;
      },
      'There are no series.',
    );
  },
});

const stopCommand = command({
  name: 'questionnaire series stop',
  does: 'Ends a series. What nobody has begun is taken back; what is begun can still be answered.',
  parameters: { number: argument('NUMBER', 'the number of one series.', rowNumber), ...patientOptions },
  async inTransaction(tx, { number: seriesId, ...values }) {
    const { id: patientId, shown } = await onePatient(tx, values);
    const ended = await endSeries(tx, actor, { patientId, seriesId });
    if (ended === null)
      throw new CommandFailed(
        `${shown} has no series ${String(seriesId)} that goes on. See: questionnaire series list`,
      );
    return `Series ${String(seriesId)} has ended; ${counted(ended.withdrawn, 'questionnaire')} that nobody had begun taken back.`;
  },
});

export const seriesCommands = [addCommand, listCommand, stopCommand];
