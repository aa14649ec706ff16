import { randomBytes } from 'node:crypto';
import type { PatientId, UserId } from '@portal/api';
import type { Facility } from './facility.ts';

/** An emailed link of a patient; with negative `days` one that has expired. */
export async function emailedLink(facility: Facility, patientId: PatientId, days = 14): Promise<string> {
  const data = randomBytes(32).toString('base64url');
  await facility.db.query(
    "insert into emailed_links (data_hash, patient_id, expires_at) values (sha256(convert_to($1, 'UTF8')), $2, now() + make_interval(days => $3))",
    [data, patientId, days],
  );
  return `/linkLogin?patientid=${patientId}&data=${data}`;
}

/** A single sign-on ticket, as the identity system gets it. */
export async function ticketOf(facility: Facility, userId: UserId): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await facility.db.query(
    "insert into sso_tickets (ticket_hash, user_id) values (sha256(convert_to($1, 'UTF8')), $2)",
    [ticket, userId],
  );
  return ticket;
}
