import { startIdentityProvider } from '../../server/identityProvider.ts';
import { openSetting } from '../../support/accountSettings.ts';
import { startFacility } from '../../support/facility.ts';
import { born, invitedPatient } from '../../support/invitations.ts';
import { look } from '../../support/pageRules.ts';
import { expect, test, text } from '../../support/test.ts';

test('the facility’s identity system opens the portal, the first time with an invitation, and the kiosk for staff', async ({
  page,
}) => {
  const facility = await startFacility({ env: { OPENID_SECRET_CLINIC: 'secret', ADDRESS_FAILURES: '100000' } });
  const { portalUrl, kioskUrl } = facility;
  const clinic = await startIdentityProvider([
    { clientId: 'portal', secret: 'secret', address: `${portalUrl}/openid/clinic` },
    { clientId: 'kiosk', secret: 'secret', address: `${kioskUrl}/openid/staff` },
  ]);
  const name = 'Northlight account';
  const provider = { issuer: clinic.issuer, names: { en: name }, clientSecret: 'OPENID_SECRET_CLINIC' };
  await facility.db.query('update facilities set identity_providers = $1::jsonb where is_default', [
    JSON.stringify([
      { ...provider, key: 'clinic', for: 'patients', clientId: 'portal', person: { claim: 'mrn', is: 'recordNumber' } },
      {
        ...provider,
        key: 'staff',
        for: 'kioskStaff',
        clientId: 'kiosk',
        person: { claim: 'staff_name', is: 'username' },
        groups: { claim: 'groups', anyOf: ['reception'] },
      },
    ]),
  ]);
  const heading = (title: string) => page.getByRole('heading', { level: 1, name: title, exact: true });
  const continueThere = () => page.getByRole('link', { name: text('session.continueWith', { name }) }).click();

  const patient = await facility.newPatient();
  const mrn = await facility.db.value('select mrn from patients where id = $1', [patient.patientId]);
  clinic.people.set('known', { mrn });
  clinic.become('known');
  await page.goto(`${portalUrl}/login?redirect=/account-settings`);
  await expect(page.getByRole('link', { name: text('session.continueWith', { name }) })).toBeVisible();
  await look(page, 'login, identity system');
  await continueThere();
  await expect(heading(text('account.title'))).toBeVisible();
  await openSetting(page, 'account.identities');
  await expect(page.locator('#identities').getByRole('listitem')).toContainText(name);
  await look(page, 'account settings, identity system');
  await openSetting(page, 'account.places');
  await expect(page.locator('#places')).toContainText(text('account.byProvider', { name }));

  await page.goto(`${portalUrl}/logout`);
  await page.getByRole('button', { name: /sign me out/i }).click();
  await expect(page).toHaveURL(/\/ssoLogout/);
  await expect(heading(text('session.ssoLogoutTitle'))).toBeVisible();

  const invited = await invitedPatient(facility);
  clinic.become('new');
  await page.goto(`${portalUrl}/login`);
  await continueThere();
  await expect(heading(text('signUp.identityTitle'))).toBeVisible();
  await expect(page).toHaveURL(`${portalUrl}/link-sign-in`);
  await look(page, 'link-sign-in');
  await page.getByRole('textbox', { name: text('form.firstName') }).fill(invited.firstName);
  await page.getByRole('textbox', { name: text('form.lastName') }).fill(invited.lastName);
  for (const [part, value] of Object.entries(born)) await page.locator(`#birth-date-${part}`).fill(value);
  await page.getByRole('textbox', { name: text('signUp.pin') }).fill(invited.pin);
  await page.getByRole('button', { name: text('signUp.next'), exact: true }).click();
  await expect(heading(text('core.termsOfUse'))).toBeVisible();

  await page.goto(`${portalUrl}/singleSignOnFailed?because=tooWeak`);
  await expect(page.getByText(text('session.openId_tooWeak'))).toBeVisible();
  await look(page, 'single sign-on failed, too weak');

  clinic.people.set('clerk', { staff_name: 'kiosk', groups: ['reception'] });
  clinic.become('clerk');
  await page.goto(`${kioskUrl}/kioskLogin`);
  const staffLink = page.getByRole('link', { name: text('kiosk.continueWith', { name }) });
  await expect(staffLink).toBeVisible();
  await staffLink.click();
  await expect(page).toHaveURL(/\/kioskQuestionnaires/);
  await expect(heading(text('kiosk.listHeading'))).toBeVisible();

  await clinic.stop();
  await facility.stop();
});
