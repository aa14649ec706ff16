import type { HealthSummaryDocument, HealthSummaryHead } from '@portal/api';
import type { SummaryKey } from './address.ts';
import { plainHtml } from './frame/plainHtml.ts';

export interface ShownDocument extends HealthSummaryDocument {
  readonly head: HealthSummaryHead;
  /** Only its text is known, so nothing is said to be missing. */
  readonly isPlain: boolean;
}

/**
 * A document from its answer. A facility's own back end answers with HTML alone: the head comes from its list and the choice of systems,
 * and the HTML is made safe here.
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
