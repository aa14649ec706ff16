import { type LanguageCode, languageCodes } from '@portal/api';
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import pt from './words/pt.json' with { type: 'json' };
import zh from './words/zh.json' with { type: 'json' };

export const texts: Readonly<Record<LanguageCode, typeof en>> = { en, es, fr, pt, zh };

const languageFor = (accepted: string | null): LanguageCode =>
  (accepted ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((part) => languageCodes.find((code) => new RegExp(`^\\s*${code}(?:[-;]|\\s*$)`).test(part)) ?? [])[0] ??
  'en';

/**
 * The page that a window shows instead of a file, with a link back to the portal. It is the same for every reason but one: `isLater`, the
 * server cannot give the file now and may soon.
 */
export function fileGonePage(accepted: string | null, isLater: boolean): string {
  const language = languageFor(accepted);
  const { link, ...words } = texts[language];
  const [title, text] = isLater ? [words.laterTitle, words.laterText] : [words.title, words.text];
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">${link}</a></p></html>`;
}
