import type { MessageRequest } from '@portal/api';
import { type MouseEvent, useEffect, useState } from 'react';
import type { LinkProps } from './links.ts';

/** What to ask the care team: the new message's subject, and who may answer, as the clinical record names them. */
export interface MessageTopic {
  readonly subject: string;
  readonly person: string | null;
  /** What the message asks the facility to do. */
  readonly request?: MessageRequest;
  /** How the text begins, read when the link is pressed. */
  readonly content?: () => string;
}

// In memory only, because an address must not say anything about somebody's health.
let pending: MessageTopic | null = null;

/** The link to a new message with this subject. */
export const linkWithTopic = (link: LinkProps, topic: MessageTopic): LinkProps => ({
  href: link.href,
  onClick: (event: MouseEvent<HTMLAnchorElement>) => {
    // A link that opens in another window leaves nothing for the next message of this one.
    pending = event.metaKey || event.ctrlKey || event.shiftKey ? null : topic;
    link.onClick(event);
  },
});

/** What the new message of this page was opened to write about; null where it was opened without. The next message has none. */
export function useMessageTopic(): MessageTopic | null {
  const [topic] = useState(() => pending);
  useEffect(() => {
    pending = null;
  }, []);
  return topic;
}
