/** The kind of a file for the browser that shows it. */
export type ShownFile = 'html' | 'pdf' | 'other';

export const shownFileOf = (mediaType: string): ShownFile =>
  /^text\/html\b/i.test(mediaType) ? 'html' : /^application\/pdf\b/i.test(mediaType) ? 'pdf' : 'other';

/** The Content-Security-Policy of a file in a window or frame: nothing runs or loads. Browsers' PDF page needs an object and a style. */
export function filePolicy(shown: ShownFile, inFrame: boolean): string {
  const ancestors = `frame-ancestors ${inFrame ? "'self'" : "'none'"}`;
  switch (shown) {
    case 'html':
      return `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; ${ancestors}`;
    case 'pdf':
      return `default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; ${ancestors}`;
    case 'other':
      return `default-src 'none'; ${ancestors}`;
  }
}

/** The sandbox that the server adds: HTML can only be read, and its links open new windows. */
export function fileSandbox(shown: ShownFile): string {
  switch (shown) {
    case 'html':
      return '; sandbox allow-popups allow-popups-to-escape-sandbox';
    case 'pdf':
      return '';
    case 'other':
      return '; sandbox';
  }
}
