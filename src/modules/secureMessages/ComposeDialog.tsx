import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useWords } from '../../words/index.ts';
import { type ComposeFrameProps, useCompose } from './useCompose.tsx';

/** A new message over the list, where the window has room for both. */
export function ComposeDialog(props: ComposeFrameProps): ReactNode {
  const { t } = useWords();
  const { title, isEditing, form, sendButton, deleteButton, savedStatus } = useCompose(props);
  return (
    <Dialog
      title={title}
      onClose={props.onClose}
      actions={
        <>
          {isEditing ? sendButton : null}
          <Button variant="quiet" onClick={props.onClose}>
            {t(isEditing ? 'core.cancel' : 'core.close')}
          </Button>
          {deleteButton}
          {savedStatus}
        </>
      }
    >
      {form}
    </Dialog>
  );
}
