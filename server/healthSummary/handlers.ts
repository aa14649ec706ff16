import type { IfSystemId, LanguageCode, PatientId, SummaryIdentifier, UserId } from '@portal/api';
import { type Handlers, orNotFound, refusal } from '../http/handler.ts';
import type { Db } from '../db/pool.ts';
import { summaryFile, summaryFileName, summaryPdf } from './files.ts';
import { readVisits } from './heads.ts';
import { type RequestedIdentifier, identifierOf, isRange } from './identifier.ts';
import { languageOf } from './reader.ts';
import { type Summary, mostRecent, readSummary, summariesWithin, summaryPage } from './summary.ts';
import { type SummaryServices, transmit } from './transmit.ts';

type SummaryCalls =
  | 'listOfficeVisits'
  | 'getMostRecentHealthSummary'
  | 'listHealthSummaries'
  | 'getHealthSummaryHtml'
  | 'downloadHealthSummary'
  | 'getHealthSummaryFile'
  | 'transmitHealthSummary';

function identified(asked: RequestedIdentifier): SummaryIdentifier {
  const identifier = identifierOf(asked);
  if (identifier === null) throw refusal('bad_request');
  return identifier;
}

async function summaryOf(
  db: Db,
  asked: { readonly patientId: PatientId; readonly ifSystemId: IfSystemId; readonly userId: UserId },
  identifier: SummaryIdentifier,
  language: LanguageCode,
): Promise<Summary> {
  const summary = orNotFound(await readSummary(db, asked, identifier, language));
  if (summary === 'busy') throw refusal('unavailable');
  return summary;
}

/** What is made of a document, or the answer while it cannot be made. */
function made<Made>(what: Made | 'busy' | null): Made {
  if (what === 'busy') throw refusal('unavailable');
  if (what === null) throw new Error('a health summary is not rendered within its bounds');
  return what;
}

/** The health summary (specification 3, sections 2, 3, 4 and 7). */
export const healthSummaryHandlers = (services: SummaryServices): Pick<Handlers, SummaryCalls> => ({
  listOfficeVisits: ({ db, params }) => readVisits(db, params.patientId),

  async getMostRecentHealthSummary({ actor, db, params }) {
    const head = orNotFound(await mostRecent(db, params, await languageOf(db, actor.userId)));
    return head;
  },

  async listHealthSummaries({ actor, db, params, query }) {
    if (!isRange(query.startDate, query.endDate)) throw refusal('bad_request');
    const heads = orNotFound(await summariesWithin(db, params, query, await languageOf(db, actor.userId)));
    return heads;
  },

  async getHealthSummaryHtml({ actor, db, params, query, tell }) {
    const identifier = identified(query);
    const summary = await summaryOf(db, { ...params, userId: actor.userId }, identifier, query.language);
    const page = made(await summaryPage(summary, query.language));
    tell(identifier);
    return page;
  },

  async downloadHealthSummary({ actor, db, params, query, tell }) {
    const { form = 'xml', print = 'normal' } = query;
    const identifier = identified(query);
    const language = query.language ?? (await languageOf(db, actor.userId));
    const summary = await summaryOf(db, { ...params, userId: actor.userId }, identifier, language);
    if ((form === 'fhir' || form === 'pdf') && !summary.source.isOwn) throw refusal('bad_request');
    const file = made(await summaryFile(db, params.patientId, summary, { form, language, print }));
    tell({ ...identifier, form });
    return { ...file, goesTo: 'disk' };
  },

  async getHealthSummaryFile({ actor, db, params, query, tell }) {
    const { ccdaId } = query;
    const summary = await summaryOf(
      db,
      { ...params, userId: actor.userId },
      { ccdaId },
      await languageOf(db, actor.userId),
    );
    const bytes = orNotFound(await summaryPdf(db, params.patientId, ccdaId));
    tell({ ccdaId });
    return { bytes, fileType: 'pdf', fileName: summaryFileName(summary), goesTo: 'window', inFrame: true };
  },

  transmitHealthSummary: (context) => transmit(context, services),
});
