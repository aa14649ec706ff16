import type { NoticeChannel, ReminderKind, ReminderOffset } from '@portal/api';
import { instantOf, wallAt } from './localTime.ts';

/*
 * What a patient is to be told of, and when: pure, from what is known of them and the moment. Moments are milliseconds, days are the
 * milliseconds of their midnight in UTC. `README.md` says why the rules are as they are.
 */

const hour = 3_600_000;
const day = 24 * hour;
/** Nothing goes out before or from these hours of the facility on. */
export const quietHours = { until: 8, from: 21 } as const;
const [opens, closes] = [quietHours.until * hour, quietHours.from * hour];
/** When reminders go out, and those for the early hours the evening before. */
const [morning, evening] = [9 * hour, 18 * hour];
/** What came in longer ago is nothing new. */
const newFor = 14 * day;
/** Evenings until which a digest may be late. */
const digestLateDays = 2;
/** Days before its due date on which an open questionnaire is told of again. */
const remindedDaysBefore = [3, 0] as const;
/** Data that no trigger watches is looked at again after this at the latest. */
const longestLook = 7 * day;

/** A channel by which somebody wants to hear of a kind, and since when: what came in before is not told. */
export interface Choice {
  readonly channel: NoticeChannel;
  readonly since: number;
}

/** A booked visit, or a follow-up that is recommended for a day. Cancelled ones are not there. */
export interface Visit {
  readonly id: number;
  readonly kind: 'appointment' | 'followUp';
  readonly day: number;
  /** Null: no time is known. */
  readonly startsAt: number | null;
  /** Where it is. */
  readonly zone: string;
}

/** When reminders of visits go out, and since when that is chosen. */
export interface Timing {
  readonly offset: ReminderOffset;
  readonly since: number;
}

/** Everything that what a patient is told depends on. */
export interface Situation {
  /** Of the patient's facility. */
  readonly zone: string;
  readonly choices: Readonly<Record<ReminderKind, readonly Choice[]>>;
  readonly timing: Readonly<Record<Visit['kind'], Timing>>;
  readonly visits: readonly Visit[];
  /** Open ones that the patient may fill in. */
  readonly questionnaires: readonly { readonly id: number; readonly cameAt: number; readonly dueDay: number | null }[];
  /** Of the care team, not read yet. */
  readonly messages: readonly { readonly id: number; readonly cameAt: number }[];
  /** Keys (`keyOf`) of what was told before. */
  readonly told: ReadonlySet<string>;
}

/** One thing of which somebody is told once by one channel. */
export interface Occasion {
  readonly kind: ReminderKind;
  /** The visit, questionnaire or message; 0 for a digest, which is of several. */
  readonly thingId: number;
  /** Which of its occasions: a visit that is moved has another one. */
  readonly occasion: string;
  readonly channel: NoticeChannel;
  /** It was said before that this came in: now it is due. */
  readonly isAgain: boolean;
  readonly from: number;
  /** From then on it is not worth telling. */
  readonly until: number;
}

export const keyOf = ({
  channel,
  kind,
  thingId,
  occasion,
}: Pick<Occasion, 'channel' | 'kind' | 'thingId' | 'occasion'>) => `${channel} ${kind} ${String(thingId)} ${occasion}`;

const dayOf = (wall: number): number => Math.floor(wall / day) * day;
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
const mondayOf = (at: number): number => at - ((at / day + 3) % 7) * day;
const firstOfMonth = (at: number): number => Date.parse(`${dayText(at).slice(0, 7)}-01`);

/** The first moment from this one on at which something may go out. */
function firstOpen(zone: string, at: number): number {
  const wall = wallAt(zone, at);
  const today = dayOf(wall);
  if (wall < today + opens) return instantOf(zone, today + opens);
  return wall >= today + closes ? instantOf(zone, today + day + opens) : at;
}

const daysBefore = {
  '4Weeks': 28,
  '3Weeks': 21,
  '2Weeks': 14,
  '1Week': 7,
  '3Days': 3,
  '2Days': 2,
  '1Day': 1,
  OnDay: 0,
} as const satisfies Partial<Record<ReminderOffset, number>>;

