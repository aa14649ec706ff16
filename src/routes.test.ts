import { languageCodes, pageRoutes } from '@portal/api';
import { expect, test } from 'vitest';
import { modules, type PagePath, pageOf, pages } from './routes.ts';
import type { Page } from './shell/page.ts';
import type { Texts } from './words/catalogs/catalog.ts';
import { catalogs } from './words/catalogs/index.ts';

const all: readonly (Page & { readonly path: PagePath })[] = Object.values(pages);
const texts: ReadonlyMap<string, Texts> = new Map(Object.values(catalogs).flatMap((entries) => Object.entries<Texts>(entries)));

test('the whole route table', () => {
  const rows = all.map(({ path, aliases, title, who, capability, resource, layout, words, tab, menu, auditEvent }) =>
    [
      path + (aliases ?? []).map((alias) => ` (also ${alias})`).join(''),
      title,
      who,
      capability ?? (resource ? `resource ${resource}` : '-'),
      layout,
      words.join(' ') || '-',
      tab ? `tab ${tab.order}${tab.badge ? ` with ${tab.badge}` : ''}` : menu ? `menu ${menu}` : '-',
      auditEvent ?? '-',
    ].join(' | '),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "/login | core.logIn | everyone | - | gate | - | - | -",
      "/logout | session.logoutTitle | everyone | - | gate | session form | - | -",
      "/termsOfUse (also /termsofuse) | session.termsTitle | signedIn | - | gate | session form | - | -",
      "/update-password | session.passwordTitle | everyone | - | gate | session form | - | -",
      "/linkLogin | session.linkTitle | everyone | - | gate | session form | - | -",
      "/singleSignOn | session.ssoTitle | everyone | - | gate | session form | - | -",
      "/singleSignOnFailed | session.ssoFailedTitle | everyone | - | gate | session form | - | -",
      "/ssoLogout (also /ssologout) | session.ssoLogoutTitle | everyone | - | gate | session form | - | -",
      "/reset-password | session.resetTitle | everyone | - | gate | session form | - | -",
      "/confirm-email | session.confirmEmailTitle | everyone | - | gate | session form | - | -",
      "/provide-email | session.provideEmailTitle | signedIn | - | gate | session form | - | -",
      "/sign-up | signUp.identityTitle | everyone | - | work | signUp form | - | -",
      "/create-account | signUp.accountTitle | everyone | - | work | signUp form | - | -",
      "/auth-rep-sign-up | signUp.invitationTitle | everyone | - | work | signUp form | - | -",
      "/ | shell.titleStart | signedIn | - | home | shell | - | -",
      "/dashboard | shell.dashboard | signedIn | - | home | shell dashboard | tab 0 | -",
      "/appointments | shell.appointments | signedIn | Appointments | home | shell table visits appointments | tab 1 | appointmentsviewauditevent",
      "/followup-plan | shell.followUpPlan | signedIn | FollowUpPlan | home | shell table visits followUpPlan | tab 3 | followupplanviewauditevent",
      "/questionnaires | shell.questionnaires | signedIn | Questionnaires | home | shell questionnaires | tab 5 with newQuestionnaires | questionnairelistauditevent",
      "/complete-questionnaire | shell.titleFill | signedIn | Questionnaires | work | shell questionnaires | - | questionnaireviewauditevent",
      "/questionnaire-scoring | shell.titleScoring | signedIn | Questionnaires | work | shell questionnaires | - | -",
      "/review-questionnaire | shell.titleReview | signedIn | Questionnaires | work | shell questionnaires | - | questionnairereviewauditevent",
      "/education-articles | shell.education | signedIn | Education | home | shell education resources | tab 4 with unreadEducation | educationviewauditevent",
      "/add-contact | contacts.addTitle | signedIn | Dashboard.AddContact | work | shell contacts form resources | - | -",
      "/edit-contact | contacts.editTitle | signedIn | Dashboard.AddContact | work | shell contacts form resources | - | -",
      "/invite-auth-statement | contacts.inviteTitle | signedIn | Dashboard.InviteContact | work | shell contacts form resources | - | -",
      "/contact-pin | contacts.inviteTitle | signedIn | Dashboard.InviteContact | work | shell contacts form resources | - | -",
      "/faqs | shell.faqs | signedIn | resource faqs | home | shell resources | menu resources | -",
      "/useful-links | shell.usefulLinks | signedIn | resource usefulLinks | home | shell resources | menu resources | -",
      "/download-forms | shell.downloadForms | signedIn | resource downloadableForms | home | shell resources | menu resources | -",
      "/contact-us | shell.contactUs | signedIn | ContactUs | home | shell table resources | menu contact | -",
      "/help | shell.help | signedIn | - | home | shell resources | menu help | -",
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

/** The routes of the specification (1, section 2; 2 and 3, section 2) whose modules are built for the portal. */
const specified: readonly PagePath[] = [
  '/login', '/linkLogin', '/singleSignOn', '/singleSignOnFailed', '/termsOfUse', '/update-password', '/reset-password', '/confirm-email', '/logout', '/ssoLogout',
  '/sign-up', '/create-account', '/auth-rep-sign-up', '/provide-email', '/', '/dashboard',
  '/questionnaires', '/complete-questionnaire', '/questionnaire-scoring', '/review-questionnaire',
  '/education-articles', '/add-contact', '/edit-contact', '/invite-auth-statement', '/contact-pin', '/contact-us', '/faqs', '/useful-links', '/download-forms', '/help',
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
  const outside = `/login /kioskLogin /linkLogin /termsOfUse /update-password /reset-password /confirm-email /logout /secure-message /sign-up /provide-email
    /create-account /auth-rep-sign-up /ssoLogout /complete-questionnaire /questionnaire-scoring /review-questionnaire /add-contact /edit-contact
    /invite-auth-statement /contact-pin`.split(/\s+/);
  // Before somebody is signed in there are no tabs to show.
  const before = ['/singleSignOn', '/singleSignOnFailed'];
  for (const { path, layout } of all) expect(layout === 'home', path).toBe(!outside.includes(path) && !before.includes(path));
});

test('what the navigation writes is in words that it has', () => {
  for (const { path, title, tab, menu } of all) {
    if (tab === null && menu === undefined) continue;
    expect(title, path).toMatch(/^(shell|core)\./);
    if (tab) expect(tab.shortLabel, path).toMatch(/^shell\.\w+Short$/);
  }
});

test('each place in the navigation is taken once, in the order of the specification', () => {
  const orders = all.flatMap(({ tab }) => (tab ? [tab.order] : []));
  expect(new Set(orders).size).toBe(orders.length);
  for (const order of orders) expect(order >= 0 && order <= 8).toBe(true);
});

test('a page that is for the signed-in only has the words of what stands around it', () => {
  for (const { path, who, layout, words } of all) if (who === 'signedIn' && layout !== 'gate') expect(words, path).toContain('shell');
});
