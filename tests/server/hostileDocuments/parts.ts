import { clinicalDocument, nonXmlBody, section, sectionsBody } from '../ccdaDocuments.ts';

/**
 * A document that was made to do harm, or that is broken in a harmful way. `refused` matches the text of the refusal; null if it can be
 * read.
 */
export type Case = readonly [name: string, bytes: () => Buffer, refused: RegExp | null];

export const utf8 = (text: () => string) => () => Buffer.from(text());
export const good = clinicalDocument();
export const many = (count: number, text: string) => text.repeat(count);
/** A document with this narrative. */
export const inside = (text: string, rest = '') =>
  clinicalDocument({ body: sectionsBody(section('30954-2', 'Results', text, rest)) });
/** A valid document with another declaration. */
export const after = (declaration: string) => good.replace(/^<\?xml[^>]*>/, declaration);
export const unstructured = (attributes: string, content: string) =>
  clinicalDocument({ body: nonXmlBody(attributes, content) });
export const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
export const character = /^it refers to a character that XML does not allow|^it has a character that XML/;
