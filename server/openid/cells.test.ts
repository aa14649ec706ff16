import { calls } from '@portal/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import {
  type ProviderBrowser,
  type TestIdentityProvider,
  startIdentityProvider,
} from '../../tests/server/identityProvider.ts';

/** Two cells, each with a database of its own, whose facilities are two clients of one identity system. */
let cells: readonly [TestServer, TestServer];
let group: TestIdentityProvider;

const originOf = ({ portalUrl }: TestServer): string => portalUrl.replace('127.0.0.1', 'localhost');
/** Declares the identity system of the group at both facilities. */
async function declare(): Promise<void> {
  for (const [place, cell] of cells.entries())
    await cell.query('update facilities set identity_providers = $1::jsonb where id = $2', [
      JSON.stringify([
        {
          key: 'group',
          names: { en: 'Account of the group' },
          for: 'patients',
          issuer: group.issuer,
          clientId: `cell-${String(place)}`,
          clientSecret: 'OPENID_SECRET_GROUP',
          person: { claim: place === 0 ? 'mrn' : 'staff_name', is: 'recordNumber' },
        },
      ]),
      (await cell.ids('patient')).facilityId,
    ]);
}

beforeAll(async () => {
  const environment = { ADDRESS_FAILURES: '100000', OPENID_SECRET_GROUP: 'secret' };
  cells = await Promise.all([startTestServer({ environment }), startTestServer({ environment })]);
  group = await startIdentityProvider(
    cells.map((cell, place) => ({
      clientId: `cell-${String(place)}`,
      secret: 'secret',
      address: `${originOf(cell)}/openid/group`,
    })),
  );
  const [row] = await cells[0].query(
    "select p.mrn from patients p join users u on u.id = p.user_id where u.username = 'patient'",
  );
  // Another facility knows the same person by another number.
  await cells[1].query(
    "update patients set mrn = 'HP-77' where user_id = (select id from users where username = 'patient')",
  );
  await declare();
  group.people.set('juniper', { mrn: row?.['mrn'], staff_name: 'HP-77' });
});
afterAll(async () => {
  await group?.stop();
  for (const cell of cells ?? []) await cell.stop();
});

const locationOf = ({ headers }: { readonly headers: Headers }): string => headers.get('location') ?? '';
/** Presses the button of the identity system at the portal of a cell, in one browser of the person. */
async function enter(cell: TestServer, person: ProviderBrowser): Promise<Browser> {
  const browser = cell.browser();
  const answer = await person.follow(locationOf(await browser.fetch('/openid/group/start')));
  const page = locationOf(await browser.fetch(answer.replace(/^http:\/\/[^/]+/, '')));
  expect((await browser.signOn(/sso-id=([\w-]{43})/.exec(page)?.[1] ?? page)).status).toBe(200);
  return browser;
}
const isIn = async (browser: Browser): Promise<boolean> => (await browser.call(calls.getLoginProfile)).status === 200;
const timesAsked = (): number => group.asked.length;

describe('somebody with an account of the group', () => {
  test('who has entered one cell enters another one without being asked, with a session of its own', async () => {
    const person = group.browserOf('juniper');
    const before = timesAsked();
    const first = await enter(cells[0], person);
    expect(timesAsked()).toBe(before + 1);
    const second = await enter(cells[1], person);
    expect(timesAsked()).toBe(before + 1);
    expect([await isIn(first), await isIn(second)]).toEqual([true, true]);

    // Neither cell takes what the other one gave.
    const mixed = cells[1].browser();
    mixed.tokens = first.tokens;
    for (const [name, value] of first.cookies) mixed.cookies.set(name, value);
    expect([await isIn(mixed), (await mixed.refresh()).status]).toEqual([false, 400]);
    expect(await isIn(first)).toBe(true);
  });

  test('who ends the session of the group at one cell is out of the others, and is asked again', async () => {
    const person = group.browserOf('juniper');
    const elsewhere = await enter(cells[1], group.browserOf('juniper'));
    const [first, second] = [await enter(cells[0], person), await enter(cells[1], person)];
    const back = await person.logOut(locationOf(await first.fetch('/openid/logout')), true);
    expect(back).toBe(`${originOf(cells[0])}/ssoLogout`);
    expect([await isIn(first), await isIn(second), await isIn(elsewhere)]).toEqual([false, false, true]);
    const before = timesAsked();
    await enter(cells[1], person);
    expect(timesAsked()).toBe(before + 1);
    for (const cell of cells) expect(await cell.brokenAuditRows()).toEqual([]);
  });

  test('who keeps the session of the group has logged out of the one cell alone', async () => {
    const person = group.browserOf('juniper');
    const [first, second] = [await enter(cells[0], person), await enter(cells[1], person)];
    await person.logOut(locationOf(await first.fetch('/openid/logout')), false);
    expect([await isIn(first), await isIn(second)]).toEqual([false, true]);
    const before = timesAsked();
    await enter(cells[0], person);
    expect(timesAsked()).toBe(before);
  });
});
