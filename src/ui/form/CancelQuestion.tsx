import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { ConfirmDialog } from '../dialog/Dialog.tsx';

export interface CancelQuestionProps {
  readonly open: boolean;
  /** What was entered is given up. */
  readonly onConfirm: () => void;
  /** Back to what was being entered. */
  readonly onDismiss: () => void;
  /** Where something else than what was entered would be lost. */
  readonly texts?: LeaveTexts | undefined;
}

export interface LeaveTexts {
  readonly title: string;
  readonly message: string;
  readonly confirm: string;
  readonly dismiss: string;
}

/** The one question before something that was entered is given up (specification 1, section 2). Needs the `form` texts. */
export function CancelQuestion({ open, onConfirm, onDismiss, texts }: CancelQuestionProps): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      open={open}
      title={texts?.title ?? t('form.cancelTitle')}
      message={texts?.message ?? t('form.cancelMessage')}
      confirmLabel={texts?.confirm ?? t('form.cancelConfirm')}
      dismissLabel={texts?.dismiss ?? t('form.cancelDismiss')}
      onConfirm={onConfirm}
      onDismiss={onDismiss}
    />
  );
}
