import { look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test('an access gets a last day and a reason, one press makes it a month longer, and who acts reads until when', async ({
  facility,
  page,
}) => {
  await facility.db.query("update facilities set time_zone = 'UTC' where is_default");
  const contactId = await facility.db.value(
    "select c.id::int from contacts c join users u on u.id = c.representative_user_id where u.username = 'representative' and c.first_name = 'Linnea' order by c.id limit 1",
  );
  /** The tenth of a coming month. */
  const day = (months: number) => {
    const now = new Date();
    const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 10));
    return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  };
  const button = (key: Parameters<typeof text>[0]) => page.getByRole('button', { name: text(key), exact: true });
  const card = page.getByRole('region', { name: text('contacts.end', { name: 'Linnea Applewhistle' }) });
  await signInAs(page, facility, 'patient', {
    path: `/login?redirect=${encodeURIComponent(`/edit-contact?contactId=${String(contactId)}`)}`,
  });

  await test.step('a day that is over, or is no day, is refused in its place', async () => {
    await expect(card).toContainText(text('contacts.endNone'));
    await button('contacts.endChoose').click();
    const box = page.getByRole('textbox', { name: text('contacts.lastDay') });
    for (const [typed, error] of [
      ['someday', 'contacts.lastDayWrong'],
      ['January 5, 2020', 'contacts.lastDayOver'],
    ] as const) {
      await box.fill(typed);
      await card.getByRole('button', { name: text('contacts.save'), exact: true }).click();
      await expect(card.getByText(text(error))).toBeVisible();
      await expect(box).toBeFocused();
    }
    await look(page, 'contact, last day over');
    await box.fill(day(1));
  });
  await test.step('the last day and a reason by a press are saved, and a press makes it longer', async () => {
    await button('contacts.reasonSurgery').click();
    await card.getByRole('button', { name: text('contacts.save'), exact: true }).click();
    await expect(card).toContainText(text('contacts.endUntil', { date: day(1) }));
    await expect(card).toContainText(text('contacts.endReason', { reason: text('contacts.reasonSurgery') }));
    await button('contacts.endLonger').click();
    await expect(card).toContainText(text('contacts.endUntil', { date: day(2) }));
    await look(page, 'contact, with an end');
  });
  await test.step('who acts for the patient reads it beside the name', async () => {
    await page.context().clearCookies();
    await signInAs(page, facility, 'representative', { path: '/login' });
    const acting = text('layout.actingFor', { name: 'Juniper Applewhistle' });
    await expect(page.getByText(text('layout.until', { text: acting, date: day(2) }))).toBeVisible();
    await button('layout.whatYouMayDo').click();
    await expect(page.getByRole('dialog')).toContainText(
      text('records.youMayReason', { reason: text('contacts.reasonSurgery') }),
    );
  });
});
