import {
  type CallShape,
  callUrl,
  contractVersion,
  countOpenQuestionnaires,
  countUnreadMessages,
  getCapabilities,
  getLoginProfile,
  getNotificationSettings,
  getPatient,
  listMessageDrafts,
  listQuestionnaires,
  listRepresentations,
  listThreads,
  PatientId,
  type SectionRight,
  requestToken,
  saveNotificationSettings,
  versionHeader,
} from '@portal/api';
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { identityOf } from '../../tests/apps/data/plantedPerson.ts';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const asked: string[] = [];
const answers = new Map<string, unknown>();
vi.stubGlobal('fetch', (url: string) => {
  asked.push(url);
  return Promise.resolve(
    Response.json(answers.get(url) ?? 1, { headers: { [versionHeader]: String(contractVersion) } }),
  );
});
const { send, tokens } = await import('./http.ts');
const { mayCall } = await import('./identity.ts');
const { adoptIdentity, forgetIdentity, loadIdentity } = await import('./profile.ts');

const own = identityOf('amelia');
const patientId = v.parse(PatientId, 12);
const params = { patientId };
/** Amelia, who acts for another patient with these rights. */
const actingWith = (rights: readonly SectionRight[] | null) => ({
  ...own,
  patientId,
  profile: { ...own.profile, ids: [...own.profile.ids, { idType: 'PatientContact' as const, value: patientId }] },
  representations: [
    {
      patientId,
      firstName: 'Juniper',
      lastName: 'Applewhistle',
      rights: rights && [...rights],
      endsByAge: [],
      sectionEnds: [],
      hasDied: false,
      lastDay: null,
      reason: null,
    },
  ],
});
const reads = actingWith([{ section: 'SecureMessages', right: 'read' }]);
const may = (call: CallShape, query?: Record<string, string>, of: Parameters<typeof mayCall>[0] = reads) =>
  mayCall(of, call, { params, ...(query ? { query } : {}) });

describe('what somebody may call, by what the call declares', () => {
  test('of another patient needs the right in its section, and is not theirs where it is for the patient alone', () => {
    expect(may(listThreads)).toBe(true);
    expect(may(listMessageDrafts)).toBe(false);
    expect(may(listQuestionnaires)).toBe(false);
    expect(may(getNotificationSettings, { type: 'Appointments' })).toBe(false);
    expect(may(saveNotificationSettings)).toBe(false);
    expect(may(getPatient)).toBe(true);
    expect(may(getPatient, undefined, actingWith([]))).toBe(false);
  });

  test('is everything of one’s own record, and of others where a back end does not tell the rights', () => {
    for (const call of [listMessageDrafts, saveNotificationSettings, listQuestionnaires]) {
      expect(mayCall(reads, call, { params: { patientId: own.patientId } })).toBe(true);
      expect(may(call, undefined, actingWith(null))).toBe(true);
    }
  });

  test('of who came by an emailed link is what names their role', () => {
    const byLink = { ...own, profile: { ...own.profile, loginType: 'patientLinkUser' as const } };
    expect(mayCall(byLink, listQuestionnaires, { params: { patientId: own.patientId } })).toBe(true);
    expect(mayCall(byLink, countOpenQuestionnaires, { params: { patientId: own.patientId } })).toBe(false);
  });
});

describe('a call that somebody may not make', () => {
  afterEach(() => {
    tokens().forget();
    forgetIdentity();
  });

  test('is not sent, and is refused as the server would refuse it', async () => {
    tokens().adopt(
      { access_token: 'a', refresh_token: 'r', expires_in: 300, token_type: 'Bearer' },
      'userNamePassword',
    );
    adoptIdentity(reads);
    await expect(send(countOpenQuestionnaires, { params })).rejects.toMatchObject({
      failure: { kind: 'refused', status: 404 },
    });
    expect(asked).toEqual([]);
    await send(countUnreadMessages, { params });
    expect(asked).toHaveLength(1);
  });
});

describe('who has logged in', () => {
  const token = { access_token: 'a', refresh_token: 'r', expires_in: 300, token_type: 'Bearer' } as const;
  const { userId } = own.profile;
  const capabilities = { modules: [{ moduleName: 'Dashboard', details: [] }] };
  const profileUrl = callUrl(getLoginProfile, {});
  const begin = () => {
    asked.length = 0;
    tokens().adopt(token, 'userNamePassword');
  };
  afterEach(() => {
    tokens().forget();
    forgetIdentity();
    answers.clear();
  });

  test('is known from the answer of the log-in, and nothing more is asked', async () => {
    begin();
    const identity = await loadIdentity(false, { profile: own.profile, capabilities });
    expect(identity).toMatchObject({ profile: own.profile, capabilities, patientId: own.patientId });
    expect(asked).toEqual([]);
  });

  test('is asked for where a back end does not say it', async () => {
    const capabilitiesUrl = callUrl(getCapabilities, { userId });
    answers.set(profileUrl, own.profile).set(capabilitiesUrl, capabilities);
    begin();
    expect(await loadIdentity(false, undefined)).toMatchObject({ profile: own.profile, capabilities });
    expect(asked).toEqual([profileUrl, capabilitiesUrl]);
  });

  test('is asked what they may do for a patient whom they represent', async () => {
    const profile = { ...own.profile, ids: [{ idType: 'PatientContact' as const, value: patientId }] };
    const urls = [callUrl(getCapabilities, { userId }, { patientId }), callUrl(listRepresentations, { userId })];
    answers.set(urls[0] ?? '', capabilities).set(urls[1] ?? '', reads.representations);
    begin();
    // What is said of an own record is not theirs.
    const identity = await loadIdentity(false, { profile, capabilities: { modules: [] } });
    expect(identity).toMatchObject({ patientId, capabilities });
    expect(asked).toEqual(urls);
  });

  test('is not taken from anything else that a back end sends by that name', () => {
    for (const identity of ['Amelia', { profile: {} }, null, { profile: own.profile, capabilities: 1 }])
      expect(v.parse(requestToken.answer, { ...token, identity }).identity).toBeUndefined();
    expect(v.parse(requestToken.answer, { ...token, identity: { profile: own.profile } }).identity).toBeDefined();
  });
});
