import { FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Registered, isSomebodyElse } from '../account/registration.ts';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import {
  closeAccount,
  endSessionsOf,
  exchangeAccounts,
  readAccount,
  reopenAccount,
  tellDevicesOf,
} from './accounts.ts';
import { moveJoinedRows, moveJoinedRowsBack } from './joined.ts';
import { moveRows, moveRowsBack } from './tables.ts';

/** Why two records are not joined, or not parted. It is for staff and has nothing of the patients. */
export class CannotMerge extends Error {}

/** Every transaction that moves rows between two patients begins with it, in one order. */
export const lockBoth = statement(
  'merges.lock',
  `select p.id, p.home_facility_id as "facilityId" from patients p where p.id = any($patientIds::bigint[]) order by p.id for update`,
  v.object({ id: PatientId, facilityId: FacilityId }),
);
const obstacle = statement(
  'merges.obstacle',
  `select
     exists (select from patient_merges m where m.from_patient_id = any($patientIds::bigint[]) and m.undone_at is null) as "isGivenUp",
     (select count(*) from patients p where p.id = any($patientIds::bigint[]) and p.deceased_since is not null) = 1 as "oneDied",
     (select count(*) from contact_changes c where c.patient_id = any($patientIds::bigint[]) and c.status = 'open') > 1 as "bothAsked"`,
  v.object({ isGivenUp: v.boolean(), oneDied: v.boolean(), bothAsked: v.boolean() }),
);
const begin = statement(
  'merges.begin',
  `insert into patient_merges (from_patient_id, into_patient_id, from_mrn, moved_account)
   select p.id, $intoPatientId, p.mrn, $movedAccount::boolean from patients p where p.id = $fromPatientId returning id`,
  v.object({ id: v.number() }),
);
const giveUpNumber = statement(
  'merges.giveUpNumber',
  `with given as (
     update patients p set mrn = 'merged ' || m.id from patient_merges m where m.id = $mergeId and p.id = m.from_patient_id returning m.id)
   insert into former_record_numbers (home_facility_id, mrn, patient_id)
   select kept.home_facility_id, m.from_mrn, kept.id from given join patient_merges m on m.id = given.id join patients kept on kept.id = m.into_patient_id`,
);
const giveNumberBack = statement(
  'merges.giveNumberBack',
  `with freed as (
     delete from former_record_numbers f using patient_merges m where m.id = $mergeId and f.patient_id = m.into_patient_id and f.mrn = m.from_mrn returning f.mrn, m.from_patient_id)
   update patients p set mrn = freed.mrn from freed where p.id = freed.from_patient_id`,
);
/** Messages of HL7 v2 that still wait go on in one order, as they came. */
const joinQueues = statement(
  'merges.joinQueues',
  `update hl7_messages q set patient_key = kept.home_facility_id || ' ' || kept.mrn from patient_merges m join patients kept on kept.id = m.into_patient_id
   where m.id = $mergeId and q.patient_key = kept.home_facility_id || ' ' || m.from_mrn and q.state in ('queued', 'failed')`,
);

const planAnew = statement(
  'merges.planAnew',
  `with ended as (
     delete from notice_agenda a using patient_merges m where m.id = $mergeId and a.patient_id = m.from_patient_id)
   update notice_agenda a set look_at = '-infinity' from patient_merges m where m.id = $mergeId and a.patient_id = m.into_patient_id`,
);
const planBoth = statement(
  'merges.planBoth',
  `insert into notice_agenda (patient_id, look_at) select s.patient_id, '-infinity' from patient_merges m
     join patient_reminder_settings s on s.patient_id in (m.from_patient_id, m.into_patient_id) where m.id = $mergeId
   on conflict (patient_id) do update set look_at = excluded.look_at`,
);
const lookAtSeries = statement(
  'merges.lookAtSeries',
  `insert into questionnaire_series_looks (patient_id)
   select distinct s.patient_id from patient_merges m join questionnaire_series s on s.patient_id in (m.from_patient_id, m.into_patient_id)
   where m.id = $mergeId and s.stopped_at is null and s.rule ->> 'kind' = 'visits'`,
);

async function hold(tx: Db, ids: readonly [PatientId, PatientId]): Promise<FacilityId> {
  const [one, other] = await tx.many(lockBoth, { patientIds: [...ids] });
  if (one === undefined || other === undefined) throw new CannotMerge('there are not two patients');
  if (one.facilityId !== other.facilityId) throw new CannotMerge('the two are patients of different facilities');
  return one.facilityId;
}

/** Moves all rows of the record that is given up. May run again: it then moves what has come since. */
export async function moveEverything(tx: Db, mergeId: number): Promise<void> {
  await moveJoinedRows(tx, mergeId);
  await moveRows(tx, mergeId);
  await tx.run(planAnew, { mergeId });
  await tx.run(lookAtSeries, { mergeId });
}

/**
 * Joins the record of `given` with that of `kept`, which stays, with everything that belongs to it. Nothing is guessed: two who differ in
 * name and date of birth are not joined. Call it with both patients as they are registered.
 */
