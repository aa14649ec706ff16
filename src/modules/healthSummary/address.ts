import { type SummaryIdentifier, CcdaId, idFromText, IfSystemId } from '@portal/api';
import type { Search } from '../../browser/search.ts';
import { calendarDate } from '../../ui/calendar.ts';

/** One document of one source. */
export interface SummaryKey {
  readonly ifSystemId: IfSystemId;
  readonly identifier: SummaryIdentifier;
}

/** All documents of a source that cover a day of a range. */
export interface SummarySearch {
  readonly ifSystemId: IfSystemId;
  readonly startDate: Extract<SummaryIdentifier, { startDate: unknown }>['startDate'];
  readonly endDate: Extract<SummaryIdentifier, { startDate: unknown }>['endDate'];
}

/** What an address asks for. `newest`: it names nothing, so the most recent one of each source is shown. */
export type SummaryRequest =
  | { readonly kind: 'newest' }
  | { readonly kind: 'document'; readonly key: SummaryKey }
  | { readonly kind: 'search'; readonly search: SummarySearch };

export interface SummaryAddress {
  /** Null: the address does not say, and the page chooses the view. */
  readonly view: 'document' | 'lists' | null;
  readonly request: SummaryRequest;
}

function rangeIn(start: string | undefined, end: string | undefined) {
  const [startDate, endDate] = [calendarDate(start ?? ''), calendarDate(end ?? '')];
  return startDate === null || endDate === null || startDate > endDate ? null : { startDate, endDate };
}

function askedIn({ system, ccda, start, end, from, to }: Search): SummaryRequest {
  const ifSystemId = idFromText(IfSystemId, system);
  if (ifSystemId === null) return { kind: 'newest' };
  const received = idFromText(CcdaId, ccda);
  const made = rangeIn(start, end);
  const sought = rangeIn(from, to);
  if (received !== null) return { kind: 'document', key: { ifSystemId, identifier: { ccdaId: received } } };
  if (made !== null) return { kind: 'document', key: { ifSystemId, identifier: made } };
  if (sought !== null) return { kind: 'search', search: { ifSystemId, ...sought } };
  return { kind: 'newest' };
}

/** Reads the address: ids and days of a range, and nothing of a record's content. */
export function addressIn(search: Search): SummaryAddress {
  const asked = askedIn(search);
  const { view } = search;
  if (view === 'lists' || view === 'document') return { view, request: asked };
  return { view: asked.kind === 'newest' ? null : 'document', request: asked };
}

function askedSearch(asked: SummaryRequest): Search {
  switch (asked.kind) {
    case 'newest':
      return {};
    case 'document': {
      const { ifSystemId, identifier } = asked.key;
      const system = String(ifSystemId);
      return 'ccdaId' in identifier
        ? { system, ccda: String(identifier.ccdaId) }
        : { system, start: identifier.startDate, end: identifier.endDate };
    }
    case 'search': {
      const { ifSystemId, startDate, endDate } = asked.search;
      return { system: String(ifSystemId), from: startDate, to: endDate };
    }
  }
}

export const searchOf = ({ view, request: asked }: SummaryAddress): Search => ({
  // An address that names a document means the document view without saying so.
  ...(view === 'lists' || (view === 'document' && asked.kind === 'newest') ? { view } : {}),
  ...askedSearch(asked),
});

/** A text that differs for different documents. */
export const keyText = (key: SummaryKey): string => JSON.stringify(askedSearch({ kind: 'document', key }));
