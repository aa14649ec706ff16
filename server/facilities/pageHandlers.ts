import {
  DownloadableForm,
  FacilityContact,
  type FacilityId,
  Faq,
  FileType,
  fileTypes,
  type LanguageCode,
} from '@portal/api';
import * as v from 'valibot';
import { fileCallOf, hasProved } from '../http/fileCalls.ts';
import { spendQuota } from '../http/quotas.ts';
import { newTicket } from '../http/downloadTickets.ts';
import { safeFacilityHtml } from './facilityHtml.ts';
import { type Handlers, notFound, orNotFound, refusal } from '../http/handler.ts';
import type { BuiltRoutes } from '../http/builtRoutes.ts';
import { type Db, statement } from '../db/pool.ts';
import { systemsOf } from './sources.ts';
import { facilitiesOfPatient, facilityIdOfHost } from './facility.ts';

type FacilityPageCalls =
  | 'listFaqs'
  | 'listFacilityContacts'
  | 'listDownloadableForms'
  | 'getDownloadableForm'
  | 'createDownloadToken'
  | 'countPageView'
  | 'listExternalSystems'
  | 'listPatientFacilities';

const switches = statement(
  'facilityPages.switches',
  `select has_faqs as faqs, has_downloadable_forms as forms, capabilities ? 'ContactUs' as contacts from facilities where id = $facilityId`,
  v.object({ faqs: v.boolean(), forms: v.boolean(), contacts: v.boolean() }),
);

/** SQL for a facility's rows in the requested language, else in its default one, else in English, else in any that it has. */
const inLanguage = <const Table extends string>(table: Table) =>
  `facility_id = $facilityId and language = (
  select one.language from ${table} one join facilities f on f.id = one.facility_id where one.facility_id = $facilityId
  order by one.language = $language desc nulls last, one.language = f.default_language desc, one.language = 'en' desc, one.language limit 1)` as const;

const faqsOf = statement(
  'facilityPages.faqs',
  `select question, answer, view_order as "viewOrder", language from facility_faqs where ${inLanguage('facility_faqs')} order by view_order, id`,
  Faq,
);
const contactsOf = statement(
  'facilityPages.contacts',
  `select contact_name as "contactName", address1, address2, city, state, zip_code as "zipCode", country, phone, fax, email, sort_order as "sortOrder", language
   from facility_contacts where ${inLanguage('facility_contacts')} order by sort_order, id`,
  FacilityContact,
);
const formsOf = statement(
  'facilityPages.forms',
  `select id as "downloadableItemId", facility_id as "facilityId", title, description, url, file_type as "fileType", length(file) as "fileSize", view_order as "viewOrder", language
   from facility_forms where ${inLanguage('facility_forms')} order by view_order, id`,
  v.object({ ...v.omit(DownloadableForm, ['contentType']).entries, fileType: v.nullable(FileType) }),
);
const fileOf = statement(
  'facilityPages.file',
  'select file as bytes, file_type as "fileType" from facility_forms where id = $formId and facility_id = $facilityId and file is not null',
  v.object({ bytes: v.instance(Buffer), fileType: FileType }),
);
const addView = statement(
  'facilityPages.view',
  `insert into page_views (facility_id, day, route, views)
   select id, (now() at time zone time_zone)::date, $route, 1 from facilities where id = $facilityId and page_views
   on conflict (facility_id, day, route) do update set views = page_views.views + 1`,
);
/** If the facility has not switched something on, refuses as if the facility did not exist. */
async function mustHave(db: Db, facilityId: FacilityId, what: 'faqs' | 'forms' | 'contacts'): Promise<void> {
  const found = await db.maybe(switches, { facilityId });
  if (found === null || !found[what]) throw notFound();
}

const language = (code: LanguageCode | undefined): string | null => code ?? null;

/** What a facility publishes for signed-in users, download tickets, page views, and the facilities where a patient is known. */
export const facilityPageHandlers = ({
  routes,
}: {
  readonly routes: BuiltRoutes;
}): Pick<Handlers, FacilityPageCalls> => ({
  async listFaqs({ db, params, query }) {
    await mustHave(db, params.facilityId, 'faqs');
    const faqs = await db.many(faqsOf, { facilityId: params.facilityId, language: language(query.language) });
    return faqs.map(({ question, answer, ...rest }) => ({
      ...rest,
      question: safeFacilityHtml(question),
      answer: safeFacilityHtml(answer),
    }));
  },

  async listFacilityContacts({ db, params, query }) {
    await mustHave(db, params.facilityId, 'contacts');
    return db.many(contactsOf, { facilityId: params.facilityId, language: language(query.language) });
  },

  async listDownloadableForms({ db, params, query }) {
    await mustHave(db, params.facilityId, 'forms');
    const forms = await db.many(formsOf, { facilityId: params.facilityId, language: language(query.language) });
    return forms.map((form) => ({ ...form, contentType: form.fileType === null ? null : fileTypes[form.fileType] }));
  },

  async getDownloadableForm({ db, params }) {
    await mustHave(db, params.facilityId, 'forms');
    const file = orNotFound(await db.maybe(fileOf, { formId: params.formId, facilityId: params.facilityId }));
    return { ...file, fileName: `form-${String(params.formId)}`, goesTo: 'window' };
  },

  async createDownloadToken({ db, actor, body, refuse }) {
    // Checked here, where a page can show the refusal, and not in the window in which the file opens.
    const call = fileCallOf(body.path);
    if (call?.needsProof === true && !(await hasProved(db, actor.sessionId))) throw refuse('password_needed');
    if (call !== null) await spendQuota(db, call, actor);
    return newTicket(db, actor.sessionId, body.path);
  },

  async countPageView({ db, body, host }) {
    if (!(await routes.isPageOfPortal(body.route))) throw refusal('bad_request');
    await db.run(addView, { facilityId: await facilityIdOfHost(db, host), route: body.route });
    return null;
  },

  async listExternalSystems({ db, params }) {
    return systemsOf(db, params.patientId);
  },

  async listPatientFacilities({ db, params, origins }) {
    return facilitiesOfPatient(db, params.patientId, origins);
  },
});
