import { FacilityId, PatientId, UserId, offeredRights } from '@portal/api';
import * as v from 'valibot';
import { createLink, linkDays, linkPath } from '../session/emailedLinks.ts';
import { VerificationField } from '../contacts/identityClaims.ts';
import { invitationDays, invitePatient, inviteRepresentative, representativePath } from '../contacts/invitations.ts';
import { issueTicket, signOnPath, ticketSeconds } from '../session/singleSignOn.ts';
import type { AuditActor } from '../audit/audit.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { keyFor } from '../http/serverKey.ts';

const demoPatient = statement(
  'demo.patient',
  `select u.id as "userId", p.id as "patientId", u.facility_id as "facilityId", p.last_name as "lastName", p.date_of_birth as "birthDate"
   from users u join patients p on p.user_id = u.id join facilities f on f.id = u.facility_id where u.username = 'patient' and f.is_demo and f.is_default`,
  v.object({
    userId: UserId,
    patientId: PatientId,
    facilityId: FacilityId,
    lastName: v.string(),
    birthDate: v.string(),
  }),
);
/** One patient of each demo facility who has no account yet and is not in the waiting room. */
const demoNewcomers = statement(
  'demo.newcomers',
  `select distinct on (f.id) p.id as "patientId", p.first_name || ' ' || p.last_name as name, p.date_of_birth as "birthDate", p.mrn, f.verification_fields as fields,
     (select a.alias from facility_aliases a where a.facility_id = f.id order by a.sort_order, a.alias limit 1) as alias
   from patients p join users u on u.id = p.user_id join facilities f on f.id = p.home_facility_id
   where f.is_demo and u.username is null and u.disabled_at is null and not 'SSN' = any(f.verification_fields)
   order by f.id, exists (select from assigned_questionnaires q where q.patient_id = p.id), p.id`,
  v.object({
    patientId: PatientId,
    name: v.string(),
    birthDate: v.string(),
    mrn: v.string(),
    fields: v.array(VerificationField),
    alias: v.nullable(v.string()),
  }),
);

const actor: AuditActor = { userId: null, role: null, name: 'demo', sessionId: null };

/** The address of another facility at this server: its own host name with our port. */
const originOf = (portalUrl: string, alias: string | null): string => {
  const url = new URL(portalUrl);
  if (alias !== null && url.hostname === 'localhost') url.hostname = alias.replace(/:\d+$/, '');
  return url.origin;
};

/** New one-use links as lines for whoever started the server (rulings, section 7); null without a demo, so never for a real facility. */
export async function demoWays(pool: Pool, portalUrl: string, serverKey: string): Promise<string[] | null> {
  return pool.tx(async (tx: Db) => {
    const patient = await tx.maybe(demoPatient);
    if (patient === null) return null;
    const key = await keyFor(tx, serverKey, 'invitation');
    const link = await createLink(tx, actor, patient.patientId, linkDays);
    const representative = await inviteRepresentative(tx, key, actor, {
      patientId: patient.patientId,
      days: invitationDays,
      email: 'neighbour@example.org',
      firstName: 'Rowan',
      lastName: 'Thimblewick',
      rights: offeredRights,
    });
    const newcomers: string[] = [];
    for (const { patientId, name, birthDate, mrn, fields, alias } of await tx.many(demoNewcomers)) {
      const { pin } = await invitePatient(tx, key, actor, { patientId, days: invitationDays, ssn: null });
      newcomers.push(
        `  sign-up          ${originOf(portalUrl, alias)}/sign-up`,
        `                   as ${name}, born ${birthDate}, PIN ${pin}${fields.includes('MRN') ? `, number ${mrn}` : ''}`,
      );
    }
    const ticket = await issueTicket(tx, actor, patient);
    return [
      'Made at this start, each for one use:',
      `  emailed link     ${portalUrl}${linkPath(patient.patientId, link.data)}`,
      `                   as ${patient.lastName}, born ${patient.birthDate}`,
      `  single sign-on   ${portalUrl}${signOnPath(ticket)}`,
      `                   within ${String(ticketSeconds)} seconds; another: npm run admin -- sso ticket --user patient`,
      ...newcomers,
      `  representative   ${portalUrl}${representativePath(representative.token)}`,
      `                   PIN ${representative.pin}`,
    ];
  });
}
