import type { NoticeChannel, ReminderKind, ReminderOffset } from '@portal/api';
import { instantOf, wallAt } from './localTime.ts';

/*
 * What to notify a patient of, and when: pure functions of the patient's situation and an instant. Instants are milliseconds; a day is the
 * milliseconds of its midnight in UTC. `README.md` gives the reasons for the rules.
 */

const hour = 3_600_000;
const day = 24 * hour;
/** Nothing is sent before the hour `until` or from the hour `from` on, in the facility's time zone. */
export const quietHours = { until: 8, from: 21 } as const;
const [opens, closes] = [quietHours.until * hour, quietHours.from * hour];
/** When reminders are sent in the morning, and, for visits in the early hours, the evening before. */
const [morning, evening] = [9 * hour, 18 * hour];
/** After so long, something that came in no longer counts as new. */
const newFor = 14 * day;
/** How many days late a digest may still be sent, until the evening. */
const digestLateDays = 2;
/** Reminders of an open questionnaire: so many days before its due date. */
const remindedDaysBefore = [3, 0] as const;
/** Some data changes without a database trigger, so each patient is looked at again after this time at the latest. */
const longestLook = 7 * day;

/** A channel that somebody chose for a kind of notice, and since when. What came in before that is not announced. */
export interface Choice {
  readonly channel: NoticeChannel;
  readonly since: number;
}

/** A booked visit, or a follow-up that is recommended for a day. Cancelled ones are left out. */
export interface Visit {
  readonly id: number;
  readonly kind: 'appointment' | 'followUp';
  readonly day: number;
  /** Null if no time is known. */
  readonly startsAt: number | null;
  /** The time zone of the visit's place. */
  readonly zone: string;
}

/** When reminders of visits are sent, and since when the patient has had this setting. */
export interface Timing {
  readonly offset: ReminderOffset;
  readonly since: number;
}

export interface Situation {
  /** The time zone of the patient's facility. */
  readonly zone: string;
  readonly choices: Readonly<Record<ReminderKind, readonly Choice[]>>;
  readonly timing: Readonly<Record<Visit['kind'], Timing>>;
  readonly visits: readonly Visit[];
  /** Open questionnaires that the patient may fill in. */
  readonly questionnaires: readonly { readonly id: number; readonly cameAt: number; readonly dueDay: number | null }[];
  /** Unread messages from the care team. */
  readonly messages: readonly { readonly id: number; readonly cameAt: number }[];
  /** Keys (`keyOf`) of the notices that were written before. */
  readonly told: ReadonlySet<string>;
}

/** Something that a patient is notified of once on one channel. */
export interface Occasion {
  readonly kind: ReminderKind;
  /** Id of the visit, questionnaire or message; 0 for a digest, which covers several. */
  readonly thingId: number;
  /** Distinguishes several notices of one thing. A visit that is moved has a new one. */
  readonly occasion: string;
  readonly channel: NoticeChannel;
  /** The patient was already notified that it came in; this is the reminder that it is due. */
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

const dayOf = (wall: number): number => Math.floor(wall / day) * day;
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);
const mondayOf = (at: number): number => at - ((at / day + 3) % 7) * day;
const firstOfMonth = (at: number): number => Date.parse(`${dayText(at).slice(0, 7)}-01`);

/** The first instant, from this one on, at which notices may be sent. */
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

/** On the day itself: in the morning, but at least an hour before the visit; if that is in the quiet hours, the evening before. */
function onTheDay(zone: string, visit: Visit): number {
  const usual = instantOf(zone, visit.day + morning);
  if (visit.startsAt === null) return usual;
  const latest = visit.startsAt - hour;
  if (usual <= latest) return usual;
  const begins = dayOf(wallAt(zone, visit.startsAt));
  return latest >= instantOf(zone, begins + opens) ? latest : instantOf(zone, begins - day + evening);
}

type When = Pick<Occasion, 'thingId' | 'occasion' | 'from' | 'until'>;

/** When the reminder of a visit is sent; null if it is not. */
function whenOf(zone: string, visit: Visit, offset: ReminderOffset): When | null {
  const until = visit.startsAt ?? instantOf(visit.zone, visit.day + day);
  switch (offset) {
    case 'Off':
      return null;
    case 'WeeklyDigest':
    case 'MonthlyDigest': {
      // A visit is in the last digest that is sent at least an hour before it, so that no visit is missed between two digests.
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
    ...newOccasions('questionnaire', situation.choices.questionnaire, situation.questionnaires),
    ...dueOccasions(situation),
  ]) {
    const key = keyOf(one);
    const from = firstOpen(situation.zone, one.from);
    // A digest covers several visits and is worth sending as long as one of them is still to come.
    found.set(key, { ...one, from, until: Math.max(one.until, found.get(key)?.until ?? 0) });
  }
  return [...found.values()];
}

/** What is due at an instant, and when to look again if nothing changes. */
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
