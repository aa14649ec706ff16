import {
  type CallShape,
  calls,
  type NewReminderSettings,
  PatientReminderSettings,
  RegistrationDetails,
  SignedInPlace,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { factsOf } from './accountSettings.ts';

let server: TestServer;
let patientId: number;
beforeAll(async () => {
  server = await startTestServer();
  patientId = (await server.ids('patient')).patientId ?? 0;
});
afterAll(() => server.stop());

const notFound = { status: 404, body: { error: 'not_found' } };
const types = async (userId: number) =>
  (await server.query('select type from audit_events where actor_user_id = $1 order by id desc limit 3', [userId])).map(
    ({ type }) => type,
  );

describe('registration details', () => {
  test('are who somebody is by the portal itself, and all else by the newest that a source said', async () => {
    const patient = await server.signedIn('patient');
    const answer = await patient.call(calls.getRegistrationDetails, { params: { patientId } });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        fullName: 'Juniper Applewhistle',
        dateOfBirth: '1971-03-14',
        gender: 'female',
        religion: null,
        isClinicalTrial: true,
        clinicalTrialID: 'MEADOW-04 / 117',
        primaryEmail: 'patient@example.org',
      },
    });
    const without = await server.ids('limited');
    const limited = await server.signedIn('limited');
    expect(
      await limited.call(calls.getRegistrationDetails, { params: { patientId: without.patientId ?? 0 } }),
    ).toMatchObject({ status: 200, body: { gender: null, fullName: 'Marisol Winterbourne' } });
  });
});

describe('facts of registration of several sources', () => {
  const said = (source: string, details: Record<string, string | boolean | null>, type = 'Patient') => ({
    type,
    source,
    sourceName: source.toUpperCase(),
    details,
  });
  const desk = said('desk', { gender: 'female', primaryLanguage: 'English', isClinicalTrial: false, homePhone: null });
  const lab = said('lab', { gender: null, primaryLanguage: 'Spanish' });
  const study = said('study', { isClinicalTrial: true, clinicalTrialID: 'M-1' }, 'ResearchSubject');

  test('are merged one by one: the newest that says something, and who said what where they differ', () => {
    const { facts, differences } = factsOf([study, lab, desk]);
    expect(facts).toEqual({ gender: 'female', primaryLanguage: 'Spanish', isClinicalTrial: false });
    expect(differences).toEqual([
      { fact: 'primaryLanguage', source: 'LAB', others: [{ source: 'DESK', value: 'English' }] },
      { fact: 'isClinicalTrial', source: 'DESK', others: [{ source: 'STUDY', value: true }] },
    ]);
  });

  test('come from the source that leads first', () => {
    expect(factsOf([lab, desk], 'desk').facts).toMatchObject({ primaryLanguage: 'English' });
    expect(factsOf([lab, desk, study], 'study').facts).toMatchObject({ isClinicalTrial: true, clinicalTrialID: 'M-1' });
  });

  test('a Patient of a laboratory that says little takes nothing away', async () => {
    const patient = await server.signedIn('patient');
    const ask = async () =>
      v.parse(RegistrationDetails, (await patient.call(calls.getRegistrationDetails, { params: { patientId } })).body);
    const before = await ask();
    await server.query(
      `with r as (insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash)
         values ('lab', 'Patient', 'minimal', $1, false, '') returning id, patient_id)
       insert into registration_details (resource_id, patient_id, details) select id, patient_id, '{"gender": null, "maritalStatus": "Single"}' from r`,
      [patientId],
    );
    const [home] = await server.query(
      `select source from record_resources r join registration_details d on d.resource_id = r.id where d.patient_id = $1 and r.type = 'Patient' and r.source <> 'lab'`,
      [patientId],
    );
    expect(await ask()).toEqual({
      ...before,
      maritalStatus: 'Single',
      differences: [
        { fact: 'maritalStatus', source: 'lab', others: [{ source: expect.any(String), value: 'Married' }] },
      ],
    });
    await server.query(
      'update facilities set registration_source = $1 where id = (select home_facility_id from patients where id = $2)',
      [home?.['source'], patientId],
    );
    expect(await ask()).toMatchObject({ maritalStatus: 'Married' });
    await server.query('update facilities set registration_source = null');
    await server.query("delete from record_resources where source = 'lab' and patient_id = $1", [patientId]);
  });
});

