import { PatientId, offeredRights } from '@portal/api';
import * as v from 'valibot';
import { keyFor } from '../../server/http/serverKey.ts';
import { invitePatient, inviteRepresentative } from '../../server/contacts/invitations.ts';
import { type Pool, openPool } from '../../server/db/pool.ts';
import type { Facility } from './facility.ts';

const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
const FromRow = v.object({ id: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), PatientId) });

/** A person who may sign up, with everything that they must know. */
export interface Invited {
  readonly patientId: PatientId;
  readonly firstName: string;
  readonly lastName: string;
  readonly mrn: string;
  readonly ssn: string;
  readonly pin: string;
}

/** The date of birth of everyone who is invited here. */
export const born = { day: '5', month: '4', year: '1961' } as const;

/** Runs `work` on the facility's database, as the server would. */
export async function onDatabase<T>(facility: Facility, work: (pool: Pool) => Promise<T>): Promise<T> {
  const pool = openPool(facility.databaseUrl, 1, () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

let made = 0;

/** A patient of the default facility without an account, and an invitation to make one; `email` is the address in the record. */
export async function invitedPatient(
  facility: Facility,
  { email = null }: { readonly email?: string | null } = {},
): Promise<Invited> {
  const firstName = 'Tamsin';
  const lastName = `Birdsong ${'abcdefghijklmnopqrstuvwxyz'.charAt(made++ % 26)}`;
  const mrn = `INV-${process.pid}-${made}`;
  const ssn = '123456789';
  const [row] = await facility.db.query(
    `with person as (insert into users (first_name, last_name, facility_id) select $1, $2, facility_id from users where username = 'patient' returning id, facility_id)
     insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, email_address)
     select id, $3, $1, $2, '1961-04-05', facility_id, $4 from person returning id`,
    [firstName, lastName, mrn, email],
  );
  const { id: patientId } = v.parse(FromRow, row);
  const { pin } = await onDatabase(facility, ({ tx }) =>
    tx(async (within) =>
      invitePatient(within, await keyFor(within, '', 'invitation'), clerk, { patientId, days: 14, ssn }),
    ),
  );
  return { patientId, firstName, lastName, mrn, ssn, pin };
}

/** An invitation to act for a patient: the token in the address, and the PIN that the patient tells. */
export const invitedRepresentative = (
  facility: Facility,
  patientId: PatientId,
  email: string,
): Promise<{ readonly token: string; readonly pin: string }> =>
  onDatabase(facility, ({ tx }) =>
    tx(async (within) =>
      inviteRepresentative(within, await keyFor(within, '', 'invitation'), clerk, {
        patientId,
        days: 14,
        email,
        firstName: 'Rowan',
        lastName: 'Thimblewick',
        rights: offeredRights,
      }),
    ),
  );
