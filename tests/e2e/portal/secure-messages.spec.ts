import type { Page } from 'playwright';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { look, lookOnPaper } from '../../support/pageRules.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const path = '/secure-messages';
const wide = { width: 1280, height: 900 };
const signIn = (page: Page, facility: Facility, username: string, to = path) =>
  signInAs(page, facility, username, { path: `/login?redirect=${encodeURIComponent(to)}` });
const main = (page: Page) => page.getByRole('main');
const list = (page: Page) => page.getByRole('region', { name: text('secureMessages.threads') });
const row = (page: Page, subject: string) => list(page).getByRole('link', { name: new RegExp(`^${subject}`) });
const pane = (page: Page, subject: string) => page.getByRole('article', { name: subject });
const button = (page: Page, key: Parameters<typeof text>[0]) =>
  page.getByRole('button', { name: text(key), exact: true });
const envelope = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Messages/ });
const said = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('status').filter({ hasText: text(key) });

interface Written {
  readonly subject: string;
  /** Written by the patient unless `from` is the care team. */
  readonly messages: readonly { readonly from?: 'team'; readonly content: string; readonly hoursAgo: number }[];
  readonly isArchived?: true;
  readonly isClosed?: true;
}

/** A patient with the demo's care team and with these messages. */
async function withMessages(facility: Facility, threads: readonly Written[]): Promise<TestPatient> {
  const patient = await facility.newPatient({ firstName: 'Wren', lastName: 'Tolliver' });
  await facility.db.query('delete from care_team_members where patient_id = $1', [patient.patientId]);
  await facility.db.query(
    `insert into care_team_members (patient_id, care_provider_id, external_system_id, takes_messages)
     select $1, m.care_provider_id, m.external_system_id, m.takes_messages from care_team_members m
       join patients p on p.id = m.patient_id join users u on u.id = p.user_id where u.username = 'patient'`,
    [patient.patientId],
  );
  for (const [index, { subject, messages, isArchived = false, isClosed = false }] of threads.entries()) {
    const id = await facility.db.value(
      `with made as (
         insert into secure_threads (patient_id, facility_id, care_provider_id, provider_first_name, provider_last_name, subject, external_system_id, reply_allowed)
         select $1::bigint, c.facility_id, c.id, c.first_name, c.last_name, $2, m.external_system_id, not $3::boolean
         from care_providers c join care_team_members m on m.care_provider_id = c.id and m.patient_id = $1 where c.last_name = 'Fernbrook' returning id),
       sides as (insert into secure_thread_members (thread_id, is_patient, archived_at)
         select id, side, case when side and $4::boolean then now() end from made, (values (true), (false)) as sides (side))
       select id::int from made`,
      [patient.patientId, subject, isClosed, isArchived],
    );
    for (const [place, { from, content, hoursAgo }] of messages.entries())
      await facility.db.query(
        `insert into secure_messages (thread_id, patient_id, is_from_patient, author_user_id, author_first_name, author_last_name, content, sent_at, source, send_key)
         values ($1, $2, $3::boolean, case when $3 then (select user_id from patients where id = $2) end, case when $3 then 'Wren' else 'Ottoline' end,
           case when $3 then 'Tolliver' else 'Fernbrook' end, $4, now() - make_interval(hours => $5::int), 'test', $6)`,
        [id, patient.patientId, from !== 'team', content, hoursAgo, `${String(index)}-${String(place)}`],
      );
  }
  return patient;
}

const bloodCount: Written = {
  subject: 'Your blood count',
  messages: [
    { content: 'Is the tiredness normal?', hoursAgo: 60 },
    { from: 'team', content: 'Please keep taking the iron tablets.', hoursAgo: 50 },
  ],
};
const letter: Written = {
  subject: 'Letter for your employer',
  messages: [{ from: 'team', content: 'She works in the environment office.', hoursAgo: 900 }],
  isArchived: true,
};
const welcome: Written = {
  subject: 'Welcome',
  messages: [{ from: 'team', content: 'We are glad that you are here.', hoursAgo: 9000 }],
  isClosed: true,
};

/** A PNG of one pixel. */
const smallPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const sentBy = (facility: Facility, { patientId }: TestPatient) =>
  facility.db.value(
    `select coalesce(string_agg(content, ' | ' order by id), '') from secure_messages where patient_id = $1 and source = 'portal'`,
    [patientId],
  );

