import { formatNumber } from '../words/index.ts';

/** The size of a file, in the digits and units of the locale: `310 KB`, `2.4 MB`, `2,4 Mo`. Smaller files count as one KB. */
export function fileSize(locale: string, bytes: number): string {
  const byte = locale.startsWith('fr') ? 'o' : 'B';
  if (bytes < 999_500) return `${formatNumber(locale, Math.max(1, Math.round(bytes / 1000)))} K${byte}`;
  return `${formatNumber(locale, bytes / 1_000_000, { maximumFractionDigits: 1 })} M${byte}`;
}
