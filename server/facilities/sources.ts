import { CalendarDate, ExternalSystem, FacilityId, IfSystemId, type PatientId, summaryTrigger } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

/**
 * SQL for the systems of a patient's facilities that hold part of the record. The home facility is one of them, under its current name, if
 * it has switched that on and its patients have the module.
 */
const ofPatient = `(
  select x.id, x.facility_id, x.display_name, x.active_trigger_event_types, false as is_own
  from patient_external_systems s join external_systems x on x.id = s.external_system_id join patients p on p.id = s.patient_id
  where s.patient_id = $patientId and not x.is_own
    and (x.facility_id = p.home_facility_id or exists (select from patient_facilities also where also.patient_id = p.id and also.facility_id = x.facility_id))
  union all
  select x.id, x.facility_id, f.name, x.active_trigger_event_types, true
  from patients p join facilities f on f.id = p.home_facility_id join external_systems x on x.facility_id = f.id and x.is_own
  where p.id = $patientId and '${summaryTrigger}' = any(x.active_trigger_event_types)
    and exists (select from jsonb_each(f.capabilities) as switched(module, fields), jsonb_array_elements_text(switched.fields) as detail(field)
      where lower(switched.module) = 'dashboard' and lower(detail.field) = 'healthsummary'))`;

const systems = statement(
  'healthSummary.systems',
  `select x.id as "ifSystemId", x.display_name as "patientDisplayName", x.active_trigger_event_types as "activeTriggerEventTypes"
   from ${ofPatient} x order by lower(x.display_name), x.id`,
  ExternalSystem,
);

const Source = v.object({
  ifSystemId: IfSystemId,
  /** True for the facility server itself, which makes summaries of what it stores. */
  isOwn: v.boolean(),
  name: v.string(),
  /** The patient's home facility, whose time zone and gateway are used. */
  facilityId: FacilityId,
  timeZone: v.string(),
  /** Today's date at the home facility. */
  today: CalendarDate,
  hasGateway: v.boolean(),
});
/** A system that provides summaries for a patient. */
export type Source = v.InferOutput<typeof Source>;
const sources = statement(
  'healthSummary.sources',
  `select x.id as "ifSystemId", x.is_own as "isOwn", x.display_name as name, f.id as "facilityId", f.time_zone as "timeZone",
     (now() at time zone f.time_zone)::date as today, exists (select from direct_gateways g where g.facility_id = f.id) as "hasGateway"
   from ${ofPatient} x join patients p on p.id = $patientId join facilities f on f.id = p.home_facility_id
   where '${summaryTrigger}' = any(x.active_trigger_event_types) and ($ifSystemId::bigint is null or x.id = $ifSystemId)
   order by lower(x.display_name), x.id`,
  Source,
);

/** All systems that know a patient, by name. */
export const systemsOf = (db: Db, patientId: PatientId): Promise<ExternalSystem[]> => db.many(systems, { patientId });

/** The systems that provide summaries for a patient, by name. */
export const sourcesOf = (db: Db, patientId: PatientId): Promise<Source[]> =>
  db.many(sources, { patientId, ifSystemId: null });

/** One of these systems; null if the patient has no such source. */
export const sourceOf = (db: Db, patientId: PatientId, ifSystemId: IfSystemId): Promise<Source | null> =>
  db.maybe(sources, { patientId, ifSystemId });
