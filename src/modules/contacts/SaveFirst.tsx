import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useWords } from '../../words/index.ts';

interface SaveFirstProps {
  /** It was never saved, so it must be saved first. */
  readonly isNew: boolean;
  readonly onSave: () => void;
  readonly onGoOn: () => void;
  readonly onStay: () => void;
}

const safe = 'save-first';

/** Asked before a contact's access is changed while the form has unsaved changes (specification 2, section 4). */
export function SaveFirst({ isNew, onSave, onGoOn, onStay }: SaveFirstProps): ReactNode {
  const { t } = useWords();
  return (
    <Dialog
      alert
      title={t(isNew ? 'contacts.saveNewFirst' : 'contacts.saveFirst')}
      description={t(isNew ? 'contacts.saveNewFirstText' : 'contacts.saveFirstText')}
      focusFirst={safe}
      onClose={onStay}
      actions={
        <>
          <Button id={safe} onClick={onSave}>
            {t('contacts.saveAndGoOn')}
          </Button>
          {isNew ? null : (
            <Button variant="secondary" onClick={onGoOn}>
              {t('contacts.goOnWithout')}
            </Button>
          )}
          <Button variant={isNew ? 'secondary' : 'quiet'} onClick={onStay}>
            {t('contacts.backToForm')}
          </Button>
        </>
      }
    />
  );
}
