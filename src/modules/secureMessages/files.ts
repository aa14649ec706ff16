import type { AttachmentType } from '@portal/api';
import { formatNumber } from '../../words/index.ts';

/** What a file is called; `other`: nothing that can be sent. */
export function fileKind(type: AttachmentType | null): 'picture' | 'pdf' | 'txt' | 'other' {
  switch (type) {
    case 'jpg':
    case 'png':
      return 'picture';
    case 'pdf':
    case 'txt':
      return type;
    case null:
      return 'other';
  }
}

/** How large a file is, in the digits of the locale: `310 KB`, `2.4 MB`. What is small counts as one KB. */
export function fileSize(locale: string, bytes: number): string {
  if (bytes < 999_500) return `${formatNumber(locale, Math.max(1, Math.round(bytes / 1000)))} KB`;
  return `${formatNumber(locale, bytes / 1_000_000, { maximumFractionDigits: 1 })} MB`;
}