describe('notification settings', () => {
  const settings = (more: Partial<NewReminderSettings> = {}): NewReminderSettings => ({
    followUpEmailEnabled: false,
    followUpSmsEnabled: false,
    appointmentEmailEnabled: false,
    appointmentSmsEnabled: false,
    secureMessageEmailEnabled: false,
    secureMessageSmsEnabled: false,
    questionnaireEmailEnabled: false,
    questionnaireSmsEnabled: false,
    usePrimaryEmail: true,
    nonPrimaryEmailAddress: null,
    smsPhoneNumber: null,
    appointmentReminderOffset: '1Day',
    followUpReminderOffset: 'WeeklyDigest',
    ...more,
  });
  const save = (browser: Browser, about: number, more: Partial<NewReminderSettings> | Record<string, unknown> = {}) =>
    browser.call(calls.saveNotificationSettings, { params: { patientId: about }, body: { ...settings(), ...more } });

  test('are 404 until they are saved, and then as they were saved, also by kind', async () => {
    const limited = await server.signedIn('limited');
    const { patientId: own } = await server.ids('limited');
    const params = { patientId: own ?? 0 };
    await server.query('delete from patient_reminder_settings where patient_id = $1', [own]);
    expect(await limited.call(calls.getNotificationSettings, { params })).toMatchObject(notFound);
    const saved = await save(limited, params.patientId, { appointmentEmailEnabled: true });
    expect(saved.status).toBe(200);
    expect(v.parse(PatientReminderSettings, saved.body)).toMatchObject({
      appointmentEmailEnabled: true,
      followUpReminderOffset: 'WeeklyDigest',
      emailBounced: false,
      emailBouncedAt: null,
    });
    expect((await limited.call(calls.getNotificationSettings, { params })).body).toEqual(saved.body);
    expect(
      (await limited.call(calls.getNotificationSettings, { params, query: { type: 'Appointments' } })).body,
    ).toEqual({
      patientSettings: { email: true, sms: false },
    });
    const { userId } = await limited.profile();
    expect(await types(userId)).toContain('notifications.changed');
  });

  test('email is required when an email channel is both enabled by the system and ticked; the phone number when a text channel is', async () => {
    const noemail = await server.signedIn('noemail');
    const { patientId: own } = await server.ids('noemail');
    const about = own ?? 0;
    expect(await save(noemail, about, { appointmentEmailEnabled: true })).toMatchObject({
      status: 400,
      body: { error: 'email_required' },
    });
    expect(await save(noemail, about, { questionnaireSmsEnabled: true })).toMatchObject({
      status: 400,
      body: { error: 'phone_required' },
    });
    // The patient ticked it, but the facility sends none of it.
    const offer = (isOn: boolean) =>
      server.query(
        `update facilities set reminder_settings = reminder_settings || jsonb_build_object('patientSecureMessageEmailEnabled', $1::boolean, 'patientSecureMessageSmsEnabled', $1::boolean)`,
        [isOn],
      );
    const messages = { secureMessageEmailEnabled: true, secureMessageSmsEnabled: true };
    await offer(false);
    expect((await save(noemail, about, messages)).status).toBe(200);
    await offer(true);
    expect(await save(noemail, about, messages)).toMatchObject({ status: 400, body: { error: 'email_required' } });
    const other = { usePrimaryEmail: false, nonPrimaryEmailAddress: 'other@example.org' };
    expect((await save(noemail, about, { appointmentEmailEnabled: true, ...other })).status).toBe(200);
    expect(await save(noemail, about, { ...other, nonPrimaryEmailAddress: 'other@' })).toMatchObject({ status: 400 });
    expect(await save(noemail, about, { appointmentReminderOffset: '5Weeks' })).toMatchObject({ status: 400 });
  });

  test('a non-primary email equal to the primary email sets usePrimaryEmail', async () => {
    const patient = await server.signedIn('patient');
    const saved = await save(patient, patientId, {
      usePrimaryEmail: false,
      nonPrimaryEmailAddress: 'PATIENT@example.org',
    });
    expect(saved.body).toMatchObject({ usePrimaryEmail: true, nonPrimaryEmailAddress: null });
  });

  test('are the patient’s alone; what the facility sends is known to both', async () => {
    const representative = await server.signedIn('representative');
    expect(await representative.call(calls.getNotificationSettings, { params: { patientId } })).toMatchObject(notFound);
    expect(await save(representative, patientId)).toMatchObject(notFound);
    expect(await representative.call(calls.getSystemReminderSettings)).toMatchObject({
      status: 200,
      body: { patientAppointmentEmailEnabled: true, patientDefaultAppointmentReminderOffset: 'Off' },
    });
  });
});

