import { type PatientId, initiateKioskLogon } from '@portal/api';
import type { Page } from 'playwright';
import type { ScreenPath } from '../../kiosk/screens.ts';
import type { PagePath } from '../../src/layout/module.ts';
import { clientOf } from '../support/client.ts';
import { demoPassword, type Facility } from '../support/facility.ts';
import { born, invitedPatient, invitedRepresentative } from '../support/invitations.ts';
import {
  answerAll,
  askAtCheckIn,
  button,
  handTo,
  staffSignIn,
  startFor,
  type WaitingPatient,
  waitingPatient,
  waitingRoomCheck,
} from '../support/kiosk.ts';
import { text } from '../support/texts.ts';
import { emailedLink, ticketOf } from '../support/waysIn.ts';

export type KioskPath = ScreenPath;

/** Who is signed in on the device: a person of the demo, a patient made for this, staff at the kiosk, or nobody. */
export type Who = 'patient' | 'newpatient' | 'noemail' | 'new' | 'staff' | 'nobody';

export interface There {
  readonly facility: Facility;
  /** The demo's patient. */
  readonly patientId: PatientId;
}

/** What the address needs besides its path, and the cookies that the device has besides those of a session. */
interface Address {
  readonly query: string;
  readonly cookies?: ReadonlyMap<string, string>;
}

/** How a page is opened. */
export interface Way {
  /** If absent: the demo's patient or staff where the page needs a sign-in; nobody where it does not. */
  readonly as?: Who;
  readonly query?: (there: There) => Promise<string | Address>;
  /** For a page without an address of its own: goes to the page before it and returns the press that opens it. */
  readonly walk?: (page: Page, there: There) => Promise<() => Promise<void>>;
}

const questionnaire = (id: unknown) => `?assignedQuestionnaireId=${String(id)}`;
const completed: Way = {
  query: async ({ facility, patientId }) =>
    questionnaire(
      await facility.db.value(
        "select max(id) from assigned_questionnaires where patient_id = $1 and status = 'Completed'",
        [patientId],
      ),
    ),
};

/** Opens a contact who can be invited. */
async function toContact(page: Page, { facility, patientId }: There): Promise<void> {
  const id = await facility.db.value(
    `insert into contacts (patient_id, first_name, last_name, relationship_id, is_primary, uses_patient_address, email, language)
     select $1, 'Isolde', 'Marsh', 1, false, true, 'isolde' || count(*) || '@example.org', 'en' from contacts returning id`,
    [patientId],
  );
  await page.goto(`${facility.portalUrl}/edit-contact?contactId=${String(id)}`);
}

let made = 0;
/** A person in the waiting room who is asked nothing before the questionnaires. */
async function visitor(facility: Facility, titles?: readonly string[]): Promise<WaitingPatient> {
  const patient = await waitingPatient(facility, { firstName: `Visitor${++made}`, lastName: 'Marsh', titles });
  await facility.db.query('update patients set contact_checked_at = now() where id = $1', [patient.patientId]);
  return patient;
}

/**
 * The pages that need more than their path. Any other page of the route tables is opened by its path alone, by the demo's patient or, where
 * it needs no sign-in, by nobody.
 */
