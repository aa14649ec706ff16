import type { MouseEvent } from 'react';
import type { VisitLink } from './visit/VisitRow.tsx';

/** What somebody wants to ask the care team about: the subject of the new message, and who knows of it, as the record names them. */
export interface MessageTopic {
  readonly subject: string;
  readonly person: string | null;
}

// In memory alone: an address must not carry a word about somebody's health.
let pending: MessageTopic | null = null;

/** The link to a new message, which then begins with this subject. */
export const linkWithTopic = (link: VisitLink, topic: MessageTopic): VisitLink => ({
  href: link.href,
  onClick: (event: MouseEvent<HTMLAnchorElement>) => {
    pending = topic;
    link.onClick(event);
  },
});

/** What the new message is to begin with; null where it was opened without a subject. */
export const pendingTopic = (): MessageTopic | null => pending;

/** The new message has it; the next one begins empty. */
export function clearPendingTopic(): void {
  pending = null;
}
