import type { LanguageCode } from '@portal/api';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

/** Our texts around the words of a document. Names in braces are replaced. */
export const documentWords: Readonly<Record<LanguageCode, (typeof en)['document']>> = {
  en: en.document,
  es: es.document,
  fr: fr.document,
  pt: pt.document,
  zh: zh.document,
};

export const fileWords: Readonly<Record<LanguageCode, (typeof en)['file']>> = {
  en: en.file,
  es: es.file,
  fr: fr.file,
  pt: pt.file,
  zh: zh.file,
};
