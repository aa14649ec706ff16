import {
  PatientId,
  type SectionRight,
  acceptInvitation,
  acceptInvitationSignedIn,
  getPatient,
  listAppointments,
  verifyInvitationToken,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyFor } from '../http/serverKey.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { inviteRepresentative } from '../contacts/invitations.ts';

let server: TestServer;
/** Two patients without a representative. */
let mother: PatientId;
let father: PatientId;

beforeAll(async () => {
  server = await startTestServer();
  [mother, father] = [await withoutHelpers('noemail'), await withoutHelpers('newpatient')];
});
afterAll(() => server.stop());

const withoutHelpers = async (username: string): Promise<PatientId> =>
  v.parse(PatientId, (await server.ids(username)).patientId);
const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
const rights: readonly SectionRight[] = [{ section: 'Appointments', right: 'read' }];
const invited = (patientId: PatientId) =>
  server.tx(async (tx) =>
    inviteRepresentative(tx, await keyFor(tx, '', 'invitation'), clerk, {
      patientId,
      days: 14,
      email: 'child@example.org',
      firstName: 'Rowan',
      lastName: 'Thimblewick',
      rights,
    }),
  );
type Invited = Awaited<ReturnType<typeof invited>>;
const withPassword = ({ token, pin }: Invited, username: string, password = 'Demo+Pass1') =>
  server.browser().call(acceptInvitation, { body: { encryptedInvitationId: token, pin, username, password } });
const signedIn = async ({ token, pin }: Invited, username: string) => {
  const browser = await server.signedIn(username);
  const { userId } = await browser.profile();
  return browser.call(acceptInvitationSignedIn, {
    params: { userId },
    body: { encryptedInvitationId: token, pin },
  });
};

test('a child accepts for both parents with one account, by its password and signed in; the parents are told and see who it is', async () => {
  await server.query("update patients set email_address = 'mother@example.org' where id = $1", [mother]);
  expect(await withPassword(await invited(mother), 'representative')).toMatchObject({
    status: 200,
    body: { patientId: mother },
  });
  expect(await signedIn(await invited(father), 'representative')).toMatchObject({
    status: 200,
    body: { patientId: father },
  });
  const child = await server.signedIn('representative');
  for (const patientId of [mother, father]) {
    expect((await child.call(listAppointments, { params: { patientId } })).status).toBe(200);
    const { userId } = await child.profile();
    expect(
      await server.query(
        `select c.representative_user_id, (select array_agg(r.section || ':' || r."right") from representative_rights r
           where r.user_id = c.representative_user_id and r.patient_id = c.patient_id) as rights
         from contacts c where c.patient_id = $1 and c.representative_user_id is not null`,
        [patientId],
      ),
    ).toEqual([{ representative_user_id: userId, rights: ['Appointments:read'] }]);
    expect(
      await server.query(
        "select actor_user_id, detail ->> 'rights' as rights from audit_events where type = 'representative.accepted' and patient_id = $1",
        [patientId],
      ),
    ).toEqual([{ actor_user_id: userId, rights: 'Appointments:read' }]);
  }
  const [mail] = await server.waitForMails('mother@example.org', 1);
  expect(mail?.subject).toBe('Your invitation was accepted');
});

test('a patient acts for another with their own account', async () => {
  expect(await withPassword(await invited(mother), 'patient')).toMatchObject({ status: 200 });
  const both = await server.signedIn('patient');
  expect((await both.call(getPatient, { params: { patientId: mother } })).status).toBe(200);
  expect((await both.profile()).ids.map(({ idType }) => idType)).toEqual(['Patient', 'PatientContact']);
});

test('a wrong password, a wrong PIN and staff accept nothing, and the invitation stands', async () => {
  const one = await invited(mother);
  expect(await withPassword(one, 'limited', 'Wrong+Pass1')).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect(await withPassword(one, 'nobody.of.that.name')).toMatchObject({ body: { error: 'invalid_grant' } });
  expect(await withPassword({ ...one, pin: 'none' }, 'limited')).toMatchObject({ status: 404 });
  expect(await withPassword(one, 'kiosk')).toMatchObject({ status: 404 });
  expect(
    await server.browser().call(verifyInvitationToken, { params: { token: one.token, pin: one.pin } }),
  ).toMatchObject({ status: 200 });
});

test('refuses for oneself, and for whom one acts already; what was accepted is used up', async () => {
  expect(await signedIn(await invited(mother), 'noemail')).toMatchObject({
    status: 400,
    body: { error: 'own_record' },
  });
  const again = await invited(mother);
  expect(await withPassword(again, 'representative')).toMatchObject({
    status: 409,
    body: { error: 'already_represents' },
  });
  // An invitation can be accepted once, even if two people accept it at the same moment.
  const answers = await Promise.all([withPassword(again, 'limited'), withPassword(again, 'expired')]);
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  expect(await withPassword(again, 'limited')).not.toMatchObject({ status: 200 });
});

test('whom every patient has shut out signs in nowhere, and is let in again by accepting an invitation', async () => {
  await server.query(
    "update representative_links set revoked_at = now() where user_id = (select id from users where username = 'lucia')",
  );
  expect((await server.browser().logIn('lucia')).body).toEqual({ error: 'access_ended' });
  expect(await withPassword(await invited(father), 'lucia')).toMatchObject({ status: 200 });
  expect((await server.browser().logIn('lucia')).status).toBe(200);
});

test('whose access a patient had ended is let in by a new invitation, as the contact that was invited', async () => {
  const { userId } = await server.ids('representative');
  await server.query('update representative_links set revoked_at = now() where user_id = $1 and patient_id = $2', [
    userId,
    mother,
  ]);
  expect(await withPassword(await invited(mother), 'representative')).toMatchObject({ status: 200 });
  expect(
    await server.query(
      'select count(*)::int as n from contacts where patient_id = $1 and representative_user_id = $2',
      [mother, userId],
    ),
  ).toEqual([{ n: 1 }]);
});
