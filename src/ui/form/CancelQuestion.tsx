import type { ReactNode } from 'react';
import { useWords } from '../../words/index.ts';
import { ConfirmDialog } from '../dialog/Dialog.tsx';

interface CancelQuestionProps {
  /** Called when what was entered is discarded. */
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
  /** Another text, where something else would be lost. */
  readonly texts?: LeaveTexts | undefined;
}

export interface LeaveTexts {
  readonly title: string;
  readonly message: string;
  readonly confirm: string;
  readonly dismiss: string;
}

/** The question before what was entered is discarded (specification 1, section 2). Needs the `form` texts. */
export function CancelQuestion({ onConfirm, onDismiss, texts }: CancelQuestionProps): ReactNode {
  const { t } = useWords();
  return (
    <ConfirmDialog
      title={texts?.title ?? t('form.cancelTitle')}
      message={texts?.message ?? t('form.cancelMessage')}
      confirmLabel={texts?.confirm ?? t('form.cancelConfirm')}
      dismissLabel={texts?.dismiss ?? t('form.cancelDismiss')}
      onConfirm={onConfirm}
      onDismiss={onDismiss}
    />
  );
}
