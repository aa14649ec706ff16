import { messageLength, type MessageThread, type PatientId } from '@portal/api';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/Field.tsx';
import { focusPart } from '../../ui/ErrorSummary.tsx';
import { Send } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showMessage, useWords } from '../../words/index.ts';
import { BeforeWriting } from './BeforeWriting.tsx';
import { DraftChip } from './DraftChip.tsx';
import { DraftFiles } from './DraftFiles.tsx';
import { DraftNotes, NewerVersion } from './DraftNotes.tsx';
import { type OpenDraft, useMessageDraft } from './useMessageDraft.ts';
import { DeleteQuestion, WaitingMessage } from './WaitingMessage.tsx';
import * as look from './Writing.css.ts';
import { type Writing, WrittenFor } from './WritingNote.tsx';
import { type MessageProblems, problemsOf } from './writingRules.ts';

interface ReplyPartProps {
  readonly patientId: PatientId;
  readonly thread: MessageThread;
  readonly writing: Writing;
  /** The person pressed Reply: the text gets the focus. */
  readonly isAsked: boolean;
  /** Called when it is closed; what was written stays as a draft. */
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** The reply in a thread: a draft, or waiting to be sent. */
export function ReplyPart(props: ReplyPartProps): ReactNode {
  const { patientId, thread, writing, onClose, onSent } = props;
  const [isEditing, setEditing] = useState(props.isAsked);
  const draft = useMessageDraft(patientId, thread.threadId);
  const isSent = draft !== null && draft !== 'newerVersion' && draft.state.phase.kind === 'sent';
  const sent = useRef(onSent);
  useEffect(() => {
    sent.current = onSent;
  });
  // However it was sent: by Send, by the outbox, or on another device.
  useEffect(() => {
    if (!isSent) return;
    showMessage('securemessagesent');
    sent.current();
  }, [isSent]);
  if (draft === null) return <Skeleton lines={3} />;
  if (draft === 'newerVersion') return <NewerVersion />;
  const { kind } = draft.state.phase;
  if (kind === 'sent') return null;
  return kind === 'waiting' || kind === 'sending' ? (
    <WaitingMessage {...draft} writing={writing} onEdit={() => setEditing(true)} onGone={onClose} />
  ) : (
    <ReplyBox {...props} draft={draft} takesFocus={isEditing} />
  );
}

function ReplyBox({
  patientId,
  thread,
  writing,
  draft: { handle, state },
  takesFocus,
  onClose,
}: ReplyPartProps & { draft: OpenDraft; takesFocus: boolean }): ReactNode {
  const { t } = useWords();
  const titleId = useId();
  const textId = useId();
  const filesId = useId();
  /** After a failed Send; further typing removes the error. */
  const [hasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const problems: MessageProblems = hasTried ? problemsOf(state, 'reply') : {};
  useEffect(() => {
    if (takesFocus) document.getElementById(textId)?.focus();
  }, [takesFocus, textId]);
  const send = async () => {
    const found = problemsOf(state, 'reply');
    setTried(true);
    if (found.content !== undefined) return focusPart(textId);
    if (found.files !== undefined) return focusPart(filesId);
    setTried(false);
    const done = await handle.send();
    if (done.kind === 'failed') showMessage('securemessagesendfailed');
    return undefined;
  };
  const { content } = problems;
  return (
    <section className={look.replyPart} aria-labelledby={titleId}>
      <h3 id={titleId}>{t('secureMessages.replyTitle')}</h3>
      <WrittenFor writing={writing} />
      <BeforeWriting patientId={patientId} answerer={thread.answeredBy} />
      <form
        className={look.reply}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <div>
          <DraftNotes state={state} handle={handle} />
          <TextArea
            id={textId}
            label={t('secureMessages.yourMessage')}
            error={content === undefined ? undefined : t(content.text, content.values)}
            required
            rows={5}
            limit={messageLength}
            value={state.content}
            onChange={(next) => handle.write({ content: next })}
          />
        </div>
        <DraftFiles id={filesId} files={state.files} handle={handle} />
        <div className={look.sendRow}>
          <Button type="submit" icon={Send}>
            {t('form.send')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {t('core.cancel')}
          </Button>
          {state.saved === 'none' ? null : (
            <Button variant="dangerQuiet" onClick={() => setAsking(true)}>
              {t('secureMessages.deleteDraft')}
            </Button>
          )}
          <span role="status">
            <DraftChip saved={state.saved} />
          </span>
        </div>
      </form>
      {isAsking ? (
        <DeleteQuestion
          onConfirm={() => {
            setAsking(false);
            void handle.discard().then(onClose);
          }}
          onDismiss={() => setAsking(false)}
        />
      ) : null}
    </section>
  );
}
