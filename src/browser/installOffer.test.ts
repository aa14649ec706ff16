import { expect, test } from 'vitest';
import { parseInstallMemory, shouldOfferInstall, stringifyInstallMemory } from './installOffer.ts';

const day = 24 * 60 * 60 * 1000;
const now = 1_800_000_000_000;
const free = { installed: false, possible: true, formOpen: false };

test('never on the first visit', () =>
  expect(shouldOfferInstall({ visits: 1, lastOffered: null }, now, free)).toBe(false));
test('on the second visit', () => expect(shouldOfferInstall({ visits: 2, lastOffered: null }, now, free)).toBe(true));
test('not again within 30 days', () =>
  expect(shouldOfferInstall({ visits: 9, lastOffered: now - 29 * day }, now, free)).toBe(false));
test('again after 30 days', () =>
  expect(shouldOfferInstall({ visits: 9, lastOffered: now - 30 * day }, now, free)).toBe(true));
test('never over a form', () =>
  expect(shouldOfferInstall({ visits: 2, lastOffered: null }, now, { ...free, formOpen: true })).toBe(false));
test('never where it is installed', () =>
  expect(shouldOfferInstall({ visits: 2, lastOffered: null }, now, { ...free, installed: true })).toBe(false));
test('never where the device cannot', () =>
  expect(shouldOfferInstall({ visits: 2, lastOffered: null }, now, { ...free, possible: false })).toBe(false));

test.each([
  { visits: 1, lastOffered: null },
  { visits: 12, lastOffered: now },
])('what is remembered is read back', (memory) => {
  expect(parseInstallMemory(stringifyInstallMemory(memory))).toEqual(memory);
});
test.each([null, '', 'x', '-1.', '1.2.3', '{}'])('%s counts as never having been here', (text) => {
  expect(parseInstallMemory(text)).toEqual({ visits: 0, lastOffered: null });
});
