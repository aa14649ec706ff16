/** The texts of the two lists in place of the default ones: drafts are safe, and the shown data is a copy on this device. */
export const listTexts = {
  failed: 'questionnaires.listFailed',
  failedText: null,
  offlineText: 'questionnaires.listOffline',
  savedCopy: 'questionnaires.savedCopy',
} as const;
