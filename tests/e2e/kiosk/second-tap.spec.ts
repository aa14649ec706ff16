import type { Locator, Page } from 'playwright';
import {
  askAtCheckIn,
  button,
  heading,
  questionOf,
  rowOf,
  searchBox,
  staffSignIn,
  tabletSize,
  waitingPatient,
  waitingRoomCheck,
} from '../../support/kiosk.ts';
import { tapGaps, tapTwice, watchTaps } from '../../support/secondTap.ts';
import { expect, test, text } from '../../support/test.ts';

test.use({ viewport: tabletSize, hasTouch: true });

/** A scale whose numbers are at the place of the buttons in the list of questionnaires. */
const scaleTitle = 'Pain and medicines';

for (const gap of tapGaps)
  test(`a second tap ${gap} ms after the first answers, confirms and sends nothing, on the whole way through a visit`, async ({
    facility,
    page,
  }) => {
    await watchTaps(page.context());
    const patient = await waitingPatient(facility, {
      firstName: 'Twila',
      lastName: `Doppler${String.fromCodePoint(97 + (gap % 26))}${gap}`,
      titles: [scaleTitle, waitingRoomCheck.title],
    });
    await askAtCheckIn(facility, patient.patientId, { arrival: true, contactDetails: true });
    const seen: string[] = [];
    const twice = async (locator: Locator, then: Locator): Promise<void> => {
      const name = (await locator.textContent())?.trim() ?? '';
      const { did, on, gap: measured } = await tapTwice(page, locator, gap);
      seen.push(`${name}: ${did} ${on} (${measured ?? 'another document'})`);
      // On a busy machine the second tap may have come later than asked.
      test.skip(did === 'other' && measured !== null && measured > 600, 'The second tap came late.');
      expect(did, seen.join('\n')).not.toBe('other');
      await expect(then, seen.join('\n')).toBeVisible();
    };
    const named = (key: Parameters<typeof text>[0]): Locator => button(page, key);
    const confirmedAt = () =>
      facility.db.value('select contact_checked_at from patients where id = $1', [patient.patientId]);
    const status = (index: number) =>
      facility.db.value('select status from assigned_questionnaires where id = $1', [patient.assigned[index]]);
    const noneChosen = async (on: Page): Promise<void> => expect(on.locator('input:checked')).toHaveCount(0);

    await staffSignIn(page, facility);
    // The list changes when the search has answered, so the answer is awaited first.
    const found = page.waitForResponse((answer) => answer.request().postData()?.includes(patient.lastName) ?? false);
    await searchBox(page).fill(`${patient.lastName} ${patient.firstName}`);
    await found;
    await expect(page.getByRole('heading', { level: 2, name: patient.listed, exact: true })).toHaveCount(1);
    const start = page.getByRole('alertdialog').getByRole('button', { name: text('kiosk.start'), exact: true });
    await twice(rowOf(page, patient).getByRole('button'), start);
    await twice(start, heading(page, patient.shortName));
    await twice(named('kiosk.yesMe'), named('kiosk.iAmHere'));
    await twice(named('kiosk.iAmHere'), named('kiosk.allRight'));
    expect(await confirmedAt()).toBeNull();
    await twice(named('kiosk.somethingChanged'), page.getByRole('checkbox').first());
    await noneChosen(page);
    await twice(named('kiosk.back'), named('kiosk.allRight'));
    expect(await confirmedAt()).toBeNull();
    const begin = (title: string) => page.getByRole('button', { name: `${text('kiosk.begin')} ${title}`, exact: true });
    await twice(named('kiosk.allRight'), begin(scaleTitle));
    await twice(begin(scaleTitle), named('kiosk.next'));
    await noneChosen(page);
    await twice(named('kiosk.back'), begin(waitingRoomCheck.title));
    await twice(begin(waitingRoomCheck.title), questionOf(page, 1));
    await noneChosen(page);
    await page.getByRole('radio', { name: 'Well', exact: true }).check();
    await twice(named('kiosk.next'), questionOf(page, 2));
    await noneChosen(page);
    await page.getByRole('radio', { name: text('questionnaires.yes'), exact: true }).check();
    await twice(named('kiosk.next'), questionOf(page, 3));
    await twice(named('kiosk.next'), questionOf(page, 4));
    await twice(named('kiosk.next'), page.getByRole('heading', { name: text('kiosk.checkTitle'), exact: true }));
    expect(await status(1)).not.toBe('Completed');
    await twice(named('kiosk.back'), questionOf(page, 4));
    await twice(named('kiosk.next'), named('questionnaires.sendAnswers'));
    await twice(page.getByRole('button', { name: 'Answer question 3', exact: true }), questionOf(page, 3));
    await twice(named('kiosk.next'), questionOf(page, 4));
    await twice(named('kiosk.next'), named('questionnaires.sendAnswers'));
    await twice(named('questionnaires.sendAnswers'), named('kiosk.backToList'));
    expect(await status(1)).toBe('Completed');
    await twice(named('kiosk.backToList'), begin(scaleTitle));
    expect(await status(0)).not.toBe('Completed');
    const name = page.getByRole('button', { name: patient.shortName, exact: true });
    // The name opens and closes its menu, so a second tap on it takes effect and is not tried.
    await name.click();
    await twice(named('kiosk.stop'), named('kiosk.stopConfirm'));
    await twice(named('kiosk.stopConfirm'), heading(page, text('kiosk.returnTitle')));
    test.info().annotations.push({ type: 'second taps', description: seen.join('\n') });
    if (process.env['SECOND_TAP_GAPS'] !== undefined) process.stdout.write(`${gap} ms\n${seen.join('\n')}\n`);
  });
