import { look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test('from a birthday on a section is the patient’s own: both read why, and the patient can give it again', async ({
  facility,
  page,
}) => {
  const { db } = facility;
  await db.query(
    `update facilities set rights_by_age = '[{"fromAge": 16, "sections": ["SecureMessages"]}]' where is_default`,
  );
  await db.query(
    `update patients p set date_of_birth = (today_in(f.time_zone) - interval '16 years')::date from facilities f
     where p.first_name = 'Juniper' and f.id = p.home_facility_id`,
  );
  await db.query("update representative_rights set given_at = now() - interval '1 year'");
  const contactId = await db.value(
    "select c.id::int from contacts c join users u on u.id = c.representative_user_id where u.username = 'representative' and c.first_name = 'Linnea' order by c.id limit 1",
  );
  const sections = text('records.section_SecureMessages');
  const name = 'Juniper Applewhistle';

  await test.step('who acts for the patient reads since when and why, here and on the closed page', async () => {
    await signInAs(page, facility, 'representative', { path: '/login' });
    await page.getByRole('button', { name: text('layout.whatYouMayDo'), exact: true }).click();
    await expect(page.getByRole('dialog')).toContainText(text('records.youMayAgeEnded', { name, age: 16, sections }));
    await look(page, 'what one may do, less by age');
    await page.goto(`${facility.portalUrl}/secure-messages`);
    await expect(page.getByText(text('layout.endedByAgeTitle', { name }))).toBeVisible();
    await expect(page.getByText(text('layout.endedByAgeText', { name, age: 16 }))).toBeVisible();
    await look(page, 'messages, closed by age');
  });
  await test.step('the patient reads it with the rights, and gives it again by one press', async () => {
    await page.context().clearCookies();
    await signInAs(page, facility, 'patient', {
      path: `/login?redirect=${encodeURIComponent(`/edit-contact?contactId=${String(contactId)}`)}`,
    });
    const why = page.getByText(text('contacts.ageEnded', { name: 'Linnea Applewhistle', age: 16, sections }));
    await expect(why).toBeVisible();
    await look(page, 'contact, less by age');
    const box = page.getByRole('checkbox', {
      name: text('contacts.rightIn', { right: text('records.right_read'), section: sections }),
    });
    await expect(box).not.toBeChecked();
    await box.check();
    await expect(page.getByText(text('contacts.rightsSaved'))).toBeVisible();
    await expect(why).toHaveCount(0);
  });
});
