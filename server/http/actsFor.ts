import { type CallShape, type PatientId, type Right, type Section, anySection, sectionOf } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';
import { type Actor, accessDenied } from './handler.ts';

/** The right in a section that somebody needs to act for another patient. */
interface Need {
  readonly section: Section;
  readonly right: Right;
}

/**
 * SQL that is true if session `s` may act for a patient: the session's own patient, one whom its user represents (with the right, if a
 * section is named), or one of a kiosk manager's facilities. Links and rights are read by each call, so revoking them and the end of
 * their last day, or a birthday of the patient, work at once.
 */
export const actsFor = `(s.patient_id = $patientId::bigint
  or (s.role in ('patient', 'representative') and exists (
    select from current_representatives l where l.user_id = s.user_id and l.patient_id = $patientId::bigint
      and ($section::text is null or exists (
        select from current_rights r
        where r.user_id = l.user_id and r.patient_id = l.patient_id
          and ($section::text = '${anySection}' or (r.section = $section::text and r."right" = $right::text))))))
  or (s.role = 'kioskManager' and exists (
    select from patients p join kiosk_manager_facilities m on m.facility_id = p.home_facility_id
    where p.id = $patientId::bigint and m.user_id = s.user_id)))`;

/** Stands for "the patient only": nobody has a right in a section with this name. */
const nobodys = '';

/** Section and right as SQL parameters; both null if acting for the patient is enough. */
export interface SqlNeed {
  readonly section: string | null;
  readonly right: string | null;
}

export function needOf(
  call: Pick<CallShape, 'section' | 'right' | 'ownOnly'>,
): (query: (name: string) => string | undefined) => SqlNeed {
  const right = call.right ?? 'read';
  const needIn = (section: Section | typeof anySection | null | undefined): SqlNeed =>
    section === undefined ? { section: null, right: null } : { section: section ?? nobodys, right };
  if (call.ownOnly === true) return () => needIn(null);
  if (typeof call.section === 'object') return (query) => needIn(sectionOf(call, query));
  const always = needIn(call.section);
  return () => always;
}

const mayActFor = statement('actsFor.may', `select 1 as one from sessions s where s.id = $sessionId and ${actsFor}`);

/**
 * Throws the uniform 404 unless the actor may act for the patient, with the right if one is needed. For calls whose path does not name the
 * patient (a body does, or another id leads to the patient), so that the mount cannot check it.
 */
export async function requireActsFor(
  db: Db,
  actor: Actor,
  patientId: PatientId,
  need: Need | null = null,
): Promise<void> {
  if (
    !(await db.has(mayActFor, {
      sessionId: actor.sessionId,
      patientId,
      section: need?.section ?? null,
      right: need?.right ?? null,
    }))
  )
    throw accessDenied({ actor, patientId, why: 'record' });
}

const keepLink = statement(
  'actsFor.keepLink',
  'select 1 as one from representative_links where user_id = $userId and patient_id = $patientId and revoked_at is null for share',
);
const hasRight = statement(
  'actsFor.hasRight',
  `select 1 as one from current_representatives l where l.user_id = $userId and l.patient_id = $patientId
     and ($section::text is null or exists (
       select from current_rights r where r.user_id = l.user_id and r.patient_id = l.patient_id
         and ($section::text = '${anySection}' or (r.section = $section and r."right" = $right))))`,
);

/** The same in a write's transaction: it locks the link's row, so whoever revokes the right waits, and nothing is written after that. */
export async function keepActingFor(
  tx: Db,
  actor: Actor,
  patientId: PatientId,
  { section, right }: SqlNeed,
): Promise<void> {
  const { userId } = actor;
  const denied = (): Error => accessDenied({ actor, patientId, why: 'record' });
  // Two statements, because only what is read after the lock cannot change any more.
  if (!(await tx.has(keepLink, { userId, patientId }))) throw denied();
  if (!(await tx.has(hasRight, { userId, patientId, section, right }))) throw denied();
}
