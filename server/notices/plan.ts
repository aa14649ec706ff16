import type { NoticeChannel, RecordTiming, ReminderKind, ReminderOffset } from '@portal/api';
import { day, dayOf, dayText, hour, instantOf, morning, quietHours, wallAt } from './localTime.ts';
import { type News, newsFrom } from './newsPlan.ts';
import { type Visit, whenOf } from './visitTimes.ts';

/*
 * What to notify a patient of, and when: pure functions of the patient's situation and an instant. Instants are milliseconds; a day is the
 * milliseconds of its midnight in UTC. `README.md` has the hours and the rules.
 */

const [opens, closes] = [quietHours.until * hour, quietHours.from * hour];
/** After so long, something that came in no longer counts as new. */
const newFor = 14 * day;
/** Reminders of an open questionnaire: so many days before its due date. */
const remindedDaysBefore = [3, 0] as const;
/** Some data changes without a database trigger, so each patient is looked at again after this time at the latest. */
const longestLook = 7 * day;

/** A channel that somebody chose for a kind of notice, and since when. What came in before that is not announced. */
export interface ChosenChannel {
  readonly channel: NoticeChannel;
  readonly since: number;
}

/** When reminders of visits are sent, and since when the patient has had this setting. */
export interface Timing {
  readonly offset: ReminderOffset;
  readonly since: number;
}

export interface Situation {
  /** The time zone of the patient's facility. */
  readonly zone: string;
  readonly choices: Readonly<Record<ReminderKind, readonly ChosenChannel[]>>;
  readonly timing: Readonly<Record<Visit['kind'], Timing>>;
  readonly visits: readonly Visit[];
  /** Open questionnaires that the patient may fill in. */
  readonly questionnaires: readonly { readonly id: number; readonly cameAt: number; readonly dueDay: number | null }[];
  /** Unread messages from the care team. */
  readonly messages: readonly { readonly id: number; readonly cameAt: number }[];
  /** Requests to which nobody has answered, by the id of their message, and by when the facility has promised to. */
  readonly requests: readonly { readonly id: number; readonly promisedBy: number }[];
  readonly recordTiming: RecordTiming;
  /** What came into the record and was not told yet. */
  readonly news: readonly News[];
  /** Keys (`keyOf`) of the notices that were written before, those of the record aside. */
  readonly told: ReadonlySet<string>;
}

/** Something that a patient is notified of once on one channel. */
export interface Occasion {
  readonly kind: ReminderKind;
  /** Id of the visit, questionnaire, message or resource of the record; 0 for a digest, which covers several. */
  readonly thingId: number;
  /** Distinguishes several notices of one thing. A visit that is moved has a new one. */
  readonly occasion: string;
  readonly channel: NoticeChannel;
  /** The patient knows of it already: this is the reminder that it is due, or that the answer is late. */
  readonly isAgain: boolean;
  readonly from: number;
  /** After this instant the notice is pointless and is not sent. */
  readonly until: number;
}

export const keyOf = ({
  channel,
  kind,
  thingId,
  occasion,
}: Pick<Occasion, 'channel' | 'kind' | 'thingId' | 'occasion'>) => `${channel} ${kind} ${String(thingId)} ${occasion}`;

/** The first instant, from this one on, at which notices may be sent. */
function firstOpen(zone: string, at: number): number {
  const wall = wallAt(zone, at);
  const today = dayOf(wall);
  if (wall < today + opens) return instantOf(zone, today + opens);
  return wall >= today + closes ? instantOf(zone, today + day + opens) : at;
}

/** Reminders of visits. After another offset was chosen, one that would be late is left out if there was one by the old offset. */
function visitOccasions({ zone, choices, timing, visits, told }: Situation): Occasion[] {
  const toldTimes = new Set([...told].map((key) => key.slice(0, key.lastIndexOf('/'))));
  return visits.flatMap((visit) => {
    const { kind } = visit;
    const when = whenOf(zone, visit, timing[kind].offset);
    if (when === null) return [];
    return choices[kind].flatMap(({ channel }) => {
      const one: Occasion = { ...when, kind, channel, isAgain: false };
      const key = keyOf(one);
      const isTold = one.from < timing[kind].since && toldTimes.has(key.slice(0, key.lastIndexOf('/')));
      return isTold ? [] : [one];
    });
  });
}

