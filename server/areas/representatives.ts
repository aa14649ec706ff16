import { type ContactId, PatientId, Right, Section, type SectionRight, type UserId, offeredRights, usualRights } from '@portal/api';
import * as v from 'valibot';
import { type Actor, Refusal } from '../app/handler.ts';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';

/** How a right is written in one word: `Questionnaires:answer`. */
export const rightWord = ({ section, right }: SectionRight): string => `${section}:${right}`;

const rightsByWord: ReadonlyMap<string, SectionRight> = new Map(offeredRights.map((one) => [rightWord(one), one]));
/** The right that a word stands for; null for one that no section knows. */
export const rightOfWord = (word: string): SectionRight | null => rightsByWord.get(word) ?? null;

/**
 * Rights as they are kept: each once, in the order of the sections. To answer or write without reading is nothing that anybody can
 * do, so it falls away. Null where one of them is not offered.
 */
export function keptRights(given: readonly SectionRight[]): SectionRight[] | null {
  const words = new Set(given.map(rightWord));
  for (const word of words) if (!rightsByWord.has(word)) return null;
  return offeredRights.filter((one) => words.has(rightWord(one)) && words.has(rightWord({ section: one.section, right: 'read' })));
}

const Rights = v.array(v.object({ section: Section, right: Right }));
/** SQL: the rights of link `l` as JSON. */
const rightsOfLink = `coalesce((select jsonb_agg(jsonb_build_object('section', r.section, 'right', r."right")) from representative_rights r
  where r.user_id = l.user_id and r.patient_id = l.patient_id), '[]')`;

const addLink = statement(
  'rights.addLink',
  `insert into representative_links (user_id, patient_id) values ($1, $2) on conflict (user_id, patient_id) do update set revoked_at = null`,
);
const bindContact = statement(
  'rights.bindContact',
  'update contacts set representative_user_id = $1 where id = $2 and patient_id = $3 and representative_user_id is null returning chosen_rights as "chosenRights"',
  v.object({ chosenRights: v.nullable(v.array(v.string())) }),
);
const makeContact = statement(
  'rights.makeContact',
  `insert into contacts (patient_id, first_name, last_name, relationship_id, email, language, representative_user_id)
   select $2, u.first_name, u.last_name, (select id from relationships where code = 'Other'), u.email, language_of(u.id), u.id from users u where u.id = $1
   on conflict (patient_id, representative_user_id) where representative_user_id is not null do nothing`,
);
const putRights = statement(
  'rights.put',
  `with gone as (
     delete from representative_rights where user_id = $1 and patient_id = $2 and section || ':' || "right" <> all ($3::text[]))
   insert into representative_rights (user_id, patient_id, section, "right")
     select $1, $2, split_part(word, ':', 1), split_part(word, ':', 2) from unnest($3::text[]) as word
   on conflict do nothing`,
);
const findRights = statement('rights.of', `select ${rightsOfLink} as rights from representative_links l where l.user_id = $1 and l.patient_id = $2`, v.object({ rights: Rights }));

const inOrder = (rights: readonly SectionRight[]): SectionRight[] => {
  const words = new Set(rights.map(rightWord));
  return offeredRights.filter((one) => words.has(rightWord(one)));
};

/** What a user may do for a patient while the link stands; null where there is no link. */
export async function rightsOf(db: Db, userId: UserId, patientId: PatientId): Promise<SectionRight[] | null> {
  const found = await db.maybe(findRights, [userId, patientId]);
  return found === null ? null : inOrder(found.rights);
}

export interface Representation {
  readonly userId: UserId;
  readonly patientId: PatientId;
  /** The contact that the account is of; null: one is made, so that the patient sees who acts for them. */
  readonly contactId: ContactId | null;
}

/** Lets a user act for a patient, with the rights that the patient chose for the contact, or the usual ones. */
export async function startRepresenting(tx: Db, { userId, patientId, contactId }: Representation): Promise<SectionRight[]> {
  const bound = contactId === null ? null : await tx.maybe(bindContact, [userId, contactId, patientId]);
  if (bound === null) await tx.run(makeContact, [userId, patientId]);
  const chosen = bound?.chosenRights ?? null;
  const rights = chosen === null ? [...usualRights] : chosen.flatMap((word) => rightOfWord(word) ?? []);
  await tx.run(addLink, [userId, patientId]);
  await tx.run(putRights, [userId, patientId, rights.map(rightWord)]);
  return rights;
}

/** Whoever changes what somebody may do for a patient waits for what is just being written with it, and for who else changes it. */
const holdLink = statement('rights.holdLink', 'select 1 as one from representative_links where user_id = $1 and patient_id = $2 for no key update', v.object({ one: v.number() }));

/** Writes what a user may do for a patient, and into the patient's audit what was given and what was taken. */
export async function replaceRights(tx: Db, actor: AuditActor, { userId, patientId, contactId }: Representation, rights: readonly SectionRight[]): Promise<void> {
  await tx.maybe(holdLink, [userId, patientId]);
  const before = new Set(((await rightsOf(tx, userId, patientId)) ?? []).map(rightWord));
  const after = rights.map(rightWord);
  await tx.run(putRights, [userId, patientId, after]);
  const given = after.filter((word) => !before.has(word));
  const taken = [...before].filter((word) => !after.includes(word));
  if (given.length + taken.length === 0) return;
  await audit(tx, { type: 'representative.rights_changed', actor, patientId, detail: { userId, contactId, given: given.join(' '), taken: taken.join(' ') } });
}

