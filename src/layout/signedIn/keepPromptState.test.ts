import { describe, expect, test } from 'vitest';
import { type KeepSituation, keepPromptStateOf } from './keepPromptState.ts';

const free: KeepSituation = {
  isInstalled: true,
  keeping: { kind: 'off', wasAsked: false },
  loginType: 'userNamePassword',
  isOnline: true,
  isBusy: false,
};
const on = { kind: 'on', entries: [], signedInAt: 0 } as const;

test('somebody with an account is asked in the installed app', () => {
  expect(keepPromptStateOf(free)).toBe('ask');
  expect(keepPromptStateOf({ ...free, loginType: 'singleSignOn' })).toBe('ask');
});

describe('nobody is asked', () => {
  test.each<[string, Partial<KeepSituation>]>([
    ['in a tab of a browser', { isInstalled: false }],
    ['a second time', { keeping: { kind: 'off', wasAsked: true } }],
    ['where it is on', { keeping: on }],
    ['where a newer version keeps them', { keeping: { kind: 'newer' } }],
    ['who came by an emailed link', { loginType: 'patientLinkUser' }],
    ['at a kiosk', { loginType: 'patientKioskUser' }],
    ['who hands out tablets', { loginType: 'patientKioskManagement' }],
    ['who is not signed in', { loginType: null }],
  ])('%s', (_, part) => expect(keepPromptStateOf({ ...free, ...part })).toBe('never'));
});

describe('the question waits', () => {
  test.each<[string, Partial<KeepSituation>]>([
    ['for the vault', { keeping: { kind: 'closed' } }],
    ['for a connection', { isOnline: false }],
    ['until nothing else is open', { isBusy: true }],
  ])('%s', (_, part) => expect(keepPromptStateOf({ ...free, ...part })).toBe('wait'));
});
