import { escapeHtml } from '../../../html/escapeHtml.ts';
import { linkTarget } from '../narrative/attributes.ts';
import type { DocumentBody } from '../tree.ts';
import { documentWords, fillPlaceholders } from './words.ts';
import { type OurWords, attributesOf, directionOfLanguage, ourText } from './write.ts';

type BodyOf<Kind extends DocumentBody['kind']> = Extract<DocumentBody, { readonly kind: Kind }>;

/** A plain text document as HTML. Browsers drop a line break right after `<pre>`, so one is added. */
export const textHtml = (text: string, language: string): string =>
  `<pre${attributesOf({ class: 'plain', lang: language, dir: directionOfLanguage(language) ?? 'auto' })}>\n${escapeHtml(text)}</pre>`;

export function pictureHtml({ mediaType, base64 }: BodyOf<'picture'>, our: OurWords): string {
  const alt = documentWords[our.language].picture;
  const data = base64.replace(/[^A-Za-z0-9+/=]/g, '');
  return `<img${attributesOf({ class: 'scan', src: `data:${mediaType};base64,${data}`, alt, lang: our.lang })}>`;
}

/** What can be said of a document whose content is elsewhere or of a kind that is not shown. */
export function elsewhereHtml({ reference, mediaType }: BodyOf<'elsewhere'>, our: OurWords): string {
  const words = documentWords[our.language];
  if (reference === null)
    return ourText(our, 'p', 'empty', fillPlaceholders(words.otherKind, { type: mediaType ?? '?' }));
  const href = linkTarget(reference);
  const address =
    href === null || href.startsWith('#')
      ? escapeHtml(reference)
      : `<a${attributesOf({ href, target: '_blank', rel: 'noreferrer noopener' })}>${escapeHtml(reference)}</a>`;
  return (
    ourText(our, 'p', 'empty', words.elsewhere) +
    `<p>${ourText(our, 'span', '', words.address)} <bdi class="reference">${address}</bdi></p>`
  );
}
