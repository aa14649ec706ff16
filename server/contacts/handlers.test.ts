import {
  Contact,
  ContactActivity,
  type ContactDetails,
  type ContactId,
  IdempotencyKey,
  InvitationId,
  type PatientId,
  SectionRight,
  callUrl,
  checkInvitation,
  createDownloadToken,
  forgotPassword,
  getContactRights,
  getCountries,
  getPatientAddress,
  getPinPdf,
  getPreferredCommunications,
  getRelationships,
  getStates,
  inviteContact,
  listAppointments,
  listContactActivity,
  listContacts,
  postAccountInformation,
  removeContact,
  resetContactPassword,
  saveContact,
  setContactAccess,
  setContactRight,
  setUserLanguage,
  unlockContact,
  withdrawInvitation,
} from '@portal/api';
import { PDFDocument } from 'pdf-lib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smtpRefusal, startTestSmtp } from '../../tests/server/smtp.ts';
import { contactDetails } from '../../tests/support/contacts.ts';
import { readTaggedPdf } from '../../tests/support/taggedPdf.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { spendInvitation } from './identityClaims.ts';
import { startRepresenting } from './representatives.ts';

let server: TestServer;
let patient: Browser;
let patientId: PatientId;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  patientId = (await server.ids('patient')).patientId ?? (0 as PatientId);
});
afterAll(() => server.stop());

const seeVisits = { section: 'Appointments', right: 'read' } as const;
/** The rights and the consent that the patient gives with an invitation. */
const agreed = { given: [seeVisits], hasAgreed: true as const };
const notFound = { status: 404, body: { error: 'not_found' } };
/** The database writes the list as JSON, so this checks that it has exactly the fields of the contract. */
const Contacts = v.array(
  v.strictObject({
    ...Contact.entries,
    userInfo: v.nullable(v.strictObject(Contact.entries.userInfo.wrapped.entries)),
  }),
);
const Given = v.object({ offered: v.array(SectionRight), given: v.array(SectionRight) });
const Made = v.object({
  invitationId: InvitationId,
  pin: v.string(),
  mail: v.object({ language: v.string(), subject: v.string(), sentences: v.array(v.string()) }),
});

const details = (more: Partial<ContactDetails> = {}): ContactDetails =>
  contactDetails({
    usePatientAddress: false,
    address1: '9 Mill Lane',
    city: 'Puddleford',
    zipCode: '10042',
    state: 'New York',
    country: 'US',
    mobilePhone: '+15550100111',
    isOkToLeaveMsgMobile: true,
    ...more,
  });
const contacts = async (browser = patient): Promise<Contact[]> =>
  v.parse(Contacts, (await browser.call(listContacts, { params: { patientId } })).body);
const contactNamed = async (first: string): Promise<Contact> => {
  const found = (await contacts()).find((one) => one.contactFirstName === first);
  if (found === undefined) throw new Error(`no contact is called ${first}`);
  return found;
};
const save = (
  body: ContactDetails & { contactId?: ContactId },
  browser = patient,
  headers: Partial<ReturnType<typeof underKey>> = {},
) => browser.call(saveContact, { params: { patientId }, headers, body });
const underKey = (key: string) => ({ 'idempotency-key': v.parse(IdempotencyKey, `key-of-a-contact-${key}`) });
const saved = async (more: Partial<ContactDetails> & { contactId?: ContactId } = {}): Promise<Contact> =>
  v.parse(Contact, (await save({ ...details(more), ...more })).body);
const at = (contactId: ContactId) => ({ params: { patientId, contactId } });
const lastAudit = async (type: string): Promise<Record<string, unknown> | undefined> =>
  (
    await server.query(
      'select detail, actor_name, patient_id from audit_events where type = $1 order by id desc limit 1',
      [type],
    )
  )[0];

/** How the interface distinguishes the states of access (specification 2, section 4). */
function stateOf({ userInfo, isAuthorizedRepresentativeActive, invitationId }: Contact): string {
  if (userInfo === null) return invitationId === null ? 'invite' : 'invited';
  if (!isAuthorizedRepresentativeActive) return 'disabled';
  return userInfo.isLockedOut ? 'locked' : 'enabled';
}

