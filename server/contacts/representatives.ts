import {
  AgeEnd,
  CalendarDate,
  ContactId,
  PatientId,
  Right,
  Section,
  SectionEnd,
  type SectionRight,
  type UserId,
  offeredRights,
} from '@portal/api';
import * as v from 'valibot';
import { type Actor, refusal } from '../http/handler.ts';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { accessDisabled } from '../credentials/tokens.ts';

/** A right as one word, such as `Questionnaires:answer`. */
export const rightWord = ({ section, right }: SectionRight): string => `${section}:${right}`;

const rightsByWord: ReadonlyMap<string, SectionRight> = new Map(offeredRights.map((one) => [rightWord(one), one]));
/** The right that a word names; null if no section has it. */
export const rightOfWord = (word: string): SectionRight | null => rightsByWord.get(word) ?? null;

/**
 * Rights in the form in which they are stored: each once, in the order of the sections. A right to answer or write without the right to
 * read is dropped, because nobody could use it. Null if one of them does not exist.
 */
export function storableRights(given: readonly SectionRight[]): SectionRight[] | null {
  const words = new Set(given.map(rightWord));
  for (const word of words) if (!rightsByWord.has(word)) return null;
  return offeredRights.filter(
    (one) => words.has(rightWord(one)) && words.has(rightWord({ section: one.section, right: 'read' })),
  );
}

export const Rights = v.array(v.object({ section: Section, right: Right }));
/** SQL for what the user of link `l` may do today. */
export const rightsOfLink = `coalesce((select jsonb_agg(jsonb_build_object('section', r.section, 'right', r."right")) from current_rights r
  where r.user_id = l.user_id and r.patient_id = l.patient_id), '[]')`;

/** SQL for what a birthday of the patient ends, or has ended, for the user of link `l`. A section in which they may do something again is left out. */
export const ageEndsOfLink = `coalesce((select jsonb_agg(jsonb_build_object('age', e.age, 'birthday', e.birthday, 'isOver', e.is_over, 'sections', e.sections) order by e.birthday)
  from (select a.age, a.birthday, a.is_over, jsonb_agg(distinct a.section) as sections from rights_by_age a
    where a.user_id = l.user_id and a.patient_id = l.patient_id and a.age is not null and not (a.is_over and exists (
      select from current_rights o where o.user_id = a.user_id and o.patient_id = a.patient_id and o.section = a.section))
    group by a.age, a.birthday, a.is_over) e), '[]')`;

/** SQL for the sections of a contact that have an end of their own; `lastDay` is that of all. */
export const sectionEndsOf = (contactId: 'c.id' | 'l.contact_id', lastDay: `${'c' | 'l'}.access_last_day`) =>
  `coalesce((select jsonb_agg(jsonb_build_object('section', e.section, 'lastDay', case when e.last_day is not null then least(e.last_day, ${lastDay}) end, 'reason', e.reason) order by e.section)
  from section_ends e where e.contact_id = ${contactId}), '[]')` as const;

const addLink = statement(
  'rights.addLink',
  `insert into representative_links (user_id, patient_id) values ($userId, $patientId) on conflict (user_id, patient_id) do update set revoked_at = null`,
);
const bindContact = statement(
  'rights.bindContact',
  'update contacts set representative_user_id = $userId where id = $contactId and patient_id = $patientId and representative_user_id is null',
);
/** An account belongs to one contact, so an earlier contact whose access has ended is detached from it. */
const unbindContact = statement(
  'rights.unbindContact',
  'update contacts set representative_user_id = null where patient_id = $patientId and representative_user_id = $userId and id is distinct from $contactId returning id',
  v.object({ id: ContactId }),
);
const makeContact = statement(
  'rights.makeContact',
  `insert into contacts (patient_id, first_name, last_name, relationship_id, email, language, representative_user_id)
   select $patientId, u.first_name, u.last_name, (select id from relationships where code = 'Other'), u.email, language_of(u.id), u.id from users u where u.id = $userId
   on conflict (patient_id, representative_user_id) where representative_user_id is not null do nothing`,
);
/** A right that a birthday has ended stays as it is, so that both read why; given again, it counts from now. */
const putRights = statement(
  'rights.put',
  `with held as (
     select r.section, r."right", r.section || ':' || r."right" as word from current_rights r where r.user_id = $userId and r.patient_id = $patientId),
   gone as (
     delete from representative_rights r using held h
     where r.user_id = $userId and r.patient_id = $patientId and r.section = h.section and r."right" = h."right" and h.word <> all ($words::text[]))
   insert into representative_rights (user_id, patient_id, section, "right")
     select $userId, $patientId, split_part(word, ':', 1), split_part(word, ':', 2) from unnest($words::text[]) as word
     where word not in (select h.word from held h)
   on conflict (user_id, patient_id, section, "right") do update set given_at = now()`,
);
const findRights = statement(
  'rights.of',
  `select ${rightsOfLink} as rights from representative_links l where l.user_id = $userId and l.patient_id = $patientId`,
  v.object({ rights: Rights }),
);

