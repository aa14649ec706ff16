import { languageCodes, pageRoutes } from '@portal/api';
import { expect, test } from 'vitest';
import { modules, pageOf, pages } from './routes.ts';
import type { Page } from './shell/page.ts';
import type { Texts } from './words/catalogs/catalog.ts';
import { catalogs } from './words/catalogs/index.ts';

const all: readonly Page[] = Object.values(pages);
const texts: ReadonlyMap<string, Texts> = new Map(Object.values(catalogs).flatMap((entries) => Object.entries<Texts>(entries)));

test('the whole table of pages', () => {
  const rows = all.map(({ path, aliases = [], who, layout, capability, tab, auditEvent }) =>
    [path, ...aliases, who, layout, capability ?? '-', tab ? `tab ${tab.order} ${tab.badge ?? ''}`.trim() : '-', auditEvent ?? '-'].join(' | '),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "/login | everyone | gate | - | - | -",
      "/logout | everyone | gate | - | - | -",
      "/termsOfUse | /termsofuse | signedIn | gate | - | - | -",
      "/update-password | everyone | gate | - | - | -",
      "/linkLogin | everyone | gate | - | - | -",
      "/singleSignOn | everyone | gate | - | - | -",
      "/singleSignOnFailed | everyone | gate | - | - | -",
      "/ssoLogout | /ssologout | everyone | gate | - | - | -",
      "/reset-password | everyone | gate | - | - | -",
      "/confirm-email | everyone | gate | - | - | -",
      "/provide-email | signedIn | gate | - | - | -",
      "/sign-up | everyone | work | - | - | -",
      "/create-account | everyone | work | - | - | -",
      "/auth-rep-sign-up | everyone | work | - | - | -",
      "/ | signedIn | home | - | - | -",
      "/dashboard | signedIn | home | - | - | -",
      "/questionnaires | signedIn | home | Questionnaires | tab 5 newQuestionnaires | questionnairelistauditevent",
      "/complete-questionnaire | signedIn | work | Questionnaires | - | questionnaireviewauditevent",
      "/questionnaire-scoring | signedIn | work | Questionnaires | - | -",
      "/review-questionnaire | signedIn | work | Questionnaires | - | questionnairereviewauditevent",
      "/faqs | signedIn | home | - | - | -",
      "/useful-links | signedIn | home | - | - | -",
      "/download-forms | signedIn | home | - | - | -",
      "/contact-us | signedIn | home | ContactUs | - | -",
      "/help | signedIn | home | - | - | -",
    ]
  `);
});

test('each page but the login page has its module in the table of its layout', () => {
  const rows = Object.entries(modules).flatMap(([layout, paths]) => Object.keys(paths).map((path) => `${path} ${layout}`));
  expect(rows.toSorted()).toEqual(all.filter(({ path }) => path !== '/login').map(({ path, layout }) => `${path} ${layout}`).toSorted());
});

test('each page can be counted, and is known to the kiosk’s address as one of the portal', () => {
  expect(all.map(({ path }) => path).filter((path) => !pageRoutes.some((route) => route === path))).toEqual([]);
});

test('no two pages share an address, whatever its capitals', () => {
  const paths = all.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
});

test('a page is found whatever the capitals of its path', () => {
  expect(pageOf('/termsofuse')?.path).toBe('/termsOfUse');
  expect(pageOf('/nowhere')).toBeNull();
});

test('a page that needs a module names its texts and has a title in them', () => {
  for (const { path, title, words } of all) {
    expect(texts.has(title), path).toBe(true);
    expect(['core', ...words], path).toContain(title.split('.')[0]);
  }
});

test('labels of the bottom bar have at most ten letters in every language', () => {
  for (const { tab } of all) {
    if (tab === null) continue;
    for (const language of languageCodes) expect(texts.get(tab.shortLabel)?.[language].length, `${tab.shortLabel} ${language}`).toBeLessThanOrEqual(10);
  }
});
