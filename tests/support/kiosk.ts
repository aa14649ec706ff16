import type * as api from '@portal/api';
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import * as v from 'valibot';
import { type Facility, type TestPatient, demoPassword } from './facility.ts';
import { importOnce } from './questionnaires.ts';
import { signIn } from './signIn.ts';
import { text } from './texts.ts';

/** The PIN of the demo's kiosk manager. */
export const managerPin = '246810';

/** The usual size of the kiosk's tablet. */
export const tabletSize = { width: 1024, height: 768 } as const;

/** The questionnaire of the waiting room in these tests: two required questions and two optional ones. */
export const waitingRoomCheck = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/tests/waiting-room-check',
  title: 'Waiting room check',
  status: 'active',
  item: [
    {
      linkId: 'sleep',
      text: 'How did you sleep?',
      type: 'choice',
      required: true,
      answerOption: ['Well', 'Not so well', 'Badly'].map((display) => ({ valueCoding: { code: display, display } })),
    },
    { linkId: 'pain', text: 'Do you have pain?', type: 'boolean', required: true },
    { linkId: 'cups', text: 'Cups of water today', type: 'integer' },
    { linkId: 'more', text: 'Anything else we should know?', type: 'text' },
  ],
};

/** The date at the demo's default facility, `days` from today, as `YYYY-MM-DD`. */
export async function facilityDay(facility: Facility, days = 0): Promise<string> {
  return v.parse(
    v.string(),
    await facility.db.value('select (today_in(time_zone) + $1::int)::text from facilities where is_default', [days]),
  );
}

/** A patient in the waiting room. */
export interface WaitingPatient extends TestPatient {
  readonly firstName: string;
  readonly lastName: string;
  /** The name in the staff's list. */
  readonly listed: string;
  /** The name in the hand-over. */
  readonly shortName: string;
  readonly assigned: readonly api.AssignedQuestionnaireId[];
}

/** Makes a patient of the default facility with these questionnaires due today, or on another day. */
export async function waitingPatient(
  facility: Facility,
  {
    firstName,
    lastName,
    titles = [waitingRoomCheck.title],
    due,
  }: { firstName: string; lastName: string; titles?: readonly string[]; due?: string },
): Promise<WaitingPatient> {
  await importOnce(facility, waitingRoomCheck);
  const patient = await facility.newPatient({ firstName, lastName });
  const assigned: api.AssignedQuestionnaireId[] = [];
  for (const title of titles)
    assigned.push(await facility.assign(patient.patientId, title, due ?? (await facilityDay(facility))));
  return {
    ...patient,
    firstName,
    lastName,
    listed: `${lastName}, ${firstName}`,
    shortName: `${firstName} ${lastName.charAt(0)}.`,
    assigned,
  };
}

/** The stored completion as `{linkId: answer}`, options by their code. */
export async function answersOf(
  facility: Facility,
  id: api.AssignedQuestionnaireId,
  from: 'completion' | 'draft' = 'completion',
): Promise<Readonly<Record<string, unknown>>> {
  const answers =
    from === 'completion'
      ? 'a.answers'
      : '(select d.answers from questionnaire_drafts d where d.assigned_questionnaire_id = a.id)';
  const rows = await facility.db.query(
    `select i.item_key as name, coalesce(split_part(o.option_key, '|', 2), answer->>'textAnswer', answer->>'numberAnswer', answer->>'dateAnswer', answer->>'isChecked') as value
     from assigned_questionnaires a, jsonb_array_elements(${answers}) answer
       join questionnaire_item_ids i on i.id = (answer->>'questionnaireItemId')::bigint
       left join questionnaire_option_ids o on o.id = (answer->>'listAnswerId')::bigint
     where a.id = $1`,
    [id],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), value]));
}

/** Makes the facility ask this patient at the tablet whether they are here for a visit of today, and how they can be reached. */
export async function askAtCheckIn(
  facility: Facility,
  patientId: api.PatientId,
  { arrival = false, contactDetails = false }: { arrival?: boolean; contactDetails?: boolean },
): Promise<void> {
  await facility.db.query(
    'update facilities set kiosk_arrival = kiosk_arrival or $1, kiosk_contact_check = kiosk_contact_check or $2',
    [arrival, contactDetails],
  );
  if (arrival)
    await facility.db.query(
      `insert into appointments (patient_id, facility_id, kind, starts_at, type, status)
       select p.id, f.id, 'ExternalAppointment', (today_in(f.time_zone) + time '09:30') at time zone f.time_zone, 'Blood draw', 'Scheduled'
       from patients p join facilities f on f.id = p.home_facility_id where p.id = $1`,
      [patientId],
    );
  if (contactDetails)
    await facility.db.query(
      `update patients set contact_checked_at = null, address1 = '12 Willow Road', city = 'Puddleford', state = 'NY', zip_code = '10042', country = 'US' where id = $1`,
      [patientId],
    );
}

