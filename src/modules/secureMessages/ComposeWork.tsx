import type { ReactNode } from 'react';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Button } from '../../ui/Button.tsx';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { QuestionBar } from '../../ui/QuestionBar.tsx';
import { useWords } from '../../words/index.ts';
import { type ComposeFrameProps, useCompose } from './useCompose.tsx';
import { frame } from './Writing.css.ts';

/** A new message, full screen. */
export function ComposeWork({
  person,
  ...props
}: ComposeFrameProps & {
  /** Names the patient whose record it is, with the button for another record. */
  readonly person: ReactNode;
}): ReactNode {
  const { t } = useWords();
  const { title, isEditing, form, sendButton, deleteButton, savedStatus } = useCompose(props);
  return (
    <div className={frame}>
      <QuestionBar
        title={title}
        leaveLabel={t('secureMessages.leave')}
        onLeave={props.onClose}
        person={person}
        trailing={savedStatus}
      />
      <Page narrow flat>
        <MessageBar without="confirmEmailRequired" />
        {form}
      </Page>
      {isEditing ? (
        <ActionBar>
          <Button variant="quiet" onClick={props.onClose}>
            {t('core.cancel')}
          </Button>
          {deleteButton}
          {sendButton}
        </ActionBar>
      ) : null}
    </div>
  );
}
