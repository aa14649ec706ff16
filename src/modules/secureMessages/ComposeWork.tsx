import { type ReactNode, useRef } from 'react';
import { useMessageTopic } from '../../records/messageTopic.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Send } from '../../ui/icons.ts';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { QuestionBar } from '../../ui/QuestionBar.tsx';
import { useWords } from '../../words/index.ts';
import { Compose } from './Compose.tsx';
import type { ComposeWays } from './ComposeDialog.tsx';
import { DeleteDraft } from './DeleteDraft.tsx';
import { DraftChip } from './DraftChip.tsx';
import { canBeSent, useMessageDraft } from './useMessageDraft.ts';
import { frame } from './Writing.css.ts';

/** A new message, full screen. */
export function ComposeWork({
  patientId,
  writing,
  wanted,
  person,
  onClose,
  onSent,
  onFailed,
}: ComposeWays & {
  /** Names the patient whose record it is, with the button for another record. */
  readonly person: ReactNode;
  readonly onFailed: (failed: boolean) => void;
}): ReactNode {
  const { t } = useWords();
  const send = useRef<(() => void) | null>(null);
  const topic = useMessageTopic();
  const draft = useMessageDraft(patientId, null, topic?.request ?? null);
  const isEditing = canBeSent(draft);
  return (
    <div className={frame}>
      <QuestionBar
        title={t(topic?.request === undefined ? 'secureMessages.new' : 'secureMessages.newRequest')}
        leaveLabel={t('secureMessages.leave')}
        onLeave={onClose}
        person={person}
        trailing={<span role="status">{isEditing ? <DraftChip saved={draft.state.saved} /> : null}</span>}
      />
      <Page narrow flat>
        <MessageBar without="confirmEmailRequired" />
        <Compose
          patientId={patientId}
          writing={writing}
          draft={draft}
          wanted={wanted}
          topic={topic}
          onSent={onSent}
          onGone={onClose}
          onFailed={onFailed}
          send={send}
        />
      </Page>
      {isEditing ? (
        <ActionBar>
          <Button variant="quiet" onClick={onClose}>
            {t('core.cancel')}
          </Button>
          <DeleteDraft draft={draft} onGone={onClose} />
          <Button icon={Send} onClick={() => send.current?.()}>
            {t('secureMessages.send')}
          </Button>
        </ActionBar>
      ) : null}
    </div>
  );
}
