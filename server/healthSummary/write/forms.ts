import { gzipSync } from 'node:zlib';
import { readDocument } from '../../record/ccda/document/readDocument.ts';
import type { DocumentHeader } from '../../record/ccda/tree.ts';
import { fhirJson } from '../../subject/fhirParts.ts';
import type { SummaryContent } from './content.ts';
import { summaryXml } from './document.ts';
import { internationalOf } from './international.ts';

export interface MadeSummary {
  readonly xml: Uint8Array;
  readonly header: DocumentHeader;
  /** What our own reader makes of the XML, as `health_documents.tree` has it. */
  readonly tree: Uint8Array;
}

/** A summary as a C-CDA document, and its tree, so that it is shown as every other document is. */
export function documentOf(content: SummaryContent): MadeSummary {
  const xml = Buffer.from(summaryXml(content));
  const { tree } = readDocument(xml);
  return { xml, header: tree.header, tree: gzipSync(JSON.stringify(tree), { level: 1 }) };
}

/** A summary as the file of an International Patient Summary. */
export const bundleOf = (content: SummaryContent): Uint8Array => Buffer.from(fhirJson(internationalOf(content)));