describe('the list of contacts', () => {
  test('the primary contact comes first, then by name, with what the form needs', async () => {
    const all = await contacts();
    expect(all[0]).toMatchObject({
      contactFirstName: 'Linnea',
      isPrimaryContact: true,
      relationship: 'Spouse',
      communicationLanguageId: 1,
      isActive: true,
    });
    expect(all.filter((one) => one.isPrimaryContact)).toHaveLength(1);
    expect(all.slice(1).map((one) => one.contactLastName.toLowerCase())).toEqual(
      all
        .slice(1)
        .map((one) => one.contactLastName.toLowerCase())
        .sort(),
    );
  });

  test('the five access states can be told apart', async () => {
    const states = Object.fromEntries((await contacts()).map((one) => [one.contactFirstName, stateOf(one)]));
    expect(states).toMatchObject({
      Linnea: 'enabled',
      Ambrose: 'locked',
      'Wilhelmina Philippa': 'disabled',
      Étienne: 'invited',
      美: 'invited',
      Rowan: 'invite',
    });
    const { userInfo } = await contactNamed('Ambrose');
    expect(userInfo).toMatchObject({ userName: 'ambrose', isEmailConfirmed: true, isLockedOut: true });
    expect(userInfo?.minutesLeftBeforeLockoutExpires).toBeGreaterThan(0);
    expect(await contactNamed('美')).toMatchObject({ isInvitationExpired: true, isInvitationLocked: false });
    expect(await contactNamed('Étienne')).toMatchObject({ isInvitationExpired: false, isInvitationLocked: false });
    await server.query(
      'insert into invitation_failures (subject_hash, failures) select subject_hash, 5 from invitations where id = $1',
      [(await contactNamed('Étienne')).invitationId],
    );
    expect(await contactNamed('Étienne')).toMatchObject({ isInvitationLocked: true });
  });

  test('relationships are told in the language of who reads', async () => {
    const { userId } = await server.ids('patient');
    await patient.call(setUserLanguage, { params: { userId }, query: { ietfCode: 'es' } });
    expect((await contactNamed('Linnea')).relationship).toBe('Cónyuge');
    await patient.call(setUserLanguage, { params: { userId }, query: { ietfCode: 'en' } });
  });

  test('a representative sees who they are, and nothing of accounts and invitations', async () => {
    const all = await contacts(await server.signedIn('representative'));
    expect(all.length).toBeGreaterThan(5);
    for (const one of all)
      expect(one).toMatchObject({
        userInfo: null,
        invitationId: null,
        isInvitationLocked: false,
        isInvitationExpired: false,
      });
    expect(all.find((one) => one.contactFirstName === 'Linnea')).toMatchObject({
      isAuthorizedRepresentativeActive: true,
    });
  });
});

