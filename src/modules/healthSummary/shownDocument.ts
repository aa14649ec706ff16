import type { HealthSummaryDocument, HealthSummaryHead } from '@portal/api';
import type { SummaryKey } from './address.ts';
import { plainHtml } from './frame/plainHtml.ts';

/** A document as the page shows it. */
export interface ShownDocument extends HealthSummaryDocument {
  readonly head: HealthSummaryHead;
  /** Nothing is known of it but its words, so nothing is said to be missing. */
  readonly isPlain: boolean;
}

/**
 * The answer for a document, whole. A facility's own back end answers with HTML alone: what stands around it is what its list and the choice of systems
 * say, and its words are made safe here.
 */
export function shownDocument(
  answer: HealthSummaryDocument,
  { ifSystemId, identifier }: SummaryKey,
  listed: HealthSummaryHead | null,
  sourceName: string | null,
): ShownDocument {
  const { head } = answer;
  if (head !== null) return { ...answer, head, isPlain: false };
  const unlisted = { ifSystemId, identifier, sendSecurelyDisabled: false, displayDate: null, title: null, sourceName };
  return {
    ...answer,
    head: listed === null ? unlisted : { ...listed, sourceName: listed.sourceName ?? sourceName },
    html: plainHtml(answer.html ?? ''),
    isPlain: true,
  };
}