/** On the day itself: an hour before it at the latest, and the evening before where that would be at night. */
function onTheDay(zone: string, visit: Visit): number {
  const usual = instantOf(zone, visit.day + morning);
  if (visit.startsAt === null) return usual;
  const latest = visit.startsAt - hour;
  if (usual <= latest) return usual;
  const begins = dayOf(wallAt(zone, visit.startsAt));
  return latest >= instantOf(zone, begins + opens) ? latest : instantOf(zone, begins - day + evening);
}

type When = Pick<Occasion, 'thingId' | 'occasion' | 'from' | 'until'>;

/** When a visit is told of; null where it is not. */
function whenOf(zone: string, visit: Visit, offset: ReminderOffset): When | null {
  const until = visit.startsAt ?? instantOf(visit.zone, visit.day + day);
  switch (offset) {
    case 'Off':
      return null;
    case 'WeeklyDigest':
    case 'MonthlyDigest': {
      // A visit belongs to the last digest that comes an hour before it or earlier, so that none falls between two.
      const at = (visit.startsAt ?? instantOf(visit.zone, visit.day + 12 * hour)) - hour;
      const about = dayOf(wallAt(zone, at) - morning);
      const isWeekly = offset === 'WeeklyDigest';
      const begins = isWeekly ? mondayOf(about) : firstOfMonth(about);
      return {
        thingId: 0,
        occasion: `${isWeekly ? 'week' : 'month'}/${dayText(begins)}`,
        from: instantOf(zone, begins + morning),
        until: Math.min(until, instantOf(zone, begins + digestLateDays * day + closes)),
      };
    }
    case '4Weeks':
    case '3Weeks':
    case '2Weeks':
    case '1Week':
    case '3Days':
    case '2Days':
    case '1Day':
    case 'OnDay': {
      const days = daysBefore[offset];
      return {
        thingId: visit.id,
        occasion: `${visit.startsAt === null ? dayText(visit.day) : new Date(visit.startsAt).toISOString()}/${offset}`,
        from: days === 0 ? onTheDay(zone, visit) : instantOf(zone, visit.day - days * day + morning),
        until,
      };
    }
  }
}

/** Reminders of visits. One that is late because another offset was chosen just now is left out where the visit was told of by the old one. */
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
  choices: readonly Choice[],
  things: readonly { readonly id: number; readonly cameAt: number }[],
): Occasion[] {
  return things.flatMap(({ id, cameAt }) =>
    choices
      .filter(({ since }) => cameAt >= since)
      .map(({ channel }) => ({
        kind,
        channel,
        thingId: id,
        occasion: 'new',
        isAgain: false,
        from: cameAt,
        until: cameAt + newFor,
      })),
  );
}

/** Questionnaires while they are due; one that came in within a day before that is not told of twice. */
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

/** Everything that was, is or will be to be told, told or not: each once, from its first moment by day on. */
export function occasionsOf(situation: Situation): readonly Occasion[] {
  const found = new Map<string, Occasion>();
  for (const one of [
    ...visitOccasions(situation),
    ...newOccasions('secureMessage', situation.choices.secureMessage, situation.messages),
    ...newOccasions('questionnaire', situation.choices.questionnaire, situation.questionnaires),
    ...dueOccasions(situation),
  ]) {
    const key = keyOf(one);
    const from = firstOpen(situation.zone, one.from);
    // Several visits share a digest: it is worth sending as long as one of them is to come.
    found.set(key, { ...one, from, until: Math.max(one.until, found.get(key)?.until ?? 0) });
  }
  return [...found.values()];
}

/** What is due at a moment, and when to look again unless something changes. */
export function plan(
  situation: Situation,
  now: number,
): { readonly due: readonly Occasion[]; readonly lookAt: number } {
  const open = occasionsOf(situation).filter((one) => one.until > now && !situation.told.has(keyOf(one)));
  const opensAt = firstOpen(situation.zone, now);
  const due = opensAt === now ? open.filter(({ from }) => from <= now) : [];
  const later = open.map(({ from }) => Math.max(from, opensAt)).filter((from) => from > now);
  return { due, lookAt: Math.min(now + longestLook, ...later) };
}
