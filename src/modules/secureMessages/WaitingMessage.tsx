import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import type { MessageDraftHandle, MessageDraftState } from '../../data/messages/types.ts';
import { useProfile } from '../../data/profile.ts';
import { Avatar, initialsOf } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { classes } from '../../ui/classes.ts';
import { ConfirmDialog } from '../../ui/dialog/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { CloudUpload, Send } from '../../ui/icons.ts';
import { rowSub } from '../../ui/Row.css.ts';
import { formatPersonName, joinFacts, showMessage, useWords } from '../../words/index.ts';
import { fileFacts, fileIcon } from './FileCard.tsx';
import * as look from './Messages.css.ts';
import type { Writing } from './WritingNote.tsx';

interface WaitingMessageProps {
  readonly handle: MessageDraftHandle;
  readonly state: MessageDraftState;
  readonly writing: Writing;
  /** Called when it can be edited again. */
  readonly onEdit: () => void;
  /** Called when it is deleted. */
  readonly onGone: () => void;
}

/** A message that was sent off and has not arrived yet: what that means, and what can still be done. */
export function WaitingMessage({ handle, state, writing, onEdit, onGone }: WaitingMessageProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const profile = useProfile();
  const [isAsking, setAsking] = useState(false);
  const isOffline = useConnection() === 'offline';
  /** The state in which it could not be taken back, because it was on its way; a later state may differ. */
  const [tooLateIn, setTooLateIn] = useState<MessageDraftState | null>(null);
  const { phase, content, subject, files } = state;
  const isTooLate = tooLateIn === state;
  // Without a connection nothing is being sent.
  const isSending = phase.kind === 'sending' && !isOffline;
  const why = phase.kind === 'waiting' ? phase.why : phase.kind === 'sending' && isOffline ? 'offline' : null;
  const edit = async () => {
    if ((await handle.takeBack()) === 'onItsWay') setTooLateIn(handle.state());
    else onEdit();
  };
  const drop = async () => {
    setAsking(false);
    if ((await handle.discard()) === 'onItsWay') setTooLateIn(handle.state());
    else onGone();
  };
  const sendNow = async () => {
    const done = await handle.send();
    if (done.kind === 'waiting') showMessage(done.why === 'offline' ? 'noConnection' : 'securemessagesendfailed');
  };
  return (
    <div className={classes(look.message, look.ofPatientSide, look.isWaiting)}>
      <Avatar initials={profile === null ? '' : initialsOf(profile.firstName, profile.lastName)} warm />
      <p className={look.messageHead}>
        <strong>{profile === null ? '' : formatPersonName(locale, profile)}</strong>
        {writing.patientName === null ? null : (
          <span>{t('secureMessages.onBehalfOf', { name: writing.patientName })}</span>
        )}
      </p>
      <div className={look.messageBody}>
        {subject === '' ? null : <h3>{subject}</h3>}
        <p className={look.messageText}>{content}</p>
        {files.length === 0 ? null : (
          <ul className={look.files}>
            {files.map((file) => (
              <li key={file.key} className={look.file}>
                <Icon of={fileIcon(file.fileType)} />
                <span className={look.fileMain}>
                  <span className={look.fileName}>{file.fileName}</span>
                  <span className={rowSub}>{joinFacts(words.locale, fileFacts(words, file))}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className={look.messageState} role="status">
        {isTooLate ? (
          <span>{t('secureMessages.onItsWay')}</span>
        ) : (
          <>
            <Chip icon={isSending ? Send : CloudUpload}>
              {t(isSending ? 'secureMessages.sending' : 'secureMessages.waiting')}
            </Chip>
            {why === null ? null : <span>{t(`secureMessages.waitingText_${why}`)}</span>}
          </>
        )}
      </div>
      {phase.kind === 'waiting' ? (
        <div className={look.messageState}>
          <Button variant="secondary" size="small" onClick={() => void sendNow()}>
            {t('secureMessages.sendNow')}
          </Button>
          {isTooLate ? null : (
            <>
              <Button variant="quiet" size="small" onClick={() => void edit()}>
                {t('records.edit')}
              </Button>
              <Button variant="dangerQuiet" size="small" onClick={() => setAsking(true)}>
                {t('secureMessages.doNotSend')}
              </Button>
            </>
          )}
        </div>
      ) : null}
      {isAsking ? <DeleteQuestion onConfirm={() => void drop()} onDismiss={() => setAsking(false)} /> : null}
    </div>
  );
}

/** Asks before the draft is deleted. */
export function DeleteQuestion({ onConfirm, onDismiss }: { onConfirm: () => void; onDismiss: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      title={t('secureMessages.deleteAsk')}
      message={t('secureMessages.deleteAskText')}
      confirmLabel={t('secureMessages.deleteYes')}
      dismissLabel={t('secureMessages.deleteNo')}
      danger
      onConfirm={onConfirm}
      onDismiss={onDismiss}
    />
  );
}