const revokeLink = statement('rights.revoke', 'update representative_links set revoked_at = now() where user_id = $1 and patient_id = $2 and revoked_at is null');
const restoreLink = statement('rights.restore', 'update representative_links set revoked_at = null where user_id = $1 and patient_id = $2 and revoked_at is not null');
/** Who is a representative alone and acts for nobody any more has nothing left to be signed in for. */
const endIdleSessions = statement(
  'rights.endSessions',
  `update sessions s set ended_at = now(), ended_because = 'access_disabled'
   where s.user_id = $1 and s.role = 'representative' and s.ended_at is null
     and not exists (select from representative_links l where l.user_id = $1 and l.revoked_at is null)`,
);
/**
 * Takes or gives back the access to a patient as a whole; the rights in it stay as they were chosen. Taking it works on the next
 * call of any running session, and ends the sessions of who acts for nobody else and is no patient. True where it changed anything.
 */
export async function setAccess(tx: Db, actor: AuditActor, { userId, patientId, contactId }: Representation, authorized: boolean): Promise<boolean> {
  if ((await tx.run(authorized ? restoreLink : revokeLink, [userId, patientId])) === 0) return false;
  const ended = authorized ? 0 : await tx.run(endIdleSessions, [userId]);
  await audit(tx, { type: authorized ? 'representative.access_enabled' : 'representative.access_disabled', actor, patientId, detail: { userId, contactId, sessionsEnded: ended } });
  return true;
}

const representations = statement(
  'rights.representations',
  `select l.patient_id as "patientId", p.first_name as "firstName", p.last_name as "lastName", ${rightsOfLink} as rights
   from representative_links l join patients p on p.id = l.patient_id where l.user_id = $1 and l.revoked_at is null order by l.created_at, l.patient_id`,
  v.object({ patientId: PatientId, firstName: v.string(), lastName: v.string(), rights: Rights }),
);
/** Whom a user acts for, oldest first, with the rights there. */
export async function representationsOf(db: Db, userId: UserId) {
  return (await db.many(representations, [userId])).map((one) => ({ ...one, rights: inOrder(one.rights) }));
}

const Modules = v.record(v.string(), v.array(v.string()));
type Modules = v.InferOutput<typeof Modules>;
const ownModules = statement('rights.ownModules', 'select capabilities from facilities where id = $1', v.object({ capabilities: Modules }));
const representedModules = statement(
  'rights.representedModules',
  `select f.capabilities, ${rightsOfLink} as rights from representative_links l join patients p on p.id = l.patient_id join facilities f on f.id = p.home_facility_id
   where l.user_id = $1 and l.revoked_at is null and ($2::bigint is null or l.patient_id = $2) order by l.created_at, l.patient_id`,
  v.object({ capabilities: Modules, rights: Rights }),
);

/** Modules and details that show a section, and need the right to read it. */
const sectionOfModule: Readonly<Record<string, Section>> = { appointments: 'Appointments', followupplan: 'FollowUpPlan', education: 'Education', questionnaires: 'Questionnaires' };
const sectionOfDetail: Readonly<Record<string, Section>> = { appointments: 'Appointments', requestnewappointment: 'Appointments', careteam: 'CareTeam', personalcontacts: 'PersonalContacts' };
/** What nobody does for another. */
const ownDetails: ReadonlySet<string> = new Set(['addcontact', 'invitecontact']);

/** The part of a facility's modules that somebody may use with these rights for another patient. */
export function modulesWithin(modules: Modules, rights: readonly SectionRight[]): Modules {
  const reads = (section: Section | undefined): boolean => section === undefined || rights.some((one) => one.section === section && one.right === 'read');
  return Object.fromEntries(
    Object.entries(modules)
      .filter(([name]) => reads(sectionOfModule[name.toLowerCase()]))
      .map(([name, details]) => [
        name,
        name.toLowerCase() === 'dashboard' ? details.filter((detail) => !ownDetails.has(detail.toLowerCase()) && reads(sectionOfDetail[detail.toLowerCase()])) : details,
      ]),
  );
}

/** What a user may use: for themself, for the one patient named, or, for who is no patient, for anybody. */
export async function capabilitiesOf(db: Db, actor: Actor, patientId: PatientId | null): Promise<Modules> {
  const forSelf = patientId === null ? actor.role !== 'representative' : patientId === actor.patientId;
  if (forSelf) return (await db.one(ownModules, [actor.facilityId])).capabilities;
  const all: Record<string, string[]> = {};
  for (const { capabilities, rights } of await db.many(representedModules, [actor.userId, patientId])) {
    for (const [name, details] of Object.entries(modulesWithin(capabilities, rights))) all[name] = [...new Set([...(all[name] ?? []), ...details])];
  }
  return all;
}

/** Rights as they were asked for, ready to be kept; refuses one that no section knows. */
export function askedRights(given: readonly SectionRight[]): SectionRight[] {
  const kept = keptRights(given);
  if (kept === null) throw new Refusal(400, 'bad_request');
  return kept;
}
