import * as v from 'valibot';
import { storableText } from '../../db/storable.ts';
import { safeArticleHtml } from '../../html/articleHtml.ts';
import type { Context } from '../fhir/directory.ts';
import { type Attachment, Text, wordsOf } from '../fhir/elements.ts';
import type { DocumentRow } from './mapped.ts';

/** The most bytes of one document, as large as a phone can take. */
const largestDocument = 25_000_000;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

const signatures: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['25504446'],
  'image/jpeg': ['ffd8ff'],
  'image/png': ['89504e47'],
};

/** Decodes text in the character set that its type names; if that is unknown or wrong, in UTF-8 if valid, else in Windows-1252. */
function decoded(bytes: Buffer, charset: string | null): string {
  for (const label of [charset, 'utf-8'])
    if (label !== null)
      try {
        return new TextDecoder(label, { fatal: true }).decode(bytes);
      } catch {
        // It is not in this encoding.
      }
  return new TextDecoder('windows-1252').decode(bytes);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An attachment that can be read, or why it cannot. */
function documentOf(attachment: Attachment, position: number): DocumentRow | string {
  const [type = '', ...parameters] = (wordsOf(attachment.contentType) ?? '').toLowerCase().split(/\s*;\s*/);
  const written = (attachment.data ?? '').replace(/\s/g, '');
  if (written === '')
    return wordsOf(attachment.url) === null ? 'its attachment is empty' : 'its attachment is only an address';
  if (!base64.test(written)) return 'its attachment is no base64';
  if (written.length > (largestDocument * 4) / 3) return 'its attachment is larger than 25 MB';
  const bytes = Buffer.from(written, 'base64');
  const row = { position, title: wordsOf(attachment.title), language: wordsOf(attachment.language) };
  const known = signatures[type];
  if (known) {
    if (!known.some((start) => bytes.subarray(0, start.length / 2).toString('hex') === start))
      return `its attachment is no ${type}`;
    return type === 'application/pdf' || type === 'image/jpeg' || type === 'image/png'
      ? { ...row, contentType: type, content: bytes }
      : `its attachment is of type ${type}`;
  }
  const charset = parameters.map((each) => /^charset="?([\w-]+)/.exec(each)?.[1] ?? null).find((each) => each !== null);
  if (type === 'text/plain')
    return { ...row, contentType: 'text/plain', content: Buffer.from(storableText(decoded(bytes, charset ?? null))) };
  if (type === 'text/html' || type === 'application/xhtml+xml') {
    const html = safeArticleHtml(storableText(decoded(bytes, charset ?? null)));
    return html === ''
      ? 'its attachment has no words'
      : { ...row, contentType: 'text/html', content: Buffer.from(html) };
  }
  // The content type comes from the source, so only harmless characters of it are repeated.
  return `its attachment is of type ${type.replace(/[^a-z0-9/.+-]/g, '').slice(0, 60) || 'unknown'}`;
}

const Binary = v.object({ contentType: Text, data: Text });
/** Fills in an attachment's data from the Binary that it names, if that is in the same Bundle. */
export function withBinary(attachment: Attachment, { keyOf, binary }: Context): Attachment {
  const url = wordsOf(attachment.url);
  if (url === null || wordsOf(attachment.data) !== null) return attachment;
  const found = v.safeParse(Binary, binary?.(keyOf(url)) ?? null);
  if (!found.success) return attachment;
  return { ...attachment, ...found.output, contentType: found.output.contentType ?? attachment.contentType };
}

/** All attachments that can be read, and the first reason why one cannot. */
export function documentsOf(
  attachments: readonly Attachment[],
  context: Context,
): {
  readonly documents: DocumentRow[];
  readonly reason: string | null;
} {
  const all = attachments.map((attachment, position) => documentOf(withBinary(attachment, context), position));
  return {
    documents: all.filter((one) => typeof one !== 'string'),
    reason: all.find((one) => typeof one === 'string') ?? null,
  };
}

/** Makes one sanitized HTML document from sections, each under its heading; null if nothing is left. */
export function documentOfSections(
  sections: readonly { readonly title: string | null; readonly html: string }[],
): DocumentRow | null {
  const html = safeArticleHtml(
    storableText(
      sections.map(({ title, html: part }) => `${title === null ? '' : `<h2>${escaped(title)}</h2>`}${part}`).join(''),
    ),
  );
  return html === ''
    ? null
    : { position: 0, title: null, language: null, contentType: 'text/html', content: Buffer.from(html) };
}