describe('saving a contact', () => {
  test('adds one, with names trimmed and blanks as nothing, and then changes it', async () => {
    const made = await saved({
      contactFirstName: '  Wren\r\n\u202e ',
      contactLastName: ' Thistledown  ',
      suffix: '  ',
      address2: ' ',
    });
    expect(made).toMatchObject({
      contactFirstName: 'Wren',
      contactLastName: 'Thistledown',
      suffix: null,
      address2: null,
      relationship: 'Friend',
      patientId,
    });
    expect(await lastAudit('contact.added')).toMatchObject({
      detail: { contactId: made.contactId },
      patient_id: patientId,
    });
    const changed = await saved({
      contactId: made.contactId,
      contactLastName: 'Thistledown-Reed',
      isNextOfKin: true,
      communicationLanguageId: 3,
    });
    expect(changed).toMatchObject({
      contactId: made.contactId,
      contactLastName: 'Thistledown-Reed',
      isNextOfKin: true,
      communicationLanguageId: 3,
    });
    expect((await contacts()).filter((one) => one.contactFirstName === 'Wren')).toHaveLength(1);
  });

  test('an addition that is sent again, once or ten times at once, adds one contact, has one audit row, and gets that contact as it stands', async () => {
    const other = await startTestServer({ beside: server });
    const there = await other.signedIn('patient');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        save(details({ contactFirstName: 'Repeated' }), index % 2 === 0 ? patient : there, underKey('repeated')),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text))).toHaveLength(1);
    const { contactId } = await contactNamed('Repeated');
    await saved({ contactId, contactFirstName: 'Repeated', contactLastName: 'Since' });
    expect(await save(details({ contactFirstName: 'Stale' }), there, underKey('repeated'))).toMatchObject({
      status: 200,
      body: { contactId, contactFirstName: 'Repeated', contactLastName: 'Since' },
    });
    expect((await contacts()).filter((one) => ['Repeated', 'Stale'].includes(one.contactFirstName))).toHaveLength(1);
    expect(
      await server.query(
        "select count(*)::int as n from audit_events where type = 'contact.added' and detail ->> 'contactId' = $1",
        [String(contactId)],
      ),
    ).toEqual([{ n: 1 }]);
    // Another key makes another contact, however similar. The same key of another patient does too.
    expect(await save(details({ contactFirstName: 'Repeated' }), patient, underKey('other'))).not.toMatchObject({
      body: { contactId },
    });
    const theirs = await server.signedIn('noemail');
    const { patientId: another } = await server.ids('noemail');
    expect(
      await theirs.call(saveContact, {
        params: { patientId: another ?? 0 },
        headers: underKey('repeated'),
        body: details(),
      }),
    ).not.toMatchObject({ body: { contactId } });
    await other.stop();
  });

  test('two tabs that save one contact at once: an invitation that went to an address of before is ended, whichever comes last', async () => {
    const { contactId } = await saved({ contactFirstName: 'Contested', contactEmail: 'first@example.org' });
    const { sent } = await server.tx(async (tx) => {
      await tx.script(`select 1 from patients where id = ${String(patientId)} for no key update`);
      await tx.script(`update contacts set email = 'second@example.org' where id = ${String(contactId)}`);
      await tx.script(
        `insert into invitations (kind, subject_hash, pin_hash, patient_id, email, first_name, last_name, expires_at, contact_id)
         values ('representative', 'contested', 'x', ${String(patientId)}, 'second@example.org', 'A', 'B', now() + interval '1 day', ${String(contactId)})`,
      );
      const asked = {
        sent: save({ ...details({ contactFirstName: 'Contested', contactEmail: 'first@example.org' }), contactId }),
      };
      await server.untilWaiting(1);
      return asked;
    });
    expect(await sent).toMatchObject({ status: 200, body: { contactEmail: 'first@example.org', invitationId: null } });
    expect(await contactNamed('Contested')).toMatchObject({ invitationId: null });
  });

  test('a new primary contact takes the place of the old one, also when two are saved at once; the primary one stays until then', async () => {
    const [one, two] = [await saved({ contactFirstName: 'One' }), await saved({ contactFirstName: 'Two' })];
    await Promise.all([
      save({ ...details({ contactFirstName: 'One', isPrimaryContact: true }), contactId: one.contactId }),
      save({ ...details({ contactFirstName: 'Two', isPrimaryContact: true }), contactId: two.contactId }),
    ]);
    const primary = (await contacts()).filter((each) => each.isPrimaryContact);
    expect(primary).toHaveLength(1);
    expect(['One', 'Two']).toContain(primary[0]?.contactFirstName);
    const linnea = await contactNamed('Linnea');
    const { relationship: _, ...rest } = linnea;
    await save({ ...rest, isPrimaryContact: true, contactId: linnea.contactId });
    expect((await contacts()).filter((each) => each.isPrimaryContact).map((each) => each.contactFirstName)).toEqual([
      'Linnea',
    ]);
    expect(await saved({ ...rest, isPrimaryContact: false, contactId: linnea.contactId })).toMatchObject({
      isPrimaryContact: true,
    });
  });

  test("the patient's address is read as it is then, the state by its name, and typed over for nothing", async () => {
    const made = await saved({ contactFirstName: 'Lodger', usePatientAddress: true, address1: 'not this one' });
    const { body } = await patient.call(getPatientAddress, { params: { patientId } });
    expect(body).toMatchObject({ address1: '12 Willow Road', state: 'New York', country: 'US' });
    expect(made).toMatchObject({
      usePatientAddress: true,
      address1: '12 Willow Road',
      city: 'Puddleford',
      zipCode: '10042',
      state: 'New York',
      country: 'US',
    });
    await server.query("update patients set address1 = '1 New Street' where id = $1", [patientId]);
    expect(await contactNamed('Lodger')).toMatchObject({ address1: '1 New Street' });
    await server.query("update patients set address1 = '12 Willow Road' where id = $1", [patientId]);
  });

  test.each([
    ['a relationship', { relationshipId: 999 }, 'relationship_unknown'],
    ['a language', { communicationLanguageId: 6 }, 'language_unknown'],
    ['a language', { communicationLanguageId: 0 }, 'language_unknown'],
    ['a way to be reached', { preferredCommunicationId: 99 }, 'bad_request'],
    ['a blank name', { contactFirstName: '   ' }, 'bad_request'],
    ['an email address', { contactEmail: 'not one' }, 'bad_request'],
    ['a zip code of 21', { zipCode: '123456789012345678901' }, 'bad_request'],
  ])('refuses %s that does not exist', async (_, wrong, error) => {
    const before = (await contacts()).length;
    const answer = await patient.call(saveContact, { params: { patientId }, body: { ...details(), ...wrong } });
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect(await contacts()).toHaveLength(before);
  });

  test("somebody else's contact is not there", async () => {
    const [row] = await server.query('select id from contacts where patient_id <> $1 limit 1', [patientId]);
    const foreign = Number(row?.['id']) as ContactId;
    expect(await save({ ...details(), contactId: foreign })).toMatchObject(notFound);
    for (const call of [unlockContact, resetContactPassword, getContactRights, removeContact, listContactActivity])
      expect(await patient.call(call, at(foreign)), call.name).toMatchObject(notFound);
    expect(await patient.call(setContactAccess, { ...at(foreign), query: { authorized: 'false' } })).toMatchObject(
      notFound,
    );
    expect(
      await patient.call(setContactRight, { ...at(foreign), body: { ...seeVisits, isGiven: true } }),
    ).toMatchObject(notFound);
    expect(await patient.call(checkInvitation, { params: { contactId: foreign } })).toMatchObject(notFound);
    expect(await patient.call(withdrawInvitation, { params: { contactId: foreign } })).toMatchObject(notFound);
    expect(await patient.call(inviteContact, { params: { contactId: foreign }, body: agreed })).toMatchObject(notFound);
  });

  test('where the facility does not offer it, nothing is added and nobody invited', async () => {
    const { contactId } = await contactNamed('Rowan');
    await server.query(
      `update facilities set capabilities = jsonb_set(capabilities, '{Dashboard}', '["PersonalContacts"]') where is_default`,
    );
    expect(await save(details())).toMatchObject(notFound);
    expect(await patient.call(inviteContact, { params: { contactId }, body: agreed })).toMatchObject(notFound);
    await server.query(
      `update facilities set capabilities = jsonb_set(capabilities, '{Dashboard}', '["Appointments", "HealthSummary", "CareTeam", "PersonalContacts", "AddContact", "InviteContact"]') where is_default`,
    );
  });
});

