import { createHmac } from 'node:crypto';
import { calls, offeredRights } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { command } from '../../tests/server/commands.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
afterAll(async () => {
  await server?.stop();
});

const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
const done = async (...args: readonly string[]): Promise<string> => {
  const { code, out, err } = await admin(...args);
  expect([code, err]).toEqual([0, '']);
  return out;
};
const found = (text: string, pattern: RegExp): string => {
  const [, part] = pattern.exec(text) ?? [];
  if (part === undefined) throw new Error(`${String(pattern)} is not in ${text}`);
  return part;
};
const lastAudit = async () =>
  (
    await server.query(
      "select type, actor_role, actor_name like 'command line (%)' as by from audit_events order by id desc limit 1",
    )
  )[0];
const mrnOf = async (lastName: string): Promise<string> =>
  String((await server.query('select mrn from patients where last_name = $1', [lastName]))[0]?.['mrn']);

describe('invitation', () => {
  it('create makes a PIN that signs a patient up; list shows it until it is used', async () => {
    const mrn = await mrnOf('Larkspur');
    const out = await done('invitation', 'create', '--patient', mrn);
    const pin = found(out, /^PIN (\d{6})$/m);
    expect(out).toContain(`http://localhost:8080/sign-up?language=en&pin=${pin}`);
    expect(await lastAudit()).toEqual({ type: 'invitation.created', actor_role: 'admin', by: true });
    expect(await done('invitation', 'list')).toMatch(
      new RegExp(`^ +\\d+  ${mrn} \\(Northlight\\)  until \\d{4}-\\d\\d-\\d\\d$`, 'm'),
    );
    const identity = { firstName: 'Hortense', lastName: 'Larkspur', birthDate: '1983/12/24', pin };
    const answer = await server.browser().call(calls.validateInvitedPatient, { body: identity });
    expect(answer.status).toBe(200);
    const { patientId } = v.parse(calls.validateInvitedPatient.answer, answer.body);
    await server.browser().call(calls.postAccountInformation, {
      query: { language: 'en' },
      body: {
        ...identity,
        patientId,
        emailAddress: 'h@example.org',
        username: 'hortense',
        password: 'Signed&Up7',
        isTermsOfUseAccepted: true,
      },
    });
    expect(await done('invitation', 'list')).not.toContain(mrn);
    expect(await lastAudit()).toEqual({ type: 'invitations.listed', actor_role: 'admin', by: true });
    expect(await done('invitation', 'list', '--all')).toMatch(new RegExp(`${mrn}.* used$`, 'm'));
    expect(await admin('invitation', 'create', '--patient', mrn)).toEqual({
      code: 1,
      out: '',
      err: `${mrn} (Northlight) has an account already.`,
    });
  });

  it('create --representative-of makes an address and a PIN; revoke ends it', async () => {
    const args = [
      'invitation',
      'create',
      '--representative-of',
      await mrnOf('Applewhistle'),
      '--email',
      'rowan@example.org',
      '--first-name',
      'Rowan',
      '--last-name',
      'Thimblewick',
      '--give',
      'CareTeam:read',
      '--mail',
    ];
    const out = await done(...args);
    expect(await server.query("select chosen_rights from contacts where email = 'rowan@example.org'")).toEqual([
      { chosen_rights: ['CareTeam:read'] },
    ]);
    const [pin, token] = [
      found(out, /^PIN (\d{6}), which the patient tells them$/m),
      found(out, /^http:\/\/localhost:8080\/auth-rep-sign-up\?u=([\w-]{43})$/m),
    ];
    const [mail] = await server.waitForMails('rowan@example.org', 1);
    expect(mail?.text).toContain(token);
    expect(mail?.text).not.toContain(pin);
    const verify = () => server.browser().call(calls.verifyInvitationToken, { params: { token, pin } });
    expect((await verify()).status).toBe(200);
    expect(await done('invitation', 'revoke', found(out, /invitation (\d+)\.$/m))).toMatch(/is revoked\.$/);
    expect(await lastAudit()).toEqual({ type: 'invitation.revoked', actor_role: 'admin', by: true });
    expect(await verify()).toMatchObject({ status: 400, body: { error: 'invitation_expired' } });
    // The PIN of an ended invitation is not kept, so nobody can print it.
    expect(
      await server.query('select sealed_pin from invitations where revoked_at is not null and sealed_pin is not null'),
    ).toEqual([]);
  });

  it('create --mail writes to the patient in their language, or makes nothing where there is no address', async () => {
    const mrn = await mrnOf('Moreira');
    const before = await server.query('select count(*) from invitations');
    expect(await admin('invitation', 'create', '--patient', mrn, '--mail')).toEqual({
      code: 1,
      out: '',
      err: `${mrn} has no email address: nothing was made.`,
    });
    expect(await server.query('select count(*) from invitations')).toEqual(before);
    await server.query("update patients set email_address = 'jacinta@example.org' where mrn = $1", [mrn]);
    const out = await done('invitation', 'create', '--patient', mrn, '--days', '3', '--mail');
    const [mail] = await server.waitForMails('jacinta@example.org', 1);
    expect(mail?.text).toContain(found(out, /^(http:\S+language=pt&pin=\d{6})$/m));
    expect(mail?.text).toContain('Olá, Jacinta!');
  });
});

