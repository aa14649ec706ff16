import type { ReactNode } from 'react';
import type { UnsentMessage } from '../../data/messages/types.ts';
import { Icon } from '../../ui/Icon.tsx';
import { CircleAlert, Hourglass, type IconGlyph, Pencil } from '../../ui/icons.ts';
import type { Words } from '../../words/index.ts';
import { rowSays } from './Messages.css.ts';
import { isRequest } from './useUnsent.ts';

export interface Says {
  readonly icon: IconGlyph;
  readonly text: string;
}

/** The text of a message that is not sent. */
export function unsentSays({ t }: Pick<Words, 't'>, message: UnsentMessage): Says {
  const { submission, threadId } = message;
  switch (submission) {
    case 'none':
      return {
        icon: Pencil,
        text: t(
          isRequest(message)
            ? 'secureMessages.requestDraft'
            : threadId === null
              ? 'secureMessages.newNotSent'
              : 'secureMessages.replyNotSent',
        ),
      };
    case 'waiting':
      return { icon: Hourglass, text: t('secureMessages.waiting') };
    case 'sending':
      return { icon: Hourglass, text: t('secureMessages.sending') };
    case 'refused':
      return { icon: CircleAlert, text: t('secureMessages.notSent') };
  }
}

/** A row's state: an icon and a text. */
export const SaysLine = ({ says: { icon, text } }: { says: Says }): ReactNode => (
  <span className={rowSays}>
    <Icon of={icon} size="xs" />
    <span>{text}</span>
  </span>
);
