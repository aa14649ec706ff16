import { formatNumber } from '../../words/index.ts';

/** Bytes as kilobytes of 1,000 with two decimals (specification 3, section 9), in the digits of the locale. */
export const kilobytes = (locale: string, bytes: number): string =>
  formatNumber(locale, bytes / 1000, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