function newOccasions(
  kind: ReminderKind,
  choices: readonly ChosenChannel[],
  things: readonly {
    readonly id: number;
    readonly cameAt: number;
    readonly from?: number;
    readonly occasion?: string;
    readonly isAgain?: boolean;
  }[],
): Occasion[] {
  return things.flatMap(({ id, cameAt, from = cameAt, occasion = 'new', isAgain = false }) =>
    choices
      .filter(({ since }) => cameAt >= since)
      .map(({ channel }) => ({ kind, channel, thingId: id, occasion, isAgain, from, until: from + newFor })),
  );
}

/** What is open of the record. A resource that is changed comes again, so its notice has the instant at which it came. */
function recordOccasions({ zone, choices, recordTiming, news }: Situation): Occasion[] {
  if (recordTiming === 'Off') return [];
  const open = news.filter(({ isHeld }) => !isHeld);
  return newOccasions(
    'record',
    choices.record,
    open.map(({ id, cameAt }) => ({
      id,
      cameAt,
      from: newsFrom(zone, recordTiming, cameAt),
      occasion: new Date(cameAt).toISOString(),
    })),
  );
}

/** What nobody has answered by the promised time. */
const lateOccasions = ({ choices, requests }: Situation): Occasion[] =>
  newOccasions(
    'secureMessage',
    choices.secureMessage,
    requests.map(({ id, promisedBy }) => ({ id, cameAt: promisedBy, occasion: 'late', isAgain: true })),
  );

/** Reminders of due questionnaires. One is left out if the questionnaire came in less than a day before it. */
function dueOccasions({ zone, choices, questionnaires }: Situation): Occasion[] {
  return questionnaires.flatMap(({ id, cameAt, dueDay }) =>
    dueDay === null
      ? []
      : remindedDaysBefore.flatMap((days) => {
          const from = instantOf(zone, dueDay - days * day + morning);
          if (from <= cameAt + day) return [];
          const until = instantOf(zone, days === 0 ? dueDay + day : dueDay);
          return choices.questionnaire
            .filter(({ since }) => from >= since)
            .map(({ channel }) => ({
              kind: 'questionnaire' as const,
              channel,
              thingId: id,
              occasion: `${dayText(dueDay)}/${String(days)}`,
              isAgain: true,
              from,
              until,
            }));
        }),
  );
}

/** All to notify the patient of, past or future, sent or not: each once, from its first instant outside of the quiet hours. */
export function occasionsOf(situation: Situation): readonly Occasion[] {
  const found = new Map<string, Occasion>();
  for (const one of [
    ...visitOccasions(situation),
    ...newOccasions('secureMessage', situation.choices.secureMessage, situation.messages),
    ...lateOccasions(situation),
    ...newOccasions('questionnaire', situation.choices.questionnaire, situation.questionnaires),
    ...dueOccasions(situation),
    ...recordOccasions(situation),
  ]) {
    const key = keyOf(one);
    const from = firstOpen(situation.zone, one.from);
    // A digest covers several visits and is worth sending as long as one of them is still to come.
    found.set(key, { ...one, from, until: Math.max(one.until, found.get(key)?.until ?? 0) });
  }
  return [...found.values()];
}

export interface Plan {
  readonly due: readonly Occasion[];
  /** When to look again if nothing changes. */
  readonly lookAt: number;
  /** The news that need no further look: told now, or never to be told. */
  readonly settled: readonly News[];
}

/** What is due at an instant. */
export function plan(situation: Situation, now: number): Plan {
  const { zone, news, told } = situation;
  const open = occasionsOf(situation).filter((one) => one.until > now && !told.has(keyOf(one)));
  const opensAt = firstOpen(zone, now);
  const isDue = ({ from }: Occasion): boolean => opensAt === now && from <= now;
  // With one new thing of the record goes all that is there by then.
  const isRecordDue = open.some((one) => one.kind === 'record' && isDue(one));
  const due = open.filter((one) => isDue(one) || (isRecordDue && one.kind === 'record'));
  const later = open.map(({ from }) => Math.max(from, opensAt)).filter((from) => from > now);
  const holds = news.flatMap(({ opensAt: ends }) => (ends !== null && ends > now ? [ends] : []));
  const waiting = new Set(isRecordDue ? [] : open.flatMap(({ kind, thingId }) => (kind === 'record' ? [thingId] : [])));
  return {
    due,
    lookAt: Math.min(now + longestLook, ...later, ...holds),
    settled: news.filter(({ id, isHeld }) => !isHeld && !waiting.has(id)),
  };
}