describe('the account of a contact', () => {
  test('is unlocked by the patient, and can sign in at once', async () => {
    const { contactId } = await contactNamed('Ambrose');
    expect((await server.browser().logIn('ambrose')).body).toMatchObject({ error: 'locked_out' });
    expect((await patient.call(unlockContact, at(contactId))).status).toBe(204);
    expect((await contactNamed('Ambrose')).userInfo).toMatchObject({
      isLockedOut: false,
      minutesLeftBeforeLockoutExpires: 0,
    });
    expect((await server.browser().logIn('ambrose')).status).toBe(200);
    expect(await lastAudit('contact.unlocked')).toMatchObject({ detail: { contactId }, patient_id: patientId });
    expect((await patient.call(unlockContact, at(contactId))).status).toBe(204);
    expect(await server.query("select count(*)::int as n from audit_events where type = 'contact.unlocked'")).toEqual([
      { n: 1 },
    ]);
  });

  test('is sent the mail of a forgotten password; not to an address that was never confirmed, and not without end', async () => {
    const { contactId } = await contactNamed('Ambrose');
    expect((await patient.call(resetContactPassword, at(contactId))).status).toBe(204);
    const [mail] = await server.waitForMails('ambrose@example.org', 1);
    expect(mail?.subject).toBe('Reset your password');
    const unconfirmed = await contactNamed('Lucía');
    expect(await patient.call(resetContactPassword, at(unconfirmed.contactId))).toMatchObject({
      status: 400,
      body: { error: 'email_not_confirmed' },
    });
    for (let asked = 1; asked < 5; asked += 1)
      await server.browser().call(forgotPassword, { query: { userName: 'ambrose', language: 'en' } });
    expect(await patient.call(resetContactPassword, at(contactId))).toMatchObject({ status: 429 });
  });

  test('without one, or with one whose access is disabled, nothing is unlocked or reset', async () => {
    for (const name of ['Rowan', 'Wilhelmina Philippa']) {
      const { contactId } = await contactNamed(name);
      expect(await patient.call(unlockContact, at(contactId)), name).toMatchObject(notFound);
      expect(await patient.call(resetContactPassword, at(contactId)), name).toMatchObject(notFound);
    }
    expect(
      await patient.call(setContactAccess, {
        ...at((await contactNamed('Rowan')).contactId),
        query: { authorized: 'true' },
      }),
    ).toMatchObject(notFound);
  });

  test('may be shut out and let in again, with what it was allowed', async () => {
    const { contactId } = await contactNamed('Wilhelmina Philippa');
    expect((await server.browser().logIn('wilhelmina')).status).toBe(400);
    expect(
      (await patient.call(setContactAccess, { ...at(contactId), query: { authorized: 'true' } })).body,
    ).toMatchObject({ contactId, isAuthorizedRepresentativeActive: true });
    expect(await lastAudit('representative.access_enabled')).toMatchObject({ detail: { contactId } });
    expect((await server.browser().logIn('wilhelmina')).status).toBe(200);
    expect(v.parse(Given, (await patient.call(getContactRights, at(contactId))).body).given).toEqual([
      { section: 'Appointments', right: 'read' },
    ]);
    expect(
      (await patient.call(setContactAccess, { ...at(contactId), query: { authorized: 'false' } })).body,
    ).toMatchObject({ isAuthorizedRepresentativeActive: false });
    expect(await lastAudit('representative.access_disabled')).toMatchObject({
      detail: { contactId, sessionsEnded: 1 },
    });
  });
});

