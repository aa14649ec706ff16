/** Names something that has no number of its own, for `about` of a request: the same text gives the same name. */
export const aboutText = (kind: string, text: string): string =>
  `${kind}-${encodeURIComponent(text).replaceAll(/[^\w.:-]/g, '.')}`.slice(0, 100);