describe('link create', () => {
  it('makes an address that its patient comes in by, and mails it', async () => {
    const out = await done('link', 'create', '--patient', 'patient', '--mail');
    const [patientId, data] = [found(out, /patientid=(\d+)&/), found(out, /&data=([\w-]{43})$/m)];
    expect(await lastAudit()).toEqual({ type: 'link.created', actor_role: 'admin', by: true });
    const [mail] = await server.waitForMails('patient@example.org', 1);
    expect(mail?.text).toContain(data);
    const { patientId: own } = await server.ids('patient');
    expect(Number(patientId)).toBe(own);
    expect(
      (
        await server
          .browser()
          .followLink({ patientId: own ?? v.parse(v.never(), own), data }, 'Applewhistle', '1971-03-14')
      ).status,
    ).toBe(200);
  });
});

describe('sso', () => {
  it('secret makes one that signs tickets for the subject that was set, and is shown once', async () => {
    const out = await done('sso', 'secret', '--facility', 'Harbour Point');
    const secret = found(out, /^([\w-]{43})$/m);
    const facilityId = Number(found(out, /\(facility (\d+)\)/));
    expect(await lastAudit()).toEqual({ type: 'sso.secret.renewed', actor_role: 'admin', by: true });
    expect(await done('sso', 'subject', '--user', 'limited', '--subject', 'staff/4711')).toBe(
      '"limited" is "staff/4711" to the identity system of Harbour Point.',
    );
    expect(await lastAudit()).toEqual({ type: 'sso.subject.changed', actor_role: 'admin', by: true });
    const ask = (key: string, seconds: number) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - seconds);
      const signature = createHmac('sha256', key).update(`${timestamp}\n${facilityId}\nstaff/4711`).digest('hex');
      return server.browser().call(calls.createSsoTicket, {
        headers: { 'sso-timestamp': timestamp, 'sso-signature': signature },
        body: { facilityId, subject: 'staff/4711' },
      });
    };
    expect((await ask(secret, 1)).status).toBe(200);
    expect(await admin('sso', 'secret', '--facility', String(facilityId))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^Harbour Point has a secret since \d{4}-\d\d-\d\d; it is not shown again\. Add --new to replace it\.$/,
      ),
    });
    const next = found(await done('sso', 'secret', '--facility', String(facilityId), '--new'), /^([\w-]{43})$/m);
    expect([(await ask(secret, 2)).status, (await ask(next, 3)).status]).toEqual([404, 200]);
    expect(await done('sso', 'subject', '--user', 'limited', '--none')).toBe('"limited" is signed on by nobody.');
    expect((await ask(next, 4)).status).toBe(404);
  });

  it('ticket shows an address that signs a demo user on, and is for the demo alone', async () => {
    const ssoId = found(
      await done('sso', 'ticket', '--user', 'Patient'),
      /^http:\/\/localhost:8080\/singleSignOn\?sso-id=([\w-]{43})$/,
    );
    expect((await server.browser().signOn(ssoId)).status).toBe(200);
    await server.query('update facilities set is_demo = false');
    expect(await admin('sso', 'ticket', '--user', 'patient')).toEqual({
      code: 1,
      out: '',
      err: 'Northlight is not the demo facility: its identity system asks for tickets.',
    });
    await server.query('update facilities set is_demo = true');
  });
});

