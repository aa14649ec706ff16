import { parseArgs } from 'node:util';
import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { statement } from '../db/pool.ts';
import { beginSeries, endSeries, type ListedSeries, seriesOf } from '../questionnaires/series/keep.ts';
import { daysLater, lastDueDay, leastGap, type SeriesRule, turnsOf } from '../questionnaires/series/rule.ts';
import { named } from './accounts.ts';
import { numberOption, patientOptions } from './careOptions.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { onePatient } from './people.ts';
import { dateOption } from './questionnaire.ts';
import { oneTemplate } from './questionnaireSettings.ts';

/** A series plans no further than this. */
const longestDays = 20 * 366;
const mostDays = 365;
/** After a visit, unless the command says otherwise. */
const usualDaysAfterVisit = 7;

const todayOf = statement(
  'admin.todayOf',
  'select today_in(f.time_zone) as today from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId',
  v.object({ today: CalendarDate }),
);

const counted = (count: number, one: string): string => `${String(count)} ${one}${count === 1 ? '' : 's'}`;

interface Values {
  readonly every?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly times?: string | undefined;
  readonly 'before-visit'?: string | undefined;
  readonly 'after-visit'?: string | undefined;
  readonly 'visit-type'?: string | undefined;
}

function everyOption(text: string): { readonly unit: 'day' | 'week' | 'month'; readonly every: number } {
  const parts = /^(?:(\d{1,3}) )?(day|week|month)s?$/.exec(text.trim());
  const every = Number(parts?.[1] ?? 1);
  const unit = parts?.[2];
  if ((unit !== 'day' && unit !== 'week' && unit !== 'month') || every < 1)
    throw new CommandFailed(`--every needs a time like day, week, "2 weeks" or "3 months", not "${text}".`, true);
  return { unit, every };
}

/** The rule that the options describe. `today`: what counts as the first day where none is given. */
function ruleOf(values: Values, today: CalendarDate): SeriesRule {
  const [before, after] = [
    numberOption('before-visit', values['before-visit'], 0, mostDays),
    numberOption('after-visit', values['after-visit'], 0, mostDays),
  ];
  const until = dateOption('until', values.until);
  const ways = [values.every, before, after].filter((one) => one !== undefined && one !== null);
  if (ways.length !== 1)
    throw new CommandFailed(
      'questionnaire series add needs one of --every, --before-visit and --after-visit: when does it come again?',
      true,
    );
  if (values.every === undefined) {
    if (values.from !== undefined || values.times !== undefined)
      throw new CommandFailed('--from and --times go with --every; visits have their own days.', true);
    return {
      kind: 'visits',
      // A minus before nothing would be a zero of its own.
      days: before === null ? (after ?? 0) : 0 - before,
      visitType: values['visit-type']?.trim() || null,
      until,
    };
  }
  if (values['visit-type'] !== undefined)
    throw new CommandFailed('--visit-type goes with --before-visit and --after-visit.', true);
  const times = numberOption('times', values.times, 1, 1000);
  const { unit, every } = everyOption(values.every);
  const from = dateOption('from', values.from) ?? today;
  if ((until === null) === (times === null))
    throw new CommandFailed('questionnaire series add needs --until or --times: when does it end?', true);
  if (until !== null && until < from)
    throw new CommandFailed(`--until (${until}) is before the first day (${from}).`, true);
  const isTooLong =
    until === null ? (times ?? 0) * leastGap({ unit, every }) > longestDays : until > daysLater(from, longestDays);
  if (isTooLong) throw new CommandFailed('A series lasts 20 years at most.', true);
  const end = until === null ? { kind: 'times' as const, times: times ?? 1 } : { kind: 'until' as const, day: until };
  return { kind: 'calendar', unit, every, from, end };
}

/** The window of each one: unless it is said, one ends where the next opens, and one before a visit with the visit. */
function windowOf(rule: SeriesRule, opens: number | null, missed: number | null) {
  const opensDaysBefore = opens ?? 0;
  switch (rule.kind) {
    case 'calendar': {
      const gap = leastGap(rule);
      if (opensDaysBefore >= gap)
        throw new CommandFailed(
          `--opens ${String(opensDaysBefore)} would open each before the one before it is due (every ${counted(gap, 'day')}).`,
          true,
        );
      return { opensDaysBefore, missedAfterDays: missed ?? Math.min(mostDays, gap - 1 - opensDaysBefore) };
    }
    case 'visits':
      return { opensDaysBefore, missedAfterDays: missed ?? (rule.days < 0 ? -rule.days : usualDaysAfterVisit) };
  }
}

