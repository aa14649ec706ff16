import type { LanguageCode, SignInProvider } from '@portal/api';

/** What people know an identity system by, in a language; a facility names it in each of its own. */
export const providerName = ({ key, names }: SignInProvider, language: LanguageCode): string =>
  names[language] ?? Object.values(names)[0] ?? key;