test('/secure-messages: a thread is read, answered, archived and brought back; the counts follow', async ({
  facility,
  page,
}) => {
  const patient = await withMessages(facility, [bloodCount, letter, welcome]);
  await page.setViewportSize(wide);
  await signIn(page, facility, patient.username);

  await test.step('the envelope, the title and the row say what is unread; nothing is selected', async () => {
    await expect(envelope(page)).toHaveAccessibleName('Messages, 3 unread');
    await expect(row(page, 'Your blood count')).toHaveAccessibleName(/1 unread/);
    await expect(row(page, 'Welcome')).toHaveAccessibleName(/Closed, no replies/);
    await expect(page.getByText(text('records.select'))).toBeVisible();
  });
  await test.step('selecting reviews it, here and on the server', async () => {
    await row(page, 'Your blood count').click();
    await expect(pane(page, 'Your blood count').getByText('Please keep taking the iron tablets.')).toBeVisible();
    await expect(row(page, 'Your blood count')).not.toHaveAccessibleName(/unread/);
    await expect(envelope(page)).toHaveAccessibleName('Messages, 2 unread');
    await expect
      .poll(() =>
        facility.db.value(
          `select count(*)::int from audit_events where patient_id = $1 and type = 'client.securemessageviewauditevent'`,
          [patient.patientId],
        ),
      )
      .toBe(1);
  });
  await test.step('an empty reply is Required until something is typed; it is sent once, and the box hides', async () => {
    await button(page, 'secureMessages.reply').click();
    const words = page.getByRole('textbox', { name: text('secureMessages.yourMessage') });
    await expect(words).toBeFocused();
    await expect(page.getByText(/911/).first()).toBeVisible();
    await button(page, 'form.send').click();
    await expect(words).toHaveAttribute('aria-invalid', 'true');
    await words.fill('Thank you, I will.');
    await expect(words).not.toHaveAttribute('aria-invalid');
    await button(page, 'form.send').click();
    await expect(said(page, 'bar.securemessagesent')).toBeVisible();
    await expect(words).toHaveCount(0);
    await expect(pane(page, 'Your blood count').getByText('Thank you, I will.')).toBeVisible();
    expect(await sentBy(facility, patient)).toBe('Thank you, I will.');
  });
  await test.step('archived: the selection goes, the focus is on the list; the archive has it without Reply', async () => {
    await button(page, 'secureMessages.toArchive').click();
    await expect(said(page, 'bar.securemessagethreadarchived')).toBeVisible();
    await expect(page.getByText(text('records.select'))).toBeVisible();
    await expect(list(page)).toBeFocused();
    await expect(row(page, 'Your blood count')).toHaveCount(0);
    // Unread threads in the archive are counted too, so the switch to the archive shows the number.
    await page.getByRole('radio', { name: `${text('secureMessages.archive')} 1 unread` }).check();
    await row(page, 'Your blood count').click();
    await expect(button(page, 'secureMessages.unarchive')).toBeVisible();
    await expect(button(page, 'secureMessages.reply')).toHaveCount(0);
    await button(page, 'secureMessages.unarchive').click();
    await expect(said(page, 'bar.securemessagethreadunarchived')).toBeVisible();
    await expect(row(page, 'Your blood count')).toHaveCount(0);
  });
  await test.step('a closed thread says so', async () => {
    await page.getByText(text('secureMessages.current'), { exact: true }).click();
    await row(page, 'Welcome').click();
    await expect(page.getByText(text('secureMessages.closedText'))).toBeVisible();
    await expect(button(page, 'secureMessages.reply')).toHaveCount(0);
  });
});

