import type { KioskPatientRow } from '@portal/api';
import type { ReactNode } from 'react';
import { Button } from '../../src/ui/Button.tsx';
import { Card } from '../../src/ui/Card.tsx';
import { Dialog } from '../../src/ui/Dialog.tsx';
import { Icon } from '../../src/ui/Icon.tsx';
import { ClipboardList, ShieldCheck } from '../../src/ui/icons.ts';
import { KioskActions } from '../../src/ui/KioskCard.tsx';
import { Row, Rows } from '../../src/ui/Row.tsx';
import { noted } from '../../src/ui/Status.css.ts';
import { formatDate, useWords } from '../../src/words/index.ts';

interface StartDialogProps {
  readonly row: KioskPatientRow;
  readonly onCancel: () => void;
  readonly onStart: () => void;
}

/** The last look before the tablet is given away: who, and what will be asked. */
export default function StartDialog({ row, onCancel, onStart }: StartDialogProps): ReactNode {
  const { t, locale } = useWords();
  return (
    <Dialog
      open
      alert
      title={t('kiosk.startTitle', { name: `${row.firstName} ${row.lastName}` })}
      description={`${t('kiosk.born', { date: formatDate(locale, row.dateOfBirth) })} · ${row.mrn}`}
      onClose={onCancel}
      actions={
        <KioskActions>
          <Button variant="secondary" onClick={onCancel}>
            {t('kiosk.cancel')}
          </Button>
          <Button onClick={onStart}>{t('kiosk.start')}</Button>
        </KioskActions>
      }
    >
      <Card flush>
        <Rows label={t('kiosk.questionnaires')}>
          {row.questionnaireTitles.map((title, index) => (
            <Row key={`${index} ${title}`} icon={ClipboardList} title={title} />
          ))}
        </Rows>
      </Card>
      <p className={noted}>
        <Icon of={ShieldCheck} />
        <span>{t('kiosk.startNote')}</span>
      </p>
    </Dialog>
  );
}