describe('unlock', () => {
  it('lets a locked name in again at once', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await server.browser().logIn('noemail', 'wrong');
    expect(await server.browser().logIn('noemail')).toMatchObject({ body: { error: 'locked_out' } });
    expect(await done('unlock', '--user', 'NoEmail')).toBe('"noemail" may sign in again.');
    expect(await lastAudit()).toEqual({ type: 'login.unlocked', actor_role: 'admin', by: true });
    expect((await server.browser().logIn('noemail')).status).toBe(200);
    expect(await done('unlock', '--user', 'noemail')).toBe('"noemail" is not locked.');
  });
});

describe('mistakes are one clear line and a code that is not 0', () => {
  it.each([
    [['invitation', 'create'], 2, 'invitation create needs --patient or --representative-of.'],
    [
      ['invitation', 'create', '--patient', 'a', '--representative-of', 'b'],
      2,
      'invitation create needs --patient or --representative-of.',
    ],
    [['invitation', 'create', '--patient', 'nobody'], 1, 'No patient has the record number or username "nobody".'],
    [['invitation', 'create', '--patient', 'a', '--days', '31'], 2, '--days needs a number from 1 to 30, not "31".'],
    [['invitation', 'create', '--patient', 'a', '--ssn', '12'], 2, '--ssn needs nine digits, like 078-05-1120.'],
    [
      ['invitation', 'create', '--representative-of', 'a', '--email', 'b@example.org'],
      2,
      'invitation create --representative-of needs --email, --first-name and --last-name.',
    ],
    [
      ['invitation', 'create', '--representative-of', 'a', '--email', 'b', '--first-name', 'c', '--last-name', 'd'],
      2,
      '--email needs an email address, not "b".',
    ],
    [
      ['invitation', 'create', '--representative-of', 'a', '--give', 'Education:write'],
      2,
      `--give is none of ${offeredRights.map(({ section, right }) => `${section}:${right}`).join(', ')}: "Education:write".`,
    ],
    [
      ['invitation', 'create', '--patient', 'a', '--email', 'b@example.org'],
      2,
      '--email, --first-name, --last-name, --give, --until and --reason belong to --representative-of. The address of a patient: user email',
    ],
    [['invitation', 'create', '--representative-of', 'a', '--ssn', '078-05-1120'], 2, '--ssn belongs to --patient.'],
    [['invitation', 'revoke'], 2, 'invitation revoke needs one id. See: invitation list'],
    [['invitation', 'revoke', '987654'], 1, 'No open invitation has the id 987654. See: invitation list'],
    [['link', 'create'], 2, 'link create needs --patient.'],
    [
      ['link', 'create', '--patient', 'representative'],
      1,
      'No patient has the record number or username "representative".',
    ],
    [['link', 'create', '--patient', 'patient', '--days', 'ten'], 2, '--days needs a number from 1 to 90, not "ten".'],
    [['sso', 'secret'], 2, 'sso secret needs --facility.'],
    [['sso', 'secret', '--facility', '987654'], 1, 'No facility has the id or name "987654".'],
    [['sso', 'subject', '--user', 'patient'], 2, 'sso subject needs --user, and --subject or --none.'],
    [
      ['sso', 'subject', '--user', 'noemail', '--subject', 'patient'],
      1,
      'Another user of the facility is "patient" already.',
    ],
    [
      ['sso', 'subject', '--user', 'kiosk', '--subject', 'kiosk'],
      1,
      '"kiosk" is a kiosk manager, and signs in at the kiosk alone.',
    ],
    [['sso', 'ticket', '--user', 'kiosk'], 1, '"kiosk" is a kiosk manager, and signs in at the kiosk alone.'],
    [['unlock'], 2, 'unlock needs --user.'],
    [['unlock', '--user', 'nobody'], 1, 'Nobody signs in as "nobody".'],
    [['sso'], 2, '"sso" is not a command; there are: sso secret, sso subject, sso ticket.'],
  ] as const)('%j', async (args, code, line) => {
    expect(await admin(...args)).toEqual({ code, out: '', err: line });
  });
});
