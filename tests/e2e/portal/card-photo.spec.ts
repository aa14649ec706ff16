import type { Page } from 'playwright';
import sharp from 'sharp';
import { browserArguments, headlessChromium } from '../../support/browser.ts';
import type { Facility } from '../../support/facility.ts';
import { button, handTo, next, tabletSize, waitingPatient } from '../../support/kiosk.ts';
import { kioskRules, look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test.use({
  launchOptions: {
    ...(await headlessChromium()),
    args: [...browserArguments, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

const title = 'Before your first visit';
const front = (page: Page) => page.getByRole('group', { name: 'The front of your insurance card' });
const guide = (page: Page) => page.getByRole('dialog', { name: text('questionnaires.cardTitle') });
const inGuide = (page: Page, name: Parameters<typeof text>[0]) =>
  guide(page).getByRole('button', { name: text(name), exact: true });
const storedFiles = (facility: Facility, assigned: number) =>
  facility.db.query(
    'select file_type, byte_count <= 700000 as small from answer_attachments where assigned_questionnaire_id = $1',
    [assigned],
  );

async function open(page: Page, facility: Facility): Promise<number> {
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, title);
  const path = `/complete-questionnaire?assignedQuestionnaireId=${assigned}`;
  await signInAs(page, facility, patient.username, { path: `/login?redirect=${encodeURIComponent(path)}` });
  await front(page)
    .getByRole('button', { name: text('questionnaires.takePhoto') })
    .press('Enter');
  return assigned;
}

/** Takes a photo with the browser's test picture and keeps it, whatever was said about it. */
async function takePhoto(page: Page): Promise<void> {
  await inGuide(page, 'questionnaires.cardTake').press('Enter');
  await expect(guide(page).getByRole('img', { name: text('questionnaires.cardTaken') })).toBeFocused();
  await guide(page)
    .getByRole('button', {
      name: new RegExp(`^(${text('questionnaires.cardUse')}|${text('questionnaires.cardUseAnyway')})$`),
    })
    .press('Enter');
  await expect(guide(page)).toHaveCount(0);
  await expect(front(page).getByText('card.jpg')).toBeVisible();
}

/** A card with small print, as a phone would take it. */
async function cardPicture(blur: number): Promise<Buffer> {
  const lines = Array.from(
    { length: 20 },
    (_, line) =>
      `<text x="60" y="${String(80 + line * 44)}" font-size="30">MEMBER 4711-0815 GROUP ${line} ABCDEFGH</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="1600" height="1000" fill="#eee"/>${lines.join('')}</svg>`;
  const picture = sharp(Buffer.from(svg)).withExif({ IFD0: { Make: 'Test camera' } });
  return (blur === 0 ? picture : picture.blur(blur)).jpeg().toBuffer();
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a photo of a card is taken with the camera by keyboard, looked at, and sent', async ({ facility, page }) => {
    const assigned = await open(page, facility);
    await expect(inGuide(page, 'questionnaires.cardTake')).toBeEnabled();
    await look(page, 'card photo, camera');
    await takePhoto(page);
    await page.getByRole('textbox', { name: /name of your insurance/ }).fill('Maple Mutual');
    await page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.sentTitle') })).toBeVisible();
    expect(await storedFiles(facility, assigned)).toEqual([{ file_type: 'jpg', small: true }]);
  });

  test('without a camera a picture is chosen, and a blurred one is noticed before it is sent', async ({
    facility,
    page,
  }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
    await open(page, facility);
    await expect(guide(page).getByText(text('questionnaires.cardNoCamera'))).toBeVisible();
    await look(page, 'card photo, no camera');
    const choose = async (blur: number): Promise<void> =>
      guide(page)
        .locator('input')
        .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await cardPicture(blur) });
    await choose(12);
    await expect(guide(page).getByText(text('questionnaires.cardBlurred'))).toBeVisible();
    await look(page, 'card photo, blurred');
    await inGuide(page, 'questionnaires.cardAgain').press('Enter');
    await choose(0);
    await expect(guide(page).getByText(text('questionnaires.cardGood'))).toBeVisible();
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/attachments'),
    );
    await inGuide(page, 'questionnaires.cardUse').press('Enter');
    const body = (await sent).postDataBuffer() ?? Buffer.alloc(0);
    expect((await sharp(body).metadata()).exif).toBeUndefined();
    await expect(front(page).getByText('card.jpg')).toBeVisible();
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: tabletSize });

  test('the camera alone is offered, and is off once the photo was taken', async ({ facility, page }) => {
    const patient = await waitingPatient(facility, { firstName: 'Ada', lastName: 'Kartenblatt', titles: [title] });
    await page.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (asked) => {
        const stream = await open(asked);
        Object.assign(globalThis, { streams: stream });
        return stream;
      };
    });
    await handTo(page, facility, patient);
    await page.getByRole('textbox').fill('Maple Mutual');
    await next(page);
    await next(page);
    await front(page)
      .getByRole('button', { name: text('questionnaires.takePhoto') })
      .click();
    await expect(inGuide(page, 'questionnaires.cardTake')).toBeEnabled();
    await expect(inGuide(page, 'questionnaires.cardChoose')).toHaveCount(0);
    await look(page, 'card photo, kiosk', kioskRules);
    await takePhoto(page);
    expect(
      await page.evaluate(() => {
        const stream: unknown = Reflect.get(globalThis, 'streams');
        return stream instanceof MediaStream && stream.getTracks().map(({ readyState }) => readyState);
      }),
    ).toEqual(['ended']);
    await next(page);
    await next(page);
    await next(page);
    await button(page, 'questionnaires.sendAnswers').click();
    await expect(button(page, 'kiosk.finishAndExit')).toBeVisible();
    expect(await storedFiles(facility, patient.assigned[0] ?? 0)).toEqual([{ file_type: 'jpg', small: true }]);
  });
});
