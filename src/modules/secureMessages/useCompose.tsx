import { type ReactNode, useRef } from 'react';
import { useMessageTopic } from '../../records/messageTopic.ts';
import { Button } from '../../ui/Button.tsx';
import { Send } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { Compose, type ComposeProps } from './Compose.tsx';
import { DeleteDraft } from './DeleteDraft.tsx';
import { DraftChip } from './DraftChip.tsx';
import { canBeSent, useMessageDraft } from './useMessageDraft.ts';

export interface ComposeFrameProps extends Omit<ComposeProps, 'draft' | 'topic' | 'onGone' | 'send'> {
  /** Called when it is closed; what was written stays as a draft. */
  readonly onClose: () => void;
}

/** The parts of a new message, for the dialog and for the full screen. */
export function useCompose({ onClose, ...props }: ComposeFrameProps): {
  readonly title: string;
  readonly isEditing: boolean;
  readonly form: ReactNode;
  readonly sendButton: ReactNode;
  readonly deleteButton: ReactNode;
  /** Where the draft is stored. */
  readonly savedStatus: ReactNode;
} {
  const { t } = useWords();
  const send = useRef<(() => void) | null>(null);
  const topic = useMessageTopic();
  const draft = useMessageDraft(props.patientId, null, topic?.request ?? null);
  const isEditing = canBeSent(draft);
  return {
    title: t(topic?.request === undefined ? 'secureMessages.new' : 'secureMessages.newRequest'),
    isEditing,
    form: <Compose {...props} draft={draft} topic={topic} onGone={onClose} send={send} />,
    sendButton: (
      <Button icon={Send} onClick={() => send.current?.()}>
        {t('form.send')}
      </Button>
    ),
    deleteButton: <DeleteDraft draft={draft} onGone={onClose} />,
    savedStatus: <span role="status">{isEditing ? <DraftChip saved={draft.state.saved} /> : null}</span>,
  };
}
