import { AppointmentId, type FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { htmlOfText } from '../html/richText.ts';
import { addAppointment, type VisitTime } from './appointments.ts';
import { linkVisits } from './sameVisit.ts';

const Visit = v.object({
  appointmentId: AppointmentId,
  patientId: PatientId,
  durationMinutes: v.nullable(v.number()),
  providerFirstName: v.nullable(v.string()),
  providerLastName: v.nullable(v.string()),
  type: v.string(),
  location: v.string(),
  shortLocation: v.nullable(v.string()),
  instructions: v.string(),
  hasBegun: v.boolean(),
});
const found = statement(
  'care.scheduledVisit',
  `select a.id as "appointmentId", a.patient_id as "patientId", a.duration_minutes as "durationMinutes", a.provider_first_name as "providerFirstName",
     a.provider_last_name as "providerLastName", a.type, a.location, a.short_location as "shortLocation", a.instructions,
     coalesce(a.starts_at <= now(), false) as "hasBegun"
   from scheduled_visits s join appointments a on a.id = s.appointment_id where s.source = $source and s.visit_key = $visitKey for update of a`,
  Visit,
);
const remember = statement(
  'care.rememberVisit',
  'insert into scheduled_visits (source, visit_key, appointment_id) values ($source, $visitKey, $appointmentId)',
);
const move = statement(
  'care.moveVisit',
  `update appointments a set starts_at = ($day::date + $time::time) at time zone f.time_zone, day = $day::date, is_at_noon = $isAtNoon
   from facilities f where a.id = $appointmentId and f.id = a.facility_id`,
);
const change = statement(
  'care.changeVisit',
  `update appointments set duration_minutes = $durationMinutes, provider_first_name = $providerFirstName, provider_last_name = $providerLastName,
     type = $type, location = $location, short_location = $shortLocation, instructions = $instructions, status = $status, is_cancelled = $isCancelled,
     is_confirmed = is_confirmed and not $isCancelled where id = $appointmentId`,
);

/** What a scheduling system says of a visit. Undefined: nothing, so what is known stays; null: it was deleted. */
export interface ScheduledVisit {
  readonly at: VisitTime | undefined;
  readonly durationMinutes: number | null | undefined;
  readonly provider: { readonly firstName: string | null; readonly lastName: string } | null | undefined;
  readonly type: string | null | undefined;
  /** As it is shown, as plain text. */
  readonly location: string | null | undefined;
  readonly instructions: readonly string[] | undefined;
  readonly status: string;
  readonly isCancelled: boolean;
  /** Only what has not begun is cancelled: a visit of before stays as it was. */
  readonly isOnlyAhead?: boolean;
}

const told = <T>(said: T | undefined, known: T): T => (said === undefined ? known : said);

/**
 * Adds a visit under the name that its scheduling system has for it, or changes the one of that name. `anothers`: the name is that of another
 * patient's visit. `untimed`: it is new and has no time. `begun`: it is no longer ahead, and stays.
 */
export async function saveScheduledVisit(
  tx: Db,
  { source, visitKey }: { readonly source: string; readonly visitKey: string },
  whose: { readonly patientId: PatientId; readonly facilityId: FacilityId },
  visit: ScheduledVisit,
): Promise<{ readonly appointmentId: AppointmentId; readonly isNew: boolean } | 'anothers' | 'untimed' | 'begun'> {
  const { at, provider, location, status, isCancelled } = visit;
  const known = await tx.maybe(found, { source, visitKey });
  if (known !== null && known.patientId !== whose.patientId) return 'anothers';
  if (known === null) {
    if (at === undefined) return 'untimed';
    const appointmentId = await addAppointment(tx, {
      ...whose,
      at,
      durationMinutes: visit.durationMinutes ?? null,
      providerFirstName: provider?.firstName ?? null,
      providerLastName: provider?.lastName ?? null,
      type: visit.type ?? '',
      subtype: null,
      location: htmlOfText(location ?? ''),
      instructions: visit.instructions ?? [],
      shortLocation: location ?? null,
      place: null,
      status,
      isConfirmed: false,
      isCancelled,
      followUpId: null,
    });
    await tx.run(remember, { source, visitKey, appointmentId });
    return { appointmentId, isNew: true };
  }
  const { appointmentId } = known;
  if (visit.isOnlyAhead === true && known.hasBegun) return 'begun';
  if (at !== undefined)
    await tx.run(move, { appointmentId, day: at.day, time: at.time, isAtNoon: at.isAtNoon ?? false });
  await tx.run(change, {
    appointmentId,
    durationMinutes: told(visit.durationMinutes, known.durationMinutes),
    providerFirstName: provider === undefined ? known.providerFirstName : (provider?.firstName ?? null),
    providerLastName: provider === undefined ? known.providerLastName : (provider?.lastName ?? null),
    type: told(visit.type, known.type) ?? '',
    location: location === undefined ? known.location : htmlOfText(location ?? ''),
    shortLocation: told(location, known.shortLocation),
    instructions: visit.instructions === undefined ? known.instructions : visit.instructions.join('\n'),
    status,
    isCancelled,
  });
  await linkVisits(tx, whose.patientId);
  return { appointmentId, isNew: false };
}