test('a long thread opens at its first new message, one that was read at its newest; its row says who wrote and how that begins', async ({
  facility,
  page,
}) => {
  const long = (first: string) => `${first}. ${'One more sentence that makes it long enough. '.repeat(14)}`;
  const patient = await withMessages(facility, [
    {
      subject: 'After the surgery',
      messages: [
        { content: long('May I walk'), hoursAgo: 90 },
        { from: 'team', content: long('Yes, slowly'), hoursAgo: 80 },
        { from: 'team', content: long('Also on stairs'), hoursAgo: 70 },
        { from: 'team', content: long('Twice a day'), hoursAgo: 60 },
        { from: 'team', content: long('And rest between'), hoursAgo: 50 },
      ],
    },
    bloodCount,
    { subject: 'Parking', messages: [{ content: 'Where do I park?', hoursAgo: 20 }] },
  ]);
  await facility.db.query(
    `update secure_messages set read_at = now() where patient_id = $1 and content like 'Yes, slowly%'`,
    [patient.patientId],
  );
  await page.setViewportSize({ width: 390, height: 780 });
  await signIn(page, facility, patient.username);
  const message = (begins: string) => page.getByRole('listitem').filter({ hasText: begins });

  await test.step('the rows and the envelope say the same count', async () => {
    await expect(envelope(page)).toHaveAccessibleName('Messages, 4 unread');
    await expect(row(page, 'After the surgery')).toHaveAccessibleName(/And rest between\. One more .* 3 unread$/);
    await expect(row(page, 'Parking')).toHaveAccessibleName(/^Parking You · .* Where do I park\?/);
    await expect(row(page, 'Your blood count')).toHaveAccessibleName(/Fernbrook · .* Please keep taking .* 1 unread$/);
  });
  await test.step('the first new message is at the top of the screen, the focus on the heading', async () => {
    await row(page, 'After the surgery').click();
    await expect(message('Also on stairs')).toBeInViewport({ ratio: 0.5 });
    await expect(message('Yes, slowly')).not.toBeInViewport({ ratio: 0.3 });
    await expect(page.getByRole('heading', { name: 'After the surgery' })).toBeFocused();
    await expect(envelope(page)).toHaveAccessibleName('Messages, 1 unread');
  });
  await test.step('now it is read, and opens at the end of the newest', async () => {
    await page.getByRole('link', { name: text('secureMessages.back') }).click();
    await expect(row(page, 'After the surgery')).toBeFocused();
    await row(page, 'After the surgery').click();
    await expect(message('And rest between')).toBeInViewport({ ratio: 1 });
    await expect(message('Also on stairs')).not.toBeInViewport({ ratio: 0.3 });
  });
  await test.step('a short one stays at its beginning', async () => {
    await page.getByRole('link', { name: text('secureMessages.back') }).click();
    await row(page, 'Your blood count').click();
    await expect(message('Please keep taking the iron tablets.')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test('the search finds words in both lists, marks them, and keeps them out of the address', async ({
  facility,
  page,
}) => {
  const patient = await withMessages(facility, [bloodCount, letter, welcome]);
  await signIn(page, facility, patient.username);
  await page.getByRole('searchbox', { name: text('secureMessages.search') }).fill('iron');
  await expect(page.getByText('2 messages with “iron”, 1 of them in the archive.')).toBeVisible();
  await expect(list(page).getByRole('listitem').getByRole('link')).toHaveCount(2);
  await expect(row(page, 'Letter for your employer').locator('mark')).toHaveText('iron');
  expect(page.url()).not.toContain('iron');
  await look(page, 'messages, search');
  await row(page, 'Letter for your employer').click();
  await expect(pane(page, 'Letter for your employer')).toBeVisible();
  await page.getByRole('link', { name: text('secureMessages.back') }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('iron');
  await page.getByRole('searchbox').fill('xylophone');
  await expect(page.getByText('No messages with “xylophone”.')).toBeVisible();
  await test.step('opening the Menu asks for the count anew', async () => {
    await expect(envelope(page)).toHaveAccessibleName(/2 unread/);
    await facility.db.query('update secure_messages set read_at = now() where patient_id = $1', [patient.patientId]);
    await button(page, 'layout.menu').click();
    const messages = page.getByRole('dialog').getByRole('link', { name: /^Messages/ });
    await expect(messages).toBeVisible();
    await expect(messages).not.toHaveAccessibleName(/2/);
  });
});

test('a new message: what is missing is listed, the draft outlives a reload, and a press sends it once', async ({
  facility,
  page,
}) => {
  const patient = await withMessages(facility, []);
  await signIn(page, facility, patient.username);
  await expect(page.getByRole('heading', { name: text('secureMessages.none') })).toBeVisible();
  await look(page, 'messages, none');
  await button(page, 'secureMessages.new').first().click();
  await expect(page).toHaveURL(/\/secure-message$/);
  await button(page, 'form.send').click();
  const summary = page.getByRole('alert').filter({ hasText: '3 things are missing' });
  await expect(summary).toBeFocused();
  await look(page, 'new message, errors');
  await summary.getByRole('link', { name: text('secureMessages.missingSubject') }).click();
  const subject = page.getByRole('textbox', { name: text('secureMessages.subject') });
  await expect(subject).toBeFocused();
  await subject.fill('Tingling in my fingers');
  await page.getByRole('radio', { name: /Fernbrook/ }).check();
  await page.getByRole('textbox', { name: text('secureMessages.message') }).fill('Since last week.');
  await expect(page.getByText(text('secureMessages.draft_server'), { exact: true })).toBeVisible();
  await page.reload();
  await expect(subject).toHaveValue('Tingling in my fingers');
  await expect(page.getByRole('radio', { name: /Fernbrook/ })).toBeChecked();
  await button(page, 'form.send').click();
  await expect(said(page, 'bar.securemessagesent')).toBeVisible();
  await expect(pane(page, 'Tingling in my fingers').getByText('Since last week.')).toBeVisible();
  await expect(page).toHaveURL(/\/secure-messages\?threadId=\d+$/);
  expect(await sentBy(facility, patient)).toBe('Since last week.');
});

test('without a connection a reply waits, can be taken back, and goes out by itself', async ({ facility, page }) => {
  const patient = await withMessages(facility, [bloodCount]);
  await page.setViewportSize(wide);
  await signIn(page, facility, patient.username);
  await row(page, 'Your blood count').click();
  await button(page, 'secureMessages.reply').click();
  await page.getByRole('textbox', { name: text('secureMessages.yourMessage') }).fill('May I bring my brother?');
  await facility.portal.set(network.refuse);
  await button(page, 'form.send').click();
  await expect(page.getByText(text('secureMessages.waitingText_offline'))).toBeVisible();
  await expect(row(page, 'Your blood count')).toHaveAccessibleName(/Waiting to send/);
  await look(page, 'messages, waiting to send');
  await button(page, 'records.edit').click();
  await page.getByRole('textbox', { name: text('secureMessages.yourMessage') }).fill('May I bring my sister?');
  await button(page, 'form.send').click();
  await expect(page.getByText(text('secureMessages.waitingText_offline'))).toBeVisible();
  await facility.portal.set(network.pass);
  await expect(said(page, 'bar.securemessagesent')).toBeVisible({ timeout: 30_000 });
  await expect(pane(page, 'Your blood count').getByText('May I bring my sister?')).toBeVisible();
  expect(await sentBy(facility, patient)).toBe('May I bring my sister?');
});

test('a reply that cannot be sent any more is said not to be sent, and its words stay', async ({ facility, page }) => {
  const patient = await withMessages(facility, [bloodCount]);
  await page.setViewportSize(wide);
  await signIn(page, facility, patient.username);
  await row(page, 'Your blood count').click();
  await button(page, 'secureMessages.reply').click();
  const answer = page.getByRole('textbox', { name: text('secureMessages.yourMessage') });
  await answer.fill('May I bring my brother?');
  // The care team closes the thread while the reply is on its way.
  await page.route('**/SecureMessages/**', async (route) => {
    if (route.request().method() !== 'GET')
      await facility.db.query('update secure_threads set reply_allowed = false where patient_id = $1', [
        patient.patientId,
      ]);
    await route.continue();
  });
  await button(page, 'form.send').click();
  await expect(page.getByText(text('bar.securemessagesendfailed'))).toBeVisible();
  await expect(answer).toHaveValue('May I bring my brother?');
  expect(await sentBy(facility, patient)).toBe('');
});

test('a link to a thread, or to write to one provider, leads there through the sign-in', async ({ facility, page }) => {
  const patient = await withMessages(facility, [bloodCount]);
  const id = await facility.db.value('select max(id)::int from secure_threads where patient_id = $1', [
    patient.patientId,
  ]);
  const provider = await facility.db.value(
    'select care_provider_id::int from secure_threads where patient_id = $1 limit 1',
    [patient.patientId],
  );
  await signIn(page, facility, patient.username, `/secure-message?threadId=${String(id)}`);
  await expect(pane(page, 'Your blood count').getByText('Please keep taking the iron tablets.')).toBeVisible();
  await look(page, 'one thread by itself');
  await page.goto(`${facility.portalUrl}${path}?isAutoRedirect=true&threadId=${String(id)}`);
  await expect(pane(page, 'Your blood count')).toBeVisible();
  await lookOnPaper(page, 'messages, a thread', /Northlight.*Wren Tolliver/);
  await page.goto(`${facility.portalUrl}/secure-message?careProviderId=${String(provider)}`);
  await expect(page.getByRole('radio', { name: /Fernbrook/ })).toBeChecked();
  await page.goto(`${facility.portalUrl}${path}?threadId=999999999`);
  await expect(page.getByText(text('secureMessages.gone'))).toBeVisible();
});

test('who acts for a patient writes on their behalf and leaves their marks; without the right to write there is no way to', async ({
  facility,
  page,
}) => {
  const patient = await withMessages(facility, [bloodCount]);
  const who = await facility.newPatient({ firstName: 'Odile', lastName: 'Marchbank' });
  await facility.db.query('insert into representative_links (user_id, patient_id) values ($1, $2)', [
    who.userId,
    patient.patientId,
  ]);
  const give = (right: string) =>
    facility.db.query(
      `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, 'SecureMessages', $3)`,
      [who.userId, patient.patientId, right],
    );
  await give('read');
  await page.setViewportSize(wide);
  const open = async () => {
    await page.getByRole('button', { name: text('layout.choosePatient'), exact: true }).click();
    await page.getByRole('button', { name: text('layout.actFor', { name: 'Wren Tolliver' }), exact: true }).click();
    // The other record opens at its start page, whatever page is shown at that time.
    await expect(page.getByText(text('layout.actingFor', { name: 'Wren Tolliver' }), { exact: true })).toBeVisible();
    await expect(main(page)).toBeFocused();
    await expect(page).toHaveURL(/\/dashboard$/);
    await envelope(page).click();
    await row(page, 'Your blood count').click();
    await expect(pane(page, 'Your blood count').getByText('Please keep taking the iron tablets.')).toBeVisible();
  };
  await signInAs(page, facility, who.username, { path: '/login' });
  await open();
  await expect(page.getByText(text('secureMessages.mayNotWrite', { name: 'Wren Tolliver' }))).toBeVisible();
  await expect(button(page, 'secureMessages.reply')).toHaveCount(0);
  await expect(button(page, 'secureMessages.new')).toHaveCount(0);
  await give('write');
  await page.reload();
  await expect(row(page, 'Your blood count')).toHaveAccessibleName(/1 unread/);
  await button(page, 'secureMessages.reply').click();
  await expect(main(page).getByText('You are writing on behalf of Wren Tolliver.')).toBeVisible();
  await page.getByRole('textbox', { name: text('secureMessages.yourMessage') }).fill('From Odile.');
  await button(page, 'form.send').click();
  await expect(said(page, 'bar.securemessagesent')).toBeVisible();
  await expect(pane(page, 'Your blood count').getByText('on behalf of Wren Tolliver')).toBeVisible();
});

test('the thread of the demo with its files breaks no rule', async ({ facility, page }) => {
  await signIn(page, facility, 'patient');
  await expect(row(page, 'Your blood count')).toBeVisible();
  await look(page, 'messages');
  await row(page, 'Your blood count').click();
  await expect(pane(page, 'Your blood count')).toBeVisible();
  await button(page, 'secureMessages.reply').click();
  await page.getByRole('textbox', { name: text('secureMessages.yourMessage') }).fill('A picture of the tablets.');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'secureMessages.addFile').click();
  await (
    await chooser
  ).setFiles([
    { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Letrozole, one a day') },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<!doctype html><p>no</p>') },
  ]);
  await expect(page.getByText(text('secureMessages.file_file_type'))).toBeVisible();
  await look(page, 'messages, a reply with files');
  await test.step('whom to call in an emergency is never behind the list beside a long thread', async () => {
    const call = list(page).getByRole('link', { name: '911' });
    await page.setViewportSize({ ...wide, height: 700 });
    await call.focus();
    await expect
      .poll(() =>
        call.evaluate((link) => {
          const { x, y, width, height } = link.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2) === link;
        }),
      )
      .toBe(true);
  });
});

test('a picture that was sent stands small in the thread and opens in a window of its own', async ({
  context,
  facility,
  page,
}) => {
  const patient = await withMessages(facility, [bloodCount]);
  await page.setViewportSize(wide);
  await signIn(page, facility, patient.username);
  await row(page, 'Your blood count').click();
  await button(page, 'secureMessages.reply').click();
  await page.getByRole('textbox', { name: text('secureMessages.yourMessage') }).fill('A picture of the tablets.');
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'secureMessages.addFile').click();
  await (await chooser).setFiles({ name: 'tablets.png', mimeType: 'image/png', buffer: smallPicture });
  await button(page, 'form.send').click();
  await expect(said(page, 'bar.securemessagesent')).toBeVisible();
  const thread = pane(page, 'Your blood count');
  const thumbnail = thread.locator('img');
  await expect
    .poll(() => thumbnail.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0);
  const opening = context.waitForEvent('page');
  await thread.getByRole('button', { name: 'Open tablets.png' }).click();
  const opened = await opening;
  await expect
    .poll(() => opened.locator('img').evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
    .toBeGreaterThan(0);
});

test('a message that waits is under To do and asked about at the sign-out; who comes next on the device sees nothing of it', async ({
  facility,
  page,
}) => {
  const patient = await withMessages(facility, [bloodCount]);
  const next = await withMessages(facility, [welcome]);
  await page.setViewportSize(wide);
  await signIn(page, facility, next.username);
  await expect(row(page, 'Welcome')).toBeVisible();
  // From now on the browser has the log-out page in its history.
  await page.goto(`${facility.portalUrl}/logout`);
  await expect(page).toHaveURL(/\/login/);
  await signInAs(page, facility, patient.username, { path: '/login' });
  const toDo = page.getByRole('region', { name: text('dashboard.toDo') });
  await expect(toDo.getByText(text('dashboard.nothingToDo'))).toBeVisible();
  await envelope(page).click();
  await row(page, 'Your blood count').click();
  await button(page, 'secureMessages.reply').click();
  await page.getByRole('textbox', { name: text('secureMessages.yourMessage') }).fill('The rash is back.');
  await facility.portal.set(network.refuse);
  await button(page, 'form.send').click();
  await expect(page.getByText(text('secureMessages.waitingText_offline'))).toBeVisible();
  await test.step('Home tells of it, and that it is sent by itself', async () => {
    await page
      .getByRole('navigation', { name: text('layout.mainNavigation') })
      .getByRole('link', { name: /^Dashboard/ })
      .click();
    await expect(toDo.getByRole('heading', { name: text('secureMessages.toDoReply') })).toBeVisible();
    await expect(toDo.getByRole('button', { name: /^Send now/ })).toHaveAccessibleDescription(
      text('secureMessages.toDoSendsItself'),
    );
  });
  await test.step('the sign-out asks, and what is kept leaves the view', async () => {
    await page.getByRole('button', { name: /Wren Tolliver/ }).click();
    await page
      .getByRole('link', { name: text('layout.logOut'), exact: true })
      .or(button(page, 'layout.logOut'))
      .click();
    await expect(page.getByText('One message is not sent yet.')).toBeVisible();
    await button(page, 'session.logoutKeep').click();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('The rash is back.')).toHaveCount(0);
  });
  await facility.portal.set(network.pass);
  await test.step('who comes next sees nothing of it, and does not send it', async () => {
    await signIn(page, facility, next.username);
    await expect(row(page, 'Welcome')).toBeVisible();
    await expect(list(page).getByText(text('secureMessages.replyNotSent'))).toHaveCount(0);
    await expect(list(page).getByText(text('secureMessages.waiting'))).toHaveCount(0);
    await page.goto(`${facility.portalUrl}/dashboard`);
    await expect(toDo.getByText(text('dashboard.nothingToDo'))).toBeVisible();
    expect(await sentBy(facility, patient)).toBe('');
    await page.goto(`${facility.portalUrl}/logout`);
    await expect(page).toHaveURL(/\/login/);
  });
  await test.step('it goes out when its writer is back', async () => {
    await signIn(page, facility, patient.username);
    await expect.poll(() => sentBy(facility, patient)).toBe('The rash is back.');
  });
});
