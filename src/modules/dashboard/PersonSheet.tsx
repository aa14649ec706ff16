import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { sheetActs, sheetHead } from './people.css.ts';
import type { PersonRowProps } from './PersonRow.tsx';

/** Everything about a person: what can be done first, then what is known. */
export const PersonSheet = ({
  name,
  role,
  face,
  facts,
  actions,
  onClose,
}: Pick<PersonRowProps, 'name' | 'role' | 'face' | 'facts' | 'actions'> & { onClose: () => void }): ReactNode => (
  <Dialog
    open
    title={
      <span className={sheetHead}>
        {face}
        {name}
      </span>
    }
    description={role === '' ? undefined : role}
    onClose={onClose}
  >
    {actions === null ? null : <div className={sheetActs}>{actions}</div>}
    {facts}
  </Dialog>
);
