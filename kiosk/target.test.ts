import { expect, it } from 'vitest';
import { parseSearch, staffTarget, stringifySearch } from './target.ts';

it('a query stays text: nothing in it becomes a number, an object or another text', () => {
  expect(parseSearch('?data=0012&a=%7B%22b%22%3A1%7D&startIfOnlyOne=true')).toEqual({ data: '0012', a: '{"b":1}', startIfOnlyOne: 'true' });
  expect(stringifySearch({ redirect: '/kioskQuestionnaires?startIfOnlyOne=true' })).toBe('?redirect=%2FkioskQuestionnaires%3FstartIfOnlyOne%3Dtrue');
});

it('a sign-in leads to the list, with what was asked of it', () => {
  expect(staffTarget('/kioskQuestionnaires?startIfOnlyOne=true')).toEqual({ to: '/kioskQuestionnaires', search: { startIfOnlyOne: 'true' } });
});

it('a sign-in never leads elsewhere', () => {
  for (const redirect of [undefined, '', 'https://elsewhere.example/', '//elsewhere.example/kioskQuestionnaires', '/\\elsewhere.example', '/login', '/patientKioskQuestionnaires']) {
    expect(staffTarget(redirect)).toEqual({ to: '/kioskQuestionnaires', search: {} });
  }
});
