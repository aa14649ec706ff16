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
  const now = new Date();
  /** The tenth of a coming month. */
  const day = (months: number) => {
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
      await card.getByRole('button', { name: text('form.save'), exact: true }).click();
      await expect(card.getByText(text(error))).toBeVisible();
      await expect(box).toBeFocused();
    }
    await look(page, 'contact, last day over');
    await box.fill(day(1));
  });
  await test.step('the last day and a reason by a press are saved, and a press makes it longer', async () => {
    await button('contacts.reasonSurgery').click();
    await card.getByRole('button', { name: text('form.save'), exact: true }).click();
    await expect(card).toContainText(text('contacts.endUntil', { date: day(1) }));
    await expect(card).toContainText(text('records.youMayReason', { reason: text('contacts.reasonSurgery') }));
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

test('one section gets a last day and a reason of its own; who acts reads them, and when it is over a tick gives it again', async ({
  facility,
  page,
}) => {
  const { db } = facility;
  await db.query("update facilities set time_zone = 'UTC' where is_default");
  await db.query('update contacts set access_last_day = null, access_reason = null');
  const contactId = await db.value(
    "select c.id::int from contacts c join users u on u.id = c.representative_user_id where u.username = 'representative' and c.first_name = 'Linnea' order by c.id limit 1",
  );
  const section = text('records.section_Appointments');
  const of = (key: Parameters<typeof text>[0]) =>
    page.getByRole('button', { name: text('contacts.rightIn', { right: text(key), section }), exact: true });
  const row = page.getByRole('group', { name: section, exact: true });
  const last = new Date(Date.now() + 30 * 86_400_000);
  const day = last.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  const path = `/login?redirect=${encodeURIComponent(`/edit-contact?contactId=${String(contactId)}`)}`;
  await signInAs(page, facility, 'patient', { path });

  await test.step('with the keyboard alone, and the focus comes back to the button', async () => {
    await of('contacts.endChoose').press('Enter');
    const box = row.getByRole('textbox', { name: text('contacts.lastDay') });
    await expect(box).toBeFocused();
    await box.fill('January 5, 2020');
    const save = row.getByRole('button', { name: text('form.save'), exact: true });
    await save.press('Enter');
    await expect(box).toBeFocused();
    await expect(row.getByText(text('contacts.lastDayOver'))).toBeVisible();
    await look(page, 'contact, last day of a section');
    await box.fill(day);
    await row.getByRole('button', { name: text('contacts.reasonSurgery'), exact: true }).press('Enter');
    await save.press('Enter');
    await expect(row).toContainText(text('contacts.endUntil', { date: day }));
    await expect(row).toContainText(text('records.youMayReason', { reason: text('contacts.reasonSurgery') }));
    await expect(of('contacts.endChange')).toBeFocused();
    await look(page, 'contact, section with an end');
  });
  await test.step('who acts for the patient reads it in the list of what they may do', async () => {
    await page.context().clearCookies();
    await signInAs(page, facility, 'representative', { path: '/login' });
    await page.getByRole('button', { name: text('layout.whatYouMayDo'), exact: true }).click();
    const until = text('records.rightUntil', { right: text('records.right_read'), date: day });
    await expect(page.getByRole('dialog')).toContainText(until);
    await look(page, 'what one may do, until a day');
  });
  await test.step('when it is over the page says so, and the rest is open', async () => {
    await db.query("update section_ends set last_day = today_in('UTC') - 1");
    await page.goto(`${facility.portalUrl}/appointments`);
    await expect(page.getByText(text('layout.notGivenTitle', { name: 'Juniper Applewhistle' }))).toBeVisible();
    const yesterday = new Date(Date.now() - 86_400_000);
    const date = yesterday.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    await expect(page.getByText(text('layout.endedOnText', { name: 'Juniper Applewhistle', date }))).toBeVisible();
    await look(page, 'appointments, ended');
    await page.context().clearCookies();
    await signInAs(page, facility, 'patient', { path });
    await expect(row).toContainText(text('contacts.sectionEndWas', { date }));
    await look(page, 'contact, section that has ended');
    await row.getByRole('checkbox').first().check();
    await expect(page.getByText(text('contacts.rightsSaved'))).toBeVisible();
    await expect(of('contacts.endChoose')).toBeVisible();
  });
});
