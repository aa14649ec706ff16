/** What the two lists say in place of the usual words: drafts are safe, and what is shown is a copy on this device. */
export const listTexts = {
  failed: 'questionnaires.listFailed',
  failedText: null,
  offlineText: 'questionnaires.listOffline',
  savedCopy: 'questionnaires.savedCopy',
} as const;
