import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import type { VisitTime } from '../../care/appointments.ts';
import type { ScheduledVisit } from '../../care/scheduledVisits.ts';
import { dayText, wallAt } from '../../notices/localTime.ts';
import type { ElementValue, Segment } from '../message/er7.ts';
import { stampOf } from '../message/times.ts';
import { MessageWaits } from '../waits.ts';
import { type PatientMessage, fhirDateIn } from './inboundMessage.ts';

/** What a patient reads as the state of the visit, by event. */
const states: Readonly<Record<string, Pick<ScheduledVisit, 'status' | 'isCancelled' | 'isOnlyAhead'>>> = {
  'SIU^S12': { status: 'Scheduled', isCancelled: false },
  'SIU^S13': { status: 'Scheduled', isCancelled: false },
  'SIU^S14': { status: 'Scheduled', isCancelled: false },
  'SIU^S15': { status: 'Cancelled by facility', isCancelled: true },
  'SIU^S16': { status: 'Cancelled by facility', isCancelled: true, isOnlyAhead: true },
  'SIU^S17': { status: 'Cancelled by facility', isCancelled: true },
  'SIU^S26': { status: 'Missed', isCancelled: false },
};

const minutes: Readonly<Record<string, number>> = {
  '': 1,
  M: 1,
  MIN: 1,
  MINUTES: 1,
  S: 1 / 60,
  SEC: 1 / 60,
  H: 60,
  HR: 60,
  HOURS: 60,
};
function durationOf(amount: ElementValue, unit: ElementValue): number | undefined {
  const factor = minutes[(unit ?? '').toUpperCase()];
  const total = Math.round(Number(amount ?? Number.NaN) * (factor ?? Number.NaN));
  return total >= 1 && total <= 1440 ? total : undefined;
}

/** A time stamp by the clocks of the facility; undefined where it says nothing. Interfaces write 12:00 where they know no time. */
function timeAt(written: ElementValue, zone: string): VisitTime | undefined {
  const stamp = stampOf(written);
  if (stamp === null || stamp.precision === 'year' || stamp.precision === 'month') return undefined;
  const wall = stamp.time === null ? null : wallAt(zone, Date.parse(fhirDateIn(written, zone) ?? ''));
  const day = v.parse(CalendarDate, wall === null ? stamp.day : dayText(wall));
  const time = wall === null ? null : new Date(wall).toISOString().slice(11, 16);
  return { day, time };
}

/** What is said of one place of several: the first that says something, and deleted only where none does. */
const firstSaid = (...all: readonly ElementValue[]): ElementValue =>
  all.find((one) => typeof one === 'string') ?? all.find((one) => one === null);

const nameAt = (segment: Segment, field: number): ElementValue => firstSaid(segment.at(field, 2), segment.at(field, 1));
/** A PL in words: its description, or facility, building, point of care and room. */
function placeOf(segment: Segment | undefined, field: number): ElementValue {
  if (segment === undefined) return undefined;
  if (segment.first(field).isDeleted) return null;
  const parts = [4, 7, 8, 1, 2].map((part) => segment.text(field, part)).filter((part) => part !== null);
  return segment.text(field, 9) ?? (parts.length === 0 ? undefined : [...new Set(parts)].join(', '));
}

function providerOf(
  segments: readonly { readonly segment: Segment | undefined; readonly field: number }[],
): ScheduledVisit['provider'] {
  for (const { segment, field } of segments) {
    const one = segment?.first(field);
    if (one === undefined) continue;
    if (one.isDeleted) return null;
    const lastName = one.text(2) ?? null;
    if (lastName !== null) return { lastName, firstName: one.text(3) };
  }
  return undefined;
}

/** A visit of a message of scheduling (SIU), under the name that its sender has for it. */
export function visitOf({ message, type, zone }: PatientMessage): {
  readonly visitKey: string;
  readonly visit: ScheduledVisit;
} {
  const segment = (name: string) => message.segments.find((one) => one.name === name);
  const sch = segment('SCH');
  if (sch === undefined) throw new MessageWaits('it has no SCH');
  const number = sch.text(2) === null ? [sch.text(1), sch.text(1, 2)] : [sch.text(2), sch.text(2, 2)];
  if (number[0] === null) throw new MessageWaits('SCH-2 and SCH-1 have no number of the visit');
  const state = states[type];
  if (state === undefined) throw new MessageWaits('its event is none of scheduling');
  const [tq, ais, aip, ail, aig, pv1] = ['TQ1', 'AIS', 'AIP', 'AIL', 'AIG', 'PV1'].map(segment);
  const written = firstSaid(tq?.at(7), sch.at(11, 4), ais?.at(4), aip?.at(6), ail?.at(6));
  const at = timeAt(written, zone);
  if (typeof written === 'string' && at === undefined) throw new MessageWaits('the time of the visit is no time');
  const notes = message.segments.filter(({ name }) => name === 'NTE');
  return {
    visitKey: JSON.stringify(number),
    visit: {
      ...state,
      at,
      durationMinutes:
        durationOf(sch.at(9), sch.at(10)) ??
        durationOf(ais?.at(7), ais?.at(8)) ??
        (sch.at(9) === null || ais?.at(7) === null ? null : undefined),
      provider: providerOf([
        { segment: aip, field: 3 },
        { segment: aig, field: 3 },
        { segment: pv1, field: 7 },
      ]),
      type: firstSaid(nameAt(sch, 8), ais && nameAt(ais, 3), nameAt(sch, 7)),
      location: firstSaid(placeOf(ail, 3), placeOf(pv1, 3)),
      instructions:
        notes.length === 0
          ? undefined
          : notes
              .flatMap((nte) => nte.all(3).map((one) => (one.isDeleted ? '' : one.whole().trim())))
              .filter((line) => line !== ''),
    },
  };
}
