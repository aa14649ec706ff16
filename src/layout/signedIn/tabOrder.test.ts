import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Capability } from '@portal/api';
import { type Allowance, barTabs, envelopeOf, menuPages, rowTabs, visibleTabs } from './tabOrder.ts';
import { ClipboardList } from '../../ui/icons.ts';
import type { DeclaredPage } from '../module.ts';

const page = (order: number, capability: Capability | null = null): DeclaredPage => ({
  path: `/module-${order}`,
  title: 'core.logIn',
  who: 'signedIn',
  words: [],
  capability,
  layout: 'home',
  tab: { order, shortLabel: 'core.logIn', icon: ClipboardList, badge: null },
  load: () => Promise.reject(new Error('No page of these is opened.')),
});
const orders = (pages: readonly { tab: { order: number } }[]) => pages.map(({ tab }) => tab.order);
const all = [8, 3, 0, 5, 1, 7, 2, 6, 4].map((order) => page(order));
const having = (...capabilities: Capability[]): Allowance => ({
  has: (capability) => capabilities.includes(capability),
  may: () => true,
  resources: null,
});
const everything: Allowance = {
  has: () => true,
  may: () => true,
  resources: { faqs: true, usefulLinks: true, downloadableForms: true },
};
const anyTabs = fc.subarray(all).map((pages) => visibleTabs(pages, everything));

test('tabs stand in the fixed order, whatever the order of declaration', () => {
  expect(orders(visibleTabs(all, having()))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('a tab whose module is not switched on is not there', () => {
  expect(orders(visibleTabs([page(1, 'Appointments'), page(5, 'Questionnaires')], having('Questionnaires')))).toEqual([
    5,
  ]);
});

test('the bottom bar has the dashboard and appointments, questionnaires, test results; with Menu that makes five', () => {
  expect(orders(barTabs(visibleTabs(all, having())))).toEqual([0, 1, 5, 6]);
});

test('what is missing is replaced by the next in line, in the fixed order', () => {
  expect(orders(barTabs(visibleTabs([page(0), page(4), page(2), page(7)], having())))).toEqual([0, 2, 4, 7]);
  expect(orders(barTabs(visibleTabs([page(0), page(3), page(4), page(2), page(7)], having())))).toEqual([0, 2, 3, 7]);
});

test('of any modules, the bar has at most four, in the fixed order, the dashboard first, never the envelope', () => {
  fc.assert(
    fc.property(anyTabs, (tabs) => {
      const bar = orders(barTabs(tabs));
      expect(bar.length).toBe(
        Math.min(3, orders(tabs).filter((order) => order !== 0 && order !== 8).length) +
          (orders(tabs).includes(0) ? 1 : 0),
      );
      expect(bar).toEqual(bar.toSorted((one, other) => one - other));
      expect(bar).not.toContain(8);
      if (orders(tabs).includes(0)) expect(bar[0]).toBe(0);
    }),
  );
});

test('of any modules, each stands once: as a tab of the row, or as the envelope', () => {
  fc.assert(
    fc.property(anyTabs, (tabs) => {
      const envelope = envelopeOf(tabs);
      expect(orders([...rowTabs(tabs), ...(envelope ? [envelope] : [])])).toEqual(orders(tabs));
    }),
  );
});

test('a menu lists what is built, allowed and switched on by the facility, in the order of declaration', () => {
  const resource = (name: 'faqs' | 'usefulLinks' | 'downloadableForms'): DeclaredPage => ({
    ...page(0),
    path: `/${name}`,
    tab: undefined,
    menu: 'resources',
    resource: name,
  });
  const health: DeclaredPage = { ...page(0, 'Dashboard.HealthSummary'), path: '/health', tab: undefined, menu: 'you' };
  const settings: DeclaredPage = { ...page(0), path: '/settings', tab: undefined, menu: 'you' };
  const pages = [resource('usefulLinks'), settings, health, resource('faqs')];
  const paths = (found: readonly DeclaredPage[]) => found.map(({ path }) => path);
  expect(paths(menuPages(pages, 'resources', everything))).toEqual(['/usefulLinks', '/faqs']);
  expect(
    paths(
      menuPages(pages, 'resources', {
        ...everything,
        resources: { faqs: true, usefulLinks: false, downloadableForms: true },
      }),
    ),
  ).toEqual(['/faqs']);
  expect(paths(menuPages(pages, 'resources', having()))).toEqual([]);
  expect(paths(menuPages(pages, 'you', having()))).toEqual(['/settings']);
  expect(paths(menuPages(pages, 'you', having('Dashboard.HealthSummary')))).toEqual(['/settings', '/health']);
  expect(paths(menuPages(pages, 'contact', everything))).toEqual([]);
});
