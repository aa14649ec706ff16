import { expect, test } from 'vitest';
import type { PagePath } from '../module.ts';
import { loginSearch } from './redirect.ts';
import { redirectTarget } from './redirectTarget.ts';

const isOurs = (path: string): path is PagePath =>
  ['/', '/dashboard', '/questionnaires', '/complete-questionnaire'].includes(path);

test('a path of this build is followed, with isAutoRedirect and the other parameters', () => {
  expect(redirectTarget({ redirect: '/questionnaires', facility: '7' }, isOurs)).toEqual({
    path: '/questionnaires',
    search: { facility: '7', isAutoRedirect: 'true' },
  });
});

test('the target keeps its own query and the zeros in it', () => {
  expect(redirectTarget({ redirect: '/complete-questionnaire?assignedQuestionnaireId=007' }, isOurs)).toEqual({
    path: '/complete-questionnaire',
    search: { assignedQuestionnaireId: '007', isAutoRedirect: 'true' },
  });
});

test('the start address is the dashboard', () => {
  expect(redirectTarget({ redirect: '/' }, isOurs)?.path).toBe('/dashboard');
});

test.each([
  undefined,
  '',
  'questionnaires',
  'https://evil.example/questionnaires',
  '//evil.example/questionnaires',
  '/\\evil.example/questionnaires',
  '/\\/evil.example',
  'javascript:alert(1)',
  '/kioskQuestionnaires',
  '/nowhere',
  '/login',
  '/logout',
  '/../\\evil.example',
])('%s is not followed', (redirect) => {
  expect(redirectTarget(redirect === undefined ? {} : { redirect }, isOurs)).toBeNull();
});

test('a page that needs a session is come back to after sign-in', () => {
  const search = loginSearch('/complete-questionnaire', { assignedQuestionnaireId: '012', isAutoRedirect: 'true' });
  expect(search).toEqual({ redirect: '/complete-questionnaire?assignedQuestionnaireId=012' });
  expect(redirectTarget(search, isOurs)?.search).toEqual({ assignedQuestionnaireId: '012', isAutoRedirect: 'true' });
});

test('the start address needs no way back', () => {
  expect(loginSearch('/', {})).toEqual({});
});

test.each([
  ['/appointments', { id: '7' }],
  ['/followup-plan', {}],
  ['/secure-message', { threadId: '0012' }],
  ['/complete-questionnaire', { assignedQuestionnaireId: '5' }],
  ['/notification-settings', {}],
] as const)(
  '%s, to which a notice leads, is where a sign-in or a session that has ended comes back to',
  (path, search) => {
    const isNotice = (one: string): one is PagePath => one === path;
    // First as somebody opens it without a session, then once more as the page is left because the session ended.
    const first = redirectTarget(loginSearch(path, search), isNotice);
    expect(first).toMatchObject({ path, search });
    expect(redirectTarget(loginSearch(path, { ...first?.search }), isNotice)).toMatchObject({ path, search });
  },
);
