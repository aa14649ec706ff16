import { LanguageCode, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { setDeceased } from '../../account/deceased.ts';
import { addPatient } from '../../account/newPeople.ts';
import { type Registered, changeRegistered, isSomebodyElse, registeredPatient } from '../../account/registration.ts';
import { audit } from '../../audit/audit.ts';
import { type Db, statement } from '../../db/pool.ts';
import { importResources } from '../../record/importResources.ts';
import { makesPatient } from '../message/header.ts';
import { patientKeyOf, unknownPatient, wakeThoseWaitingFor } from '../queue.ts';
import { MessageWaits } from '../waits.ts';
import { type PersonDetails, PersonFacts, detailsOf, hasDied, patientOf, personRules, personFacts } from './person.ts';
import { type InboundMessage, patientReference } from './inboundMessage.ts';

const saidBefore = statement(
  'hl7.saidBefore',
  'select said from hl7_people where interface_id = $interfaceId and patient_id = $patientId',
  v.object({ said: PersonFacts }),
);
const keepSaid = statement(
  'hl7.keepSaid',
  `insert into hl7_people (interface_id, patient_id, said) values ($interfaceId, $patientId, $said::jsonb)
   on conflict (interface_id, patient_id) do update set said = excluded.said`,
);

/** The patient that a message other than one of registration is about. */
export async function knownPatient(tx: Db, { facilityId, recordNumber, pid }: InboundMessage): Promise<PatientId> {
  const known = await registeredPatient(tx, facilityId, recordNumber);
  if (known === null) throw new MessageWaits(unknownPatient);
  const said = detailsOf(personFacts(pid, {}));
  if (said.dateOfBirth !== null && said.dateOfBirth !== known.dateOfBirth)
    throw new MessageWaits('the date of birth is another one than that of the record number');
  if (isSomebodyElse(known, said)) throw new MessageWaits('the name is another one than that of the record number');
  return known.patientId;
}

const nameFields = ['firstName', 'lastName', 'dateOfBirth', 'language'] as const;
const addressFields = ['address1', 'address2', 'city', 'zipCode', 'state', 'country'] as const;

/**
 * The patient's row after a message. Only what the message changes counts, so that what staff have accepted since stands until the sender says
 * something new. A name and a birth date can be replaced and not deleted.
 */
function changed(known: Registered, before: PersonDetails, now: PersonDetails): Registered {
  const names = nameFields.flatMap((field) =>
    now[field] !== null && now[field] !== before[field] ? [[field, now[field]] as const] : [],
  );
  const isMoved = addressFields.some((field) => now[field] !== before[field]);
  const address = isMoved ? addressFields.map((field) => [field, now[field]] as const) : [];
  return { ...known, ...Object.fromEntries([...names, ...address]) };
}

async function added(
  tx: Db,
  told: InboundMessage,
  { firstName, lastName, dateOfBirth, language }: PersonDetails,
): Promise<Registered> {
  if (!makesPatient(told.type)) throw new MessageWaits(unknownPatient);
  if (firstName === null || lastName === null)
    throw new MessageWaits('PID-5 has no first and last name for a new patient');
  if (dateOfBirth === null) throw new MessageWaits('PID-7 has no date of birth for a new patient');
  const { facilityId, recordNumber: mrn } = told;
  const spoken = v.safeParse(LanguageCode, language);
  const person = { firstName, lastName, dateOfBirth, mrn, facilityId, email: null };
  await addPatient(tx, { ...person, language: spoken.success ? spoken.output : null }, null);
  const made = await registeredPatient(tx, facilityId, mrn);
  if (made === null) throw new Error('a patient who was added is not there');
  return made;
}

/** Works on a message of registration: who somebody is, and how to reach them. */
export async function register(tx: Db, told: InboundMessage): Promise<void> {
  const { interfaceId, facilityId, recordNumber, pid, source, actor, version } = told;
  const known = await registeredPatient(tx, facilityId, recordNumber);
  const before: PersonFacts =
    known === null ? {} : ((await tx.maybe(saidBefore, { interfaceId, patientId: known.patientId }))?.said ?? {});
  const said = personFacts(pid, before);
  const details = detailsOf(said);
  if (known !== null && isSomebodyElse(known, detailsOf(personFacts(pid, {}))))
    throw new MessageWaits('name and date of birth are others than those of the record number');
  const person = known ?? (await added(tx, told, details));
  const { patientId } = person;
  const row = changed(person, detailsOf(before), details);
  if (JSON.stringify(row) !== JSON.stringify(person)) await changeRegistered(tx, row);
  await tx.run(keepSaid, { interfaceId, patientId, said: JSON.stringify(said) });
  await wakeThoseWaitingFor(tx, patientKeyOf(facilityId, recordNumber));
  const resource = patientOf(said, patientReference(patientId).slice('Patient/'.length), version);
  const subject = { key: patientReference(patientId), patientId };
  const [reason] = await importResources(tx, [resource], [subject], { source, actor });
  if (reason !== undefined) throw new MessageWaits(reason);
  if (known === null)
    await audit(tx, { type: 'patient.created', actor, patientId, facilityId, detail: { hasLogin: false } });
  else {
    const fields = Object.keys(personRules).filter(
      (name) => JSON.stringify(said[name]) !== JSON.stringify(before[name]),
    );
    if (fields.length > 0)
      await audit(tx, { type: 'patient.updated', actor, patientId, facilityId, detail: { fields: fields.join(' ') } });
  }
  if (hasDied(said) !== hasDied(before)) await setDeceased(tx, { patientId, facilityId }, hasDied(said), actor);
}
