import { afterAll, expect, test, vi } from 'vitest';
import { identityOf } from '../../../tests/apps/data/plantedPerson.ts';

const storage = () => {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
};
vi.stubGlobal('sessionStorage', storage());
vi.stubGlobal('localStorage', storage());
vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} }, querySelector: () => null });
vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
vi.resetModules();
const { tokens } = await import('../../data/http.ts');
const { beginOffline, signOut } = await import('../../data/session.ts');
const { unsavedLanguage } = await import('../../browser/startLanguage.ts');
const { words } = await import('../../words/index.ts');
const { chooseLanguage } = await import('../gate/language.ts');
const { followAccountLanguage } = await import('./accountLanguage.ts');
afterAll(async () => {
  await signOut('ended');
  vi.resetModules();
});

test('a language that was chosen without a connection is not taken back when the account is read, and is still to be saved', async () => {
  // As after a reload without a network: the tab has its tokens, and the person has unlocked what is kept.
  tokens().adopt({ access_token: 'a', refresh_token: 'r', expires_in: 300, token_type: 'Bearer' }, 'userNamePassword');
  tokens().rememberVault('vault');
  beginOffline(identityOf('amelia'), 'vault');
  await chooseLanguage('es');
  followAccountLanguage({ languageCode: 'en', loginType: 'userNamePassword' });
  await new Promise(setImmediate);
  expect(words().language).toBe('es');
  expect(unsavedLanguage()).toBe('es');
});
