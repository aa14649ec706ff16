import type { FacilityId, FileType, LanguageCode } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';
import { safeFacilityHtml } from './facilityHtml.ts';

/** By language; a language without an entry falls back to the facility's default. */
export type ByLanguage<T> = Readonly<Partial<Record<LanguageCode, readonly T[]>>>;

export interface PublishedFaq {
  readonly question: string;
  readonly answer: string;
}

export interface PublishedContact {
  readonly contactName: string;
  readonly address1?: string | null | undefined;
  readonly address2?: string | null | undefined;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zipCode?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly fax?: string | null | undefined;
  readonly email?: string | null | undefined;
}

export interface PublishedForm {
  readonly title: string;
  readonly description?: string | null | undefined;
  /** Kept elsewhere, or here. */
  readonly at: { readonly url: string } | { readonly fileType: FileType; readonly file: Buffer };
}

const clearFaqs = statement('publish.clearFaqs', 'delete from facility_faqs where facility_id = $1');
const addFaq = statement('publish.addFaq', 'insert into facility_faqs (facility_id, language, question, answer, view_order) values ($1, $2, $3, $4, $5)');
const clearContacts = statement('publish.clearContacts', 'delete from facility_contacts where facility_id = $1');
const addContact = statement(
  'publish.addContact',
  `insert into facility_contacts (facility_id, language, contact_name, address1, address2, city, state, zip_code, country, phone, fax, email, sort_order)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
);
const clearForms = statement('publish.clearForms', 'delete from facility_forms where facility_id = $1');
const addForm = statement(
  'publish.addForm',
  'insert into facility_forms (facility_id, language, title, description, url, file_type, file, view_order) values ($1, $2, $3, $4, $5, $6, $7, $8)',
);
const setResources = statement(
  'publish.setResources',
  `update facilities f set has_faqs = exists (select from facility_faqs where facility_id = f.id),
     has_downloadable_forms = exists (select from facility_forms where facility_id = f.id), has_useful_links = $2 where f.id = $1`,
);

/** Every entry with its language and its place, counted in tens so that one can be put between. */
const placed = <T>(entries: ByLanguage<T>): { language: string; one: T; place: number }[] =>
  Object.entries(entries).flatMap(([language, list]) => list.map((one, index) => ({ language, one, place: (index + 1) * 10 })));

/** Replaces the questions and answers of a facility. */
export async function publishFaqs(tx: Db, facilityId: FacilityId, faqs: ByLanguage<PublishedFaq>): Promise<void> {
  await tx.run(clearFaqs, [facilityId]);
  for (const { language, one, place } of placed(faqs)) await tx.run(addFaq, [facilityId, language, safeFacilityHtml(one.question), safeFacilityHtml(one.answer), place]);
}

/** Replaces the contacts of a facility. */
export async function publishContacts(tx: Db, facilityId: FacilityId, contacts: ByLanguage<PublishedContact>): Promise<void> {
  await tx.run(clearContacts, [facilityId]);
  for (const { language, one, place } of placed(contacts)) {
    const { contactName, address1 = null, address2 = null, city = null, state = null, zipCode = null, country = null, phone = null, fax = null, email = null } = one;
    await tx.run(addContact, [facilityId, language, contactName, address1, address2, city, state, zipCode, country, phone, fax, email, place]);
  }
}

/** Replaces the forms of a facility. */
export async function publishForms(tx: Db, facilityId: FacilityId, forms: ByLanguage<PublishedForm>): Promise<void> {
  await tx.run(clearForms, [facilityId]);
  for (const { language, one, place } of placed(forms)) {
    const { title, description = null, at } = one;
    await tx.run(addForm, [facilityId, language, title, description, 'url' in at ? at.url : null, 'url' in at ? null : at.fileType, 'url' in at ? null : at.file, place]);
  }
}

/** Shows in Resources what there is; useful links are a text, and shown if the facility wants them. */
export async function showResources(tx: Db, facilityId: FacilityId, usefulLinks: boolean): Promise<void> {
  await tx.run(setResources, [facilityId, usefulLinks]);
}
