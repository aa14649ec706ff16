import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codedFactText, countPageView, languageCodes, toldTreatmentValue } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { PagePath, PortalModule } from './layout/module.ts';
import { allPages, pageOf, registerModules } from './layout/routing/pages.ts';
import * as modules from './modules.ts';
import { allTexts as texts, catalogs } from '../tests/apps/allTexts.ts';

registerModules(Object.values(modules));

const all = allPages();

test('the whole route table', () => {
  const rows = all.map(({ path, aliases, title, who, capability, resource, layout, words, tab, menu, auditEvent }) =>
    [
      path + (aliases ?? []).map((alias) => ` (also ${alias})`).join(''),
      title,
      who,
      capability ?? (resource ? `resource ${resource}` : '-'),
      layout,
      words.join(' ') || '-',
      tab ? `tab ${tab.order}${tab.badge ? ` with ${tab.badge.call.name}` : ''}` : menu ? `menu ${menu}` : '-',
      auditEvent ?? '-',
    ].join(' | '),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "/account-settings | account.title | signedIn | - | home | layout form records account | menu you | -",
      "/notification-settings | account.notifications | signedIn | - | home | layout form records account | - | -",
      "/stop-notices | account.stopTitle | everyone | - | gate | form account | - | -",
      "/appointments | appointments.title | signedIn | Appointments | home | layout table records appointments | tab 1 | appointmentsviewauditevent",
      "/add-contact | contacts.addTitle | signedIn | Dashboard.AddContact | work | layout form records contacts | - | -",
      "/edit-contact | contacts.editTitle | signedIn | Dashboard.PersonalContacts | work | layout form records contacts | - | -",
      "/invite-auth-statement | contacts.invite | signedIn | Dashboard.InviteContact | work | layout form records contacts | - | -",
      "/contact-pin | contacts.invite | signedIn | Dashboard.InviteContact | work | layout form records contacts | - | -",
      "/ | layout.titleStart | signedIn | - | home | layout records dashboard | - | -",
      "/dashboard | dashboard.title | signedIn | - | home | layout records dashboard | tab 0 | dashboardviewauditevent",
      "/education-articles | education.title | signedIn | Education | home | layout records education | tab 4 with countUnreadEducation | educationviewauditevent",
      "/faqs | facility.faqs | signedIn | resource faqs | home | layout records facility | menu resources | -",
      "/useful-links | facility.usefulLinks | signedIn | resource usefulLinks | home | layout records facility | menu resources | -",
      "/download-forms | facility.downloadForms | signedIn | resource downloadableForms | home | layout records facility | menu resources | -",
      "/contact-us | facility.contactUs | signedIn | ContactUs | home | layout table records facility | menu contact | -",
      "/help | facility.help | signedIn | - | home | layout records facility | menu help | -",
      "/followup-plan | followUpPlan.title | signedIn | FollowUpPlan | home | layout table records followUpPlan | tab 3 with countOverdueFollowUps | followupplanviewauditevent",
      "/health-summary | healthSummary.title | signedIn | Dashboard.HealthSummary | home | layout form records bar timing healthSummary | menu you | -",
      "/bring-summary | healthSummary.bringTitle | signedIn | MedicalNotes | home | layout form records bar healthSummary | - | -",
      "/shared-summary | healthSummary.openTitle | everyone | - | gate | form healthSummary | - | -",
      "/medical-notes | medicalNotes.title | signedIn | MedicalNotes | home | layout records medicalNotes | tab 7 with countNewMedicalNotes | medicalnotesviewauditevent",
      "/personal-data | personalData.title | signedIn | - | home | layout form records personalData | menu you | -",
      "/questionnaires | questionnaires.title | signedIn | Questionnaires | home | layout records questionnaires | tab 5 with countOpenQuestionnaires | questionnairelistauditevent",
      "/complete-questionnaire | questionnaires.titleFill | signedIn | Questionnaires | work | layout questionnaires | - | questionnaireviewauditevent",
      "/questionnaire-scoring | questionnaires.titleScoring | signedIn | Questionnaires | work | layout records questionnaires | - | -",
      "/review-questionnaire | questionnaires.titleReview | signedIn | Questionnaires | work | layout records questionnaires | - | questionnairereviewauditevent",
      "/questionnaire-scores | questionnaires.titleScores | signedIn | Questionnaires | work | layout records questionnaires | - | -",
      "/check-receipt | questionnaires.receiptTitle | everyone | - | gate | form questionnaires | - | -",
      "/second-step | secondFactor.stepTitle | everyone | - | gate | form bar secondFactor | - | -",
      "/second-step-settings | secondFactor.title | signedIn | - | home | layout form records bar secondFactor | - | -",
      "/secure-messages | secureMessages.title | signedIn | SecureMessages | home | layout form records secureMessages | tab 8 with countUnreadMessages | securemessageviewauditevent",
      "/secure-message | secureMessages.titleOne | signedIn | SecureMessages | work | layout form records secureMessages | - | securemessageviewauditevent",
      "/login | core.logIn | everyone | - | gate | - | - | -",
      "/logout | session.logoutTitle | everyone | - | gate | form session | - | -",
      "/termsOfUse (also /termsofuse) | core.termsOfUse | signedIn | - | gate | form session | - | -",
      "/update-password | session.passwordTitle | everyone | - | gate | form session | - | -",
      "/linkLogin | session.linkTitle | everyone | - | gate | form session | - | -",
      "/singleSignOn | session.ssoTitle | everyone | - | gate | form session | - | -",
      "/singleSignOnFailed | session.ssoFailedTitle | everyone | - | gate | form session | - | -",
      "/ssoLogout (also /ssologout) | session.ssoLogoutTitle | everyone | - | gate | form session | - | -",
      "/reset-password | session.resetTitle | everyone | - | gate | form session | - | -",
      "/forgot-username | session.usernameTitle | everyone | - | gate | form session | - | -",
      "/undo-email | session.undoEmailTitle | everyone | - | gate | form session | - | -",
      "/confirm-email | session.confirmEmailTitle | everyone | - | gate | form session | - | -",
      "/provide-email | session.provideEmailTitle | signedIn | - | gate | form session | - | -",
      "/sign-up | signUp.identityTitle | everyone | - | work | form signUp | - | -",
      "/create-account | signUp.accountTitle | everyone | - | work | form signUp | - | -",
      "/link-sign-in | signUp.identityTitle | everyone | - | work | form signUp | - | -",
      "/auth-rep-sign-up | signUp.invitationTitle | everyone | - | work | form signUp | - | -",
      "/test-results | testResults.title | signedIn | TestResults | home | layout records testResults | tab 6 with countNotReviewedLabResults | labresultsviewauditevent",
      "/treatment-summary | treatmentSummary.title | signedIn | TreatmentSummary | home | layout records timing treatmentSummary | tab 2 with countUnseenTreatmentSummary | treatmentsummaryviewauditevent",
    ]
  `);
});

test('the declared path of each page fits into the count of page views', () => {
  for (const { path } of all) expect(v.is(countPageView.body, { route: path }), path).toBe(true);
});

test('each folder of a module is listed by its name, with its words, its README and a browser test of each page', () => {
  const root = fileURLToPath(new URL('modules', import.meta.url));
  expect(Object.entries(modules).map(([key, { name }]) => [key, name])).toEqual(
    readdirSync(root)
      .filter((name) => !name.includes('.'))
      .toSorted()
      .map((name) => [name, name]),
  );
  const tests = fileURLToPath(new URL('../tests/e2e', import.meta.url));
  const tested = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(tests, file), 'utf8'))
    .join('\n');
  for (const { name, pages } of Object.values(modules)) {
    for (const file of ['words/en.json', 'README.md'])
      expect(existsSync(join(root, name, file)), `${name}/${file}`).toBe(true);
    for (const { path } of pages) expect(tested, `no browser test opens ${path}`).toContain(path);
  }
});

test('no two pages share an address, whatever its capitals', () => {
  const paths = all.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
});

test('a page that needs a module names its texts and has a title in them', () => {
  for (const { path, title, words } of all) {
    expect(texts.has(title), path).toBe(true);
    expect(['core', ...words], path).toContain(title.split('.')[0]);
  }
});

test('a page that tells codes of a record loads their texts', () => {
  const values = ['BID', 'HS (30 min)', '2 / 1 d, × 10 d', '≤ 4 g / 1 d', '≤ 4 g / 3 d'];
  const keys = new Set<string>();
  const t = (key: string) => {
    keys.add(key);
    return key;
  };
  const notLoaded = (path: PagePath) => {
    const { words } = all.find((page) => page.path === path) ?? { words: [] };
    return [...keys].filter((key) => !words.some((name) => catalogs[name]?.texts[key] !== undefined));
  };
  for (const value of values) toldTreatmentValue({ t, locale: 'en', timeZone: 'UTC' }, { kind: 'timing', value });
  expect(keys.size).toBeGreaterThan(0);
  expect(notLoaded('/treatment-summary')).toEqual([]);
  for (const value of values) codedFactText('frequency', value, { t, locale: 'en' });
  codedFactText('severity', 'mild', { t, locale: 'en' });
  codedFactText('criticality', 'high', { t, locale: 'en' });
  expect(notLoaded('/health-summary')).toEqual([]);
});

test('labels of the bottom bar have at most ten letters in every language', () => {
  for (const { tab } of all) {
    if (tab === undefined) continue;
    for (const language of languageCodes)
      expect(texts.get(tab.shortLabel)?.[language].length, `${tab.shortLabel} ${language}`).toBeLessThanOrEqual(10);
  }
});

/** The routes of the specification (1, section 2; 2 and 3, section 2) whose modules are built for the portal. */
const specified: readonly PagePath[] = [
  '/login',
  '/linkLogin',
  '/singleSignOn',
  '/singleSignOnFailed',
  '/termsOfUse',
  '/update-password',
  '/reset-password',
  '/forgot-username',
  '/confirm-email',
  '/logout',
  '/ssoLogout',
  '/sign-up',
  '/create-account',
  '/auth-rep-sign-up',
  '/provide-email',
  '/',
  '/dashboard',
  '/questionnaires',
  '/complete-questionnaire',
  '/questionnaire-scoring',
  '/review-questionnaire',
  '/education-articles',
  '/medical-notes',
  '/secure-messages',
  '/secure-message',
  '/treatment-summary',
  '/add-contact',
  '/edit-contact',
  '/invite-auth-statement',
  '/contact-pin',
  '/contact-us',
  '/faqs',
  '/useful-links',
  '/download-forms',
  '/help',
  '/account-settings',
  '/health-summary',
  '/personal-data',
];
test.each(specified)('there is a page at %s', (path) => {
  expect(pageOf(path)?.path).toBe(path);
});

test('both spellings of a path lead to one page', () => {
  for (const path of ['/termsofuse', '/termsOfUse']) expect(pageOf(path)?.path).toBe('/termsOfUse');
  for (const path of ['/ssologout', '/ssoLogout']) expect(pageOf(path)?.path).toBe('/ssoLogout');
  expect(pageOf('/no-such-page')).toBeNull();
});

test('what the specification puts outside the tabbed shell stands outside, and the rest inside', () => {
  const outside =
    `/login /kioskLogin /linkLogin /termsOfUse /update-password /reset-password /forgot-username /undo-email /confirm-email /check-receipt /shared-summary /stop-notices /logout /secure-message /sign-up /provide-email
    /create-account /link-sign-in /auth-rep-sign-up /ssoLogout /complete-questionnaire /questionnaire-scoring /questionnaire-scores /review-questionnaire /add-contact /edit-contact
    /invite-auth-statement /contact-pin`.split(/\s+/);
  // Before the sign-in there are no tabs to show.
  const before = ['/singleSignOn', '/singleSignOnFailed', '/second-step'];
  for (const { path, layout } of all)
    expect(layout === 'home', path).toBe(!outside.includes(path) && !before.includes(path));
});

test('what the navigation writes is in words that it has', () => {
  const labels = Object.values(catalogs).flatMap((catalog) => Object.keys(catalog.labels));
  for (const { path, title, tab, menu } of all) {
    if (tab === undefined && menu === undefined) continue;
    expect(labels, path).toContain(title);
    if (tab) expect(labels, path).toContain(tab.shortLabel);
  }
});

test('every number in the navigation is one that the server gives with the others', () => {
  const counts = Object.values(modules).flatMap(({ pages, toDo }: PortalModule) => [
    ...pages.flatMap(({ tab }) => tab?.badge?.call ?? []),
    ...(toDo?.atServer ? [toDo.atServer.count] : []),
  ]);
  expect(counts.filter(({ isBadge }) => isBadge !== true).map(({ name }) => name)).toEqual([]);
});

test('each place in the navigation is taken once, in the order of the specification', () => {
  const orders = all.flatMap(({ tab }) => (tab ? [tab.order] : []));
  expect(new Set(orders).size).toBe(orders.length);
  for (const order of orders) expect(order >= 0 && order <= 8).toBe(true);
});

test('a page that is for the signed-in only has the words of what stands around it', () => {
  for (const { path, who, layout, words } of all)
    if (who === 'signedIn' && layout !== 'gate') expect(words, path).toContain('layout');
});
