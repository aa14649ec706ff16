import type { SecureMessage, MessageAttachment, PatientId } from '@portal/api';
import { type ReactNode, useEffect, useRef } from 'react';
import { afterPaint } from '../../browser/painting/afterPaint.ts';
import * as look from './Messages.css.ts';
import { firstToRead, messageWhen, writerOf } from './threads.ts';
import type { Zone } from '../../records/zone.ts';
import { Avatar, initialsOf } from '../../ui/Avatar.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Bell, Check, Clock, type IconGlyph, ChevronDown } from '../../ui/icons.ts';
import { formatInstantDate, formatPersonName, useWords } from '../../words/index.ts';
import { FileCard } from './FileCard.tsx';
import { disclose } from '../../records/disclose.css.ts';

/** The number with which anybody can check that a message was sent, when and to whom. Closed, because few need it. */
function Receipt({ number }: { readonly number: string }): ReactNode {
  const { t } = useWords();
  return (
    <details className={disclose}>
      <summary>
        {t('secureMessages.receipt')}
        <Icon of={ChevronDown} size="xs" />
      </summary>
      <p>
        <strong>{number}</strong>
      </p>
      <p>{t('secureMessages.receiptText', { address: `${location.host}/check-receipt` })}</p>
    </details>
  );
}

interface MessageItemProps {
  readonly patientId: PatientId;
  readonly message: SecureMessage;
  readonly zone: Zone;
  readonly now: number;
  readonly onOpenFile: (file: MessageAttachment) => void;
}

/** One message of a thread: its writer, time, text and files, and for the patient's side its status. */
function MessageItem({ patientId, message, zone, now, onOpenFile }: MessageItemProps): ReactNode {
  const { t, locale } = useWords();
  const { content, language, attachments, senderDisplayName } = message;
  const isFromPatientSide = message.isFromPatientSide === true;
  const { writer, onBehalfOf } = writerOf(message);
  const when = messageWhen(locale, message.messageDate, zone, now);
  return (
    <li className={classes(look.message, isFromPatientSide && look.ofPatientSide)}>
      <Avatar initials={initialsOf(writer.firstName, writer.lastName)} warm={isFromPatientSide} />
      <p className={look.messageHead}>
        <strong>{isFromPatientSide ? formatPersonName(locale, writer) : senderDisplayName}</strong>
        {onBehalfOf === null ? null : (
          <span>{t('secureMessages.onBehalfOf', { name: formatPersonName(locale, onBehalfOf) })}</span>
        )}
        <time dateTime={message.messageDate}>
          {when.isToday ? t('secureMessages.todayAt', { time: when.text }) : when.text}
        </time>
      </p>
      <div className={look.messageBody}>
        {content === '' ? null : (
          <p className={look.messageText} lang={language ?? undefined}>
            {content}
          </p>
        )}
        {attachments.length === 0 ? null : (
          <ul className={look.files}>
            {attachments.map((file) => (
              <FileCard key={file.attachmentId} patientId={patientId} file={file} onOpen={onOpenFile} />
            ))}
          </ul>
        )}
      </div>
      {isFromPatientSide ? <WhatBecame message={message} zone={zone} now={now} /> : null}
    </li>
  );
}

const State = ({ icon, children }: { icon: IconGlyph; children: ReactNode }): ReactNode => (
  <p className={look.messageState}>
    <span className={look.noted}>
      <Icon of={icon} size="xs" />
      <span>{children}</span>
    </span>
  </p>
);

/** Whether somebody has opened it, and whether the office was notified because nobody had. */
function WhatBecame({ message, zone, now }: Pick<MessageItemProps, 'message' | 'zone' | 'now'>): ReactNode {
  const { t, locale } = useWords();
  const { readAt, officeToldAt, officeToldAfterDays, receiptNumber } = message;
  const read = readAt === null || readAt === undefined ? null : messageWhen(locale, readAt, zone, now);
  return (
    <>
      {readAt === undefined ? null : read === null ? (
        <State icon={Clock}>{t('secureMessages.notOpened')}</State>
      ) : (
        <State icon={Check}>
          {read.isToday
            ? t('secureMessages.readToday', { time: read.text })
            : t('secureMessages.readOn', { when: read.text })}
        </State>
      )}
      {officeToldAt === null ? null : (
        <State icon={Bell}>
          {t('secureMessages.officeTold', {
            days: officeToldAfterDays ?? 0,
            date: formatInstantDate(locale, officeToldAt, zone.id, 'day'),
          })}
        </State>
      )}
      {receiptNumber === null ? null : (
        <div className={look.messageState}>
          <Receipt number={receiptNumber} />
        </div>
      )}
    </>
  );
}

interface MessageListProps extends Omit<MessageItemProps, 'message'> {
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
