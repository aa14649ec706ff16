import { expect, test } from 'vitest';
import { barTabs, visibleTabs } from './tabOrder.ts';
import type { Page } from './page.ts';

const page = (order: number, capability: string | null = null): Page => ({
  path: `/module-${order}`,
  title: 'core.logIn',
  who: 'signedIn',
  words: [],
  capability,
  layout: 'home',
  tab: { order, shortLabel: 'core.logIn', icon: 'questionnaires', badge: null },
  auditEvent: null,
});
const orders = (pages: readonly { tab: { order: number } }[]) => pages.map(({ tab }) => tab.order);
const all = [8, 3, 0, 5, 1, 7, 2, 6, 4].map((order) => page(order));

test('tabs stand in the fixed order, whatever the order of declaration', () => {
  expect(orders(visibleTabs(all, new Set()))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('a tab whose module is not switched on is not there', () => {
  expect(orders(visibleTabs([page(1, 'Appointments'), page(5, 'Questionnaires')], new Set(['Questionnaires'])))).toEqual([5]);
});

test('the bottom bar has the dashboard and appointments, questionnaires, test results; with Menu that makes five', () => {
  expect(orders(barTabs(visibleTabs(all, new Set())))).toEqual([0, 1, 5, 6]);
});

test('what is missing is replaced by the next in line, in the fixed order', () => {
  expect(orders(barTabs(visibleTabs([page(0), page(4), page(2), page(7)], new Set())))).toEqual([0, 2, 4, 7].filter((order) => [0, 7, 2, 4].includes(order)));
  expect(orders(barTabs(visibleTabs([page(0), page(3), page(4), page(2), page(7)], new Set())))).toEqual([0, 2, 3, 7]);
});

test('secure messages never take a place in the bar', () => {
  expect(orders(barTabs(visibleTabs([page(8), page(5)], new Set())))).toEqual([5]);
});
