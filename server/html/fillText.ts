import { type LanguageCode, type SharedTextKey, sharedTexts } from '@portal/api';

/** French « de » and « que » before a placeholder, or the placeholder alone. */
const placeholder = /(?<!\p{L})(d|qu)e \{(\w+)\}|\{(\w+)\}/giu;
const beginsWithVowel = (text: string): boolean => /^[aeiouœæ]/i.test(text.normalize('NFD'));

/** A text with its values, each put in once; a value that is missing is empty. In French as the pages write it: `message d’Ottoline`. */
export const fillText = (language: LanguageCode, text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(placeholder, (_, before: string | undefined, afterWord: string, alone: string) => {
    const value = values[before === undefined ? alone : afterWord] ?? '';
    if (before === undefined) return value;
    return `${before}${language === 'fr' && beginsWithVowel(value) ? '’' : 'e '}${value}`;
  });

export type SharedText = ReturnType<typeof sharedTextIn>;
/** The texts that documents share with pages, with their placeholders filled in. */
export const sharedTextIn =
  (language: LanguageCode) =>
  (key: SharedTextKey, values: Readonly<Record<string, string>> = {}): string =>
    fillText(language, sharedTexts[language][key], values);