/** Signs staff in on the tablet. */
export const staffSignIn = (page: Page, facility: Facility): Promise<void> =>
  signIn(page, facility.kioskUrl, { username: 'kiosk', password: demoPassword }, '/kioskLogin');

/** One row of the staff's list. */
export const rowOf = (page: Page, { listed }: WaitingPatient): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: listed, exact: true }) });

export const button = (page: Page, key: Parameters<typeof text>[0]): Locator =>
  page.getByRole('button', { name: text(key), exact: true });

/** The main heading of a page, such as the question. */
export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** The box in which staff search. */
export const searchBox = (page: Page): Locator => page.getByRole('textbox', { name: text('kiosk.search') });

/** As staff: finds the patient in any state, starts and confirms. The tablet then shows the patient's name. */
export async function startFor(page: Page, patient: WaitingPatient): Promise<void> {
  await searchBox(page).fill(`${patient.lastName} ${patient.firstName}`);
  await rowOf(page, patient).getByRole('button').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('kiosk.start'), exact: true })
    .click();
  await expect(heading(page, patient.shortName)).toBeVisible();
}

/** Goes from the staff's sign-in to the patient's first page. */
export async function handTo(page: Page, facility: Facility, patient: WaitingPatient): Promise<void> {
  await staffSignIn(page, facility);
  await startFor(page, patient);
  await button(page, 'kiosk.yesMe').click();
}

/** The text above the question that tells its number. */
export const questionOf = (page: Page, number: number, total = waitingRoomCheck.item.length): Locator =>
  page.getByText(text('kiosk.questionOf', { number, total }), { exact: true });

export const next = (page: Page): Promise<void> => button(page, 'kiosk.next').click();

/** What a patient answers to `waitingRoomCheck`. */
export interface WaitingRoomAnswers {
  readonly sleep: string;
  readonly pain: 'yes' | 'no';
  readonly cups: string;
  readonly more: string;
}

/** Answers every question of `waitingRoomCheck`, until the page asks whether to send. */
export async function answerAll(page: Page, { sleep, pain, cups, more }: WaitingRoomAnswers): Promise<void> {
  await page.getByRole('radio', { name: sleep, exact: true }).check();
  await next(page);
  await page.getByRole('radio', { name: text(`questionnaires.${pain}`), exact: true }).check();
  await next(page);
  await page.getByRole('textbox', { name: /Cups of water/ }).fill(cups);
  await next(page);
  await page.getByRole('textbox', { name: /Anything else/ }).fill(more);
  await next(page);
  await expect(page.getByRole('heading', { name: text('kiosk.checkTitle'), exact: true })).toBeVisible();
}

/** The text that says that the facility has the answers so far. */
export const savedWords = (page: Page): Locator => page.getByText(text('questionnaires.saved'), { exact: true });

/** Ends the visit through the menu under the patient's name. */
export async function stopHere(page: Page, { shortName }: WaitingPatient): Promise<void> {
  await page.getByRole('button', { name: shortName, exact: true }).click();
  await page.getByRole('button', { name: text('kiosk.stop'), exact: true }).click();
  await page.getByRole('button', { name: text('kiosk.stopConfirm'), exact: true }).click();
  await expect(heading(page, text('kiosk.returnTitle'))).toBeVisible();
}

/** Everything that left the browser or was shown in its address bar. */
export interface Trail {
  /** Addresses of pages, in order. */
  readonly pages: string[];
  /** Addresses of requests with their Referer and the body. */
  readonly requests: {
    readonly url: string;
    readonly method: string;
    readonly referer: string;
    readonly body: string;
    readonly isPage: boolean;
  }[];
}

/** Records from now on what the pages of a context request and their addresses. */
export function follow(context: BrowserContext): Trail {
  const trail: Trail = { pages: [], requests: [] };
  const watch = (page: Page) => {
    page.on('framenavigated', (frame) => trail.pages.push(frame.url()));
  };
  context.pages().forEach(watch);
  context.on('page', watch);
  context.on('request', (request) => {
    const { referer = '' } = request.headers();
    trail.requests.push({
      url: request.url(),
      method: request.method(),
      referer,
      body: request.postData() ?? '',
      isPage: request.isNavigationRequest(),
    });
  });
  return trail;
}

/** Everything that scripts of the page's origin could read on this tablet, except its static files, as one text. */
export async function storageOf(page: Page): Promise<string> {
  const stored = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        cached.push(request.url);
        if (/\/assets\//.test(request.url)) continue;
        cached.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    return {
      cookies: document.cookie,
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      history: JSON.stringify(history.state),
      name: window.name,
      databases,
      cached,
    };
  });
  return JSON.stringify(stored);
}
