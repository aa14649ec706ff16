import {
  CalendarDate,
  FacilityId,
  Instant,
  type OwnContactDetail,
  RecordedContactDetails,
  ownContactDetails,
} from '@portal/api';
import * as v from 'valibot';
import { readRegistration } from '../account/accountSettings.ts';
import { type Db, statement } from '../db/pool.ts';
import { SomeDetails } from '../kiosk/contactChanges.ts';
import { answersShown, findAlert, reasonShown } from '../questionnaires/alertRecords.ts';
import type { HeldAlert } from '../questionnaires/exportedAlerts.ts';
import { type GivenResponse, readResponse } from '../questionnaires/responses.ts';
import { revisionOf } from '../questionnaires/revisions.ts';
import { type SentMessage, readSentMessage } from '../secureMessages/delivery/communication.ts';
import { type Observed, observedIn } from './observed.ts';
import type { ClaimedOutbound } from './queue.ts';

const Person = v.object({
  mrn: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: CalendarDate,
  facilityId: FacilityId,
  facilityName: v.string(),
});
/** The patient, under the number that the record has now. */
export type Person = v.InferOutput<typeof Person>;
const person = statement(
  'outbound.person',
  `select p.mrn, p.first_name as "firstName", p.last_name as "lastName", p.date_of_birth as "dateOfBirth", f.id as "facilityId", f.name as "facilityName"
   from outbound_messages m join patients p on p.id = m.patient_id join facilities f on f.id = p.home_facility_id where m.id = $messageId`,
  Person,
);

const Visit = v.object({
  appointmentId: v.number(),
  arrivedAt: v.nullable(Instant),
  attendanceConfirmedAt: v.nullable(Instant),
  startsAt: v.nullable(Instant),
  day: v.nullable(CalendarDate),
  type: v.string(),
  providerFirstName: v.nullable(v.string()),
  providerLastName: v.nullable(v.string()),
  place: v.nullable(v.string()),
  names: v.array(v.object({ source: v.string(), visitKey: v.string() })),
});
const visit = statement(
  'outbound.visit',
  `select a.id as "appointmentId", a.arrived_at as "arrivedAt", a.attendance_confirmed_at as "attendanceConfirmedAt", a.starts_at as "startsAt", a.day, a.type, a.provider_first_name as "providerFirstName",
     a.provider_last_name as "providerLastName", a.short_location as place,
     coalesce((select json_agg(json_build_object('source', s.source, 'visitKey', s.visit_key) order by s.source, s.visit_key)
       from scheduled_visits s where s.appointment_id = a.id), '[]') as names
   from appointments a where a.id = $appointmentId`,
  Visit,
);
const ScheduledName = v.pipe(v.string(), v.parseJson(), v.tuple([v.string(), v.nullable(v.string())]));
/** What was said before of a visit to the same receiver. */
const arrivalBefore = statement(
  'outbound.arrivalBefore',
  `select state from outbound_messages where interface_id = $interfaceId and kind = 'arrival' and thing_id = $thingId and id < $messageId
   order by id desc limit 1`,
  v.object({ state: v.string() }),
);
const contactChange = statement(
  'outbound.contactChange',
  `select new_details as "newDetails" from contact_changes where id = $changeId and status = 'accepted'`,
  v.object({ newDetails: SomeDetails }),
);

/** A visit of which something was said. `number`: what its scheduling system calls it, and in whose numbers. */
export interface OutboundVisit extends Omit<
  v.InferOutput<typeof Visit>,
  'names' | 'arrivedAt' | 'attendanceConfirmedAt'
> {
  readonly numbers: readonly { readonly number: string; readonly authority: string | null; readonly source: string }[];
}

type VisitKind = 'confirmation' | 'arrival' | 'arrival_withdrawn';