const inOrder = (rights: readonly SectionRight[]): SectionRight[] => {
  const words = new Set(rights.map(rightWord));
  return offeredRights.filter((one) => words.has(rightWord(one)));
};

/** What a user may do for a patient while the link is in effect; null if there is no link. */
export async function rightsOf(db: Db, userId: UserId, patientId: PatientId): Promise<SectionRight[] | null> {
  const found = await db.maybe(findRights, { userId, patientId });
  return found === null ? null : inOrder(found.rights);
}

const choose = statement(
  'rights.choose',
  'update contacts set chosen_rights = $chosenRights, rights_chosen_at = now() where id = $contactId',
);
/** Stores the rights that a contact will get after accepting the invitation. */
export async function chooseRights(tx: Db, contactId: ContactId, rights: readonly SectionRight[]): Promise<void> {
  await tx.run(choose, { contactId, chosenRights: rights.map(rightWord) });
}

const forgetEnds = statement(
  'rights.forgetEnds',
  `with forgotten as (delete from section_ends where contact_id = $contactId and section = any ($sections::text[]))
   delete from representative_rights r using contacts c
   where c.id = $contactId and r.patient_id = c.patient_id and r.user_id = c.representative_user_id and r.section = any ($sections::text[])
     and not exists (select from current_rights h where h.user_id = r.user_id and h.patient_id = r.patient_id and h.section = r.section and h."right" = r."right")`,
);
/**
 * An end belongs to the rights for which it was chosen: where a section is opened or closed it goes, and with it what it had ended there, so
 * that nothing comes back that is not given now.
 */
export async function forgetSectionEnds(
  tx: Db,
  contactId: ContactId,
  before: readonly SectionRight[],
  after: readonly SectionRight[],
): Promise<void> {
  const [had, has] = [before, after].map((rights) => new Set(rights.map(({ section }) => section)));
  const sections = Section.options.filter((section) => had?.has(section) !== has?.has(section));
  if (sections.length > 0) await tx.run(forgetEnds, { contactId, sections });
}

const findChosen = statement(
  'rights.chosen',
  'select word from current_chosen_rights where contact_id = $contactId',
  v.object({ word: v.string() }),
);
/** The rights with which a contact would begin today. */
export const chosenRights = async (db: Db, contactId: ContactId): Promise<SectionRight[]> =>
  inOrder((await db.many(findChosen, { contactId })).flatMap(({ word }) => rightOfWord(word) ?? []));

export interface Representation {
  readonly userId: UserId;
  readonly patientId: PatientId;
  /** The contact who gets the account; null: a contact is created, so that the patient sees who acts for them. */
  readonly contactId: ContactId | null;
}

/** Lets a user act for a patient, with only the rights that the patient chose for the contact. */
export async function startRepresenting(
  tx: Db,
  { userId, patientId, contactId }: Representation,
): Promise<SectionRight[]> {
  await tx.run(unbindContact, { userId, patientId, contactId });
  const isBound = contactId !== null && (await tx.run(bindContact, { userId, contactId, patientId })) > 0;
  if (!isBound) await tx.run(makeContact, { userId, patientId });
  const rights = isBound ? await chosenRights(tx, contactId) : [];
  await tx.run(addLink, { userId, patientId });
  await tx.run(putRights, { userId, patientId, words: rights.map(rightWord) });
  return rights;
}

/** Whoever changes a user's rights for a patient waits for writes that rely on them, and for others who change them. */
export const holdLink = statement(
  'rights.holdLink',
  'select 1 as one from representative_links where user_id = $userId and patient_id = $patientId for no key update',
);