/** A rule in words, as the command line says it back. */
export function ruleText(rule: SeriesRule): string {
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

const addCommand: Command = {
  words: ['questionnaire', 'series', 'add'],
  help: `questionnaire series add --questionnaire NAME|URL|ID --patient MRN|USERNAME (--every TIME (--until DATE | --times N) [--from DATE] | --before-visit DAYS | --after-visit DAYS)
    [--visit-type TEXT] [--opens DAYS] [--missed-after DAYS] [--facility NAME]

Assigns a questionnaire again and again. Days are those of the patient's facility.

  --questionnaire   its id, title, name, url or identifier
${patientOptions}
  --every           day, week, month, "2 weeks", "3 months": the day of the month stays, and is the last one of months that are shorter
  --from            the first due day; today where it is left out
  --until           the last day on which one can be due; visits after it have none
  --times           how many there are
  --before-visit    due so many days before each booked visit, once for several of one day; a visit that is moved or cancelled takes along what nobody has begun
  --after-visit     due so many days after each booked visit
  --visit-type      only visits that are called so
  --opens           it can be begun so many days before it is due; on the day where it is left out
  --missed-after    it is missed so many days after it was due; else when the next one opens, with the visit that it is before, or
                    ${String(usualDaysAfterVisit)} days after one that is due after a visit`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: {
        questionnaire: text,
        patient: text,
        facility: text,
        every: text,
        from: text,
        until: text,
        times: text,
        'before-visit': text,
        'after-visit': text,
        'visit-type': text,
        opens: text,
        'missed-after': text,
      },
    });
    const what = named(values.questionnaire, 'questionnaire', 'questionnaire series add');
    const who = named(values.patient, 'patient', 'questionnaire series add');
    const opens = numberOption('opens', values.opens, 0, mostDays);
    const missed = numberOption('missed-after', values['missed-after'], 0, mostDays);
    return io.database(async (pool) => {
      const begun = await pool.tx(async (tx) => {
        const template = await oneTemplate(tx, what);
        const patient = await onePatient(tx, who, values.facility);
        const { today } = await tx.one(todayOf, { patientId: patient.id });
        const rule = ruleOf(values, today);
        const window = windowOf(rule, opens, missed);
        const kept = await beginSeries(tx, actor, {
          patientId: patient.id,
          templateId: template.id,
          rule,
          ...window,
        });
        return { template, patient, rule, window, kept };
      });
      const { template, patient, rule, window, kept } = begun;
      io.out(
        `"${template.title}" is assigned to ${patient.mrn} (${patient.facility}) ${ruleText(rule)}; each ${windowText(window)}: series ${String(kept.seriesId)}.`,
      );
      for (const { id, due, opens: from } of kept.made)
        io.out(`  assignment ${String(id)} is due ${due}${from < due ? ` and opens ${from}` : ''}.`);
      if (kept.made.length === 0)
        io.out(
          rule.kind === 'visits'
            ? '  No visit is booked yet for which one would be due.'
            : '  All its days are past: nothing is assigned.',
        );
      return 0;
    });
  },
};

const listCommand: Command = {
  words: ['questionnaire', 'series', 'list'],
  help: `questionnaire series list --patient MRN|USERNAME [--facility NAME]

Lists the questionnaires that a patient gets again and again: number, questionnaire, rule, window, what is due next.

${patientOptions}`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { patient: { type: 'string' }, facility: { type: 'string' } } });
    const who = named(values.patient, 'patient', 'questionnaire series list');
    const found = await io.database((pool) =>
      pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const all = await seriesOf(tx, patient.id);
        await audit(tx, {
          type: 'questionnaire.series_listed',
          actor,
          patientId: patient.id,
          detail: { series: all.length },
        });
        return all;
      }),
    );
    for (const one of found) {
      const next = one.isStopped ? 'stopped' : one.nextDue === null ? 'nothing to come' : `next due ${one.nextDue}`;
      io.out(
        `${String(one.id).padStart(5)}  ${one.title}  ${ruleText(one.rule)}; ${windowText(one)}; ${next} (${String(one.completed)} of ${String(one.made)} answered)`,
      );
    }
    if (found.length === 0) io.out('There are no series.');
    return 0;
  },
};

const stopCommand: Command = {
  words: ['questionnaire', 'series', 'stop'],
  help: `questionnaire series stop NUMBER --patient MRN|USERNAME [--facility NAME]

Ends a series. What nobody has begun is taken back; what is begun can still be answered.

${patientOptions}`,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { patient: { type: 'string' }, facility: { type: 'string' } },
    });
    const [given, ...more] = positionals;
    if (given === undefined || more.length > 0 || !/^[1-9]\d{0,14}$/.test(given))
      throw new CommandFailed('questionnaire series stop needs the number of one series.', true);
    const who = named(values.patient, 'patient', 'questionnaire series stop');
    return io.database(async (pool) => {
      const ended = await pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const done = await endSeries(tx, actor, { patientId: patient.id, seriesId: Number(given) });
        if (done === null)
          throw new CommandFailed(
            `${patient.mrn} (${patient.facility}) has no series ${given} that goes on. See: questionnaire series list`,
          );
        return done;
      });
      io.out(
        `Series ${given} has ended; ${counted(ended.withdrawn, 'questionnaire')} that nobody had begun taken back.`,
      );
      return 0;
    });
  },
};

export const seriesCommands: readonly Command[] = [addCommand, listCommand, stopCommand];
