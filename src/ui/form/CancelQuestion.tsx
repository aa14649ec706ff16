import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { ConfirmDialog } from '../dialog/Dialog.tsx';

export interface CancelQuestionProps {
  readonly open: boolean;
  /** What was entered is given up. */
  readonly onConfirm: () => void;
  /** Back to what was being entered. */
  readonly onDismiss: () => void;
}

/** The one question before something that was entered is given up (specification 1, section 2). Needs the `form` texts. */
export function CancelQuestion({ open, onConfirm, onDismiss }: CancelQuestionProps): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      open={open}
      title={t('form.cancelTitle')}
      message={t('form.cancelMessage')}
      confirmLabel={t('form.cancelConfirm')}
      dismissLabel={t('form.cancelDismiss')}
      onConfirm={onConfirm}
      onDismiss={onDismiss}
    />
  );
}
