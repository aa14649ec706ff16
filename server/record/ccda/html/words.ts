import type { LanguageCode } from '@portal/api';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** What stands beside the words of a document. What stands in braces is filled in. */
export const documentWords: Readonly<Record<LanguageCode, (typeof en)['document']>> = {
  en: en.document,
  es: es.document,
  fr: fr.document,
  pt: pt.document,
  zh: zh.document,
};

/** What the file to keep says around a document. */
export const fileWords: Readonly<Record<LanguageCode, (typeof en)['file']>> = {
  en: en.file,
  es: es.file,
  fr: fr.file,
  pt: pt.file,
  zh: zh.file,
};

/** A text with its places filled; what fills them is not looked at again. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
