import type { CareProviderId, PatientId, SecureThreadId } from '@portal/api';
import { type ReactNode, useRef } from 'react';
import { useMessageTopic } from '../../records/messageTopic.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Send } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { Compose } from './Compose.tsx';
import { DeleteDraft } from './DeleteDraft.tsx';
import { DraftChip } from './DraftChip.tsx';
import { canBeSent, useMessageDraft } from './useMessageDraft.ts';
import type { Writing } from './WritingNote.tsx';

export interface ComposeWays {
  readonly patientId: PatientId;
  readonly writing: Writing;
  readonly wanted: CareProviderId | null;
  /** Called when it is closed; what was written stays as a draft. */
  readonly onClose: () => void;
  /** Opens the new thread; resolves once it shows. */
  readonly onSent: (threadId: SecureThreadId) => Promise<void>;
}

/** A new message over the list, where the window has room for both. */
export function ComposeDialog({ patientId, writing, wanted, onClose, onSent }: ComposeWays): ReactNode {
  const { t } = useWords();
  const send = useRef<(() => void) | null>(null);
  const topic = useMessageTopic();
  const draft = useMessageDraft(patientId, null, topic?.request ?? null);
  const isEditing = canBeSent(draft);
  return (
    <Dialog
      open
      title={t(topic?.request === undefined ? 'secureMessages.new' : 'secureMessages.newRequest')}
      onClose={onClose}
      actions={
        <>
          {isEditing ? (
            <Button icon={Send} onClick={() => send.current?.()}>
              {t('secureMessages.send')}
            </Button>
          ) : null}
          <Button variant="quiet" onClick={onClose}>
            {t(isEditing ? 'core.cancel' : 'core.close')}
          </Button>
          <DeleteDraft draft={draft} onGone={onClose} />
          <span role="status">{isEditing ? <DraftChip saved={draft.state.saved} /> : null}</span>
        </>
      }
    >
      <Compose
        patientId={patientId}
        writing={writing}
        draft={draft}
        wanted={wanted}
        topic={topic}
        onSent={onSent}
        onGone={onClose}
        send={send}
      />
    </Dialog>
  );
}
