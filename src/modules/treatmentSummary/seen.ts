import {
  listTreatmentSummary,
  markTreatmentSummarySeen,
  type PatientId,
  type ShownGroup,
  type TreatmentItem,
  type TreatmentItemId,
  type TreatmentSummary,
} from '@portal/api';
import { useEffect, useRef, useState } from 'react';
import { send } from '../../data/http.ts';
import { invalidateAfter, keyOf, queryClient } from '../../data/query/query.ts';

/** The most ids of one request, so that it can be sent while the page closes. */
const mostIds = 5000;

/** Identifies an item as it is now: a corrected item is another one. */
export const itemKey = ({ recordIds }: Pick<TreatmentItem, 'recordIds'>): string => (recordIds ?? []).join(' ');

/** The ids of the shown items to mark; null: nothing. `all` where a back end does not give the ids. */
export function itemsToMark(groups: readonly ShownGroup[]): readonly TreatmentItemId[] | 'all' | null {
  const items = groups.flatMap((group) => group.items.map(({ item }) => item));
  const unseen = items.filter(({ isPatientReviewed }) => !isPatientReviewed);
  if (unseen.length === 0) return null;
  if (unseen.some(({ recordIds }) => recordIds === undefined)) return 'all';
  return [...new Set(unseen.flatMap(({ recordIds }) => recordIds ?? []))];
}

/** A summary after marking: an item is seen once all its records are. */
export const withSeen = (summary: TreatmentSummary, marked: ReadonlySet<TreatmentItemId | 'all'>): TreatmentSummary =>
  summary.map(({ key, value }) => ({
    key,
    value: value.map((item) =>
      marked.has('all') || item.recordIds?.every((id) => marked.has(id)) === true
        ? { ...item, isPatientReviewed: true }
        : item,
    ),
  }));

/**
 * Marks what was shown as seen when its page is left (specification 3, section 4), also by closing the tab; a phone may end a hidden page
 * without an event. What the server could not be told stays new.
 */
export function useSeenOnLeaving(patientId: PatientId, groups: readonly ShownGroup[], isOwn: boolean): void {
  const shown = useRef(groups);
  useEffect(() => {
    shown.current = groups;
  }, [groups]);
  useEffect(() => {
    if (!isOwn) return;
    const told = new Set<TreatmentItemId | 'all'>();
    const tell = async (): Promise<void> => {
      const marked = itemsToMark(shown.current);
      const ids = marked === null || marked === 'all' ? [] : marked.filter((id) => !told.has(id)).slice(0, mostIds);
      if (marked === null || (marked === 'all' ? told.has('all') : ids.length === 0)) return;
      for (const id of marked === 'all' ? (['all'] as const) : ids) told.add(id);
      const body = { recordIds: marked === 'all' ? null : ids };
      try {
        await send(markTreatmentSummarySeen, { params: { patientId }, body, keepalive: true });
      } catch {
        told.clear();
      }
    };
    const outOfSight = () => {
      if (document.visibilityState === 'hidden') void tell();
    };
    const closed = () => void tell();
    document.addEventListener('visibilitychange', outOfSight);
    window.addEventListener('pagehide', closed);
    return () => {
      document.removeEventListener('visibilitychange', outOfSight);
      window.removeEventListener('pagehide', closed);
      // On a quick return it is seen already; if the server could not be told, it becomes new again.
      const key = keyOf(listTreatmentSummary, { params: { patientId } });
      const before = queryClient.getQueryData<TreatmentSummary>(key);
      const marked = itemsToMark(shown.current);
      const seen = new Set([...told, ...(marked === null ? [] : marked === 'all' ? (['all'] as const) : marked)]);
      if (before !== undefined && seen.size > 0) queryClient.setQueryData(key, withSeen(before, seen));
      void tell().then(() => {
        if (seen.size === 0) return;
        if (told.size === 0 && before !== undefined) queryClient.setQueryData(key, before);
        return invalidateAfter(markTreatmentSummarySeen);
      });
    };
  }, [patientId, isOwn]);
}

/** The items that were new when the page opened: their dots stay until it is left, whatever was sent to the server. */
export function useNewHere(groups: readonly ShownGroup[]): (item: ShownGroup['items'][number]) => boolean {
  const [known] = useState(() => new Set<string>());
  for (const { items } of groups) for (const { isNew, item } of items) if (isNew) known.add(itemKey(item));
  return ({ isNew, item, nullMessage }) =>
    isNew || (nullMessage === null && known.has(itemKey(item)) && itemKey(item) !== '');
}
