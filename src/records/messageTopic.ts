import type { MouseEvent } from 'react';
import type { VisitLink } from './visit/VisitRow.tsx';

/** What to ask the care team: the new message's subject, and who may answer, as the clinical record names them. */
export interface MessageTopic {
  readonly subject: string;
  readonly person: string | null;
}

// In memory only, because an address must not say anything about somebody's health.
let pending: MessageTopic | null = null;

/** The link to a new message with this subject. */
export const linkWithTopic = (link: VisitLink, topic: MessageTopic): VisitLink => ({
  href: link.href,
  onClick: (event: MouseEvent<HTMLAnchorElement>) => {
    pending = topic;
    link.onClick(event);
  },
});

/** The subject of the new message; null where it was opened without one. */
export const pendingTopic = (): MessageTopic | null => pending;

/** Called when the new message has taken the subject; the next one has none. */
export function clearPendingTopic(): void {
  pending = null;
}
