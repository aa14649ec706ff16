import { type ReactNode, useState } from 'react';
import { Icon } from '../../src/ui/Icon.tsx';
import { LogOut, User } from '../../src/ui/icons.ts';
import { MenuButton, MenuItem } from '../../src/ui/MenuButton.tsx';
import { useWords } from '../../src/words/index.ts';
import { StopDialog } from '../patient/StopDialog.tsx';
import { useVisit } from '../patient/visit.ts';
import { LanguageChoice } from './LanguageChoice.tsx';

/** Language and the patient's own name, from where the visit can be left at any time. */
export function PatientMenu(): ReactNode {
  const { t } = useWords();
  const name = useVisit()?.name ?? '';
  const [stopping, setStopping] = useState(false);
  return (
    <>
      <LanguageChoice whose="visit" />
      <MenuButton icon={<Icon of={User} />} label={name}>
        <MenuItem icon={LogOut} onSelect={() => setStopping(true)}>
          {t('kiosk.stop')}
        </MenuItem>
      </MenuButton>
      {stopping ? <StopDialog onStay={() => setStopping(false)} /> : null}
    </>
  );
}
