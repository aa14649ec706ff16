const longestName = 200;
/** Longest URL-encoded name that is sent. */
const longestEncoded = 1_000;

/** The file extension without its dot; empty when there is none. */
export const fileExtension = (fileName: string): string => /\.([^.]*)$/.exec(fileName)?.[1] ?? '';

/** A name that the server accepts: lone surrogates are removed, and a long name is cut in the middle so that its extension stays. */
export function nameToSend(fileName: string): string {
  const whole = fileName.replace(/\p{Surrogate}/gu, '').trim() || 'file';
  const ending = fileExtension(whole);
  const rest = ending === '' || ending.length > 10 ? '' : `.${ending}`;
  let stem = Array.from(rest === '' ? whole : whole.slice(0, -rest.length));
  const fits = () =>
    stem.length + rest.length <= longestName && encodeURIComponent(stem.join('') + rest).length <= longestEncoded;
  while (stem.length > 1 && !fits()) stem = stem.slice(0, -1);
  return stem.join('') + rest;
}
