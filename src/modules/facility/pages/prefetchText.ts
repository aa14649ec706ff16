import { type CallShape, type ContentKey, type Facility, getFacilityText } from '@portal/api';
import { facility } from '../../../data/facility.ts';
import { type CallQuery, queryClient, queryFor } from '../../../data/query/query.ts';
import { currentSession } from '../../../data/session.ts';
import { words } from '../../../words/index.ts';

/** Loads what a page shows, beside the download of the page, once the person and the patient are known. */
export function prefetch<C extends CallShape>(
  of: (facilityId: Facility['facilityId'], language: ReturnType<typeof words>['language']) => CallQuery<C>,
): void {
  const known = facility();
  if (known === null || currentSession()?.mode !== 'online') return;
  void queryClient.prefetchQuery(of(known.facilityId, words().language));
}

/** The same for one of the facility's texts. */
export const prefetchText = (contentKey: ContentKey): void =>
  prefetch((facilityId, language) =>
    queryFor(getFacilityText, { params: { contentKey, facilityId }, query: { language } }),
  );
