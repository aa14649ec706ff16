import { base64url } from 'jose';
import * as v from 'valibot';

/** Of a link's files none may be a PDF (SMART Health Links, HL7), so it stands in a DocumentReference, as readers expect it. */
export function pdfResource(bytes: Uint8Array, title: string, language: string): Uint8Array {
  const digits = base64url.encode(bytes).replaceAll('-', '+').replaceAll('_', '/');
  const resource = {
    resourceType: 'DocumentReference',
    status: 'current',
    type: { coding: [{ system: 'http://loinc.org', code: '60591-5', display: 'Patient summary Document' }] },
    content: [
      {
        attachment: {
          contentType: 'application/pdf',
          language,
          data: digits.padEnd(Math.ceil(digits.length / 4) * 4, '='),
          title,
        },
      },
    ],
  };
  return new TextEncoder().encode(JSON.stringify(resource));
}

const WithPdf = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    resourceType: v.literal('DocumentReference'),
    content: v.array(
      v.object({ attachment: v.object({ contentType: v.optional(v.string()), data: v.optional(v.string()) }) }),
    ),
  }),
);

/** The PDF in a DocumentReference; null where there is none. */
export function pdfIn(json: string): Uint8Array<ArrayBuffer> | null {
  const reference = v.safeParse(WithPdf, json);
  const found = reference.success
    ? reference.output.content.find(({ attachment }) => attachment.contentType === 'application/pdf')
    : undefined;
  if (found?.attachment.data === undefined) return null;
  try {
    const digits = found.attachment.data.replaceAll(/[\s=]/g, '').replaceAll('+', '-').replaceAll('/', '_');
    return new Uint8Array(base64url.decode(digits));
  } catch {
    return null;
  }
}