describe('inviting a contact', () => {
  const invite = async (contactId: ContactId) =>
    v.parse(Made, (await patient.call(inviteContact, { params: { contactId }, body: agreed })).body);
  const linkIn = (text: string | undefined): string => /auth-rep-sign-up\?u=([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
  const signUp = (token: string, pin: string, username: string) =>
    server.browser().call(postAccountInformation, {
      query: { language: 'fr' },
      body: {
        patientId: -1,
        encryptedInvitationId: token,
        pin,
        username,
        emailAddress: `${username}@example.org`,
        password: 'Fresh+Start2',
        isTermsOfUseAccepted: true,
      },
    });

  test('sends the way in their language, without the PIN; a new one replaces the one before; the account becomes theirs with the rights that were chosen', async () => {
    const { contactId } = await saved({
      contactFirstName: 'Odile',
      contactEmail: 'odile@example.org',
      communicationLanguageId: 3,
    });
    expect((await patient.call(checkInvitation, { params: { contactId } })).body).toBe(false);
    // No right is given that was not ticked.
    expect(v.parse(Given, (await patient.call(getContactRights, at(contactId))).body).given).toEqual([]);

    const first = await invite(contactId);
    expect(first.pin).toMatch(/^\d{6}$/);
    expect((await patient.call(checkInvitation, { params: { contactId } })).body).toBe(true);
    expect(stateOf(await contactNamed('Odile'))).toBe('invited');
    const second = await invite(contactId);
    expect(second.invitationId).not.toBe(first.invitationId);
    expect(await contactNamed('Odile')).toMatchObject({ invitationId: second.invitationId });
    const mails = await server.waitForMails('odile@example.org', 2);
    expect(mails[1]?.subject).toBe('Juniper vous invite à Northlight Patient Portal');
    // The patient sees the text of the mail, but not its link, which is only for the contact.
    expect(second.mail).toMatchObject({ language: 'fr', subject: mails[1]?.subject });
    for (const sentence of second.mail.sentences) expect(mails[1]?.text).toContain(sentence);
    expect(JSON.stringify(second)).not.toContain(linkIn(mails[1]?.text));
    expect(`${mails[1]?.text ?? ''}${mails[1]?.html ?? ''}`).not.toContain(second.pin);

    expect((await signUp(linkIn(mails[0]?.text), first.pin, 'odile.old')).body).toEqual({
      error: 'invitation_expired',
    });
    expect((await signUp(linkIn(mails[1]?.text), second.pin, 'odile.new')).status).toBe(200);
    const now = await contactNamed('Odile');
    expect(stateOf(now)).toBe('enabled');
    expect(now).toMatchObject({ invitationId: null, userInfo: { userName: 'odile.new', isEmailConfirmed: false } });
    expect(v.parse(Given, (await patient.call(getContactRights, at(contactId))).body).given).toEqual([
      { section: 'Appointments', right: 'read' },
    ]);
    expect(await lastAudit('account.created')).toMatchObject({
      detail: { rights: 'Appointments:read' },
      patient_id: patientId,
    });
    expect(await patient.call(inviteContact, { params: { contactId }, body: agreed })).toMatchObject(notFound);
  });

  test('that is asked for again under its key gives the same PIN and sends no second mail; a new press is a new invitation', async () => {
    const { contactId } = await saved({ contactFirstName: 'Lost', contactEmail: 'lost@example.org' });
    const under = (key: string) =>
      patient.call(inviteContact, { params: { contactId }, headers: underKey(key), body: agreed });
    const [first, ...again] = await Promise.all([under('first'), under('first'), under('first')]);
    const { invitationId } = v.parse(Made, first?.body);
    for (const answer of again) expect(answer.body).toEqual(first?.body);
    const next = v.parse(Made, (await under('second')).body);
    expect(next.invitationId).not.toBe(invitationId);
    expect(await server.waitForMails('lost@example.org', 2)).toHaveLength(2);
    expect(await server.query('select count(*)::int as n from invitations where contact_id = $1', [contactId])).toEqual(
      [{ n: 2 }],
    );
    // An ended invitation is not given again.
    await server.query('update invitations set sealed_pin = null where id = $1', [next.invitationId]);
    expect(v.parse(Made, (await under('second')).body).invitationId).not.toBe(next.invitationId);
  });

  test('with an address that another contact has leaves the invitation of that one as it is', async () => {
    const shared = { contactEmail: 'both@example.org' };
    const [mother, father] = [
      await saved({ contactFirstName: 'Mother', ...shared }),
      await saved({ contactFirstName: 'Father', ...shared }),
    ];
    const first = await invite(mother.contactId);
    const second = await invite(father.contactId);
    expect(await contactNamed('Mother')).toMatchObject({ invitationId: first.invitationId });
    expect(await contactNamed('Father')).toMatchObject({ invitationId: second.invitationId });
    const [one, two] = await server.waitForMails('both@example.org', 2);
    expect((await signUp(linkIn(one?.text), first.pin, 'mother')).status).toBe(200);
    expect((await signUp(linkIn(two?.text), second.pin, 'father')).status).toBe(200);
  });

  test('while the account is just being made finds it, and invites nobody twice', async () => {
    const { contactId } = await saved({ contactFirstName: 'Quick', contactEmail: 'quick@example.org' });
    const { invitationId } = await invite(contactId);
    const { sent } = await server.tx(async (tx) => {
      await spendInvitation(tx, invitationId);
      const asked = { sent: patient.call(inviteContact, { params: { contactId }, body: agreed }) };
      await server.untilWaiting(1);
      const { userId } = await server.ids('expired');
      await startRepresenting(tx, { userId, patientId, contactId });
      return asked;
    });
    expect(await sent).toMatchObject(notFound);
    expect(await contactNamed('Quick')).toMatchObject({ invitationId: null, isAuthorizedRepresentativeActive: true });
  });

  test.each([
    ['nothing ticked', { given: [], hasAgreed: true }],
    ['nothing that can be done', { given: [{ section: 'Questionnaires', right: 'answer' }], hasAgreed: true }],
    ['a right that there is not', { given: [{ section: 'Education', right: 'write' }], hasAgreed: true }],
    ['no consent', { given: [seeVisits], hasAgreed: false }],
    ['neither', {}],
    ['no body', undefined],
  ])('with %s sends nothing and invites nobody', async (what, body) => {
    const contactEmail = `${what.replaceAll(' ', '-')}@example.org`;
    const { contactId } = await saved({ contactFirstName: what, contactEmail });
    expect(await patient.call(inviteContact, { params: { contactId }, body })).toMatchObject({ status: 400 });
    expect((await patient.call(checkInvitation, { params: { contactId } })).body).toBe(false);
    expect(await server.query('select 1 from mails where recipient = $1', [contactEmail])).toEqual([]);
  });

  test('can be withdrawn: its link opens nothing any more; what is accepted at that moment is not', async () => {
    const { contactId } = await saved({ contactFirstName: 'Withdrawn', contactEmail: 'withdrawn@example.org' });
    const { pin } = await invite(contactId);
    const [mail] = await server.waitForMails('withdrawn@example.org', 1);
    expect((await patient.call(withdrawInvitation, { params: { contactId } })).status).toBe(204);
    expect(await lastAudit('invitation.revoked')).toMatchObject({ detail: { contactId, because: 'withdrawn' } });
    expect((await signUp(linkIn(mail?.text), pin, 'withdrawn')).body).toEqual({ error: 'invitation_expired' });
    expect(stateOf(await contactNamed('Withdrawn'))).toBe('invite');
    const revoked = "select 1 from audit_events where type = 'invitation.revoked'";
    const before = (await server.query(revoked)).length;
    expect((await patient.call(withdrawInvitation, { params: { contactId } })).status).toBe(204);
    expect(await server.query(revoked)).toHaveLength(before);
    const next = await invite(contactId);
    const { sent } = await server.tx(async (tx) => {
      await spendInvitation(tx, next.invitationId);
      const asked = { sent: patient.call(withdrawInvitation, { params: { contactId } }) };
      await server.untilWaiting(1);
      return asked;
    });
    expect(await sent).toMatchObject(notFound);
  });

  test('the patient is told when somebody accepted, in a mail that names nobody', async () => {
    const [row] = await server.query("select email from users where username = 'patient'");
    const { email } = v.parse(v.object({ email: v.string() }), row);
    const before = (await server.mails(email)).length;
    const { contactId } = await saved({ contactFirstName: 'Teller', contactEmail: 'teller@example.org' });
    const { pin } = await invite(contactId);
    const [mail] = await server.waitForMails('teller@example.org', 1);
    expect((await signUp(linkIn(mail?.text), pin, 'teller')).status).toBe(200);
    const told = (await server.waitForMails(email, before + 1)).at(-1);
    expect(told?.subject).toBe('Your invitation was accepted');
    expect(`${told?.text ?? ''}${told?.html ?? ''}`).not.toMatch(/Teller|Thistledown|teller@/);
  });

  test('needs an email address, and another address ends what went to the old one', async () => {
    const { contactId } = await saved({ contactFirstName: 'Quiet' });
    expect(await patient.call(inviteContact, { params: { contactId }, body: agreed })).toMatchObject({
      status: 400,
      body: { error: 'email_required' },
    });
    await saved({ contactId, contactFirstName: 'Quiet', contactEmail: 'quiet@example.org' });
    await invite(contactId);
    expect(await saved({ contactId, contactFirstName: 'Quiet', contactEmail: 'QUIET@example.org' })).not.toMatchObject({
      invitationId: null,
    });
    expect(await saved({ contactId, contactFirstName: 'Quiet', contactEmail: 'loud@example.org' })).toMatchObject({
      invitationId: null,
    });
    expect(await contactNamed('Quiet')).toMatchObject({ invitationId: null });
  });

  test('an address that is refused at once is told, and nobody is invited', async () => {
    const smtp = await startTestSmtp();
    smtp.behave({
      onRecipient: () => {
        throw smtpRefusal(550);
      },
    });
    const mailing = await startTestServer({ environment: { SMTP_URL: smtp.url } });
    const browser = await mailing.signedIn('patient');
    const { contactId } = v.parse(
      Contact,
      (await save(details({ contactFirstName: 'Nowhere', contactEmail: 'nowhere@example.org' }), browser)).body,
    );
    expect(await browser.call(inviteContact, { params: { contactId }, body: agreed })).toMatchObject({
      status: 400,
      body: { error: 'failed_sending_email' },
    });
    expect((await contacts(browser)).filter((one) => one.contactId === contactId).map(stateOf)).toEqual(['invite']);
    await mailing.stop();
    await smtp.close();
  });

  describe('the PIN to print', () => {
    // These tests send more invitations than one person may send in an hour.
    beforeAll(() => server.query('delete from limits').then(() => undefined));
    const printed = async (invitationId: number, browser = patient, query: Record<string, string> = {}) => {
      const { userId } = await browser.profile();
      const path = callUrl(getPinPdf, { invitationId }, query);
      const { token } = v.parse(
        v.object({ token: v.string() }),
        (await browser.call(createDownloadToken, { params: { userId }, body: { path } })).body,
      );
      return fetch(server.portalUrl + callUrl(getPinPdf, { invitationId }, { ...query, token }));
    };

    test.each([
      ['en', 1],
      ['es', 2],
      ['fr', 3],
      ['pt', 4],
      ['zh', 5],
    ])('is one page that opens, in %s, and is kept nowhere in the clear', async (language, communicationLanguageId) => {
      const { contactId } = await saved({
        contactFirstName: `Reader of ${language}`,
        contactEmail: `${language}@example.org`,
        communicationLanguageId,
      });
      const { invitationId, pin } = await invite(contactId);
      const answer = await printed(invitationId);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      const document = await PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false });
      expect(document.getPageCount()).toBe(1);
      expect(document.getTitle()).not.toContain(pin);
      expect(
        JSON.stringify(await server.query('select * from invitations where id = $1', [invitationId])),
      ).not.toContain(pin);
      expect(await lastAudit('invitation.pin_printed')).toMatchObject({ detail: { invitationId } });
    });

    test('can be read by everybody, in both sizes of print and no other', async () => {
      const { contactId } = await saved({ contactFirstName: 'Large', contactEmail: 'large@example.org' });
      const { invitationId } = await invite(contactId);
      for (const print of ['normal', 'large']) {
        const bytes = new Uint8Array(await (await printed(invitationId, patient, { print })).arrayBuffer());
        expect((await readTaggedPdf(bytes)).findings, print).toEqual([]);
      }
      expect((await printed(invitationId, patient, { print: 'huge' })).status).toBe(400);
    });

    test("is nobody else's, and gone after 12 hours and with the invitation", async () => {
      const { contactId } = await saved({ contactFirstName: 'Printed', contactEmail: 'printed@example.org' });
      const { invitationId } = await invite(contactId);
      for (const username of ['noemail', 'representative'])
        expect((await printed(invitationId, await server.signedIn(username))).status, username).toBe(404);
      await server.query("update invitations set created_at = now() - interval '12 hours' where id = $1", [
        invitationId,
      ]);
      expect((await printed(invitationId)).status).toBe(404);
      await server.query('update invitations set created_at = now() where id = $1', [invitationId]);
      expect((await printed(invitationId)).status).toBe(200);
      await invite(contactId);
      expect((await printed(invitationId)).status).toBe(404);
      expect(await patient.call(getPinPdf, { params: { invitationId: 987_654 } })).toMatchObject(notFound);
    });
  });
});

