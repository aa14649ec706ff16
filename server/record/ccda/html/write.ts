import type { LanguageCode } from '@portal/api';
import { escapeHtml } from '../../../html/escapeHtml.ts';
import { locales } from '../../../process/locales.ts';

/** An attribute with a space before it, or nothing if it has no value. Names are ours; values are escaped. */
export const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`;
export function attributesOf(values: Readonly<Record<string, string | undefined>>): string {
  let text = '';
  for (const [name, value] of Object.entries(values)) text += attribute(name, value);
  return text;
}

/** Our own texts among those of a document: in the reader's language and with a class of their own. */
export interface OurWords {
  readonly language: LanguageCode;
  /** Undefined if the document is in the reader's language as well. */
  readonly lang: string | undefined;
}
export function ourWords(language: LanguageCode, documentLanguage: string): OurWords {
  const isSame = documentLanguage.toLowerCase().split('-')[0] === language;
  return { language, lang: isSame ? undefined : locales[language] };
}
export const ourText = ({ lang }: OurWords, tag: 'p' | 'span', classes: string, text: string): string =>
  `<${tag}${attributesOf({ class: classes === '' ? 'ours' : `${classes} ours`, lang })}>${escapeHtml(text)}</${tag}>`;

const rightToLeft = new Set(['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi']);
export const directionOfLanguage = (language: string): string | undefined =>
  rightToLeft.has(language.toLowerCase().split('-')[0] ?? '') ? 'rtl' : undefined;