export async function mergePatients(tx: Db, given: Registered, kept: Registered, actor: AuditActor): Promise<void> {
  const [fromPatientId, intoPatientId] = [given.patientId, kept.patientId];
  const ids = [fromPatientId, intoPatientId] as const;
  const facilityId = await hold(tx, ids);
  if (isSomebodyElse(given, kept)) throw new CannotMerge('the two differ in name and date of birth');
  const { isGivenUp, oneDied, bothAsked } = await tx.one(obstacle, { patientIds: [...ids] });
  if (isGivenUp) throw new CannotMerge('one of the two has been joined with another record already');
  if (oneDied) throw new CannotMerge('one of the two has died and the other has not, as it is noted');
  if (bothAsked)
    throw new CannotMerge('both have asked for a change of contact details: decide one first (contact-changes list)');
  const [old, staying] = [await readAccount(tx, given.patientId), await readAccount(tx, kept.patientId)];
  const movedAccount = old.isUsed && !staying.isUsed;
  if (old.isUsed && staying.isUsed && old.actsForOthers)
    throw new CannotMerge(
      'the account of the record to be given up acts for others: have the account that stays invited in its place, and end that',
    );
  const { id: mergeId } = await tx.one(begin, { fromPatientId, intoPatientId, movedAccount });
  const isToldOfOther = old.isUsed && !movedAccount;
  await endSessionsOf(tx, old, isToldOfOther ? 'account_joined' : 'records_joined');
  if (movedAccount) {
    await endSessionsOf(tx, staying, 'records_joined');
    await exchangeAccounts(tx, old, staying);
  }
  await moveEverything(tx, mergeId);
  await tx.run(joinQueues, { mergeId });
  await tx.run(giveUpNumber, { mergeId });
  await closeAccount(tx, movedAccount ? staying.userId : old.userId);
  if (movedAccount) await tellDevicesOf(tx, old.userId);
  await audit(tx, { type: 'patient.merged', actor, patientId: kept.patientId, facilityId, detail: { mergeId } });
}

const standing = statement(
  'merges.standing',
  `select m.id as "mergeId", m.from_patient_id as "fromPatientId", m.into_patient_id as "intoPatientId", m.moved_account as "movedAccount",
     exists (select from patient_merges later where later.from_patient_id = m.into_patient_id and later.undone_at is null) as "isJoinedOn"
   from patient_merges m join patients p on p.id = m.from_patient_id
   where m.from_mrn = $fromMrn and m.undone_at is null and ($facilityId::bigint is null or p.home_facility_id = $facilityId)`,
  v.object({
    mergeId: v.number(),
    fromPatientId: PatientId,
    intoPatientId: PatientId,
    movedAccount: v.boolean(),
    isJoinedOn: v.boolean(),
  }),
);
const amongNumbers = statement(
  'merges.amongNumbers',
  `select m.from_mrn as mrn from patient_merges m join patients p on p.id = m.from_patient_id
   where m.from_mrn = any($mrns::text[]) and m.undone_at is null and p.home_facility_id = $facilityId`,
  v.object({ mrn: v.string() }),
);
/** Those of some record numbers that were given up in a merge which still stands. */
export const standingMerges = async (
  tx: Db,
  facilityId: FacilityId,
  mrns: readonly string[],
): Promise<readonly string[]> => (await tx.many(amongNumbers, { facilityId, mrns: [...mrns] })).map(({ mrn }) => mrn);

const end = statement(
  'merges.end',
  'update patient_merges set undone_at = now() where id = $mergeId and undone_at is null',
);

/**
 * Parts two records again: what was moved goes back, as it is by now. What came under either number since stays with the record that was
 * kept, because nobody can tell whose it is.
 */
export async function unmergePatients(
  tx: Db,
  fromMrn: string,
  facilityId: FacilityId | null,
  actor: AuditActor,
): Promise<void> {
  const [one, another] = await tx.many(standing, { fromMrn, facilityId });
  if (one === undefined) throw new CannotMerge('no record with this number was joined with another one');
  if (another !== undefined) throw new CannotMerge('the number is that of several facilities');
  const { mergeId, fromPatientId, intoPatientId, movedAccount, isJoinedOn } = one;
  if (isJoinedOn)
    throw new CannotMerge('the record that was kept has been joined with another one since: part those first');
  const homeFacilityId = await hold(tx, [fromPatientId, intoPatientId]);
  if ((await tx.run(end, { mergeId })) === 0) throw new CannotMerge('they have been parted just now');
  const [old, staying] = [await readAccount(tx, fromPatientId), await readAccount(tx, intoPatientId)];
  await endSessionsOf(tx, staying, 'records_joined');
  if (movedAccount) await exchangeAccounts(tx, old, staying);
  await reopenAccount(tx, old.userId, mergeId);
  await tx.run(giveNumberBack, { mergeId });
  await moveRowsBack(tx, mergeId);
  await moveJoinedRowsBack(tx, mergeId);
  if (movedAccount) await tellDevicesOf(tx, staying.userId);
  await tx.run(planBoth, { mergeId });
  await tx.run(lookAtSeries, { mergeId });
  for (const patientId of [fromPatientId, intoPatientId].toSorted((a, b) => a - b))
    await audit(tx, { type: 'patient.unmerged', actor, patientId, facilityId: homeFacilityId, detail: { mergeId } });
}
