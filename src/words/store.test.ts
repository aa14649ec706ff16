import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let store: typeof import('./store.ts');
beforeEach(async () => {
  vi.resetModules();
  store = await import('./store.ts');
});
afterEach(() => vi.resetModules());

test('before FormatJS is there, a text has its values as they are, and a count follows with it', async () => {
  const { subscribeToWords, words } = store;
  const again = vi.fn<() => void>();
  subscribeToWords(again);
  expect(words().t('core.close')).toBe('Close');
  expect(words().t('core.errorTitlePrefix', { title: 'Log in' })).toBe('Error: Log in');
  expect(words().t('core.errorTitlePrefix')).toBe('Error: ');
  expect(again).not.toHaveBeenCalled();
  words().t('core.charactersLeft', { count: 1200 });
  await vi.waitFor(() => expect(again).toHaveBeenCalled(), { timeout: 20_000 });
  expect(words().t('core.charactersLeft', { count: 1200 })).toBe('1,200 characters left');
});

test('texts that come later can count, in the language of the moment', async () => {
  const { changeLanguage, loadWords, words } = store;
  await loadWords('form');
  expect(words().t('form.ruleNumbers', { count: 1 })).toBe('1 number');
  await changeLanguage('fr');
  expect(words().t('form.ruleNumbers', { count: 0 })).toBe('0 chiffre');
});

test('more texts call back only where one was missing, and no wording of a facility calls nobody', async () => {
  const { loadWords, overrideWords, subscribeToWords, words } = store;
  await loadWords('layout');
  const again = vi.fn<() => void>();
  subscribeToWords(again);
  const { t } = words();
  await loadWords('form');
  await overrideWords({});
  expect(again).not.toHaveBeenCalled();
  expect(t('form.ruleNumbers', { count: 1 })).toBe('1 number');
  expect(t('records.offline')).toBe('records.offline');
  await loadWords('records');
  expect(again).toHaveBeenCalledOnce();
  expect(words().t('records.offline')).not.toBe('records.offline');
});

test('a facility’s own wording stands over ours; a faulty text, or one with a date, does not', async () => {
  const { overrideWords, words } = store;
  await overrideWords({ 'core.logIn': 'Enter' });
  expect(words().t('core.logIn')).toBe('Enter');
  await overrideWords({
    'core.close': 'Shut',
    'core.errorTitlePrefix': 'Oh {title',
    'core.day': '{day, date, long}',
    'core.charactersLeft': '{count, plural, =0 {full} one {# letter} other {# letters}}',
  });
  expect(words().t('core.logIn')).toBe('Log in');
  expect(words().t('core.close')).toBe('Shut');
  expect(words().t('core.errorTitlePrefix', { title: 'Menu' })).toBe('Error: Menu');
  expect(words().t('core.day')).toBe('Day');
  await vi.waitFor(() => expect(words().t('core.charactersLeft', { count: 0 })).toBe('full'), { timeout: 20_000 });
  expect(words().t('core.charactersLeft', { count: 2500 })).toBe('2,500 letters');
});
