import { describe, expect, test } from 'vitest';
import { zoneOffset } from './facility.ts';
import { keepsRules, passwordRules } from './session.ts';

describe('a password', () => {
  test.each(['Demo+Pass1', 'A1 aaaaa', 'Ünïcode#9Z', 'AAAA1111@'])('"%s" keeps the rules', (password) => {
    expect(keepsRules(password, passwordRules)).toBe(true);
  });

  test.each([
    ['Demo+P1', 'too short'],
    ['demo+pass1', 'no capital letter'],
    ['Demo+Pass', 'no number'],
    ['DemoPass12', 'no special character'],
    ['DemoPass1?', 'a character that does not count as special'],
    ['Émo+pass1', 'a capital outside A to Z'],
  ])('"%s" breaks them: %s', (password) => {
    expect(keepsRules(password, passwordRules)).toBe(false);
  });
});

describe('the offset of a time zone', () => {
  test.each([
    ['America/New_York', '2026-11-20T12:00:00Z', -300],
    ['America/New_York', '2026-07-01T12:00:00Z', -240],
    ['America/Los_Angeles', '2026-11-20T12:00:00Z', -480],
    ['Asia/Kolkata', '2026-11-20T12:00:00Z', 330],
    ['Pacific/Kiritimati', '2026-11-20T12:00:00Z', 840],
    ['Etc/UTC', '2026-11-20T12:00:00Z', 0],
  ])('%s at %s is %i minutes', (zone, at, minutes) => {
    expect(zoneOffset(zone, new Date(at))).toBe(minutes);
  });
});
