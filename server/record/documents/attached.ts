import { type ReadDocument, readDocument } from '../ccda/document/readDocument.ts';
import { DocumentRefused } from '../ccda/tree.ts';
import { xmlLimits } from '../ccda/xml/readXml.ts';
import type { Context } from '../fhir/directory.ts';
import { type Attachment, wordsOf } from '../fhir/elements.ts';
import { withBinary } from '../map/documents.ts';
import { beginsAsXml } from './files.ts';

const xmlType = /^(?:text|application)\/(?:[a-z0-9.-]+\+)?xml(?:;|$)/;

/** The clinical document among the attachments of a resource with its bytes; or why it is refused; or null if there is none. */
export function attachedDocument(
  attachments: readonly Attachment[],
  context: Context,
): { readonly read: ReadDocument; readonly bytes: Buffer } | string | null {
  for (const attachment of attachments) {
    const { contentType, data } = withBinary(attachment, context);
    if (!xmlType.test((wordsOf(contentType) ?? '').toLowerCase())) continue;
    const written = data ?? '';
    if (written.length > (xmlLimits.bytes * 4) / 3) return 'its attachment is larger than 25 MB';
    const bytes = Buffer.from(written, 'base64');
    // Other XML is not a clinical document and is refused because of its type.
    if (!beginsAsXml(bytes.subarray(0, 1024)) || !bytes.includes('ClinicalDocument')) continue;
    try {
      return { read: readDocument(bytes), bytes };
    } catch (error) {
      if (!(error instanceof DocumentRefused)) throw error;
      return `its attachment is a clinical document that cannot be read: ${error.message}`;
    }
  }
  return null;
}
