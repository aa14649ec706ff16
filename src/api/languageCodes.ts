/** The languages that ship complete. In a file of its own, because the first download needs them and no schemas. */
export const languageCodes = ['en', 'es', 'fr', 'pt', 'zh'] as const;