export const ways: Readonly<Partial<Record<PagePath | KioskPath, Way>>> = {
  '/logout': { as: 'new' },
  '/ssoLogout': { as: 'new' },
  '/termsOfUse': { as: 'newpatient' },
  '/provide-email': { as: 'noemail' },
  '/update-password': {
    as: 'nobody',
    async walk(page, { facility }) {
      await page.goto(`${facility.portalUrl}/login`);
      await page.getByRole('textbox', { name: text('core.username') }).fill('expired');
      await page.getByRole('textbox', { name: text('core.password') }).fill(demoPassword);
      return () => button(page, 'core.logIn').click();
    },
  },
  '/linkLogin': {
    query: async ({ facility, patientId }) => (await emailedLink(facility, patientId)).replace('/linkLogin', ''),
  },
  '/singleSignOn': {
    query: async ({ facility }) => `?sso-id=${await ticketOf(facility, (await facility.newPatient()).userId)}`,
  },
  '/create-account': {
    async walk(page, { facility }) {
      const { firstName, lastName, pin } = await invitedPatient(facility, { email: 'tamsin@example.org' });
      await page.goto(`${facility.portalUrl}/sign-up`);
      await page.getByRole('textbox', { name: text('form.firstName') }).fill(firstName);
      await page.getByRole('textbox', { name: text('form.lastName') }).fill(lastName);
      for (const part of ['day', 'month', 'year'] as const)
        await page.getByRole('textbox', { name: text(`core.${part}`) }).fill(born[part]);
      await page.getByRole('textbox', { name: text('signUp.pin') }).fill(pin);
      return () => button(page, 'signUp.next').click();
    },
  },
  '/auth-rep-sign-up': {
    query: async ({ facility, patientId }) =>
      `?u=${(await invitedRepresentative(facility, patientId, `someone${++made}@example.org`)).token}`,
  },
  '/complete-questionnaire': {
    query: async ({ facility, patientId }) => questionnaire(await facility.assign(patientId, 'Before your visit')),
  },
  '/questionnaire-scoring': completed,
  '/questionnaire-scores': completed,
  '/review-questionnaire': completed,
  '/edit-contact': {
    query: async ({ facility, patientId }) =>
      `?contactId=${String(await facility.db.value('select min(id) from contacts where patient_id = $1', [patientId]))}`,
  },
  '/invite-auth-statement': {
    async walk(page, there) {
      await toContact(page, there);
      await button(page, 'contacts.invite').waitFor();
      return () => button(page, 'contacts.invite').click();
    },
  },
  '/contact-pin': {
    async walk(page, there) {
      await toContact(page, there);
      await button(page, 'contacts.invite').click();
      await page.waitForURL(/\/invite-auth-statement$/);
      await page.locator('button:not([aria-disabled=true])', { hasText: text('contacts.agree') }).waitFor();
      await page.getByRole('checkbox').first().check();
      return () => button(page, 'contacts.agree').click();
    },
  },
  '/kioskQuestionnaires': { as: 'staff' },
  '/kioskPasskeys': { as: 'staff' },
  '/kioskTablet': { as: 'staff' },
  '/patientKioskUserLogin': {
    as: 'nobody',
    async query({ facility }) {
      const { patientId } = await visitor(facility);
      const staff = clientOf(facility.kioskUrl);
      await staff.signIn('kiosk', demoPassword, 'kioskManagement');
      const { data } = await staff.ask(initiateKioskLogon, { params: { patientId }, query: { elsewhere: 'end' } });
      return { query: `?ptId=${patientId}&data=${encodeURIComponent(data)}`, cookies: staff.cookies };
    },
  },
  '/patientKioskArrival': {
    as: 'nobody',
    async walk(page, { facility }) {
      const patient = await visitor(facility);
      await askAtCheckIn(facility, patient.patientId, { arrival: true });
      await staffSignIn(page, facility);
      await startFor(page, patient);
      return () => button(page, 'kiosk.yesMe').click();
    },
  },
  '/patientKioskContact': {
    as: 'nobody',
    async walk(page, { facility }) {
      const patient = await visitor(facility);
      await askAtCheckIn(facility, patient.patientId, { contactDetails: true });
      await staffSignIn(page, facility);
      await startFor(page, patient);
      return () => button(page, 'kiosk.yesMe').click();
    },
  },
  '/patientKioskQuestionnaires': {
    as: 'nobody',
    async walk(page, { facility }) {
      const patient = await visitor(facility, [waitingRoomCheck.title, 'Before your visit']);
      await staffSignIn(page, facility);
      await startFor(page, patient);
      return () => button(page, 'kiosk.yesMe').click();
    },
  },
  '/complete-kiosk-questionnaire': {
    as: 'nobody',
    async walk(page, { facility }) {
      const patient = await visitor(facility);
      await staffSignIn(page, facility);
      await startFor(page, patient);
      return () => button(page, 'kiosk.yesMe').click();
    },
  },
  '/kiosk-questionnaire-scoring': {
    as: 'nobody',
    async walk(page, { facility }) {
      await handTo(page, facility, await visitor(facility));
      await answerAll(page, { sleep: 'Well', pain: 'no', cups: '4', more: 'No' });
      return () => button(page, 'questionnaires.sendAnswers').click();
    },
  },
};
