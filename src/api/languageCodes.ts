/** The languages that ship complete. In a file of its own: the first download needs them and no schema. */
export const languageCodes = ['en', 'es', 'fr', 'pt', 'zh'] as const;