describe('removing a contact', () => {
  test('ends the access in running sessions and an open invitation, and says so in the audit', async () => {
    const helper = await contactNamed('Ambrose');
    await server.query('delete from login_failures');
    const there = await server.signedIn('ambrose');
    expect((await patient.call(removeContact, at(helper.contactId))).status).toBe(204);
    expect((await contacts()).some(({ contactId }) => contactId === helper.contactId)).toBe(false);
    expect((await there.call(listContacts, { params: { patientId } })).status).toBe(401);
    expect(await lastAudit('contact.removed')).toMatchObject({
      detail: { contactId: helper.contactId, userId: helper.authorizedRepresentativeUserId },
      patient_id: patientId,
    });
    expect(await patient.call(removeContact, at(helper.contactId))).toMatchObject(notFound);

    const invited = await saved({ contactFirstName: 'Asked', contactEmail: 'asked@example.org' });
    await patient.call(inviteContact, { params: { contactId: invited.contactId }, body: agreed });
    expect((await patient.call(removeContact, at(invited.contactId))).status).toBe(204);
    expect(
      await server.query("select 1 from invitations where email = 'asked@example.org' and revoked_at is null"),
    ).toEqual([]);
  });

  test('is the facility’s where patients add none; access can be ended all the same', async () => {
    const { contactId } = await contactNamed('Linnea');
    await server.query(
      `update facilities set capabilities = jsonb_set(capabilities, '{Dashboard}', '["PersonalContacts"]') where is_default`,
    );
    expect(await patient.call(removeContact, at(contactId))).toMatchObject(notFound);
    for (const authorized of ['false', 'true'] as const)
      expect((await patient.call(setContactAccess, { ...at(contactId), query: { authorized } })).status).toBe(200);
    expect(
      (await patient.call(setContactRight, { ...at(contactId), body: { ...seeVisits, isGiven: true } })).status,
    ).toBe(200);
    await server.query(
      `update facilities set capabilities = jsonb_set(capabilities, '{Dashboard}', '["Appointments", "HealthSummary", "CareTeam", "PersonalContacts", "AddContact", "InviteContact"]') where is_default`,
    );
  });
});

