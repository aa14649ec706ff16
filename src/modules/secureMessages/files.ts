import type { AttachmentType } from '@portal/api';

/** The type of a file; `other`: it cannot be sent. */
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
