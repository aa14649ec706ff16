import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { sheetActs, sheetHead } from './people.css.ts';

export interface PersonSheetProps {
  readonly name: string;
  readonly role: string;
  readonly face: ReactNode;
  /** Everything else, shown in the sheet and on paper. */
  readonly facts: ReactNode;
  /** The buttons, first in the sheet. */
  readonly actions: ReactNode;
  readonly onClose: () => void;
}

/** Everything about a person: the buttons first, then the facts. */
export const PersonSheet = ({ name, role, face, facts, actions, onClose }: PersonSheetProps): ReactNode => (
  <Dialog
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