describe('where somebody is signed in', () => {
  const places = async (browser: Browser): Promise<SignedInPlace[]> => {
    const { userId } = await browser.profile();
    const answer = await browser.call(calls.listSignedInPlaces, { params: { userId } });
    return v.parse(v.array(SignedInPlace), answer.body);
  };
  /** Another tab of the same browser. */
  async function tabBeside(browser: Browser, username: string): Promise<Browser> {
    const tab = server.browser();
    for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
    await tab.logIn(username);
    return tab;
  }

  test('is one line for each browser, this one first, whatever tabs it has', async () => {
    const here = await server.signedIn('noemail');
    await tabBeside(here, 'noemail');
    const there = await server.signedIn('noemail');
    await tabBeside(there, 'noemail');
    const seen = await places(here);
    expect(seen[0]?.isThis).toBe(true);
    expect(seen.filter(({ isThis }) => isThis)).toHaveLength(1);
  });

  test('ends in one place, in all of its tabs, at once; and hears it at its next call', async () => {
    const username = 'limited';
    const mine = await server.signedIn(username);
    const there = await server.signedIn(username);
    const tab = await tabBeside(there, username);
    const { userId } = await mine.profile();
    const others = (await places(mine)).filter(({ isThis }) => !isThis);
    const place = others.at(0);
    // The place that was used last is the one that was just made.
    expect(place).toBeDefined();
    expect(
      await mine.call(calls.endSignedInPlace, { params: { userId, sessionId: place?.sessionId ?? 0 } }),
    ).toMatchObject({ status: 204 });
    expect((await there.call(calls.getLoginProfile)).status).toBe(401);
    expect((await tab.call(calls.getLoginProfile)).status).toBe(401);
    expect((await there.refresh()).status).toBe(400);
    expect((await mine.call(calls.getLoginProfile)).status).toBe(200);
    expect(await types(userId)).toContain('session.ended_elsewhere');
  });

  test('ends everywhere else; this browser’s own place and somebody else’s are not found', async () => {
    const mine = await server.signedIn('limited');
    const others = [await server.signedIn('limited'), await server.signedIn('limited')];
    const stranger = await server.signedIn('patient');
    const { userId } = await mine.profile();
    const own = (await places(mine)).find(({ isThis }) => isThis);
    const theirs = (await places(stranger)).find(({ isThis }) => isThis);
    for (const sessionId of [own?.sessionId ?? 0, theirs?.sessionId ?? 0, 987_654_321])
      expect(await mine.call(calls.endSignedInPlace, { params: { userId, sessionId } })).toMatchObject(notFound);
    expect((await mine.call(calls.endOtherPlaces, { params: { userId } })).status).toBe(204);
    for (const other of others) expect((await other.call(calls.getLoginProfile)).status).toBe(401);
    expect((await stranger.call(calls.getLoginProfile)).status).toBe(200);
    expect(await places(mine)).toMatchObject([{ isThis: true }]);
    // Nothing is left to end, which is not an error.
    expect((await mine.call(calls.endOtherPlaces, { params: { userId } })).status).toBe(204);
  });
});

test('no call of the account page is for a tablet or a link', () => {
  const names = ['listActivity', 'getRegistrationDetails', 'listSignedInPlaces', 'exportPersonalData'] as const;
  for (const name of names) {
    const call: CallShape = calls[name];
    expect(call.access).not.toContain('kioskPatient');
    expect(call.access).not.toContain('linkUser');
  }
});
