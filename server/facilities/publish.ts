import type { FacilityId, FileType, LanguageCode } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';
import { safeFacilityHtml } from './facilityHtml.ts';
import type { Contacts, Explanations, Faqs } from './folderFiles.ts';

/** Entries by language. A language without entries falls back to the facility's default language. */
export type ByLanguage<T> = Readonly<Partial<Record<LanguageCode, readonly T[]>>>;

export interface PublishedForm {
  readonly title: string;
  readonly description?: string | null | undefined;
  /** A form is either a link to another site or a file that is stored here. */
  readonly at: { readonly url: string } | { readonly fileType: FileType; readonly file: Buffer };
}

const clearFaqs = statement('publish.clearFaqs', 'delete from facility_faqs where facility_id = $facilityId');
const addFaq = statement(
  'publish.addFaq',
  'insert into facility_faqs (facility_id, language, question, answer, view_order) values ($facilityId, $language, $question, $answer, $viewOrder)',
);
const clearContacts = statement(
  'publish.clearContacts',
  'delete from facility_contacts where facility_id = $facilityId',
);
const addContact = statement(
  'publish.addContact',
  `insert into facility_contacts (facility_id, language, contact_name, address1, address2, city, state, zip_code, country, phone, fax, email, sort_order)
   values ($facilityId, $language, $contactName, $address1, $address2, $city, $state, $zipCode, $country, $phone, $fax, $email, $sortOrder)`,
);
const clearExplanations = statement(
  'publish.clearExplanations',
  'delete from facility_explanations where facility_id = $facilityId',
);
const addExplanation = statement(
  'publish.addExplanation',
  'insert into facility_explanations (facility_id, language, code, title, content) values ($facilityId, $language, $code, $title, $content)',
);
const clearGuides = statement('publish.clearGuides', 'delete from facility_guides where facility_id = $facilityId');
const addGuide = statement(
  'publish.addGuide',
  'insert into facility_guides (facility_id, language, about, name, title, content) values ($facilityId, $language, $about, $name, $title, $content)',
);
const clearForms = statement('publish.clearForms', 'delete from facility_forms where facility_id = $facilityId');
const addForm = statement(
  'publish.addForm',
  'insert into facility_forms (facility_id, language, title, description, url, file_type, file, view_order) values ($facilityId, $language, $title, $description, $url, $fileType, $file, $viewOrder)',
);
const setResources = statement(
  'publish.setResources',
  `update facilities f set has_faqs = exists (select from facility_faqs where facility_id = f.id),
     has_downloadable_forms = exists (select from facility_forms where facility_id = f.id), has_useful_links = $hasUsefulLinks where f.id = $facilityId`,
);

/** Every entry with its language and its position, in steps of ten so that another can be inserted between two. */
const placed = <T>(entries: ByLanguage<T>): { language: string; one: T; place: number }[] =>
  Object.entries(entries).flatMap(([language, list]) =>
    list.map((one, index) => ({ language, one, place: (index + 1) * 10 })),
  );

export async function publishFaqs(tx: Db, facilityId: FacilityId, faqs: Faqs): Promise<void> {
  await tx.run(clearFaqs, { facilityId });
  for (const { language, one, place } of placed(faqs))
    await tx.run(addFaq, {
      facilityId,
      language,
      question: safeFacilityHtml(one.question),
      answer: safeFacilityHtml(one.answer),
      viewOrder: place,
    });
}

const noContactDetails = {
  address1: null,
  address2: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  phone: null,
  fax: null,
  email: null,
};

export async function publishContacts(tx: Db, facilityId: FacilityId, contacts: Contacts): Promise<void> {
  await tx.run(clearContacts, { facilityId });
  for (const { language, one, place } of placed(contacts))
    await tx.run(addContact, { ...noContactDetails, ...one, facilityId, language, sortOrder: place });
}

export async function publishForms(tx: Db, facilityId: FacilityId, forms: ByLanguage<PublishedForm>): Promise<void> {
  await tx.run(clearForms, { facilityId });
  for (const { language, one, place } of placed(forms)) {
    const { title, description = null, at } = one;
    await tx.run(addForm, {
      facilityId,
      language,
      title,
      description,
      url: 'url' in at ? at.url : null,
      fileType: 'url' in at ? null : at.fileType,
      file: 'url' in at ? null : at.file,
      viewOrder: place,
    });
  }
}

/** Shows in Resources what the facility has. Useful links are a text, which is shown if the facility wants it. */
export async function showResources(tx: Db, facilityId: FacilityId, usefulLinks: boolean): Promise<void> {
  await tx.run(setResources, { facilityId, hasUsefulLinks: usefulLinks });
}

export async function publishExplanations(tx: Db, facilityId: FacilityId, explanations: Explanations): Promise<void> {
  await tx.run(clearExplanations, { facilityId });
  await tx.run(clearGuides, { facilityId });
  for (const { language, one } of placed(explanations)) {
    const { code, visitType, place, title, text: content } = one;
    if (code !== undefined) await tx.run(addExplanation, { facilityId, language, code, title, content });
    for (const [about, name] of Object.entries({ visitType, place }))
      if (name !== undefined) await tx.run(addGuide, { facilityId, language, about, name, title, content });
  }
}
