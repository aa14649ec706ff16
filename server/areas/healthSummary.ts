import { type Handlers, notFound } from '../app/handler.ts';

type SummaryCalls =
  | 'listOfficeVisits'
  | 'getMostRecentHealthSummary'
  | 'listHealthSummaries'
  | 'getHealthSummaryHtml'
  | 'downloadHealthSummary'
  | 'getHealthSummaryFile'
  | 'transmitHealthSummary';

/** The health summary (specification 3, sections 2, 3, 4 and 7). */
export const healthSummaryHandlers: Pick<Handlers, SummaryCalls> = {
  async listOfficeVisits() {
    throw notFound();
  },
  async getMostRecentHealthSummary() {
    throw notFound();
  },
  async listHealthSummaries() {
    throw notFound();
  },
  async getHealthSummaryHtml() {
    throw notFound();
  },
  async downloadHealthSummary() {
    throw notFound();
  },
  async getHealthSummaryFile() {
    throw notFound();
  },
  async transmitHealthSummary() {
    throw notFound();
  },
};