/** Replaces what a user may do for a patient, and writes into the patient's audit what was given and what was taken. */
export async function replaceRights(
  tx: Db,
  actor: AuditActor,
  { userId, patientId, contactId }: Representation,
  rights: readonly SectionRight[],
): Promise<void> {
  await tx.run(holdLink, { userId, patientId });
  const held = (await rightsOf(tx, userId, patientId)) ?? [];
  if (contactId !== null) await forgetSectionEnds(tx, contactId, held, rights);
  const before = new Set(held.map(rightWord));
  const after = rights.map(rightWord);
  await tx.run(putRights, { userId, patientId, words: after });
  const given = after.filter((word) => !before.has(word));
  const taken = [...before].filter((word) => !after.includes(word));
  if (given.length + taken.length === 0) return;
  await audit(tx, {
    type: 'representative.rights_changed',
    actor,
    patientId,
    detail: { userId, contactId, given: given.join(' '), taken: taken.join(' ') },
  });
}

const revokeLink = statement(
  'rights.revoke',
  'update representative_links set revoked_at = now() where user_id = $userId and patient_id = $patientId and revoked_at is null',
);
const restoreLink = statement(
  'rights.restore',
  'update representative_links set revoked_at = null where user_id = $userId and patient_id = $patientId and revoked_at is not null',
);
/** A representative who is not a patient and no longer acts for anybody has no reason to stay signed in. */
const endIdleSessions = statement(
  'rights.endSessions',
  `update sessions s set ended_at = now(), ended_because = '${accessDisabled}'
   where s.user_id = $userId and s.role = 'representative' and s.ended_at is null
     and not exists (select from current_representatives l where l.user_id = $userId)`,
);
/**
 * Withdraws or restores all access to a patient; the chosen rights stay stored. Withdrawing takes effect at the next call of any session,
 * and ends the sessions of a user who acts for nobody else and is not a patient. True if anything changed.
 */
export async function setAccess(
  tx: Db,
  actor: AuditActor,
  { userId, patientId, contactId }: Representation,
  authorized: boolean,
): Promise<boolean> {
  if ((await tx.run(authorized ? restoreLink : revokeLink, { userId, patientId })) === 0) return false;
  const ended = authorized ? 0 : await tx.run(endIdleSessions, { userId });
  await audit(tx, {
    type: authorized ? 'representative.access_enabled' : 'representative.access_disabled',
    actor,
    patientId,
    detail: { userId, contactId, sessionsEnded: ended },
  });
  return true;
}

/** Ends the representation at the user's own wish; only a new invitation gives access again. False: there was nothing to end. */
export async function endOwnRepresentation(
  tx: Db,
  actor: Actor,
  { userId, patientId }: Pick<Representation, 'userId' | 'patientId'>,
): Promise<boolean> {
  if ((await tx.run(revokeLink, { userId, patientId })) === 0) return false;
  const contact = await tx.maybe(unbindContact, { userId, patientId, contactId: null });
  const ended = await tx.run(endIdleSessions, { userId });
  await audit(tx, {
    type: 'representative.given_up',
    actor,
    patientId,
    detail: { userId, contactId: contact?.id ?? null, sessionsEnded: ended },
  });
  return true;
}

const representations = statement(
  'rights.representations',
  `select l.patient_id as "patientId", p.first_name as "firstName", p.last_name as "lastName", ${rightsOfLink} as rights,
     ${ageEndsOfLink} as "endsByAge", ${sectionEndsOf('l.contact_id', 'l.access_last_day')} as "sectionEnds", l.access_last_day as "lastDay", l.access_reason as reason, p.deceased_since is not null as "hasDied"
   from current_representatives l join patients p on p.id = l.patient_id where l.user_id = $userId order by l.created_at, l.patient_id`,
  v.object({
    patientId: PatientId,
    firstName: v.string(),
    lastName: v.string(),
    rights: Rights,
    endsByAge: v.array(AgeEnd),
    sectionEnds: v.array(SectionEnd),
    lastDay: v.nullable(CalendarDate),
    reason: v.nullable(v.string()),
    hasDied: v.boolean(),
  }),
);
/** The patients for whom a user acts, oldest link first, with the rights for each. */
export async function representationsOf(db: Db, userId: UserId) {
  return (await db.many(representations, { userId })).map((one) => ({ ...one, rights: inOrder(one.rights) }));
}

/** The requested rights in the form in which they are stored; refuses a right that no section has. */
export function requestedRights(given: readonly SectionRight[]): SectionRight[] {
  const kept = storableRights(given);
  if (kept === null) throw refusal('bad_request');
  return kept;
}