describe('what a contact looked at', () => {
  test('is told to the patient by day and section, from the audit, and says nothing of anybody else', async () => {
    const { contactId } = await contactNamed('Linnea');
    const there = await server.signedIn('representative');
    for (let times = 0; times < 3; times += 1) await there.call(listAppointments, { params: { patientId } });
    await there.call(listContacts, { params: { patientId } });
    await patient.call(listAppointments, { params: { patientId } });
    const seen = v.parse(v.array(ContactActivity), (await patient.call(listContactActivity, at(contactId))).body);
    expect(seen.filter(({ section }) => section === 'Appointments')).toHaveLength(1);
    expect(seen[0]).toMatchObject({ section: 'PersonalContacts', what: 'looked' });
    expect(Date.now() - Date.parse(seen[0]?.at ?? '')).toBeLessThan(60_000);
    const nobody = await contactNamed('Rowan');
    expect((await patient.call(listContactActivity, at(nobody.contactId))).body).toEqual([]);
  });
});

describe('what the fields are chosen from', () => {
  test('is told in the language of who asks, countries in their order', async () => {
    const { userId } = await server.ids('patient');
    await patient.call(setUserLanguage, { params: { userId }, query: { ietfCode: 'zh' } });
    expect((await patient.call(getRelationships)).body).toContainEqual({
      relationshipId: 1,
      relationshipDisplay: '配偶',
    });
    expect((await patient.call(getPreferredCommunications)).body).toContainEqual({
      preferredCommunicationId: 7,
      preferredCommunicationCode: 'Fax',
      preferredCommunicationDisplay: '传真',
    });
    expect((await patient.call(getCountries)).body).toContainEqual(
      expect.objectContaining({ countryCode: 'CN', countryNameDisplay: '中国', sortOrder: 100 }),
    );
    await patient.call(setUserLanguage, { params: { userId }, query: { ietfCode: 'en' } });
    const countries = v.parse(
      v.array(
        v.object({
          countryId: v.number(),
          countryCode: v.string(),
          countryNameDisplay: v.string(),
          sortOrder: v.number(),
        }),
      ),
      (await patient.call(getCountries)).body,
    );
    expect(countries.slice(0, 5).map((one) => one.countryNameDisplay)).toEqual([
      'United States',
      'Canada',
      'Mexico',
      'Brazil',
      'Afghanistan',
    ]);
    expect(countries.length).toBeGreaterThan(240);
    const states = v.parse(
      v.array(v.object({ stateId: v.number(), countryId: v.number(), stateNameDisplay: v.string() })),
      (await patient.call(getStates)).body,
    );
    const countOf = (code: string) =>
      states.filter((one) => one.countryId === countries.find((each) => each.countryCode === code)?.countryId).length;
    expect(['US', 'CA', 'MX', 'BR'].map(countOf)).toEqual([51, 13, 32, 27]);
  });
});
