import type { SecureMessage } from '@portal/api';
import { type ReactNode, useEffect, useRef } from 'react';
import { afterPaint } from '../../browser/painting/afterPaint.ts';
import { MessageItem, type MessageItemProps } from './MessageItem.tsx';
import * as look from './Messages.css.ts';
import { firstToRead } from './threads.ts';

export interface MessageListProps extends Omit<MessageItemProps, 'message'> {
  readonly messages: readonly SecureMessage[];
  readonly unreadAtOpening: number;
  /** No newer ones are being loaded. */
  readonly isComplete: boolean;
}

/** The messages, oldest first. Opens at the first new one, or at the newest; a list that fits on the screen does not scroll. */
export function MessageList({ messages, unreadAtOpening, isComplete, ...item }: MessageListProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const isPlaced = useRef(false);
  useEffect(() => {
    if (!isComplete || isPlaced.current) return;
    isPlaced.current = true;
    const first = firstToRead(messages, unreadAtOpening);
    // A change of address scrolls to the top first.
    afterPaint(() => {
      const [start, newest] = [list.current?.children[first], list.current?.lastElementChild];
      if (start === undefined || !newest) return;
      const before = newest.getBoundingClientRect().top;
      newest.scrollIntoView({ block: 'nearest' });
      if (start !== newest && newest.getBoundingClientRect().top !== before) start.scrollIntoView({ block: 'start' });
    });
  }, [isComplete, messages, unreadAtOpening]);
  return (
    <ul ref={list} className={look.messages} aria-labelledby="thread-title">
      {messages.map((message) => (
        <MessageItem key={message.messageId} message={message} {...item} />
      ))}
    </ul>
  );
}