/** What is sent, as the portal has it now. */
export type Fact =
  | { readonly kind: 'response'; readonly given: GivenResponse; readonly observed: readonly Observed[] }
  | { readonly kind: 'document'; readonly given: GivenResponse; readonly lines: readonly string[] }
  | {
      readonly kind: 'alert';
      readonly alert: HeldAlert;
      readonly title: string;
      readonly assignedQuestionnaireId: number;
    }
  | { readonly kind: VisitKind; readonly visit: OutboundVisit }
  | {
      readonly kind: 'contact_change';
      /** All details, and the names of those that changed. */
      readonly details: RecordedContactDetails;
      readonly changed: readonly OwnContactDetail[];
    }
  | { readonly kind: 'message'; readonly message: SentMessage };

/** What cannot be sent yet: a file still waits for the scanner. */
export class NotYet extends Error {}

/** Whom a message is about: by the message, because a merge may have moved it since it was claimed. */
export const readPerson = (db: Db, { id }: Pick<ClaimedOutbound, 'id'>): Promise<Person> =>
  db.one(person, { messageId: id });

async function visitOf(db: Db, one: ClaimedOutbound, kind: VisitKind): Promise<Fact | null> {
  const found = await db.maybe(visit, { appointmentId: one.thingId });
  if (found === null) return null;
  const { names, arrivedAt, attendanceConfirmedAt, ...rest } = found;
  // It holds for the time that was shown: of a visit that was moved or cancelled since, it must not be said again either.
  if (kind === 'confirmation' && attendanceConfirmedAt !== one.happenedAt) return null;
  // An earlier try may have arrived although nobody answered: then the withdrawal follows.
  if (kind === 'arrival' && arrivedAt !== one.happenedAt && one.tries === 1 && one.failure === null) return null;
  if (kind === 'arrival_withdrawn') {
    const before = await db.maybe(arrivalBefore, {
      interfaceId: one.interfaceId,
      thingId: one.thingId,
      messageId: one.id,
    });
    if (before === null || before.state === 'withdrawn') return null;
  }
  const numbers = names.flatMap(({ source, visitKey }) => {
    const parsed = v.safeParse(ScheduledName, visitKey);
    return parsed.success ? [{ source, number: parsed.output[0], authority: parsed.output[1] }] : [];
  });
  return { kind, visit: { ...rest, numbers } };
}

async function contactsOf(db: Db, { thingId, patientId }: ClaimedOutbound): Promise<Fact | null> {
  const change = await db.maybe(contactChange, { changeId: thingId });
  if (change === null) return null;
  const { newDetails } = change;
  const registered = await readRegistration(db, patientId);
  // An accepted email address may wait for its owner's confirmation before the portal uses it.
  const { emailAddress = registered.primaryEmail } = newDetails;
  return {
    kind: 'contact_change',
    details: v.parse(RecordedContactDetails, { ...registered, emailAddress }),
    changed: ownContactDetails.filter((name) => newDetails[name] !== undefined),
  };
}

/** Reads what a message is about. Null: it is gone or was taken back, so nothing is sent. */
export async function factOf(db: Db, one: ClaimedOutbound): Promise<Fact | null> {
  const { kind, thingId } = one;
  switch (kind) {
    case 'response': {
      const given = await readResponse(db, thingId);
      return given && { kind, given, observed: observedIn(given) };
    }
    case 'document': {
      const given = await readResponse(db, thingId);
      return given && { kind, given, lines: answersShown(given.completion.content, given.completion) };
    }
    case 'alert': {
      const found = await findAlert(db, thingId);
      if (found === null) return null;
      const revision = await revisionOf(db, found.revisionKey);
      const { assignedQuestionnaireId } = found;
      return {
        kind,
        alert: { ...found, answered: reasonShown(revision, found) },
        title: revision.title,
        assignedQuestionnaireId,
      };
    }
    case 'confirmation':
    case 'arrival':
    case 'arrival_withdrawn':
      return visitOf(db, one, kind);
    case 'contact_change':
      return contactsOf(db, one);
    case 'message': {
      const message = await readSentMessage(db, thingId);
      if (message?.isHeld === true) throw new NotYet();
      return message && { kind, message };
    }
  }
}
