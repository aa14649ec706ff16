import type { LanguageCode } from '@portal/api';

/** One text in every language that ships; a missing language does not compile. ICU message syntax. */
export type Texts = Readonly<Record<LanguageCode, string>>;

/** Declares the texts of one part of the interface. Data only: the build splits it by language and compiles it. */
export const catalog = <Key extends string>(entries: Readonly<Record<Key, Texts>>): Readonly<Record<Key, Texts>> =>
  entries;
