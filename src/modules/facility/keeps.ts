import {
  getDownloadableForm,
  getFacilityText,
  listDownloadableForms,
  listFacilityContacts,
  listFaqs,
} from '@portal/api';
import { facility } from '../../data/facility.ts';
import { fetchCall } from '../../data/fetchCall.ts';
import type { KeepsAhead } from '../../data/keptRecords/keeps.ts';
import { words } from '../../words/index.ts';

/** The facility's public pages are stored on each device anyway; here the files of its forms are kept. */
export const keepsAhead: KeepsAhead = {
  async *wanted() {
    const known = facility();
    if (known === null) return;
    const { facilityId, resources } = known;
    const input = { params: { facilityId }, query: { language: words().language } };
    if (resources.faqs) await fetchCall(listFaqs, input).catch(() => null);
    await fetchCall(listFacilityContacts, input).catch(() => null);
    for (const contentKey of ['ContactUsHeading', 'Help'] as const)
      await fetchCall(getFacilityText, { ...input, params: { contentKey, facilityId } }).catch(() => null);
    if (!resources.downloadableForms) return;
    for (const row of (await fetchCall(listDownloadableForms, input).catch(() => null)) ?? []) {
      // A form on another site has no file here.
      if (row.url !== null) continue;
      yield {
        call: getDownloadableForm,
        input: { params: { facilityId, formId: row.downloadableItemId } },
        day: null,
        row,
      };
    }
  },
};
