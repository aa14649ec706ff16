import { startIdentityProvider } from '../../server/identityProvider.ts';
import { openSetting } from '../../support/accountSettings.ts';
import { startFacility } from '../../support/facility.ts';
import { look } from '../../support/pageRules.ts';
import { expectAllIn } from '../../support/seenWords.ts';
import { expect, test, text } from '../../support/test.ts';

test.use({ locale: 'es-ES', contextOptions: { reducedMotion: 'reduce' } });

const said = (key: Parameters<typeof text>[0], values = {}) => text(key, values, 'es');

test('who came by the identity system proves there, in another tab, that they are still at the page', async ({
  page,
}) => {
  const facility = await startFacility({ env: { OPENID_SECRET_CLINIC: 'secret', ADDRESS_FAILURES: '100000' } });
  const { portalUrl } = facility;
  const clinic = await startIdentityProvider([
    { clientId: 'portal', secret: 'secret', address: `${portalUrl}/openid/clinic` },
  ]);
  const name = 'Northlight account';
  const provider = { key: 'clinic', for: 'patients', issuer: clinic.issuer, names: { en: name, es: name } };
  const client = { clientId: 'portal', clientSecret: 'OPENID_SECRET_CLINIC' };
  await facility.db.query('update facilities set identity_providers = $1::jsonb where is_default', [
    JSON.stringify([{ ...provider, ...client, person: { claim: 'mrn', is: 'recordNumber' } }]),
  ]);
  const patient = await facility.newPatient({ language: 'es' });
  clinic.people.set('person', {
    mrn: await facility.db.value('select mrn from patients where id = $1', [patient.patientId]),
  });
  clinic.become('person');
  await page.goto(`${portalUrl}/login?redirect=/account-settings`);
  await page.getByRole('link', { name: said('session.continueWith', { name }) }).click();
  await openSetting(page, 'account.identities', 'es');

  // The identity system has not said when the person signed in there.
  await page.locator('#identities').getByRole('listitem').getByRole('button').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: said('account.remove'), exact: true })
    .click();
  const again = page.getByRole('link', { name: said('layout.proofProvider', { name }) });
  await expect(again).toBeVisible();
  await expectAllIn(page, 'es', 'proof of presence, identity system', new Set([name]));
  await look(page, 'proof of presence, identity system');
  const opened = page.context().waitForEvent('page');
  // By keyboard: while the page takes back the size that it was looked at in, a pointer may come down beside what it went for.
  await again.press('Enter');
  const tab = await opened;
  await expect(tab).toHaveURL(`${portalUrl}/dashboard`);
  await tab.close();
  await look(page, 'proof of presence, back from the identity system');
  await page.getByRole('button', { name: said('layout.proofGoOn'), exact: true }).click();
  await expect(page.getByText(said('account.identityRemoved'))).toBeVisible();

  await clinic.stop();
  await facility.stop();
});
