import type { Db } from '../../db/pool.ts';
import { readDocument } from '../document/readDocument.ts';
import type { DocumentTree } from '../tree.ts';
import { collectSummary } from './collect.ts';
import type { SummaryScope } from './content.ts';
import { summaryXml } from './document.ts';

export type { SummaryScope } from './content.ts';

/**
 * What the server holds of a patient, for a range of days, as a C-CDA R2.1 Continuity of Care Document. Its tree is what our own reader makes of
 * it, so that it is shown as every other document is.
 */
export async function makeSummary(db: Db, scope: SummaryScope): Promise<{ xml: string; tree: DocumentTree }> {
  const xml = summaryXml(await collectSummary(db, scope));
  return { xml, tree: readDocument(Buffer.from(xml)).tree };
}
